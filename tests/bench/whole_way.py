"""How much faster than real time whole games run, hand to lamp, through firmware, line, referee and journal.

Simulated hands play every game at a human pace on the simulated table, which runs the firmware's own files under this
CPython. Each action is on the disk before it counts; `TMPDIR=/dev/shm` keeps the journal in memory and so leaves the
disk out. The figure is simulated seconds per wall second. Per processor second it is what a machine with nothing else
to do could reach. Each game runs plain and compiled by `make fast`, which speeds up only the players of `barriers`. The
last line shows where the time of a classic game goes.

The same machine may be half as fast again an hour later. `BESIDE=COMMIT` measures that commit too, plain, in the same
minutes, and prints how much faster this one is.
"""

from __future__ import annotations

import cProfile
import json
import os
import pstats
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, Self

from tests.helpers.built import ROOT, installed
from tests.referee.evening import Evening, play

import mouseboard
import mousetable
from mouseboard import rules

ROUNDS = 9
BESIDE = os.environ.get("BESIDE")
HOST, FIRMWARE = (Path(str(package.__file__)).parent for package in (mouseboard, mousetable))

PLAY = """
import json, sys, time
from tests.bench.whole_way import _play, rules
print(json.dumps(sorted(rules.games())), flush=True)
for line in sys.stdin:
    began, busy = time.perf_counter(), time.process_time()
    evening = _play(*json.loads(line))
    took = time.perf_counter() - began, time.process_time() - busy
    print(json.dumps([len(evening.actions), evening.seconds, *took]), flush=True)
"""
"""Lists the games, then plays one for each line of input. Uses only what every commit has, for BESIDE."""


def run() -> None:
    """Print the figures. Needs a C compiler, and git for BESIDE. Raises SystemExit if there is no such commit."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as processes:

        def player(name: str, checkout: Path, compiled: bool) -> _Player:
            environment = installed(Path(folder, name), compiled, checkout)
            return processes.enter_context(_Player(name, checkout, environment))

        players = [player("plain", ROOT, False), player("compiled", ROOT, True)]
        if BESIDE:
            players.append(player(f"{BESIDE:.7}", _checked_out(BESIDE, Path(folder, "checkout")), False))
        print(f"whole way: whole games on the simulated table, journal included, seed 7, median of {ROUNDS} rounds")
        columns = "".join(f"{player.name + ': s':>14}   x real time   x by cpu" for player in players)
        print(f"  game        players  actions  simulated s{columns}{'   as much' if BESIDE else ''}")
        for name, kind in rules.games().items():
            for seats in sorted({min(kind.seat_counts), max(kind.seat_counts)}):
                if all(name in player.games for player in players):
                    _compare(players, name, seats)
        print(f"  classic, 4 players, plain, profiled: {players[0].shares()}")


def _checked_out(commit: str, folder: Path) -> Path:
    """Extract all files of a commit into a new folder. Raises SystemExit if git cannot."""
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True)
    if archive.returncode:
        raise SystemExit(f"BESIDE={commit}: {archive.stderr.decode().strip()}")
    folder.mkdir()
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    return folder


def _compare(players: Sequence[_Player], name: str, seats: int) -> None:
    """Print one row. The builds take turns, because the machine's speed varies. They may play different moves."""
    for player in players:
        player.play(name, seats)  # unmeasured: loads what is loaded on demand
    rounds = [[player.play(name, seats) for player in players] for _ in range(ROUNDS)]
    row = f"  {name:<12}{seats:>7}{rounds[0][0].actions:>9}{rounds[0][0].seconds:>13,.0f}"
    for games in zip(*rounds, strict=True):
        wall, cpu = median(game.wall for game in games), median(game.cpu for game in games)
        row += f"{wall:>14.3f}{games[0].seconds / wall:>14,.0f}{games[0].seconds / cpu:>11,.0f}"
    if BESIDE:
        row += f"{median(plain.speed / beside.speed for plain, _, beside in rounds):>10.2f}"
    print(row)


class _Game(NamedTuple):
    """A game that was played: its simulated seconds, and its wall and processor seconds."""

    actions: int
    seconds: float
    wall: float
    cpu: float

    @property
    def speed(self) -> float:
        """Simulated seconds per wall second."""
        return self.seconds / self.wall


class _Player:
    """A process that plays games with the package installed from one checkout."""

    def __init__(self, name: str, checkout: Path, environment: dict[str, str]) -> None:
        self.name = name
        self._checkout = checkout
        self._environment = environment
        self._process = subprocess.Popen(
            [sys.executable, "-c", PLAY],
            cwd=checkout,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.games: list[str] = self._read()

    def _read(self) -> Any:
        assert self._process.stdout
        return json.loads(self._process.stdout.readline())

    def play(self, name: str, seats: int) -> _Game:
        assert self._process.stdin
        print(json.dumps([name, seats]), file=self._process.stdin, flush=True)
        return _Game(*self._read())

    def shares(self) -> str:
        command = [sys.executable, "-c", "from tests.bench import whole_way; print(whole_way.shares())"]
        done = subprocess.run(
            command, cwd=self._checkout, env=self._environment, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()


def _play(name: str, players: int) -> Evening:
    with tempfile.TemporaryDirectory() as folder:
        return play(Path(folder), rules.load(name, players))


def shares() -> str:
    """Return which room uses which share of the processor time."""
    profile = cProfile.Profile()
    profile.runcall(_play, "classic", 4)
    spent: dict[str, float] = {}
    for (file, _, _), (_, _, own, *_) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        spent[_room(file)] = spent.get(_room(file), 0.0) + own
    total = sum(spent.values())
    most = sorted(spent.items(), key=lambda room: -room[1])[:8]
    return ", ".join(f"{room} {own / total:.0%}" for room, own in most)


def _room(file: str) -> str:
    """Return the room of a file, or another name for the part it belongs to."""
    path = Path(file)
    if path.is_relative_to(FIRMWARE):
        return "firmware"
    if path.is_relative_to(HOST):
        return path.relative_to(HOST).parts[0].removesuffix(".py")
    return "asyncio" if path.parent.name == "asyncio" else "built in" if file == "~" else "other libraries"
