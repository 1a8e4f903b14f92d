"""The tables of a journal."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from mouseboard.store.chain import SIZE
from mouseboard.store.entries import Damaged

Run = Callable[..., list[Any]]
"""Runs a statement with its values, and returns the rows."""

APPLICATION = 0x4D6F7573  # "Mous": distinguishes a journal from another program's SQLite file
SCHEMA = 3

REFUSE = "BEGIN SELECT raise(ABORT, 'the journal is append-only'); END"
TABLES = (
    # The identity is kept twice, on two pages that never change, far apart. So it is in no log, and damage hits only
    # one.
    "CREATE TABLE journal (identity BLOB NOT NULL) STRICT",
    "CREATE TABLE game (id INTEGER PRIMARY KEY, began TEXT NOT NULL, setup TEXT NOT NULL, link BLOB NOT NULL) STRICT",
    # `at` is when it was written, in milliseconds since 1970 in UTC.
    "CREATE TABLE entry (game INTEGER NOT NULL REFERENCES game, number INTEGER NOT NULL, at INTEGER NOT NULL,"
    " entry TEXT NOT NULL, link BLOB NOT NULL, PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID",
    "CREATE TABLE head (game INTEGER PRIMARY KEY REFERENCES game, entries INTEGER NOT NULL, link BLOB NOT NULL) STRICT",
    "CREATE TABLE journal_again (identity BLOB NOT NULL) STRICT",
)
IDENTITIES = ("journal", "journal_again")
TRIGGERS = (
    *(
        f"CREATE TRIGGER {table}_{does} BEFORE {what} ON {table} {REFUSE}"
        for table in IDENTITIES
        for does, what in (("is_one", "INSERT"), ("stays", "UPDATE"), ("is_kept", "DELETE"))
    ),
    # Every new row must come after those of its kind, so that no INSERT OR REPLACE can replace another.
    "CREATE TRIGGER game_follows BEFORE INSERT ON game"
    f" WHEN new.id <= (SELECT coalesce(max(id), 0) FROM game) {REFUSE}",
    "CREATE TRIGGER entry_follows BEFORE INSERT ON entry"
    f" WHEN new.number <> (SELECT coalesce(max(number) + 1, 0) FROM entry WHERE game = new.game) {REFUSE}",
    f"CREATE TRIGGER game_stays BEFORE UPDATE ON game {REFUSE}",
    f"CREATE TRIGGER game_is_kept BEFORE DELETE ON game {REFUSE}",
    f"CREATE TRIGGER entry_stays BEFORE UPDATE ON entry {REFUSE}",
    f"CREATE TRIGGER entry_is_kept BEFORE DELETE ON entry {REFUSE}",
    # The head is the only row that changes, and only together with the rows it describes.
    "CREATE TRIGGER head_begins AFTER INSERT ON game BEGIN INSERT INTO head VALUES (new.id, 0, new.link); END",
    "CREATE TRIGGER head_moves AFTER INSERT ON entry"
    " BEGIN UPDATE head SET entries = new.number + 1, link = new.link WHERE game = new.game; END",
    "CREATE TRIGGER head_follows BEFORE INSERT ON head"
    f" WHEN EXISTS (SELECT 1 FROM head WHERE game = new.game) {REFUSE}",
    "CREATE TRIGGER head_stays BEFORE UPDATE ON head"
    f" WHEN new.game <> old.game OR new.entries <> old.entries + 1 {REFUSE}",
    f"CREATE TRIGGER head_is_kept BEFORE DELETE ON head {REFUSE}",
)


def create(run: Run) -> None:
    """Create the tables of a new journal. Needs a transaction."""
    for statement in (*TABLES, f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {SCHEMA}"):
        run(statement)
    identity = secrets.token_bytes(SIZE)
    for table in IDENTITIES:
        run(f"INSERT INTO {table} VALUES (?)", identity)
    guard(run)


def is_whole(run: Run) -> bool:
    """Return whether the file has the tables that `create` makes."""
    return _made(run, "table") >= {statement.encode() for statement in TABLES}


def is_guarded(run: Run) -> bool:
    """Return whether the file has exactly the triggers that `create` makes."""
    return _made(run, "trigger") == {statement.encode() for statement in TRIGGERS}


def guard(run: Run) -> None:
    """Create the triggers, and drop all others. Needs a transaction."""
    for (name,) in run("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
        quoted = name.replace('"', '""')
        run(f'DROP TRIGGER "{quoted}"')
    for statement in TRIGGERS:
        run(statement)


def identities(run: Run) -> list[bytes]:
    """Return the surviving copies of the identity, which distinguishes a journal from every other."""
    found: list[Any] = []
    for table in IDENTITIES:
        with suppress(Damaged):
            found += run(f"SELECT CAST(ifnull(identity, '') AS BLOB) FROM {table}")
    return [identity for (identity,) in found]


def _made(run: Run, what: str) -> set[bytes]:
    return {sql for (sql,) in run("SELECT CAST(sql AS BLOB) FROM sqlite_schema WHERE type = ?", what)}
