"""A player that is better than chance at any game without its help, for games that have no computer player."""

from __future__ import annotations

from random import Random

from mouseboard.players import RandomPlayer
from mouseboard.rules import Action, State
from mouseboard.study.playing import Streams, play

KIND = "playouts"
"""What it is called among the kinds of player."""
PLAYOUTS = 8
"""Random games from each action on."""


class Playouts:
    """Plays on at random from each action a few times, and takes one that won most (flat Monte Carlo)."""

    def choose(self, state: State, rng: Random) -> Action:
        actions = state.actions()
        if len(actions) == 1:
            return actions[0]
        seat = state.actor
        won = {action: sum(self._wins(state.after(action), seat, rng) for _ in range(PLAYOUTS)) for action in actions}
        most = max(won.values())
        return rng.choice([action for action in actions if won[action] == most])

    def _wins(self, state: State, seat: int | None, rng: Random) -> bool:
        """Whether that seat wins a random game from here on."""
        steps = list(play(state, [RandomPlayer()] * state.game.players, Streams(rng, rng)))
        return seat in (steps[-1][2] if steps else state).winners
