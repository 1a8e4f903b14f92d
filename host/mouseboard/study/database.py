"""The database of a study: an SQLite file with one row per game, keyed by study and number.

An interrupted study can be resumed, because the database shows which games are missing. No game can be counted twice.
Only one process can open the file; a second one is refused.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec

from mouseboard.files import check_writable
from mouseboard.say import Say, printed, reason, say
from mouseboard.study.definition import Study, StudyError, Versions
from mouseboard.study.measures import Look, Row

APPLICATION = 0x4D6F7374  # "Most": distinguishes it from another program's SQLite file, and from a journal
SCHEMA = 1

TABLES = (
    "CREATE TABLE study (id INTEGER PRIMARY KEY, study TEXT NOT NULL UNIQUE, versions TEXT NOT NULL) STRICT",
    "CREATE TABLE game (study INTEGER NOT NULL REFERENCES study, number INTEGER NOT NULL, first INTEGER NOT NULL,"
    " winners INTEGER NOT NULL, turns INTEGER NOT NULL, actions INTEGER NOT NULL, look TEXT,"
    " PRIMARY KEY (study, number)) STRICT, WITHOUT ROWID",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {SCHEMA}",
)


GAMES = "FROM game WHERE study = ? AND number < ?"
"""The end of each query over the games of a `Part`. Its parameters are the study's id and the number of games."""


class Part(NamedTuple):
    """The first `games` games of a study, which has this id in the database."""

    study: Study
    id: int
    games: int


class Database(AbstractContextManager["Database"]):
    """An open database. Every SQLite error becomes a StudyError."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        """Use `Database.open`."""
        self.path = path
        self._db = db

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the database in this file, or create it."""
        with _as_study_error(path):
            database = cls(path, sqlite3.connect(path, timeout=0, isolation_level=None))
        try:
            database._prepare()
        except BaseException:
            database.close()
            raise
        return database

    def close(self) -> None:
        self._db.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin(self, study: Study, versions: Versions, games: int) -> Part:
        """Begin or resume a study with this number of games. Raises StudyError if it was begun with other versions."""
        known = list(self.run("SELECT id, versions FROM study WHERE study = ?", study.text))
        if not known:
            text = msgspec.json.encode(versions).decode()
            ((id,),) = self.run("INSERT INTO study (study, versions) VALUES (?, ?) RETURNING id", study.text, text)
            return Part(study, id, games)
        ((id, text),) = known
        if differs := msgspec.json.decode(text, type=Versions).differ(versions):
            raise StudyError(f"{self.path} was begun with {differs}; their games are not mixed: choose another --out")
        return Part(study, id, games)

    def missing(self, part: Part) -> list[range]:
        """Return the numbers of the missing games, as ranges."""
        numbers = self.run(f"SELECT number {GAMES} ORDER BY number", part.id, part.games)
        gaps, expected = [], 0
        for (number,) in numbers:
            if number > expected:
                gaps.append(range(expected, number))
            expected = number + 1
        return [*gaps, range(expected, part.games)] if expected < part.games else gaps

    def keep(self, part: Part, rows: Sequence[Row]) -> None:
        """Store rows in one transaction: all or none."""
        values = [
            (part.id, row.number, row.first, row.winners, row.turns, row.actions, row.look and _text(row.look))
            for row in rows
        ]
        with _as_study_error(self.path):
            self._db.execute("BEGIN")
            try:
                self._db.executemany("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?)", values)
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def rows(self, part: Part) -> Iterator[tuple[Any, ...]]:
        """Yield the stored rows of the part's games, in order."""
        return self.run(
            f"SELECT number, first, winners, turns, actions, look {GAMES} ORDER BY number", part.id, part.games
        )

    def looks(self, part: Part) -> list[tuple[int, Look]]:
        """Return the games that were measured closely, in order: the number of turns and the Look of each."""
        rows = self.run(f"SELECT turns, look {GAMES} AND look IS NOT NULL ORDER BY number", part.id, part.games)
        return [(turns, msgspec.json.decode(text, type=Look)) for turns, text in rows]

    def run(self, statement: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        """Run an SQL statement and yield its rows."""
        with _as_study_error(self.path):
            yield from self._db.execute(statement, values)

    def _prepare(self) -> None:
        """Lock the file, check that it is a study of this version, and create the tables in a new file."""
        with _as_study_error(self.path):
            self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.execute("BEGIN EXCLUSIVE")  # from now on nobody else can open it
            ((application, schema, tables),) = self._db.execute(
                "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)"
                " FROM pragma_application_id, pragma_user_version"
            )
            if application == schema == tables == 0:
                for statement in TABLES:
                    self._db.execute(statement)
            elif (application, schema) != (APPLICATION, SCHEMA):
                raise StudyError(f"{self.path} is no study of this version: choose another --out")
            self._db.execute("COMMIT")


def _text(look: Look) -> str:
    return msgspec.json.encode(look).decode()


@contextmanager
def _as_study_error(path: Path) -> Iterator[None]:
    """Turn any SQLite error raised inside into a StudyError of one line."""
    try:
        yield
    except sqlite3.Error as error:
        raise StudyError(say("{file}: {why}", file=str(path), why=_why(path, error))) from error


def _why(path: Path, error: sqlite3.Error) -> Say:
    if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
        return printed("another process plays it")
    try:
        check_writable(path, "-wal")
    except OSError as told:
        return reason(told)
    return printed(str(error))
