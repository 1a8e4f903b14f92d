"""The journal: an SQLite file that holds every game, one entry after the other, and never changes what it holds.

`append` returns when its entry is on the disk, so a program that writes first and acts afterwards can find out later
what it was about to do. The file is in WAL mode: a commit costs one flush instead of three or four, readers
(`log list`) never wait for a game that is being played, and after a power cut SQLite keeps every whole commit of the
write-ahead log and drops a torn last one. `synchronous=EXTRA` flushes at each commit, like FULL, and also where a file
system cannot do WAL.

While a game is played, a side file beside the journal (`journal.db-game7`) is held locked, through SQLite itself: no
second process can play the same game, and the lock goes with the process that held it, however that process ended.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

import msgspec

from mouseboard.rules import Game
from mouseboard.store.entries import Crank, Entry, Heading, Setup, StoreError, decode

APPLICATION = 0x4D6F7573  # "Mous": distinguishes a journal from another program's SQLite file
SCHEMA = 1
TOO_LARGE = 2**63  # for a whole number of SQLite's
PATIENCE = 2.0  # seconds to wait for another process to finish its commit

REFUSE = "BEGIN SELECT raise(ABORT, 'the journal is append-only'); END"
TABLES = (
    "CREATE TABLE game (id INTEGER PRIMARY KEY, began TEXT NOT NULL, setup TEXT NOT NULL) STRICT",
    "CREATE TABLE entry (game INTEGER NOT NULL REFERENCES game, number INTEGER NOT NULL, entry TEXT NOT NULL,"
    " PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID",
    # Every new row must be the next of its kind, so that no INSERT OR REPLACE can replace another.
    "CREATE TRIGGER game_follows BEFORE INSERT ON game"
    f" WHEN new.id <> (SELECT coalesce(max(id), 0) + 1 FROM game) {REFUSE}",
    "CREATE TRIGGER entry_follows BEFORE INSERT ON entry"
    f" WHEN new.number <> (SELECT coalesce(max(number) + 1, 0) FROM entry WHERE game = new.game) {REFUSE}",
    f"CREATE TRIGGER game_stays BEFORE UPDATE ON game {REFUSE}",
    f"CREATE TRIGGER game_is_kept BEFORE DELETE ON game {REFUSE}",
    f"CREATE TRIGGER entry_stays BEFORE UPDATE ON entry {REFUSE}",
    f"CREATE TRIGGER entry_is_kept BEFORE DELETE ON entry {REFUSE}",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {SCHEMA}",
)

WHY = {
    sqlite3.SQLITE_BUSY: "is locked by another process",
    sqlite3.SQLITE_LOCKED: "is locked by another process",
    sqlite3.SQLITE_NOTADB: "is not a journal",
    sqlite3.SQLITE_CORRUPT: "is damaged",
    sqlite3.SQLITE_READONLY: "may only be read; a journal must be written",
    sqlite3.SQLITE_FULL: "cannot grow: the disk is full",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened or made",
    sqlite3.SQLITE_IOERR: "cannot be read or written: the disk reports an error",
}


def default_path() -> Path:
    """The file `MOUSEBOARD_JOURNAL` names, or `journal.db` in the platform's folder for a user's data.

    Raises StoreError where `XDG_DATA_HOME` is relative.
    """
    named = os.environ.get("MOUSEBOARD_JOURNAL")
    if named:
        return Path(named)
    home = Path.home()
    if sys.platform == "win32":
        data = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        data = home / "Library" / "Application Support"
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
        if not data.is_absolute():  # else each folder one starts from would have a journal of its own
            raise StoreError(f"XDG_DATA_HOME is {str(data)!r}, but must be a whole path, beginning with /")
    return data / "mouseboard" / "journal.db"


class Journal:
    """An open journal. All it can raise is StoreError."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        """Use `Journal.open`."""
        self.path = path
        self._db = db

    @classmethod
    def open(cls, path: Path | str | None = None) -> Self:
        """The journal in that file, or in `default_path()`; made, with its folders, if there is none."""
        path = default_path() if path is None else Path(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"cannot make the journal's folder {path.parent}: {error.strerror}") from error
        with _as_store_error(path):
            journal = cls(path, sqlite3.connect(path, timeout=PATIENCE, isolation_level=None))
        try:
            journal._prepare()
        except BaseException:
            journal.close()
            raise
        return journal

    @classmethod
    def open_existing(cls, path: Path | str | None = None) -> Self:
        """The journal in that file, or in `default_path()`. Makes nothing: raises StoreError where there is none."""
        path = default_path() if path is None else Path(path)
        if not path.exists():
            raise StoreError(f"there is no journal {path}; `mouseboard play` begins one")
        return cls.open(path)

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Reading.

    def headings(self) -> list[Heading]:
        """Every game, oldest first."""
        return [_heading(*row) for row in self._run("SELECT id, began, setup FROM game ORDER BY id")]

    def heading(self, game: int) -> Heading:
        """Raises StoreError where there is no such game."""
        rows = self._run("SELECT id, began, setup FROM game WHERE id = ?", game) if abs(game) < TOO_LARGE else []
        if not rows:
            raise StoreError(f"journal {self.path} has no game {game}; `mouseboard log list` lists what it has")
        return _heading(*rows[0])

    def entries(self, game: int, upto: int | None = None) -> list[Entry]:
        """The entries of a game in order, or the first `upto` of them."""
        limit = -1 if upto is None else max(upto, 0)
        rows = self._run("SELECT entry FROM entry WHERE game = ? ORDER BY number LIMIT ?", game, limit)
        return [_entry(game, number, text) for number, (text,) in enumerate(rows)]

    def count(self, game: int) -> int:
        """How many entries a game has."""
        ((count,),) = self._run("SELECT count(*) FROM entry WHERE game = ?", game)
        return int(count)

    def cut_off(self) -> int | None:
        """The newest game, if the process that played it was killed: its side file is there, and nobody holds it."""
        newest = next(reversed(self.headings()), None)
        if newest is None or not self._side(newest.id).exists():
            return None
        try:
            self.resume(newest.id).close()
        except StoreError:
            return None
        return newest.id

    # Writing.

    def begin(self, game: Game, seed: int | None = None, entries: Sequence[Entry] = ()) -> Writer:
        """Write down a new game, with its first entries all at once or not at all."""
        setup = Setup(game.name, game.players, game.settings, seed)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        with self._transaction():
            ((number,),) = self._run(
                "INSERT INTO game SELECT coalesce(max(id), 0) + 1, ?, ? FROM game RETURNING id",
                now,
                msgspec.json.encode(setup).decode(),
            )
            for entry in entries:
                self._append(number, entry)
        return self.resume(number)

    def resume(self, game: int) -> Writer:
        """Go on writing a game. Raises StoreError where there is none, or another process is playing it."""
        self.heading(game)
        side = self._side(game)
        try:
            lock = _hold(side)
        except (OSError, sqlite3.Error) as error:
            if _code(error) == sqlite3.SQLITE_BUSY:
                raise StoreError(f"game {game} is being played by another process") from error
            raise StoreError(f"cannot lock game {game} by the file {side}: {error}") from error
        return Writer(self, game, side, lock)

    # How it is done.

    def _side(self, game: int) -> Path:
        return self.path.with_name(f"{self.path.name}-game{game}")

    def _prepare(self) -> None:
        """Set durability, check whose file this is, and create the tables of a new one."""
        self._run("PRAGMA synchronous = EXTRA")
        self._run("PRAGMA fullfsync = ON")  # macOS: through the drive's own cache; ignored elsewhere
        self._run("PRAGMA foreign_keys = ON")
        if not self._is_new():
            return
        self._use_wal()
        with self._transaction():
            if self._is_new():  # another process may have been faster
                for statement in TABLES:
                    self._run(statement)

    def _is_new(self) -> bool:
        """Whether the file is still empty. Raises StoreError for what this program cannot use."""
        ((application, schema, tables),) = self._run(  # in one statement: another process may be creating it
            "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)"
            " FROM pragma_application_id, pragma_user_version"
        )
        if application == schema == tables == 0:
            return True
        if application != APPLICATION:
            raise StoreError(f"{self.path} is another program's database, not a journal")
        if schema > SCHEMA:
            raise StoreError(
                f"journal {self.path} was made by a newer mouseboard"
                f" (schema {schema}, this one reads {SCHEMA}): update mouseboard to use it"
            )
        return False

    def _use_wal(self) -> None:
        """Switching needs exclusive access, and SQLite does not wait for that by itself."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._run("PRAGMA journal_mode = WAL")
            except StoreError as error:
                if _code(error.__cause__) != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise
                time.sleep(0.02)
            else:
                return

    def _append(self, game: int, entry: Entry) -> int:
        ((number,),) = self._run(
            "INSERT INTO entry SELECT ?1, coalesce(max(number) + 1, 0), ?2 FROM entry WHERE game = ?1 RETURNING number",
            game,
            msgspec.json.encode(entry).decode(),
        )
        return int(number)

    def _run(self, statement: str, *values: Any) -> list[Any]:
        with _as_store_error(self.path):
            return self._db.execute(statement, values).fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Everything that is written inside, or nothing."""
        self._run("BEGIN IMMEDIATE")
        try:
            yield
            self._run("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._run("ROLLBACK")
            raise


class Writer:
    """The right to write one game, held until `close`."""

    def __init__(self, journal: Journal, game: int, side: Path, lock: sqlite3.Connection) -> None:
        """Use `Journal.begin` or `Journal.resume`."""
        self.journal = journal
        self.game = game
        self._side = side
        self._lock = lock

    def append(self, entry: Entry) -> int:
        """Write an entry down. When its number is returned it is on the disk; after StoreError count it as lost."""
        return self.journal._append(self.game, entry)

    def begin_crank(self, profile: str) -> str:
        """Write down that the crank is to be turned; the id to send, never used before.

        It is new to the table too, even if that has served other journals: its first part is the number of its entry,
        for people who read the journal, the second is random.
        """
        crank = f"{self.journal.count(self.game)}-{secrets.token_hex(4)}"
        self.append(Crank(crank, profile))
        return crank

    def close(self) -> None:
        """Let other processes play the game."""
        if sys.platform == "win32":  # where no open file can be removed, so none that another process has just locked
            self._lock.close()
        with suppress(OSError):
            self._side.unlink()
        self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _hold(side: Path) -> sqlite3.Connection:
    """Lock a side file until the connection closes. Raises OSError; sqlite3.Error, SQLITE_BUSY where it is held."""
    while True:
        side.touch()
        before = side.stat()
        lock = sqlite3.connect(side, timeout=0, isolation_level=None)
        try:
            lock.execute("PRAGMA journal_mode = MEMORY")  # nothing will be written: leave no third file
            lock.execute("BEGIN EXCLUSIVE")
        except BaseException:
            lock.close()
            raise
        with suppress(FileNotFoundError):
            if os.path.samestat(before, side.stat()):
                return lock
        lock.close()  # the process that held it has removed the file; lock the one that others will find


@contextmanager
def _as_store_error(path: Path) -> Iterator[None]:
    """What SQLite raises inside becomes a StoreError of one line."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"journal {path} {WHY.get(_code(error), f'cannot be used: {error}')}") from error


def _code(error: BaseException | None) -> int:
    """SQLite's primary error code; 0 for what is none of its errors."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _heading(game: int, began: str, setup: str) -> Heading:
    try:
        return Heading(game, began, msgspec.json.decode(setup, type=Setup))
    except msgspec.DecodeError as error:
        raise StoreError(f"game {game}: its setup cannot be read: {error}") from error


def _entry(game: int, number: int, text: str) -> Entry:
    try:
        return decode(text)
    except msgspec.DecodeError as error:
        raise StoreError(f"game {game}, entry {number} cannot be read: {error}") from error
