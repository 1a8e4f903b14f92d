"""SQLite as the journal uses it: its errors as one line each, and copies of a database made by SQLite itself."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from mouseboard.files import check_writable, make_private
from mouseboard.say import Say, reason, say
from mouseboard.store.entries import Damaged, Locked, StoreError, Unwritable
from mouseboard.store.location import log_command

PATIENCE_S = 2.0  # for another process to finish its commit
LOGS = ("-wal", "-journal")
"""Endings of the files beside a database that may hold part of its contents."""
READ_AND_WRITE, WITHOUT_LOG = slice(18, 20), b"\1\1"
"""The place in a database's header that tells whether it has a write-ahead log, and its bytes if not.

See sqlite.org/fileformat.html#file_format_version_numbers.
"""

BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
WHY = {
    sqlite3.SQLITE_NOTADB: "journal {journal} is not a journal",
    sqlite3.SQLITE_CORRUPT: "journal {journal} is damaged; `{log} check` tells which of its games are sound",
}
LOCKED = "journal {journal} is locked by another process; close that program, or wait until it has finished"
UNWRITABLE = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "it can only be read",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
}
UNWRITTEN = (
    "journal {journal} cannot be written: {why}; `{log} export FILE` copies its games to another disk, "
    "and --journal FILE goes on there"
)
IN_MEMORY = "/dev/shm"
"""Linux's temporary folder in memory, which has room when every disk is full."""
NO_ROOM = "it must be copied to be read, and no disk has room for that; name a folder that has, as in TMPDIR=FOLDER"
UNSHARED = "its disk cannot lock and share files, like some network drives"
UNKEPT = (
    "journal {journal} cannot be kept there: {why}; name a file on this computer's own disk with --journal, "
    "and `{log} export FILE` copies games that are there already"
)
UNMADE = "journal {journal} cannot be opened or made: {why}; name another file with --journal, such as journal.db"


@contextmanager
def as_store_error(path: Path) -> Iterator[None]:
    """Turn an SQLite error raised inside into a StoreError of one line."""
    try:
        yield
    except sqlite3.Error as error:
        raise _store_error(path, error) from error
    except UnicodeDecodeError as error:  # SQLite's own message quotes what is damaged
        raise Damaged(say(WHY[sqlite3.SQLITE_CORRUPT], journal=str(path), log=log_command(path))) from error


def _store_error(path: Path, error: sqlite3.Error) -> StoreError:
    journal, kind = str(path), code(error)
    if _is_unshared(path.parent, error):
        why = say(UNSHARED)
        return Unwritable(say(UNKEPT, journal=journal, why=why, log=log_command(path)), why)
    if kind in BUSY:
        return Locked(say(LOCKED, journal=journal), say("another program has locked the saved games"))
    if kind in UNWRITABLE:
        return _unwritable(path, kind)
    said = say(
        WHY.get(kind, "journal {journal} cannot be used: {why}"),
        journal=journal,
        why=str(error),
        log=log_command(path),
    )
    return Damaged(said) if kind == sqlite3.SQLITE_CORRUPT else StoreError(said)


def _unwritable(path: Path, kind: int) -> Unwritable:
    """Return the error for a journal that cannot be written. `kind` is SQLite's error code."""
    why = _why_not(path, kind)
    told = UNWRITTEN if _has_content(path) and os.access(path, os.R_OK) else UNMADE
    return Unwritable(say(told, journal=str(path), why=why, log=log_command(path)), why)


def _is_unshared(folder: Path, error: sqlite3.Error) -> bool:
    """Return whether the error comes from a disk without locks or shared memory, and not from another process."""
    is_without_memory = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_SHMMAP
    return is_without_memory or (code(error) in BUSY and not _locks(folder))


def _locks(folder: Path) -> bool:
    """Return whether files can be locked in this folder: SQLite can lock a new one that nobody else knows."""
    with suppress(OSError), TemporaryDirectory(dir=folder) as own:
        try:
            with closing(sqlite3.connect(Path(own, "trial.db"), timeout=0, isolation_level=None)) as trial:
                trial.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error:
            return False
    return True


def check_not_protected(path: Path) -> None:
    """Raise Unwritable if there is a file that can only be read. SQLite may notice only at the first entry."""
    may_write = os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)
    if path.is_file() and not may_write:
        raise _unwritable(path, sqlite3.SQLITE_READONLY)


def _why_not(path: Path, kind: int) -> Say:
    """Return why this file, or one beside it, cannot be written."""
    try:
        check_writable(path, *LOGS)
    except OSError as error:
        return reason(error)
    return say(UNWRITABLE[kind])


def code(error: BaseException | None) -> int:
    """Return SQLite's primary error code, or 0 for any other error."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def has_foreign_log(file: Path) -> bool:
    """Return whether the log beside a database is another's: a crash left it, then a backup took the file's place.

    SQLite would replay it into the backup, whose header says that it has no log. SQLite reads the header, too: closing
    a file of our own would end all locks on it.
    """
    if not _has_content(file.with_name(f"{file.name}-wal")):
        return False
    with suppress(sqlite3.Error), closing(_connected(file, "immutable=1")) as database:
        return database.serialize()[READ_AND_WRITE] == WITHOUT_LOG
    return False


def copy_into(file: Path, copy: sqlite3.Connection) -> None:
    """Copy the committed contents of a database, which is left as it is, into an empty one.

    Raises sqlite3.Error, OSError, Unwritable.
    """
    file = Path(os.path.realpath(file))  # its logs lie beside the file itself, not beside a link to it
    try:
        _copy(file, "immutable=1" if has_foreign_log(file) else "mode=ro", copy)
    except sqlite3.Error as error:
        if code(error) not in UNWRITABLE and not _is_unshared(file.parent, error):
            raise
        _copy_without_files_beside(file, copy)


def _copy_without_files_beside(file: Path, copy: sqlite3.Connection) -> None:
    """Copy a database from a disk that is full, can only be read or cannot share files.

    SQLite needs a file beside one that has a log.
    """
    logs = [log for log in (file.with_name(file.name + ending) for ending in LOGS) if _has_content(log)]
    if not logs:
        _copy(file, "immutable=1", copy)
        return
    contents = {each.name: each.read_bytes() for each in (file, *logs)}
    for place in (None, IN_MEMORY):
        try:
            with TemporaryDirectory(dir=place) as folder:
                for name, content in contents.items():
                    Path(folder, name).write_bytes(content)
                _copy(Path(folder, file.name), "mode=rw", copy)
                return
        except OSError:
            pass
        except sqlite3.Error as error:
            if code(error) not in UNWRITABLE:
                raise
    raise Unwritable(say(NO_ROOM), say(NO_ROOM))


def _has_content(file: Path) -> bool:
    return file.is_file() and file.stat().st_size > 0


def _copy(file: Path, how: str, copy: sqlite3.Connection) -> None:
    with closing(_connected(file, how)) as source:
        source.execute("SELECT count(*) FROM sqlite_schema")  # gives up if it stays locked; a backup would not
        source.backup(copy)


def _connected(file: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True, timeout=PATIENCE_S)


@contextmanager
def new_file(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a new database, to copy into, without files beside it. Raises OSError (also FileExistsError), sqlite3.Error.

    After an error it is removed.
    """
    make_private(path)
    try:
        with closing(sqlite3.connect(path)) as database:
            yield database
            database.execute("PRAGMA journal_mode = DELETE")
    except BaseException:
        path.unlink()
        raise
