"""Files: texts that people name are read up to a size limit, and files are written as a whole or not at all."""

from __future__ import annotations

import codecs
import errno
import os
import secrets
import shutil
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile

PRIVATE = 0o600
"""The mode of a file that its owner alone can read."""

LARGEST = 1_000_000
"""Default size limit of a text, in bytes."""

ROOM = 2**16
"""Bytes that must fit beside a file that can be written; SQLite needs half of that."""

IN_PLACE = "it cannot be replaced because its folder is protected against writing; name a file in another folder"


def named(text: str) -> Path:
    """Return the path of this name. A leading `~` is the user's home folder: shells leave it in `--journal=~/a.db`."""
    path = Path(text)
    with suppress(RuntimeError):  # nobody has such a home
        return path.expanduser()
    return path


def read_text(path: Path, errors: str = "strict", *, pipe: bool = False, most: int = LARGEST) -> str:
    """Return the text of a regular file, without a byte-order mark. It is in UTF-8, or in UTF-16 if the mark says so.

    With `pipe` it may be a pipe; the caller then reads it only once.

    Raises UnicodeDecodeError; and OSError, also for other kinds of files and for more than `most` bytes.
    """
    if path.exists() and not path.is_file() and not (pipe and path.is_fifo()):
        raise OSError(errno.EINVAL, "neither a file nor a pipe" if pipe else "not a regular file", str(path))
    with path.open("rb") as file:
        content = file.read(most + 1)
    check_size(len(content), str(path), most)
    encoding = "utf-16" if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    return content.decode(encoding, errors)


def write_whole(path: Path, content: bytes, *, private: bool = False) -> None:
    """Write a regular file as a whole: if the disk is full or the power fails, what was there before stays.

    One that is `private` can be read by its owner alone; if root writes it, that is the owner of the folder, so that a
    service can still use its file after root has served with it. Any other keeps its mode. Raises OSError that names
    `path`, also for one that is there and is protected against writing.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    target = Path(os.path.realpath(path))  # a link stays one
    new = target.with_name(f".mouseboard-{secrets.token_hex(4)}")
    is_writable = False
    try:
        if target.exists():
            target.open("r+b").close()
            is_writable = True
        with open(new, "xb", opener=partial(os.open, mode=PRIVATE if private else 0o666)) as file:
            file.write(content)
            if private:
                _give_to_owner(target.parent, file.fileno())
            file.flush()
            os.fsync(file.fileno())  # after a power cut, a name may lead to a file that was not flushed: an empty one
        if is_writable and not private:
            shutil.copymode(target, new)
        new.replace(target)
    except OSError as error:
        error.filename = str(path)
        if is_writable and isinstance(error, PermissionError):
            error.strerror = IN_PLACE
        raise
    finally:
        with suppress(OSError):
            new.unlink()


def make_private(path: Path) -> None:
    """Make an empty file that its owner alone can read; if root makes it, that is the owner of the folder.

    Raises OSError, FileExistsError if there is one already.
    """
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE)
    try:
        _give_to_owner(path.parent, descriptor)
    finally:
        os.close(descriptor)


def _give_to_owner(folder: Path, descriptor: int) -> None:
    """Give a file that root has open to the owner of a folder."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = folder.stat()
        with suppress(OSError):  # a file system without owners
            os.fchown(descriptor, owner.st_uid, owner.st_gid)


def check_writable(path: Path, *logs: str) -> None:
    """Raise the OSError that keeps a file, or others beside it, from being written, for libraries that do not tell it.

    `logs` are the endings of those others. The file itself is never opened: closing it would end all locks on it.
    """
    real = Path(os.path.realpath(path))
    for each in (real, *(real.with_name(real.name + log) for log in logs)):
        if each.is_dir():
            raise _system_error(errno.EISDIR, each)
    if real.exists() and not os.access(real, os.R_OK):
        raise _system_error(errno.EACCES, path)
    with TemporaryFile(dir=real.parent) as beside:
        beside.write(bytes(ROOM))


def _system_error(number: int, path: Path) -> OSError:
    return OSError(number, os.strerror(number), str(path))


def check_size(size: int, name: str, most: int = LARGEST) -> None:
    """Raise OSError if the `size` bytes that were read, perhaps not the whole file, are more than `most`."""
    if size > most:
        allowed = f"{most // 1_000_000} MB" if most >= 1_000_000 else f"{most // 1_000} kB"
        raise OSError(errno.EFBIG, f"larger than {allowed}", name)
