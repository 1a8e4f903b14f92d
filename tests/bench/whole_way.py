"""How much faster than real time whole games run, hand to lamp, through firmware, line, referee and journal.

Simulated hands play every game at a human pace on the simulated table, the firmware's own files under this CPython, and
each action is on the disk before it counts (with `TMPDIR=/dev/shm` in memory, which leaves the disk out). Simulated
seconds by wall seconds is the ratio; by processor seconds it is what a machine could do that is not busy with other
things. Last comes what the time of a classic game goes into.
"""

from __future__ import annotations

import cProfile
import pstats
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.referee.evening import Evening, play

import mouseboard
import mousetable
from mouseboard import rules

ROUNDS = 3
HOST, FIRMWARE = (Path(str(package.__file__)).parent for package in (mouseboard, mousetable))


def run() -> None:
    """Print the figures."""
    print(f"whole way: whole games on the simulated table, journal included, seed 7, median of {ROUNDS} rounds")
    print("  game        players  actions  simulated s   wall s    cpu s   x real time   x by cpu")
    for name, kind in rules.games().items():
        for players in sorted({min(kind.seat_counts), max(kind.seat_counts)}):
            _measure(name, players)
    _shares()


def _measure(name: str, players: int) -> None:
    evening = _play(name, players)  # once unmeasured: what is loaded on demand is there then
    wall, cpu = [], []
    for _ in range(ROUNDS):
        began, busy = time.perf_counter(), time.process_time()
        evening = _play(name, players)
        wall.append(time.perf_counter() - began)
        cpu.append(time.process_time() - busy)
    seconds, actions = evening.seconds, len(evening.actions)
    print(
        f"  {name:<12}{players:>7}{actions:>9}{seconds:>13,.0f}{median(wall):>9.2f}{median(cpu):>9.2f}"
        f"{seconds / median(wall):>14,.0f}{seconds / median(cpu):>11,.0f}"
    )


def _play(name: str, players: int) -> Evening:
    with tempfile.TemporaryDirectory() as folder:
        return play(Path(folder), rules.load(name, players))


def _shares() -> None:
    """Where the processor's time goes, by room."""
    profile = cProfile.Profile()
    profile.runcall(_play, "classic", 4)
    spent: dict[str, float] = {}
    for (file, _, _), (_, _, own, *_) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        spent[_room(file)] = spent.get(_room(file), 0.0) + own
    total = sum(spent.values())
    most = sorted(spent.items(), key=lambda room: -room[1])[:8]
    print("  classic, 4 players, profiled: " + ", ".join(f"{room} {own / total:.0%}" for room, own in most))


def _room(file: str) -> str:
    """The part of the house a file belongs to."""
    path = Path(file)
    if path.is_relative_to(FIRMWARE):
        return "firmware"
    if path.is_relative_to(HOST):
        return path.relative_to(HOST).parts[0].removesuffix(".py")
    return "asyncio" if path.parent.name == "asyncio" else "built in" if file == "~" else "other libraries"
