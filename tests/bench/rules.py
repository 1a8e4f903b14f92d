"""Actions and games a second at random play, beside Catanatron (a dice game in Python) and python-chess.

Our games use the whole contract: the list of legal actions of every state, outcomes drawn by their exact odds, and each
action checked by `play`. Each game has its largest number of players. The peers use their own random players, four in
Catan, and are skipped if they are not installed: `pip install -e '.[peers]'`. All take turns in one run on one core.
The figure is the median of the rounds, in processor time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import Random
from statistics import median
from typing import Any

from mouseboard import rules
from mouseboard.rules.chance import draw

ROUNDS = 5
SECONDS = 1.0
"""Seconds that each plays in a round. A game that has begun is played to its end."""

Play = Callable[[Random], int]
"""Plays one random game and returns how many actions it had."""


def run() -> None:
    """Print the figures."""
    most = {name: max(kind.seat_counts) for name, kind in rules.games().items()}
    games: dict[str, Play] = {name: partial(_ours, rules.load(name, count)) for name, count in most.items()}
    for name, make in {"catanatron": _catanatron, "python-chess": _chess}.items():
        try:
            games[name] = make()
        except ModuleNotFoundError as error:
            print(f"{name} is left out: {error}")
    rounds: dict[str, list[tuple[float, float]]] = {name: [] for name in games}
    for number in range(ROUNDS):
        for name, play in games.items():
            rounds[name].append(_measure(play, number))
    print(f"rules: random games, median of {ROUNDS} rounds of {SECONDS:g} s")
    found = {name: tuple(median(figures) for figures in zip(*each, strict=True)) for name, each in rounds.items()}
    for name, (action_rate, game_rate) in found.items():
        beside = f"{action_rate / found['catanatron'][0]:8.1f} x catanatron" if "catanatron" in found else ""
        print(f"  {name:<14}{action_rate:>10,.0f} actions/s{game_rate:>9,.1f} games/s{beside}")


def _measure(play: Play, number: int) -> tuple[float, float]:
    """Return the actions and games a second of one round."""
    actions = games = 0
    began = time.process_time()
    while (took := time.process_time() - began) < SECONDS:
        actions += play(Random(f"{number}/{games}"))
        games += 1
    return actions / took, games / took


def _ours(game: rules.Game, rng: Random) -> int:
    state, actions = game.start(), 0
    while (actor := state.actor) is not None:
        state = state.play(draw(state.odds(), rng) if actor == rules.CHANCE else rng.choice(state.actions()))
        actions += 1
    return actions


def _catanatron() -> Play:
    """Return Catanatron's play. Its players use the global random generator, so this seeds it before each game."""
    catan = import_module("catanatron")
    random = import_module("random")

    def play(rng: Random) -> Any:
        random.seed(rng.random())
        game = catan.Game([catan.RandomPlayer(colour) for colour in catan.Color])
        game.play()
        return len(game.state.actions)

    return play


def _chess() -> Play:
    chess = import_module("chess")

    def play(rng: Random) -> Any:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        return len(board.move_stack)

    return play
