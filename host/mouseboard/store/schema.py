"""The tables of a journal, and the upgrade from earlier versions."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from typing import Any

from mouseboard.store.chain import SIZE, Chain, heading_link
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
    # `at` is when it was written, in milliseconds since 1970 in UTC; 0 in games of schema 1, which did not keep it.
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

# The games, entries and heads of earlier schemas, each with its link. Schema 1 had no links, times or heads.
_HEADING = "CAST(ifnull(began, '') AS BLOB), CAST(ifnull(setup, '') AS BLOB)"
_NUMBER, _TEXT = "ifnull(CAST(number AS INTEGER), -1)", "CAST(ifnull(entry, '') AS BLOB)"
_LINK = "CAST(ifnull(link, '') AS BLOB)"
OLD = {
    1: (
        f"SELECT id, {_HEADING}, NULL FROM game",
        f"SELECT game, {_NUMBER}, 0, {_TEXT}, NULL FROM entry ORDER BY game, number",
        "SELECT id, (SELECT coalesce(max(number) + 1, 0) FROM entry WHERE game = id), NULL FROM game",
    ),
    2: (
        f"SELECT id, {_HEADING}, {_LINK} FROM game",
        f"SELECT game, {_NUMBER}, ifnull(CAST(at AS INTEGER), -1), {_TEXT}, {_LINK} FROM entry ORDER BY game, number",
        f"SELECT game, ifnull(CAST(entries AS INTEGER), -1), {_LINK} FROM head",
    ),
}


def create(run: Run) -> None:
    """Create the tables of a new journal. Needs a transaction."""
    _create_tables(run)
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


def upgrade(run: Run, found: int) -> None:
    """Rebuild the chains of a journal with an earlier schema. Needs a transaction, and foreign keys off.

    Damage is kept: a gap stays a gap, and a wrong link of schema 2 stays wrong.
    """
    games, entries, heads = (run(statement) for statement in OLD[found])
    for table in ("head", "entry", "game"):
        run(f"DROP TABLE IF EXISTS {table}")
    identity = _create_tables(run)
    was: dict[int, bytes] = defaultdict(bytes)
    chains: dict[int, Chain] = defaultdict(lambda: Chain(b""))
    for game, began, setup, link in games:
        was[game] = heading_link(b"", game, began, setup)
        chains[game] = Chain(heading_link(identity, game, began, setup))
        kept = _relinked(link, was[game], chains[game].link)
        run("INSERT INTO game VALUES (?, CAST(? AS TEXT), CAST(? AS TEXT), ?)", game, began, setup, kept)
    for game, number, at, text, link in entries:
        was[game] = _link_2(was[game], number, at, text)
        kept = _relinked(link, was[game], chains[game].add(at, text))
        run("INSERT INTO entry VALUES (?, ?, ?, CAST(? AS TEXT), ?)", game, number, at, text, kept)
    for game, count, link in heads:
        run("INSERT INTO head VALUES (?, ?, ?)", game, count, _relinked(link, was[game], chains[game].link))
    guard(run)


def _link_2(before: bytes, number: int, at: int, text: bytes) -> bytes:
    """Return the link of an entry in schema 2, computed from the link before it."""
    return blake2b(b"%b%d\n%d\n%b" % (before, number, at, text), digest_size=SIZE).digest()


def _relinked(link: bytes | None, was: bytes, now: bytes) -> bytes:
    """Return the new link for an old one. A wrong old link is kept; where there was none, the new one is used."""
    return now if link is None or link == was else link


def _create_tables(run: Run) -> bytes:
    """Create the tables and return the journal's new identity."""
    for statement in (*TABLES, f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {SCHEMA}"):
        run(statement)
    identity = secrets.token_bytes(SIZE)
    for table in IDENTITIES:
        run(f"INSERT INTO {table} VALUES (?)", identity)
    return identity


def _made(run: Run, what: str) -> set[bytes]:
    return {sql for (sql,) in run("SELECT CAST(sql AS BLOB) FROM sqlite_schema WHERE type = ?", what)}
