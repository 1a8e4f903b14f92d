"""How many games of barriers the players win against OpenSpiel's MCTS, each of the two beginning every other game.

MCTS makes 1,000 simulations for each choice, each a random game to its end, and uses what it has proven (`solve`).
OpenSpiel calls a game a draw after 196 plies, which counts as half a win. At every ply both must find the same actions
legal, so the bench also tests the rules.
"""

from __future__ import annotations

import os
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import Pool
from random import Random
from statistics import mean

from mouseboard import players, rules
from mouseboard.rules.barriers.grid import ROWS
from mouseboard.study.statistics import share

KINDS = ("sensible", "strong")
GAMES = 200
SIMULATIONS = 1000
EXPLORATION = 2.0
"""The `uct_c` of OpenSpiel's own examples."""


def run() -> None:
    """Print the figures."""
    if not find_spec("pyspiel"):
        print("strength is left out: OpenSpiel is not installed")
        return
    print(f"strength: barriers for two against OpenSpiel's MCTS with {SIMULATIONS:,} simulations, {GAMES} games each")
    for kind in KINDS:
        with Pool(os.cpu_count()) as pool:
            points = pool.map(partial(play, kind), range(GAMES), chunksize=1)
        won, low, high = share(sum(points), GAMES)
        first, second = mean(points[::2]), mean(points[1::2])
        print(f"  {kind:<10}{won:6.1%} ({low:.0%} to {high:.0%}), beginning {first:.0%}, coming second {second:.0%}")


def play(kind: str, number: int) -> float:
    """Return the score of a player of this kind in one game: 1 for a win, 0.5 for a draw."""
    spiel = import_module("pyspiel")
    peer = spiel.load_game(f"quoridor(board_size={len(ROWS)},wall_count=8)")
    there = peer.new_initial_state()
    bot = spiel.MCTSBot(
        peer, spiel.RandomRolloutEvaluator(1, number), EXPLORATION, SIMULATIONS, 1000, True, number, False
    )
    game = rules.load("barriers", 2, first="seat0")
    here, ours, mine, rng = game.start(), players.load(kind, game), number % 2, Random(f"{kind}/{number}")
    while here.actor is not None and not there.is_terminal():
        legal = {mirrored(there.action_to_string(action)) for action in there.legal_actions()}
        assert legal == set(map(str, here.actions())), f"game {number}: not the same is legal in {here.to_json()}"
        if here.actor == mine:
            action = str(ours.choose(here, rng))
            there.apply_action(there.string_to_action(mirrored(action)))
        else:
            chosen = bot.step(there)
            action = mirrored(there.action_to_string(chosen))
            there.apply_action(chosen)
        here = here.after(here.game.read(action))
    return 0.5 if here.actor is not None else float(here.winners == (mine,))


def mirrored(notation: str) -> str:
    """Translate our notation to OpenSpiel's, or back. There row 1 is the far one; a barrier lies below its square."""
    column, row, barrier = notation[0], int(notation[1]), notation[2:]
    return f"{column}{len(ROWS) - row + (0 if barrier else 1)}{barrier}"
