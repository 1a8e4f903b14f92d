"""SQLite as the journal uses it: its errors as one line each, and copies of a database made by SQLite itself."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from mouseboard.say import say
from mouseboard.store.entries import Damaged, StoreError

PATIENCE = 2.0  # seconds to wait for another process to finish its commit
PRIVATE = 0o600  # nobody else needs to know who plays

WHY = {
    sqlite3.SQLITE_BUSY: "journal {journal} is locked by another process",
    sqlite3.SQLITE_LOCKED: "journal {journal} is locked by another process",
    sqlite3.SQLITE_NOTADB: "journal {journal} is not a journal",
    sqlite3.SQLITE_CORRUPT: "journal {journal} is damaged; `mouseboard log check` tells which of its games are sound",
    sqlite3.SQLITE_READONLY: "journal {journal} may only be read; a journal must be written",
    sqlite3.SQLITE_FULL: "journal {journal} cannot grow: the disk is full",
    sqlite3.SQLITE_CANTOPEN: "journal {journal} cannot be opened or made",
    sqlite3.SQLITE_IOERR: "journal {journal} cannot be read or written: the disk reports an error",
}


@contextmanager
def as_store_error(path: Path) -> Iterator[None]:
    """Turn an SQLite error raised inside into a StoreError of one line."""
    try:
        yield
    except sqlite3.Error as error:
        kind = Damaged if code(error) == sqlite3.SQLITE_CORRUPT else StoreError
        why = WHY.get(code(error), "journal {journal} cannot be used: {why}")
        raise kind(say(why, journal=str(path), why=str(error))) from error
    except UnicodeDecodeError as error:  # SQLite's own message quotes what is damaged
        raise Damaged(say(WHY[sqlite3.SQLITE_CORRUPT], journal=str(path))) from error


def code(error: BaseException | None) -> int:
    """Return SQLite's primary error code, or 0 for any other error."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def copy_into(file: Path, copy: sqlite3.Connection) -> None:
    """Copy the committed contents of a database, opened read-only, into an empty one. Raises sqlite3.Error."""
    read_only = f"{file.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(read_only, uri=True, timeout=PATIENCE)) as source:
        source.execute("SELECT count(*) FROM sqlite_schema")  # gives up if it stays locked; a backup would not
        source.backup(copy)


def copy_file(file: Path, copy: Path) -> None:
    """Copy a database into a new file, without side files. Raises OSError (also FileExistsError), sqlite3.Error."""
    copy.touch(PRIVATE, exist_ok=False)
    try:
        with closing(sqlite3.connect(copy)) as target:
            copy_into(file, target)
            target.execute("PRAGMA journal_mode = DELETE")
    except BaseException:
        copy.unlink()
        raise
