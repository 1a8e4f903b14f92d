"""Plies a second of random games of barriers, plain and compiled, beside OpenSpiel's quoridor driven from Python.

Each makes the whole list of legal actions at every ply. OpenSpiel is in C++ and plays on the same grid with as many
barriers. It is skipped if it is not installed: `pip install -e '.[peers]'`. Neither OpenSpiel nor our `after` checks
the action it is given; our `play` does. OpenSpiel ends a game as a draw after 196 plies. In the row "cut there" our
games end there too. Our plies beyond that are mostly cheap, because all barriers are on the board by then.

Each measure runs in a process of its own on one core. The measures take turns, and the figure is the median of the
rounds, in processor time.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from statistics import median

from tests.helpers.built import ROOT, installed

from mouseboard import rules

ROUNDS = 7
SECONDS = 1.5
LONGEST = 196
"""Plies of OpenSpiel's longest game on this grid."""

Game = Callable[[Random], int]
"""Plays one random game and returns its plies."""

WAYS = {"play": "to the end, by play", "after": "to the end, by after", "cut": "cut there, by after"}


def run() -> None:
    """Print the figures. Needs a C compiler."""
    with tempfile.TemporaryDirectory() as folder:
        builds = {name: installed(Path(folder, name), name == "compiled") for name in ("plain", "compiled")}
        measures = [(name, way) for name in builds for way in WAYS]
        if find_spec("pyspiel"):
            measures.append(("OpenSpiel", "quoridor"))
        else:
            print("OpenSpiel is left out: it is not installed")
        found: dict[tuple[str, str], list[float]] = {measure: [] for measure in measures}
        for _ in range(ROUNDS):
            for name, way in measures:
                found[name, way].append(_in_a_process(way, builds.get(name, builds["plain"])))
    print(f"barriers: random games for two, median of {ROUNDS} rounds of {SECONDS:g} s")
    peer = median(found.get(("OpenSpiel", "quoridor"), [0.0]))
    for (name, way), rates in found.items():
        beside = f"{median(rates) / peer:>8.2f} x OpenSpiel" if peer else ""
        print(f"  {name:<10}{WAYS.get(way, way):<22}{median(rates):>10,.0f} plies/s{beside}")


def _in_a_process(way: str, environment: dict[str, str]) -> float:
    command = [sys.executable, "-c", f"from tests.bench import barriers; print(barriers.rate({way!r}))"]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)  # pyspiel warns
    return float(done.stdout)


def rate(way: str) -> float:
    """Return plies a second, after some seconds of warm-up."""
    game = _open_spiel() if way == "quoridor" else _ours(way)
    rng = Random(1)
    for seconds in (SECONDS / 3, SECONDS):
        history, began = 0, time.process_time()
        while (took := time.process_time() - began) < seconds:
            history += game(rng)
    return history / took


def _ours(way: str) -> Game:
    start = rules.load("barriers", 2, first="seat0").start()

    def play(rng: Random) -> int:
        state, history = start, 0
        while state.actor is not None:
            state = state.play(rng.choice(state.actions()))
            history += 1
        return history

    def after(rng: Random) -> int:
        state, history = start, 0
        while state.actor is not None:
            state = state.after(rng.choice(state.actions()))
            history += 1
        return history

    def cut(rng: Random) -> int:
        state = start
        for history in range(LONGEST):
            if state.actor is None:
                return history
            state = state.after(rng.choice(state.actions()))
        return LONGEST

    games: dict[str, Game] = {"play": play, "after": after, "cut": cut}
    return games[way]


def _open_spiel() -> Game:
    quoridor = import_module("pyspiel").load_game("quoridor(board_size=7,wall_count=8)")

    def play(rng: Random) -> int:
        state, history = quoridor.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            history += 1
        return history

    return play
