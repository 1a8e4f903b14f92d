"""The journal: an SQLite file that holds every game, one entry after the other, and never changes what it holds.

`append` returns when its entry is on the disk, so a program that writes first and acts afterwards can find out later
what it was about to do. The file is in WAL mode: a commit costs one flush instead of three or four, readers
(`log list`) never wait for a game that is being played, and after a power cut SQLite keeps every whole commit of the
write-ahead log and drops a torn last one. `synchronous=EXTRA` flushes at each commit, like FULL, and also where a file
system cannot do WAL.

While a game is played, a side file beside the journal (`journal.db-game7`) is held locked, through SQLite itself: no
second process can play the same game, and the lock goes with the process that held it, however that process ended.

Nothing is told of a game that is not as it was written (`chain.py`): every reading checks what it reads.
"""

from __future__ import annotations

import glob
import itertools
import os
import secrets
import sqlite3
import stat
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

import msgspec

from mouseboard.rules import Game
from mouseboard.say import quoted
from mouseboard.store import schema
from mouseboard.store.chain import (
    Chain,
    End,
    LinkedEntry,
    WrittenGame,
    WrittenHeading,
    check_heading,
    damage,
    end_of,
    heading_link,
    is_heading_of,
)
from mouseboard.store.database import PATIENCE, PRIVATE, as_store_error, code, copy_file, copy_into
from mouseboard.store.entries import UNREADABLE, Crank, Damaged, Entry, Heading, Setup, StoreError, decode, made_plain
from mouseboard.store.schema import APPLICATION, SCHEMA

TOO_LARGE = 2**63  # for a whole number of SQLite's
PRIVATE_FOLDER = 0o700

ROOM = 2**20
"""Bytes that the write-ahead log is lengthened by before a game: enough for a hundred entries."""
CACHE, TINY_CACHE = -2000, 8  # SQLite's own size in KiB; in pages, so that what is written goes to the log at once

SETTINGS = (
    "synchronous = EXTRA",
    "fullfsync = ON",  # macOS: through the drive's own cache; ignored elsewhere
    "cell_size_check = ON",  # damaged pages are found when they are read, not later
    "trusted_schema = OFF",  # a file that somebody sent runs nothing of ours
)

# Whatever damage has made of a value's type, it comes as the type it should be.
HEADING = (
    "SELECT CAST(ifnull(began, '') AS BLOB), CAST(ifnull(setup, '') AS BLOB), CAST(link AS BLOB) FROM game WHERE id = ?"
)
_AT, _TEXT, _LINK = "ifnull(CAST(at AS INTEGER), -1)", "CAST(ifnull(entry, '') AS BLOB)", "CAST(link AS BLOB)"
_OF_GAME = "FROM entry WHERE game = ? ORDER BY number LIMIT ?"
ENTRIES = f"SELECT {_AT}, {_TEXT} {_OF_GAME}"
LINKED = f"SELECT ifnull(CAST(number AS INTEGER), -1), {_AT}, {_TEXT}, {_LINK} {_OF_GAME}"
END = f"SELECT ifnull(CAST(entries AS INTEGER), -1), {_LINK} FROM head WHERE game = ?"
END_BEFORE = f"SELECT number + 1, {_LINK} FROM entry WHERE game = ? AND number = ? - 1"
NEWEST = (  # what is left of a damaged game keeps its number
    "SELECT max(coalesce((SELECT max(id) FROM game), 0), coalesce((SELECT max(game) FROM head), 0),"
    " coalesce((SELECT max(game) FROM entry), 0))"
)
APPEND = "INSERT INTO entry VALUES (?, ?, ?, CAST(? AS TEXT), ?)"


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
            raise StoreError(f"XDG_DATA_HOME is {quoted(str(data))}, but must be a whole path, beginning with /")
    return data / "mouseboard" / "journal.db"


