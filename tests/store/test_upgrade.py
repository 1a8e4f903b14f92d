"""A journal of schema 1, as mouseboard 0.1.0 made it, is taken over whole or not at all."""

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from mouseboard.store import Damaged, Journal, Noted, StoreError, replay, to_text

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


def test_its_games_are_what_they_were_and_go_on(old: Path) -> None:
    with Journal.open(old) as journal:
        assert to_text(replay(journal, 1)).splitlines()[1:] == ["roll2 drawn", "go hands"]
        assert journal.heading(2).began == "2026-11-21T18:00:00+00:00"
        with journal.resume(2) as writer:
            assert writer.append(Noted("b")) == 1
        assert journal.entries(2) == [Noted("a"), Noted("b")]
    assert schema(old) == 2


def test_the_old_one_is_kept_beside_it_for_its_owner_alone(old: Path) -> None:
    Journal.open(old).close()
    kept = old.with_name("journal.db-schema1")
    assert schema(kept) == 1
    assert {file.stat().st_mode & 0o777 for file in (old, kept)} == {0o600}
    assert {file.name for file in old.parent.iterdir()} == {"journal.db", "journal.db-schema1"}


def test_an_older_copy_is_not_overwritten(old: Path) -> None:
    kept = old.with_name("journal.db-schema1")
    kept.write_text("of another time")
    Journal.open(old).close()
    assert kept.read_text() == "of another time"
    assert schema(old.with_name("journal.db-schema1-1")) == 1


def test_killed_in_the_middle_the_old_one_is_whole(old: Path) -> None:
    code = (
        "import os, signal, sys; from mouseboard.store import Journal, schema\n"
        "schema.guard = lambda run: os.kill(os.getpid(), signal.SIGKILL)\n"
        "Journal.open(sys.argv[1])"
    )
    killed = subprocess.run([sys.executable, "-c", code, str(old)], timeout=60)
    assert killed.returncode == -signal.SIGKILL
    assert schema(old) == 1
    with Journal.open(old) as journal:
        assert [len(journal.entries(game)) for game in (1, 2)] == [2, 1]


def test_what_was_damaged_before_is_named_and_the_rest_taken_over(old: Path) -> None:
    with closing(sqlite3.connect(old)) as db, db:
        db.execute("INSERT INTO entry VALUES (2, 2, '{}')")
        db.execute("INSERT INTO game VALUES (3, 'yesterday', 'none')")
    with Journal.open(old) as journal:
        assert len(journal.entries(1)) == 2
        with pytest.raises(Damaged, match=r"^game 2 is damaged: entry 1 is missing"):
            journal.entries(2)
        with pytest.raises(Damaged, match=r"^game 3: its heading cannot be read: "):
            journal.heading(3)


def test_where_no_copy_can_be_kept_nothing_is_changed(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("mouseboard.store.journal.copy_file", refuse)
    with pytest.raises(StoreError, match=r"^cannot keep a copy of .*: No space left on device$"):
        Journal.open(old)
    assert schema(old) == 1
