"""Files: texts that people name are read up to a size limit, and what only their owner may read is written whole."""

from __future__ import annotations

import errno
import secrets
from contextlib import suppress
from pathlib import Path

LARGEST = 1_000_000
"""Default size limit of a text, in bytes."""


def read_text(path: Path, errors: str = "strict", *, pipe: bool = False, most: int = LARGEST) -> str:
    """Return the text of a regular file. With `pipe` it may be a pipe; the caller then reads it only once.

    Raises UnicodeDecodeError; and OSError, also for other kinds of files and for more than `most` bytes.
    """
    if path.exists() and not path.is_file() and not (pipe and path.is_fifo()):
        raise OSError(errno.EINVAL, "neither a file nor a pipe" if pipe else "not a regular file", str(path))
    with path.open("rb") as file:
        content = file.read(most + 1)
    check_size(len(content), str(path), most)
    return content.decode("utf-8", errors)


def write_private(path: Path, content: bytes) -> None:
    """Replace a file as a whole by one that its owner alone may read. Raises OSError, and the old file stays."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    new.touch(0o600, exist_ok=False)
    new.write_bytes(content)
    new.replace(path)


def write_whole(path: Path, content: bytes) -> None:
    """Write a regular file as a whole: if the disk is full, what was there before stays, and nothing else.

    Raises OSError that names `path`.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    new = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    try:
        new.write_bytes(content)
        new.replace(path)
    except OSError as error:
        error.filename = str(path)
        raise
    finally:
        with suppress(OSError):
            new.unlink()


def check_size(size: int, name: str, most: int = LARGEST) -> None:
    """Raise OSError if the `size` bytes that were read, perhaps not the whole file, are more than `most`."""
    if size > most:
        allowed = f"{most // 1_000_000} MB" if most >= 1_000_000 else f"{most // 1_000} kB"
        raise OSError(errno.EFBIG, f"larger than {allowed}", name)
