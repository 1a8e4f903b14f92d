"""The tables of a journal, and how a journal of an earlier version comes to have them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from operator import itemgetter
from typing import Any

from mouseboard.store.chain import entry_link, heading_link

Run = Callable[..., list[Any]]
"""Runs a statement with its values, and returns the rows."""

APPLICATION = 0x4D6F7573  # "Mous": distinguishes a journal from another program's SQLite file
SCHEMA = 2

REFUSE = "BEGIN SELECT raise(ABORT, 'the journal is append-only'); END"
TABLES = (
    "CREATE TABLE game (id INTEGER PRIMARY KEY, began TEXT NOT NULL, setup TEXT NOT NULL, link BLOB NOT NULL) STRICT",
    # `at` is when it was written, in milliseconds since 1970 in UTC; 0 in games of schema 1, which did not keep it.
    "CREATE TABLE entry (game INTEGER NOT NULL REFERENCES game, number INTEGER NOT NULL, at INTEGER NOT NULL,"
    " entry TEXT NOT NULL, link BLOB NOT NULL, PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID",
    "CREATE TABLE head (game INTEGER PRIMARY KEY REFERENCES game, entries INTEGER NOT NULL, link BLOB NOT NULL) STRICT",
)
TRIGGERS = (
    # Every new row must come after those of its kind, so that no INSERT OR REPLACE can replace another.
    "CREATE TRIGGER game_follows BEFORE INSERT ON game"
    f" WHEN new.id <= (SELECT coalesce(max(id), 0) FROM game) {REFUSE}",
    "CREATE TRIGGER entry_follows BEFORE INSERT ON entry"
    f" WHEN new.number <> (SELECT coalesce(max(number) + 1, 0) FROM entry WHERE game = new.game) {REFUSE}",
    f"CREATE TRIGGER game_stays BEFORE UPDATE ON game {REFUSE}",
    f"CREATE TRIGGER game_is_kept BEFORE DELETE ON game {REFUSE}",
    f"CREATE TRIGGER entry_stays BEFORE UPDATE ON entry {REFUSE}",
    f"CREATE TRIGGER entry_is_kept BEFORE DELETE ON entry {REFUSE}",
    # The head is the only row that changes, and only together with what it tells of.
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
    """The tables of a new journal. Wants a transaction."""
    _create_tables(run)
    guard(run)


def is_whole(run: Run) -> bool:
    """Whether it has the tables that `create` makes."""
    return _made(run, "table") >= {statement.encode() for statement in TABLES}


def is_guarded(run: Run) -> bool:
    """Whether it has the triggers that `create` makes, and no other."""
    return _made(run, "trigger") == {statement.encode() for statement in TRIGGERS}


def guard(run: Run) -> None:
    """Make the triggers, whatever others there were. Wants a transaction."""
    for (name,) in run("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
        quoted = name.replace('"', '""')
        run(f'DROP TRIGGER "{quoted}"')
    for statement in TRIGGERS:
        run(statement)


def upgrade(run: Run) -> None:
    """Chain what a journal of schema 1 has, sound or not: a gap stays one. Wants a transaction, and no foreign keys."""
    games = run("SELECT id, CAST(ifnull(began, '') AS BLOB), CAST(ifnull(setup, '') AS BLOB) FROM game")
    entries = run(
        "SELECT game, CAST(ifnull(number, -1) AS INTEGER), CAST(ifnull(entry, '') AS BLOB) FROM entry"
        " ORDER BY game, number"
    )
    run("DROP TABLE entry")
    run("DROP TABLE game")
    _create_tables(run)
    links = {game: heading_link(game, began, setup) for game, began, setup in games}
    for game, began, setup in games:
        run("INSERT INTO game VALUES (?, CAST(? AS TEXT), CAST(? AS TEXT), ?)", game, began, setup, links[game])
        run("INSERT INTO head VALUES (?, 0, ?)", game, links[game])
    for game, rows in groupby(entries, itemgetter(0)):
        link = links.get(game, b"")
        for _, number, text in rows:
            link = entry_link(link, number, 0, text)
            run("INSERT INTO entry VALUES (?, ?, 0, CAST(? AS TEXT), ?)", game, number, text, link)
        run("UPDATE head SET entries = ?, link = ? WHERE game = ?", number + 1, link, game)
    guard(run)


def _create_tables(run: Run) -> None:
    for statement in (*TABLES, f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {SCHEMA}"):
        run(statement)


def _made(run: Run, what: str) -> set[bytes]:
    return {sql for (sql,) in run("SELECT CAST(sql AS BLOB) FROM sqlite_schema WHERE type = ?", what)}
