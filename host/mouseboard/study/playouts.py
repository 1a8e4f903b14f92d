"""A player for games that have no computer player of their own: it beats random play without knowing the game."""

from __future__ import annotations

from random import Random

from mouseboard.players import RandomPlayer
from mouseboard.rules import Action, State
from mouseboard.rules.core import shares
from mouseboard.study.playing import Streams, play

KIND = "playouts"
"""Its name among the kinds of player."""
PLAYOUTS = 8
"""The number of random games played after each legal action."""


class Playouts:
    """A flat Monte Carlo player: it plays random games after each action and takes one that won most often."""

    def choose(self, state: State, rng: Random) -> Action:
        actions = state.actions()
        if len(actions) == 1:
            return actions[0]
        seat = state.actor
        assert seat is not None
        won = {action: sum(self._share(state.after(action), seat, rng) for _ in range(PLAYOUTS)) for action in actions}
        most = max(won.values())
        return rng.choice([action for action in actions if won[action] == most])

    def _share(self, state: State, seat: int, rng: Random) -> float:
        """Return that seat's share of a random game from here on."""
        steps = list(play(state, [RandomPlayer()] * state.game.players, Streams(rng, rng)))
        return shares(steps[-1][2] if steps else state)[seat]
