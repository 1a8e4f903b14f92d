"""A task: some games of a study, to be played by one worker. Workers receive nothing else."""

from __future__ import annotations

import time
from typing import NamedTuple

from mouseboard.rules import BadGame
from mouseboard.rules.fault import at, fault_of
from mouseboard.study.definition import Prepared, StudyError, Versions, prepare
from mouseboard.study.measures import Row, measure


class Task(NamedTuple):
    """The games of a study from number `first` up to, but not including, `after`."""

    study: str
    """The text of the study."""
    versions: Versions
    """The versions of the process that hands out the task."""
    first: int
    after: int


class Played(NamedTuple):
    """A worker's result."""

    rows: list[Row]
    pace: float
    """Seconds per game."""


def play_task(task: Task) -> Played:
    """Play a task. Raises BadGame, and StudyError if this worker's versions differ, because its games would, too."""
    prepared = prepare(task.study)
    if differs := prepared.versions.differ(task.versions):
        raise StudyError(f"it has {differs}")
    began = time.monotonic()
    rows = [_play(prepared, number) for number in range(task.first, task.after)]
    return Played(rows, (time.monotonic() - began) / len(rows))


def _play(prepared: Prepared, number: int) -> Row:
    """Play one game. Raises BadGame, which can be sent to another process; a traceback cannot."""
    try:
        return measure(prepared.game, prepared.seated(number), number, prepared.study.stream(number))
    except Exception as error:
        fault = fault_of(error) or at(prepared.game.name, "one of its players", error)
        raise BadGame(f"{fault}, in game {number} of the study") from error