class Journal:
    """An open journal. All it can raise is StoreError."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        """Use `Journal.open`."""
        self.path = path
        self._db = db
        self._identity = b""

    @classmethod
    def open(cls, path: Path | str | None = None) -> Self:
        """The journal in that file, or in `default_path()`; made, with its folders, if there is none."""
        path = default_path() if path is None else Path(path)
        try:
            path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"cannot make the journal's folder {path.parent}: {error.strerror}") from error
        with suppress(OSError):  # SQLite says better why not
            path.touch(PRIVATE, exist_ok=False)
        return cls._open(path, new=True)

    @classmethod
    def open_existing(cls, path: Path | str | None = None) -> Self:
        """The journal in that file, or in `default_path()`. Makes nothing: raises StoreError where there is none."""
        path = default_path() if path is None else Path(path)
        if not path.exists():
            raise StoreError(f"there is no journal {path}; `mouseboard play` begins one")
        return cls._open(path, new=False)

    @classmethod
    def open_copy(cls, path: Path) -> Self:
        """A copy in memory of the journal in that file, which is left as it is. Raises StoreError."""
        if not path.is_file():
            raise StoreError(f"there is no file {path}")
        with as_store_error(path):
            journal = cls(path, sqlite3.connect(":memory:", isolation_level=None))
            try:
                copy_into(path, journal._db)
            except BaseException:
                journal.close()
                raise
        return journal._prepared(new=False)

    @classmethod
    def _open(cls, path: Path, *, new: bool) -> Self:
        _check_is_file(path)
        with as_store_error(path):
            journal = cls(path, sqlite3.connect(path, timeout=PATIENCE, isolation_level=None))
        return journal._prepared(new=new)

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Reading.

    def games(self) -> list[int]:
        """The number of every game, oldest first."""
        return [game for (game,) in self._run("SELECT id FROM game UNION SELECT game FROM head ORDER BY 1")]

    def heading(self, game: int) -> Heading:
        """Raises StoreError where there is no such game, or Damaged."""
        with self._transaction("BEGIN"):
            return _heading(game, self._written_heading(game))

    def entries(self, game: int, upto: int | None = None) -> list[Entry]:
        """The entries of a game in order, or the first `upto` of them. Raises StoreError, Damaged."""
        entries = self.written(game, upto).entries
        try:
            return [decode(text) for _, text in entries]
        except UNREADABLE:
            return [_entry(game, number, text) for number, (_, text) in enumerate(entries)]

    def written(self, game: int, upto: int | None = None) -> WrittenGame:
        """A game as it lies in the file, checked as far as it is read. Raises StoreError, Damaged."""
        limit = -1 if upto is None else max(upto, 0)
        with self._transaction("BEGIN"):  # another process may be writing
            heading = self._written_heading(game)
            entries = self._run(ENTRIES, game, limit)
            end = self._end(game, heading, upto)
            if end_of(heading.link, entries) != end:
                raise damage(game, heading.link, [LinkedEntry(*row) for row in self._run(LINKED, game, limit)], end)
        return WrittenGame(heading, entries)

    def count(self, game: int) -> int:
        """How many entries a game has."""
        ((count,),) = self._run("SELECT count(*) FROM entry WHERE game = ?", game)
        return int(count)

    def trouble(self) -> str | None:
        """What SQLite finds wrong with the file as such, in one line."""
        try:
            (found, *_) = self._run("PRAGMA integrity_check(1)")
            astray = self._run("PRAGMA foreign_key_check")
        except StoreError as error:
            return str(error)
        if found != ("ok",):
            return f"journal {self.path} is damaged: {' '.join(str(found[0]).split())}"
        if astray:
            return f"journal {self.path} is damaged: it has entries of no game"
        if [self._identity] * len(schema.IDENTITIES) != schema.identities(self._run):
            return f"journal {self.path} is damaged: what tells it from other journals is not what was written"
        return None

    def cut_off(self) -> int | None:
        """The newest game, if the process that played it was killed: its side file is there, and nobody holds it."""
        newest = max(self.games(), default=None)
        if newest is None or not self._side(newest).exists():
            return None
        try:
            self.resume(newest).close()
        except Damaged:
            pass  # to be told by whoever goes on with it
        except StoreError:
            return None
        return newest

    # Writing.

    def begin(self, game: Game, seed: int | None = None, entries: Sequence[Entry] = ()) -> Writer:
        """Write down a new game, with its first entries all at once or not at all."""
        setup = Setup(game.name, game.players, game.settings, seed)
        began = datetime.now(UTC).isoformat(timespec="seconds")
        with self._transaction():
            number, chain = self._write_heading(began.encode(), msgspec.json.encode(setup))
            for entry in entries:
                self._append(number, chain, entry)
        return self.resume(number)

    def resume(self, game: int) -> Writer:
        """Go on writing a game. Raises StoreError where there is none, or another process is playing it; Damaged."""
        self.heading(game)
        side = self._side(game)
        try:
            lock = _hold(side)
        except (OSError, sqlite3.Error) as error:
            if code(error) == sqlite3.SQLITE_BUSY:
                raise StoreError(f"game {game} is being played by another process") from error
            raise StoreError(f"cannot lock game {game} by the file {side}: {error}") from error
        try:
            written = self.written(game)
        except StoreError:
            _let_go(side, lock)
            raise
        self._make_room()
        self._sweep()
        return Writer(self, game, side, lock, Chain(written.heading.link, written.entries))

    def write_games(self, games: Iterable[WrittenGame]) -> tuple[int, ...]:
        """Add games of another journal, all or none; the numbers they get."""
        with self._transaction():
            return tuple(self._write_game(game) for game in games)

    # How it is done.

    def _end(self, game: int, heading: WrittenHeading, upto: int | None) -> End | None:
        """Where a game ends, or its first `upto` entries; None where that is lost."""
        if upto is not None and upto <= 0:
            return End(0, heading.link)
        rows = self._run(END_BEFORE, game, upto) if upto is not None and upto < TOO_LARGE else []
        return next((End(*row) for row in rows or self._run(END, game)), None)

    def _written_heading(self, game: int) -> WrittenHeading:
        """Raises StoreError where there is no such game, or Damaged."""
        possible = abs(game) < TOO_LARGE
        for row in self._run(HEADING, game) if possible else ():
            heading = WrittenHeading(*row)
            check_heading(self._identity, game, heading)
            return heading
        if possible and self._run(END, game):
            raise Damaged(f"game {game} is damaged: its heading is missing")
        raise StoreError(f"journal {self.path} has no game {game}; `mouseboard log list` lists what it has")

    def _sweep(self) -> None:
        """Remove the side files that killed processes have left, but that of the newest game: `cut_off` looks at it."""
        newest = self._side(max(self.games(), default=0))
        for side in self.path.parent.glob(f"{glob.escape(self.path.name)}-game*"):
            if side != newest:
                with suppress(OSError, sqlite3.Error):  # it is held: the game is being played
                    _let_go(side, _hold(side))

    def _side(self, game: int) -> Path:
        return self.path.with_name(f"{self.path.name}-game{game}")

    def _prepared(self, *, new: bool) -> Self:
        """This journal, ready for use; closed where it cannot be."""
        try:
            self._prepare(new=new)
        except BaseException:
            self.close()
            raise
        return self

    def _prepare(self, *, new: bool) -> None:
        """Set durability, check whose file this is, make or renew its tables. An empty file must be a `new` one."""
        for setting in SETTINGS:
            self._run(f"PRAGMA {setting}")
        found = self._schema()
        if not (found or new):
            raise StoreError(f"journal {self.path} is empty; `mouseboard play` begins it, or put a backup in its place")
        self._use_wal()
        if found < SCHEMA:
            with self._transaction():
                self._renew()
            self._run("PRAGMA wal_checkpoint(TRUNCATE)")  # the identity is in the file itself, not in its log
        if not schema.is_whole(self._run):
            raise Damaged(f"journal {self.path} is damaged: its tables are not those that mouseboard makes")
        if not schema.is_guarded(self._run):
            with self._transaction():
                schema.guard(self._run)
        self._identity = self._identify()
        self._run("PRAGMA foreign_keys = ON")

    def _identify(self) -> bytes:
        """This journal's identity; of two, one of them damaged, that to which more games belong. Raises Damaged."""
        found = set(schema.identities(self._run))
        if not found:
            raise Damaged(f"journal {self.path} is damaged: what tells it from other journals is missing")
        return found.pop() if len(found) == 1 else max(found, key=self._count_games_of)

    def _count_games_of(self, identity: bytes) -> int:
        headings = ((game, WrittenHeading(*row)) for game in self.games() for row in self._run(HEADING, game))
        return sum(is_heading_of(identity, game, heading) for game, heading in headings)

    def _renew(self) -> None:
        """Make the tables, or bring those of an earlier version to this one's; a copy of that is kept beside."""
        found = self._schema()
        if not found:
            schema.create(self._run)
        elif found < SCHEMA:  # another process may have been faster
            if self._run("SELECT 1 FROM pragma_database_list WHERE name = 'main' AND file <> ''"):  # not in memory
                self._keep_copy(f"schema{found}")
                self.path.chmod(PRIVATE)
            schema.upgrade(self._run, found)

    def _keep_copy(self, name: str) -> None:
        """Copy what was committed into a file beside this one."""
        names = (f"{self.path.name}-{name}{f'-{n}' if n else ''}" for n in itertools.count())
        kept = next(path for path in map(self.path.with_name, names) if not path.exists())
        part = self.path.with_name(f"{self.path.name}-{name}.part")  # of a copy that was killed
        try:
            part.unlink(missing_ok=True)
            with as_store_error(self.path):
                copy_file(self.path, part)
            part.rename(kept)
        except OSError as error:
            raise StoreError(f"cannot keep a copy of {self.path} as {kept}: {error.strerror}") from error

    def _make_room(self) -> None:
        """Lengthen the write-ahead log: a commit that lengthens a file waits for the disk twice, for it and its length.

        What was too much for the cache and is rolled back leaves its room there.
        """
        with suppress(StoreError):  # a disk that is full: the first entry that finds no place says so
            self._run(f"PRAGMA cache_size = {TINY_CACHE}")
            self._run("BEGIN IMMEDIATE")
            with suppress(StoreError):
                self._run("CREATE TABLE room (bytes)")
                self._run("INSERT INTO room VALUES (zeroblob(?))", ROOM)
            if self._db.in_transaction:
                self._run("ROLLBACK")
            self._run(f"PRAGMA cache_size = {CACHE}")

    def _schema(self) -> int:
        """The version of its tables; 0 while it is empty. Raises StoreError for what this program cannot use."""
        # In one statement: another process may be creating it.
        ((application, version, tables, heads, journals),) = self._run(
            "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema),"
            " (SELECT count(*) FROM sqlite_schema WHERE name = 'head'),"
            " (SELECT count(*) FROM sqlite_schema WHERE name = 'journal')"
            " FROM pragma_application_id, pragma_user_version"
        )
        if application == version == tables == 0:
            return 0
        if application != APPLICATION:
            raise StoreError(f"{self.path} is another program's database, not a journal")
        if version > SCHEMA:
            raise StoreError(
                f"journal {self.path} was made by a newer mouseboard"
                f" (schema {version}, this one reads {SCHEMA}): update mouseboard to use it"
            )
        if version < 1 or heads != (version > 1) or journals != (version > 2):
            raise Damaged(f"journal {self.path} is damaged: its tables are not those of schema {version}")
        return int(version)

    def _use_wal(self) -> None:
        """Switching needs exclusive access, and SQLite does not wait for that by itself."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._run("PRAGMA journal_mode = WAL")
            except StoreError as error:
                if code(error.__cause__) != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise
                time.sleep(0.02)
            else:
                return

    def _write_heading(self, began: bytes, setup: bytes) -> tuple[int, Chain]:
        """A new game: its number, and its links. Wants a transaction."""
        ((newest,),) = self._run(NEWEST)
        game = int(newest) + 1
        link = heading_link(self._identity, game, began, setup)
        self._run("INSERT INTO game VALUES (?, CAST(? AS TEXT), CAST(? AS TEXT), ?)", game, began, setup, link)
        return game, Chain(link)

    def _write_game(self, written: WrittenGame) -> int:
        """A game of another journal as a new one; its number. Wants a transaction."""
        game, chain = self._write_heading(written.heading.began, written.heading.setup)
        for at, text in written.entries:
            self._write_entry(game, chain, at, text)
        return game

    def _append(self, game: int, chain: Chain, entry: Entry) -> int:
        return self._write_entry(game, chain, time.time_ns() // 1_000_000, msgspec.json.encode(entry))

    def _write_entry(self, game: int, chain: Chain, at: int, text: bytes) -> int:
        """The next entry of a game, with its link; its number."""
        number = chain.entries
        self._run(APPEND, game, number, at, text, chain.add(at, text))
        return number

    def _run(self, statement: str, *values: Any) -> list[Any]:
        with as_store_error(self.path):
            return self._db.execute(statement, values).fetchall()

    @contextmanager
    def _transaction(self, begin: str = "BEGIN IMMEDIATE") -> Iterator[None]:
        """Everything that is written inside, or nothing; what is read inside is of one moment."""
        self._run(begin)
        try:
            yield
            self._run("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._run("ROLLBACK")
            raise


class Writer:
    """The right to write one game, held until `close`."""

    def __init__(self, journal: Journal, game: int, side: Path, lock: sqlite3.Connection, chain: Chain) -> None:
        """Use `Journal.begin` or `Journal.resume`."""
        self.journal = journal
        self.game = game
        self._side = side
        self._lock = lock
        self._chain = chain

    def append(self, entry: Entry) -> int:
        """Write an entry down. When its number is returned it is on the disk; after StoreError count it as lost."""
        chain = self._chain.copy()
        number = self.journal._append(self.game, chain, entry)
        self._chain = chain
        return number

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
        _let_go(self._side, self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _check_is_file(path: Path) -> None:
    """Raises StoreError for a device or a pipe: SQLite would wait for it, or leave files beside it."""
    with suppress(OSError):  # SQLite says better why not
        mode = path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise StoreError(f"journal {path} is no file; name one with --journal, such as journal.db")


def _hold(side: Path) -> sqlite3.Connection:
    """Lock a side file until the connection closes. Raises OSError; sqlite3.Error, SQLITE_BUSY where it is held."""
    while True:
        side.touch(PRIVATE)
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


def _let_go(side: Path, lock: sqlite3.Connection) -> None:
    if sys.platform == "win32":  # where no open file can be removed, so none that another process has just locked
        lock.close()
    with suppress(OSError):
        side.unlink()
    lock.close()


def _heading(game: int, written: WrittenHeading) -> Heading:
    try:
        began = written.began.decode()
        datetime.fromisoformat(began).astimezone()  # as it will be shown
        return Heading(game, began, made_plain(msgspec.json.decode(written.setup, type=Setup)))
    except (*UNREADABLE, ValueError, OverflowError) as error:
        raise Damaged(f"game {game}: its heading cannot be read: {error}") from error


def _entry(game: int, number: int, text: bytes) -> Entry:
    try:
        return decode(text)
    except UNREADABLE as error:
        raise Damaged(f"game {game}, entry {number} cannot be read: {error}") from error
