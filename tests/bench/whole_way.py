"""How much faster than real time whole games run, hand to lamp, through firmware, line, referee and journal.

Simulated hands play every game at a human pace on the simulated table, the firmware's own files under this CPython, and
each action is on the disk before it counts (with `TMPDIR=/dev/shm` in memory, which leaves the disk out). Simulated
seconds by wall seconds is the ratio; by processor seconds it is what a machine could do that is not busy with other
things. It is measured plain and as `make fast` compiles it. Last comes what the time of a classic game goes into.
"""

from __future__ import annotations

import cProfile
import json
import pstats
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, Self

from tests.built import ROOT, installed
from tests.referee.evening import Evening, play

import mouseboard
import mousetable
from mouseboard import rules

ROUNDS = 9
BUILDS = ("plain", "compiled")
HOST, FIRMWARE = (Path(str(package.__file__)).parent for package in (mouseboard, mousetable))


def run() -> None:
    """Print the figures. Needs a C compiler."""
    print(f"whole way: whole games on the simulated table, journal included, seed 7, median of {ROUNDS} rounds")
    print(
        "  game        players  actions  simulated s"
        + "".join(f"{build:>10}: s   x real time   x by cpu" for build in BUILDS)
    )
    with tempfile.TemporaryDirectory() as folder, ExitStack() as processes:
        players = [processes.enter_context(_Player(Path(folder, build), build)) for build in BUILDS]
        for name, kind in rules.games().items():
            for seats in sorted({min(kind.seat_counts), max(kind.seat_counts)}):
                _compare(players, name, seats)
        print("  classic, 4 players, plain, profiled: " + players[0].ask("shares"))


def _compare(players: Sequence[_Player], name: str, seats: int) -> None:
    """One row. The builds take turns, for the machine is quicker at times."""
    for player in players:
        player.ask("play", name, seats)  # once unmeasured: what is loaded on demand is there then
    games = [[_Game(*player.ask("play", name, seats)) for player in players] for _ in range(ROUNDS)]
    row = f"  {name:<12}{seats:>7}{games[0][0].actions:>9}{games[0][0].seconds:>13,.0f}"
    for same in zip(*games, strict=True):
        wall, cpu = median(game.wall for game in same), median(game.cpu for game in same)
        row += f"{wall:>13.3f}{same[0].seconds / wall:>14,.0f}{same[0].seconds / cpu:>11,.0f}"
    print(row)


class _Game(NamedTuple):
    """A game that was played: its simulated seconds, and what it took."""

    actions: int
    seconds: float
    wall: float
    cpu: float


class _Player:
    """A process that plays games with its own build of the package."""

    def __init__(self, folder: Path, build: str) -> None:
        environment = installed(folder, compiled=build == "compiled")
        command = [sys.executable, "-c", "from tests.bench import whole_way; whole_way.serve()"]
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, *words: object) -> Any:
        """What one of its functions answers."""
        assert self._process.stdin and self._process.stdout
        print(json.dumps(words), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()


def serve() -> None:
    """Answer what a bench asks, a line at a time."""
    answers: dict[str, Callable[..., object]] = {"play": _timed, "shares": _shares}
    for line in sys.stdin:
        word, *rest = json.loads(line)
        print(json.dumps(answers[word](*rest)), flush=True)


def _timed(name: str, seats: int) -> _Game:
    began, busy = time.perf_counter(), time.process_time()
    evening = _play(name, seats)
    return _Game(len(evening.actions), evening.seconds, time.perf_counter() - began, time.process_time() - busy)


def _play(name: str, players: int) -> Evening:
    with tempfile.TemporaryDirectory() as folder:
        return play(Path(folder), rules.load(name, players))


def _shares() -> str:
    """Where the processor's time goes, by room."""
    profile = cProfile.Profile()
    profile.runcall(_play, "classic", 4)
    spent: dict[str, float] = {}
    for (file, _, _), (_, _, own, *_) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        spent[_room(file)] = spent.get(_room(file), 0.0) + own
    total = sum(spent.values())
    most = sorted(spent.items(), key=lambda room: -room[1])[:8]
    return ", ".join(f"{room} {own / total:.0%}" for room, own in most)


def _room(file: str) -> str:
    """The part of the house a file belongs to."""
    path = Path(file)
    if path.is_relative_to(FIRMWARE):
        return "firmware"
    if path.is_relative_to(HOST):
        return path.relative_to(HOST).parts[0].removesuffix(".py")
    return "asyncio" if path.parent.name == "asyncio" else "built in" if file == "~" else "other libraries"
