"""The database keeps each game once, and refuses other versions, a second process and other files."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import msgspec
import pytest

from mouseboard import rules
from mouseboard.store import Journal
from mouseboard.study.database import Database
from mouseboard.study.definition import StudyError, define, prepare
from mouseboard.study.tasks import Task, play_task

STUDY = define(rules.load("souriciere"), ["random"])
VERSIONS = prepare(STUDY.text).versions
ROWS = play_task(Task(STUDY.text, VERSIONS, 0, 10)).rows


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "study.db"


def test_what_is_kept_is_there_when_it_is_opened_again(path: Path) -> None:
    with Database.open(path) as database:
        database.keep(database.begin(STUDY, VERSIONS, 10), ROWS)
    with Database.open(path) as database:
        part = database.begin(STUDY, VERSIONS, 10)
        assert [look for _, look in database.looks(part)] == [row.look for row in ROWS]
        assert database.missing(part) == []


def test_a_part_has_its_first_games_alone(path: Path) -> None:
    with Database.open(path) as database:
        database.keep(database.begin(STUDY, VERSIONS, 10), ROWS)
        assert [row[0] for row in database.rows(database.begin(STUDY, VERSIONS, 4))] == [0, 1, 2, 3]


def test_studies_lie_beside_each_other(path: Path) -> None:
    other = msgspec.structs.replace(STUDY, seed=1)
    with Database.open(path) as database:
        database.keep(database.begin(STUDY, VERSIONS, 10), ROWS)
        assert database.missing(database.begin(other, VERSIONS, 10)) == [range(10)]


def test_no_game_is_kept_twice_and_nothing_of_a_task_that_has_one(path: Path) -> None:
    with Database.open(path) as database:
        part = database.begin(STUDY, VERSIONS, 10)
        database.keep(part, ROWS[3:])
        with pytest.raises(StudyError, match="UNIQUE"):
            database.keep(part, ROWS[:4])
        assert database.missing(part) == [range(3)]


@pytest.mark.parametrize("field", ["python", "mouseboard", "code", "layout"])
def test_another_version_is_refused(path: Path, field: str) -> None:
    other = msgspec.structs.replace(VERSIONS, **{field: "0.0.1"})
    with Database.open(path) as database:
        database.begin(STUDY, VERSIONS, 1)
        with pytest.raises(StudyError, match=rf"was begun with {field.capitalize()} .*, not 0\.0\.1"):
            database.begin(STUDY, other, 1)


def test_a_second_process_is_refused(path: Path) -> None:
    with Database.open(path), pytest.raises(StudyError, match="another process plays it"):
        Database.open(path)


def test_a_journal_is_no_study(path: Path) -> None:
    Journal.open(path).close()
    with pytest.raises(StudyError, match="is no study"):
        Database.open(path)


def test_any_other_file_is_no_study(path: Path) -> None:
    path.write_text("a diary\n" * 1000, encoding="utf-8")
    with pytest.raises(StudyError, match=r"study\.db: file is not a database"):
        Database.open(path)


def test_a_full_disk_is_said_and_what_was_kept_stays(path: Path) -> None:
    with Database.open(path) as database:
        part = database.begin(STUDY, VERSIONS, 10)
        database.keep(part, ROWS[:2])
        ((pages,),) = database.run("PRAGMA page_count")
        list(database.run(f"PRAGMA max_page_count = {pages}"))
        with pytest.raises(StudyError, match="database or disk is full"):
            for copy in range(1, 1000):
                database.keep(part, [msgspec.structs.replace(row, number=row.number + 10 * copy) for row in ROWS])
    with Database.open(path) as database:
        assert database.missing(database.begin(STUDY, VERSIONS, 4)) == [range(2, 4)]


def test_it_can_be_read_by_any_sqlite(path: Path) -> None:
    with Database.open(path) as database:
        database.keep(database.begin(STUDY, VERSIONS, 10), ROWS)
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT count(*), min(study), max(number) FROM game").fetchone() == (10, 1, 9)
    db.close()
