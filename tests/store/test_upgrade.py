"""A journal of an earlier schema, such as schema 1 of mouseboard 0.1.0, is upgraded whole or not at all."""

import json
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from hashlib import blake2b
from pathlib import Path

import pytest
from tests.store.tamper import tamper

from mouseboard.store import Damaged, Journal, Noted, StoreError, replay, to_text
from mouseboard.store.chain import heading_link

REFUSE = "BEGIN SELECT raise(ABORT, 'the journal is append-only'); END"
SCHEMA_1 = f"""
PRAGMA journal_mode = WAL;
CREATE TABLE game (id INTEGER PRIMARY KEY, began TEXT NOT NULL, setup TEXT NOT NULL) STRICT;
CREATE TABLE entry (game INTEGER NOT NULL REFERENCES game, number INTEGER NOT NULL, entry TEXT NOT NULL,
                    PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID;
CREATE TRIGGER game_follows BEFORE INSERT ON game
    WHEN new.id <> (SELECT coalesce(max(id), 0) + 1 FROM game) {REFUSE};
CREATE TRIGGER entry_is_kept BEFORE DELETE ON entry {REFUSE};
PRAGMA application_id = {0x4D6F7573};
PRAGMA user_version = 1;
INSERT INTO game VALUES (1, '2026-11-20T18:00:00+00:00', '{{"game":"toyrace","players":2,"options":{{}},"seed":7}}');
INSERT INTO game VALUES (2, '2026-11-21T18:00:00+00:00', '{{"game":"toyrace","players":2,"options":{{}},"seed":8}}');
INSERT INTO entry VALUES (1, 0, '{{"kind":"played","actor":-1,"action":"roll2","source":"drawn"}}');
INSERT INTO entry VALUES (1, 1, '{{"kind":"played","actor":0,"action":"go","source":"hands"}}');
INSERT INTO entry VALUES (2, 0, '{{"kind":"noted","note":"a"}}');
"""

SCHEMA_2 = """
CREATE TABLE game (id INTEGER PRIMARY KEY, began TEXT NOT NULL, setup TEXT NOT NULL, link BLOB NOT NULL) STRICT;
CREATE TABLE entry (game INTEGER NOT NULL REFERENCES game, number INTEGER NOT NULL, at INTEGER NOT NULL,
                    entry TEXT NOT NULL, link BLOB NOT NULL, PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID;
CREATE TABLE head (game INTEGER PRIMARY KEY REFERENCES game, entries INTEGER NOT NULL, link BLOB NOT NULL) STRICT;
CREATE TRIGGER head_is_kept BEFORE DELETE ON head BEGIN SELECT raise(ABORT, 'the journal is append-only'); END;
PRAGMA application_id = {0x4D6F7573};
PRAGMA user_version = 2;
"""
MANY = 5_000
"""Enough entries for a slow upgrade."""
SETUP = b'{"game":"toyrace","players":2,"options":{},"seed":7}'


