"""A task: some games of a study, played by whichever worker takes it. It is all that workers are sent."""

from __future__ import annotations

import time
from typing import NamedTuple

from mouseboard.rules import BadGame
from mouseboard.rules.fault import at, fault_of
from mouseboard.study.definition import Prepared, StudyError, Versions, prepare
from mouseboard.study.measures import Row, measure


class Task(NamedTuple):
    """The games of a study with these numbers."""

    study: str
    """Its text."""
    versions: Versions
    """Those of who asks."""
    first: int
    after: int


class Played(NamedTuple):
    """What a worker gives back."""

    rows: list[Row]
    pace: float
    """Seconds a game."""


def play_task(task: Task) -> Played:
    """Play it. Raises StudyError where this worker would play other games than asked for; BadGame."""
    prepared = prepare(task.study)
    if differs := prepared.versions.differ(task.versions):
        raise StudyError(f"it has {differs}")
    began = time.monotonic()
    rows = [_play(prepared, number) for number in range(task.first, task.after)]
    return Played(rows, (time.monotonic() - began) / len(rows))


def _play(prepared: Prepared, number: int) -> Row:
    """One game. Raises BadGame, which can be sent to another process; a traceback cannot."""
    try:
        return measure(prepared.game, prepared.seated(number), number, prepared.study.stream(number))
    except Exception as error:
        fault = fault_of(error) or at(prepared.game.name, "one of its players", error)
        raise BadGame(f"{fault}, in game {number} of the study") from error
