"""A study has the same rows, however its work is divided, whoever plays, and whatever gets lost on the way."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Self

import msgspec
import pytest

from mouseboard import rules
from mouseboard.rules import BadGame
from mouseboard.study import running
from mouseboard.study.crew import Crew, Processes
from mouseboard.study.database import Database, Part
from mouseboard.study.definition import Study, StudyError, Versions, define, prepare
from mouseboard.study.figures import digest
from mouseboard.study.running import TRIES, Count, Queue, play_missing
from mouseboard.study.tasks import Played, Task, play_task

STUDY = define(rules.load("souriciere"), ["random"])
VERSIONS = prepare(STUDY.text).versions


class Here:
    """A crew that plays in this process, in place of a pool. The first `loses` tasks lose their worker."""

    size = 2

    def __init__(self, loses: int = 0) -> None:
        self.loses = loses

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def submit(self, task: Task) -> Future[Played]:
        future: Future[Played] = Future()
        if self.loses:
            self.loses -= 1
            future.set_exception(BrokenProcessPool())
        else:
            future.set_result(play_task(task))
        return future


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database.open(tmp_path / "study.db") as database:
        yield database


def play(database: Database, games: int, crew: Crew | None = None, study: Study = STUDY) -> Part:
    part = database.begin(study, VERSIONS, games)
    play_missing([part], database, crew or Here(), lambda _: None)
    return part


def test_every_game_is_played_once(database: Database) -> None:
    part = play(database, 60)
    assert [row[0] for row in database.rows(part)] == list(range(60))


def test_the_first_of_several_tasks_that_fail_together_is_reported(database: Database) -> None:
    class Failing(Here):
        size = 100

        def submit(self, task: Task) -> Future[Played]:
            future: Future[Played] = Future()
            future.set_exception(BadGame(f"fault in game {task.first}"))
            return future

    with pytest.raises(BadGame, match="fault in game 0; what is played is kept"):
        play(database, 300, Failing())


@pytest.mark.parametrize("most", [1, 7, 1000])
def test_the_rows_do_not_depend_on_the_cut(database: Database, most: int) -> None:
    part = database.begin(STUDY, VERSIONS, 50)
    play_missing([part], database, Here(), lambda _: None, most)
    rows = [play_task(Task(STUDY.text, VERSIONS, number, number + 1)).rows[0] for number in range(50)]
    assert [row[1:5] for row in database.rows(part)] == [(r.first, r.winners, r.turns, r.actions) for r in rows]


def test_only_what_is_missing_is_played(database: Database) -> None:
    part = database.begin(STUDY, VERSIONS, 30)
    database.keep(part, play_task(Task(STUDY.text, VERSIONS, 10, 20)).rows)
    assert database.missing(part) == [range(10), range(20, 30)]
    told: list[Count] = []
    play_missing([part], database, Here(), told.append)
    assert (told[0].done, told[-1].done) == (10, 30)
    assert database.missing(part) == []


def test_tasks_grow_until_they_take_long_enough() -> None:
    queue = Queue(Part(STUDY, 1, 100_000), [range(100_000)])
    sizes = []
    for pace in (0.1, 0.01, 0.0001):
        task = queue.next()
        assert task
        sizes.append(task.after - task.first)
        queue.kept(Played([], pace))
    task = queue.next()
    assert task
    assert [*sizes, task.after - task.first] == [1, 15, 150, running.MOST_GAMES]


def test_a_task_whose_worker_was_lost_is_played_again(database: Database) -> None:
    whole = digest(database, [play(database, 20)])
    with Database.open(database.path.with_name("other.db")) as other:
        assert digest(other, [play(other, 20, Here(loses=5))]) == whole


def test_a_task_that_loses_worker_after_worker_is_given_up(database: Database) -> None:
    with pytest.raises(StudyError, match=rf"workers died {TRIES} times with games \d+ to \d+ in hand; what is played"):
        play(database, 20, Here(loses=1000))


def test_how_long_it_takes_is_told_when_it_is_known(database: Database) -> None:
    told: list[Count] = []
    play_missing([database.begin(STUDY, VERSIONS, 40)], database, Here(), told.append)
    assert told[0] == Count(0, 40, None)
    assert told[-1] == Count(40, 40, 0)


def test_a_study_that_has_not_begun_is_taken_to_be_as_slow_as_another(database: Database) -> None:
    parts = [database.begin(msgspec.structs.replace(STUDY, seed=seed), VERSIONS, 40) for seed in (0, 1)]
    told: list[Count] = []
    play_missing(parts, database, Here(), told.append)
    assert told[0].left is None
    assert all(count.left is not None for count in told[1:])


def test_a_worker_with_another_version_plays_nothing() -> None:
    with pytest.raises(StudyError, match=r"it has Python .*, not 2\.7"):
        play_task(Task(STUDY.text, Versions("2.7", *[""] * 3), 0, 1))


def test_a_killed_process_costs_its_tasks_not_the_study(database: Database) -> None:
    whole = digest(database, [play(database, 600)])
    killed: list[int | None] = []

    def kill(_: Count) -> None:
        workers = multiprocessing.active_children()
        if workers and len(killed) < 2:
            killed.append(workers[0].pid)
            os.kill(workers[0].pid or 0, signal.SIGKILL)

    with Database.open(database.path.with_name("other.db")) as other, Processes(2) as crew:
        part = other.begin(STUDY, VERSIONS, 600)
        play_missing([part], other, crew, kill)
        assert len(killed) == 2
        assert digest(other, [part]) == whole


def test_a_broken_pool_is_begun_anew() -> None:
    task = Task(STUDY.text, VERSIONS, 0, 1)
    with Processes(1) as crew:
        first = crew.submit(task).result()
        for worker in multiprocessing.active_children():
            os.kill(worker.pid or 0, signal.SIGKILL)
        with pytest.raises(BrokenExecutor):
            crew.submit(task).result()
        assert crew.submit(task).result().rows == first.rows


def test_it_ends_at_once_in_the_middle_of_a_task() -> None:
    with Processes(1) as crew:
        crew.submit(Task(STUDY.text, VERSIONS, 0, 1)).result()
        (worker,) = multiprocessing.active_children()
        long = crew.submit(Task(STUDY.text, VERSIONS, 0, 1_000_000))
    assert not worker.is_alive()
    with pytest.raises((BrokenExecutor, CancelledError)):
        long.result(timeout=1)