@pytest.fixture
def second(path: Path) -> Path:
    """A journal of schema 2, with three games of three entries each."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.executescript(SCHEMA_2.replace("{0x4D6F7573}", str(0x4D6F7573)))
        for game in (1, 2, 3):
            link = heading_link(b"", game, b"2026-11-22T18:00:00+00:00", SETUP)
            db.execute("INSERT INTO game VALUES (?, '2026-11-22T18:00:00+00:00', ?, ?)", (game, SETUP.decode(), link))
            for number in range(3):
                text = json.dumps({"kind": "noted", "note": f"{game} {number}"})
                before = link + f"{number}\n{1000 + number}\n{text}".encode()
                link = blake2b(before, digest_size=16).digest()
                db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", (game, number, 1000 + number, text, link))
            db.execute("INSERT INTO head VALUES (?, 3, ?)", (game, link))
    return path


@pytest.fixture
def old(path: Path) -> Path:
    with closing(sqlite3.connect(path)) as db:
        db.executescript(SCHEMA_1)
    path.chmod(0o644)
    return path


def schema(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        ((version,),) = db.execute("PRAGMA user_version")
    return int(version)


def test_the_games_of_an_upgraded_journal_are_unchanged_and_go_on(old: Path) -> None:
    with Journal.open(old) as journal:
        assert to_text(replay(journal, 1)).splitlines()[1:] == ["roll2 drawn", "go hands"]
        assert journal.heading(2).began == "2026-11-21T18:00:00+00:00"
        with journal.resume(2) as writer:
            assert writer.append(Noted("b")) == 1
        assert journal.entries(2) == [Noted("a"), Noted("b")]
    assert schema(old) == 3


def test_the_old_journal_is_kept_beside_the_upgraded_one_for_its_owner_alone(old: Path) -> None:
    Journal.open(old).close()
    kept = old.with_name("journal.db-schema1")
    assert schema(kept) == 1
    assert {file.stat().st_mode & 0o777 for file in (old, kept)} == {0o600}
    assert {file.name for file in old.parent.iterdir()} == {"journal.db", "journal.db-schema1"}


def test_an_upgrade_does_not_overwrite_an_older_copy(old: Path) -> None:
    kept = old.with_name("journal.db-schema1")
    kept.write_text("of another time")
    Journal.open(old).close()
    assert kept.read_text() == "of another time"
    assert schema(old.with_name("journal.db-schema1-1")) == 1


def upgrading(journal: Path) -> subprocess.Popen[bytes]:
    opening = "import sys; from mouseboard.store import Journal; Journal.open(sys.argv[1])"
    return subprocess.Popen([sys.executable, "-c", opening, str(journal)])


def test_an_upgrade_killed_at_any_moment_keeps_all_entries(old: Path) -> None:
    note = json.dumps({"kind": "noted", "note": "a" * 1000})
    with closing(sqlite3.connect(old)) as db, db:
        db.executemany("INSERT INTO entry VALUES (2, ?, ?)", ((number, note) for number in range(1, MANY)))
    copy = old.with_name("copy.db")
    copy.write_bytes(old.read_bytes())
    began = time.monotonic()
    assert upgrading(copy).wait(timeout=60) == 0
    took = time.monotonic() - began
    found = []
    for tenths in (2, 4, 6, 8):
        process = upgrading(old)
        time.sleep(took * tenths / 10)
        process.kill()
        process.wait(timeout=60)
        found.append(schema(old))
        with Journal.open_copy(old) as journal:
            assert [len(journal.entries(game)) for game in (1, 2)] == [2, MANY]
    assert found[0] == 1, "not killed in the middle"


def test_an_upgrade_names_games_that_were_damaged_before_and_keeps_the_others(old: Path) -> None:
    with closing(sqlite3.connect(old)) as db, db:
        db.execute("INSERT INTO entry VALUES (2, 2, '{}')")
        db.execute("INSERT INTO game VALUES (3, 'yesterday', 'none')")
    with Journal.open(old) as journal:
        assert len(journal.entries(1)) == 2
        with pytest.raises(Damaged, match=r"^game 2 is damaged: entry 1 is missing"):
            journal.entries(2)
        with pytest.raises(Damaged, match=r"^game 3: its heading cannot be read: "):
            journal.heading(3)


def test_an_upgrade_that_cannot_keep_a_copy_changes_nothing(old: Path) -> None:
    old.with_name("journal.db-schema1.part").mkdir()  # the place of the copy
    with pytest.raises(StoreError, match=r"^cannot keep a copy of "):
        Journal.open(old)
    assert schema(old) == 1


def test_a_journal_of_schema_2_goes_on_and_its_old_file_is_kept(second: Path) -> None:
    with Journal.open(second) as journal:
        assert [journal.entries(game)[2] for game in (1, 2, 3)] == [Noted("1 2"), Noted("2 2"), Noted("3 2")]
        assert journal.written(2).entries[1][0] == 1001
        with journal.resume(3) as writer:
            writer.append(Noted("on"))
        assert journal.entries(3)[3:] == [Noted("on")]
        assert journal.trouble() is None
    assert (schema(second), schema(second.with_name("journal.db-schema2"))) == (3, 2)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("UPDATE entry SET entry = replace(entry, '2 1', '2 9') WHERE game = 2", "entry 1 is not what was written"),
        ("DELETE FROM entry WHERE game = 2 AND number = 1", "entry 1 is missing"),
        ("UPDATE head SET entries = 2 WHERE game = 2", "it does not end where it was left"),
        ("DELETE FROM head WHERE game = 2", "it does not end where it was left"),
        ("UPDATE game SET setup = replace(setup, '7', '8') WHERE id = 2", "its heading is not what was written"),
        ("DELETE FROM game WHERE id = 2", "its heading is missing"),
    ],
)
def test_a_game_damaged_in_schema_2_is_named_after_the_upgrade(second: Path, change: str, why: str) -> None:
    tamper(second, change)
    with Journal.open(second) as journal:
        with pytest.raises(Damaged, match=f"^game 2 is damaged: {why}"):
            journal.entries(2)
        assert [len(journal.entries(game)) for game in (1, 3)] == [3, 3]
