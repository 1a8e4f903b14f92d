"""Texts in files that people name: regular ones, and up to a limit, so that nothing is read for ever."""

from __future__ import annotations

import errno
from pathlib import Path

LARGEST = 1_000_000
"""Bytes of a text, where nothing else is said."""


def read_text(path: Path, errors: str = "strict", *, pipe: bool = False, most: int = LARGEST) -> str:
    """The text of a file; or of a pipe, where that is allowed, for it can be read only once.

    Raises OSError, also for what is no such file or too large, UnicodeDecodeError.
    """
    if path.exists() and not path.is_file() and not (pipe and path.is_fifo()):
        raise OSError(errno.EINVAL, "neither a file nor a pipe" if pipe else "not a regular file", str(path))
    with path.open("rb") as file:
        content = file.read(most + 1)
    check_size(len(content), str(path), most)
    return content.decode("utf-8", errors)


def check_size(size: int, name: str, most: int = LARGEST) -> None:
    """Raises OSError where what has been read, perhaps not to its end, is too large."""
    if size > most:
        allowed = f"{most // 1_000_000} MB" if most >= 1_000_000 else f"{most // 1_000} kB"
        raise OSError(errno.EFBIG, f"larger than {allowed}", name)
