"""The journal's SQLite file: opened, checked and set up so that nothing is lost.

It uses WAL mode. A commit costs one flush instead of three or four, and readers (`log list`) never wait for a running
game. After a power cut, SQLite keeps every whole commit of the write-ahead log and drops a torn last one.
`synchronous=EXTRA` flushes at each commit, like FULL, and also where a file system cannot do WAL.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

from mouseboard.say import Say, plain, printed, reason, say
from mouseboard.store import rows, schema
from mouseboard.store.chain import is_heading_of
from mouseboard.store.database import (
    PATIENCE_S,
    as_store_error,
    check_not_protected,
    copy_into,
    has_foreign_log,
    new_file,
)
from mouseboard.store.entries import Damaged, Locked, StoreError, Unwritable, cause
from mouseboard.store.schema import APPLICATION, SCHEMA

OTHER_TABLES = "its tables are not those that mouseboard makes"
ROOM = 2**20
"""Bytes reserved in the write-ahead log before a game, enough for a hundred entries."""
EMPTY = "journal {journal} is empty; `mouseboard play` begins it, or put a backup in its place"
TOO_NEW = (
    "journal {journal} was made by a newer mouseboard (schema {found}, this one reads {known}): "
    "update mouseboard to use it"
)
TOO_OLD = (
    "journal {journal} was made by an early mouseboard (schema {found}, this one reads {known}): "
    "name another file with --journal"
)
WAL_FILES = ("-wal", "-shm")
"""Endings of the files beside a journal while it is open."""
CACHE, TINY_CACHE = -2000, 8  # SQLite's own size in KiB; in pages, so that what is written goes to the log at once

SETTINGS = (
    "synchronous = EXTRA",
    "fullfsync = ON",  # macOS: through the drive's own cache; ignored elsewhere
    "cell_size_check = ON",  # damaged pages are found when they are read, not later
    "trusted_schema = OFF",  # a file that somebody sent runs nothing of ours
)


class JournalFile:
    """An open file with the tables of a journal. It raises only StoreError."""

    def __init__(self, path: Path, database: Path | str, patience: float) -> None:
        """Use `open` or `open_copy`."""
        self.path = path
        self.identity = b""
        """Distinguishes this journal from every other."""
        self._real = Path(os.path.realpath(path))
        self._inodes: dict[Path, tuple[int, int]] = {}
        """Device and inode of the file and its logs when it was opened."""
        self._left = (0, 0)
        """Size and time of change of the file when it was last known to be as written."""
        self.patience = patience
        with as_store_error(path):
            self._db = sqlite3.connect(database, timeout=patience, isolation_level=None)

    @classmethod
    def open(cls, path: Path, *, new: bool, patience: float) -> Self:
        """Open the file, and make its tables if it may be `new`. `patience`: seconds to wait for another process."""
        _check_is_file(path)
        check_not_protected(path)
        _set_foreign_logs_aside(Path(os.path.realpath(path)))
        return cls(path, path, patience)._prepared(new=new)

    @classmethod
    def open_copy(cls, path: Path) -> Self:
        """Open a copy in memory of the file, which is left as it is."""
        if not path.is_file():
            raise StoreError(say("there is no file {file}", file=str(path)))
        return cls(path, ":memory:", PATIENCE_S)._prepared(new=False, copied=True)

    def close(self) -> None:
        """Close it. SQLite leaves its logs alone if it has been deleted or moved."""
        self._db.close()

    def is_in_place(self) -> bool:
        """Return whether the path still leads to this file: people and sync programs replace files that are open."""
        return self._is_at(self.path)

    def is_untouched(self) -> bool:
        """Return whether the file is as it was left: only our checkpoints and those of other processes change it."""
        try:
            return _change(self._real) == self._left
        except OSError:  # nobody can tell
            return True

    def has_its_logs(self) -> bool:
        """Return whether the logs beside the file are those that were opened, and belong to it as it is now."""
        try:
            is_here = all(_inode(log) == self._inodes.get(log) for log in _logs(self._real))
        except OSError:
            return False
        return is_here and not has_foreign_log(self._real)

    def leave(self) -> None:
        """Take the file as it is now for sound."""
        with suppress(OSError):
            self._left = _change(self._real)

    def reread(self) -> None:
        """Forget what is in memory of the file, so that what is read next is what is there."""
        self.run("PRAGMA shrink_memory")

    def give_way(self) -> None:
        """Make what was written over this file another one, so that our log is kept out of it. Raises StoreError."""
        beside = self._real.with_name(f"{self._real.name}.new")
        try:
            shutil.copy2(self._real, beside)
            beside.replace(self._real)
        except OSError as error:
            with suppress(OSError):
                beside.unlink()
            why = reason(error)
            raise Unwritable(say("cannot make {file}: {why}", file=str(beside), why=why), why) from error

    def remove_logs(self) -> None:
        """Remove the logs that a deleted or moved file left behind: SQLite would replay them into a new file there."""
        if self._is_at(self._real):  # only a link to it has changed
            return
        for log, inode in self._inodes.items():
            with suppress(OSError):
                if _inode(log) == inode:
                    log.unlink()

    def _is_at(self, path: Path) -> bool:
        try:
            return _inode(path) == self._inodes.get(self._real)
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError:  # nobody can tell; the next entry finds out whether it can still be written
            return True

    def copy_to(self, file: Path) -> None:
        """Copy everything into a new file. Raises FileExistsError, StoreError."""
        try:
            with as_store_error(file), new_file(file) as copy:
                self._db.backup(copy)
        except FileExistsError:
            raise
        except (Unwritable, OSError) as error:
            raise StoreError(say("cannot make {file}: {why}", file=str(file), why=cause(error))) from error

    def run(self, statement: str, *values: Any) -> list[Any]:
        """Run a statement with its values, and return the rows."""
        with as_store_error(self.path):
            return self._db.execute(statement, values).fetchall()

    def checkpoint(self) -> None:
        """Copy the log into the file itself, so that a copy of that file alone is complete. Never waits for a lock."""
        with suppress(StoreError):  # it is as safe in the log
            self.run("PRAGMA wal_checkpoint(PASSIVE)")
        self.leave()

    @contextmanager
    def transaction(self, begin: str = "BEGIN IMMEDIATE") -> Iterator[None]:
        """Write everything inside, or nothing; what is read inside is of one moment."""
        self.run(begin)
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self.run("ROLLBACK")
            raise

    @contextmanager
    def impatient(self) -> Iterator[None]:
        """Wait for no other process inside: a file that is locked raises StoreError at once."""
        self.run("PRAGMA busy_timeout = 0")
        try:
            yield
        finally:
            self.run(f"PRAGMA busy_timeout = {round(self.patience * 1000)}")

    def make_room(self) -> None:
        """Lengthen the write-ahead log in advance: a commit that lengthens a file waits for the disk twice.

        The second wait is for the file's length. A write too large for the cache goes to the log. When it is rolled
        back, the log keeps its length.
        """
        with suppress(StoreError):  # disk full: the first entry that does not fit will report it
            self.run(f"PRAGMA cache_size = {TINY_CACHE}")
            self.run("BEGIN IMMEDIATE")
            with suppress(StoreError):
                self.run("CREATE TABLE room (bytes)")
                self.run("INSERT INTO room VALUES (zeroblob(?))", ROOM)
            if self._db.in_transaction:
                self.run("ROLLBACK")
            self.run(f"PRAGMA cache_size = {CACHE}")

    def trouble(self) -> Say | None:
        """Return the first fault that SQLite finds in the file, in one line, or None."""
        try:
            (found, *_) = self.run("PRAGMA integrity_check(1)")
            astray = self.run("PRAGMA foreign_key_check")
        except StoreError as error:
            return error.said
        if found != ("ok",):
            return self._damaged(printed(plain(" ".join(str(found[0]).split()))))
        if astray:
            return self._damaged(say("it has entries of no game"))
        if [self.identity] * len(schema.IDENTITIES) != schema.identities(self.run):
            return self._damaged(say("what tells it from other journals is not what was written"))
        return None

    def _damaged(self, why: Say) -> Say:
        return say("journal {journal} is damaged: {why}", journal=str(self.path), why=why)

    # Opening

    def _prepared(self, *, new: bool, copied: bool = False) -> Self:
        """Return this file, ready for use, or close it and raise. With `copied`, copy the path's contents first."""
        try:
            if copied:
                self._copy_in()
            self._prepare(new=new)
        except BaseException:
            self.close()
            raise
        return self

    def _copy_in(self) -> None:
        try:
            with as_store_error(self.path):
                copy_into(self.path, self._db)
        except Locked:
            raise
        except (Unwritable, OSError) as error:
            told = say("journal {journal} cannot be read: {why}", journal=str(self.path), why=cause(error))
            raise StoreError(told) from error

    def _prepare(self, *, new: bool) -> None:
        """Set durability, check whose file this is, create its tables. Only a `new` file may be empty."""
        for setting in SETTINGS:
            self.run(f"PRAGMA {setting}")
        found = self._schema()
        if not (found or new):
            raise StoreError(say(EMPTY, journal=str(self.path)))
        self._use_wal()
        if not found:
            with self.transaction():
                if not self._schema():  # another process may have been faster
                    schema.create(self.run)
            self.run("PRAGMA wal_checkpoint(TRUNCATE)")  # the identity is in the file itself, not in its log
        if not schema.is_whole(self.run):
            raise Damaged(self._damaged(say(OTHER_TABLES)))
        if not schema.is_guarded(self.run):
            with self.transaction():
                schema.guard(self.run)
        self.identity = self._identify()
        for file in (self._real, *_logs(self._real)):
            with suppress(FileNotFoundError):
                self._inodes[file] = _inode(file)
        self.leave()
        self.run("PRAGMA foreign_keys = ON")

    def _schema(self) -> int:
        """Return the version of the tables, 0 while it is empty. Raises StoreError for an unusable file."""
        # In one statement: another process may be creating it.
        ((application, version, tables),) = self.run(
            "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)"
            " FROM pragma_application_id, pragma_user_version"
        )
        if application == version == tables == 0:
            return 0
        if application != APPLICATION:
            raise StoreError(say("{file} is another program's database, not a journal", file=str(self.path)))
        if version > SCHEMA:
            raise StoreError(say(TOO_NEW, journal=str(self.path), found=version, known=SCHEMA))
        if version < 1:
            raise Damaged(self._damaged(say(OTHER_TABLES)))
        if version < SCHEMA:
            raise StoreError(say(TOO_OLD, journal=str(self.path), found=version, known=SCHEMA))
        return int(version)

    def _use_wal(self) -> None:
        """Switch to WAL mode. That needs exclusive access, and SQLite does not wait for it by itself."""
        end = time.monotonic() + self.patience
        while True:
            try:
                self.run("PRAGMA journal_mode = WAL")
            except Locked:
                if time.monotonic() > end:
                    raise
                time.sleep(0.02)
            else:
                return

    def _identify(self) -> bytes:
        """Return the identity. If the two copies differ, return the one that more games belong to. Raises Damaged."""
        found = set(schema.identities(self.run))
        if not found:
            raise Damaged(self._damaged(say("what tells it from other journals is missing")))
        return found.pop() if len(found) == 1 else max(found, key=self._count_games_of)

    def _count_games_of(self, identity: bytes) -> int:
        headings = ((game, rows.heading(self.run, game)) for game in rows.games(self.run))
        return sum(heading is not None and is_heading_of(identity, game, heading) for game, heading in headings)


def _logs(file: Path) -> list[Path]:
    return [file.with_name(file.name + ending) for ending in WAL_FILES]


def _set_foreign_logs_aside(file: Path) -> None:
    """Rename logs that are not this file's. Nothing is lost, in case the file that they belong to was only moved."""
    for log in _logs(file) if has_foreign_log(file) else ():
        with suppress(OSError):
            log.replace(log.with_name(f"{log.name}.old"))


def _inode(file: Path) -> tuple[int, int]:
    """Return a file's device and inode, which identify it whatever its name."""
    found = file.stat()
    return found.st_dev, found.st_ino


def _change(file: Path) -> tuple[int, int]:
    """Return a file's size, and when it was last changed, in ns."""
    found = file.stat()
    return found.st_size, found.st_mtime_ns


def _check_is_file(path: Path) -> None:
    """Raise StoreError for a device or a pipe: SQLite would wait for it, or leave files beside it."""
    with suppress(OSError):  # SQLite gives a better reason
        mode = path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise StoreError(
                say("journal {journal} is no file; name one with --journal, such as journal.db", journal=str(path))
            )
