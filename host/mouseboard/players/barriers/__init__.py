"""Players of barriers: they look ahead, assuming that everyone else plays against them.

The worth of a position depends on distances: how much sooner than its nearest rival the seat gets across if nobody puts
another barrier. The search considers only barriers that cut a rival's shortest way. It (`search.py`) goes deeper until
it has seen a set number of positions, not for a set time. So the same state and random stream give the same choice on
any machine.
"""

from __future__ import annotations

import math
from random import Random

from mouseboard.players import Levels
from mouseboard.players.barriers.position import position
from mouseboard.players.barriers.search import WIN, WORTH, Exhausted, Search
from mouseboard.rules.barriers import BarriersState
from mouseboard.rules.core import CHANCE, Action, State

NO_REPLY = 1
"""The position budget of a player that ignores replies. It covers only the positions that follow at once."""
DEEPEST = 12
"""The most actions to look ahead. It is enough even where there are few choices."""

BLUNDER = 2.0
"""Loss, in squares, compared with the best choice, at which a move is a blunder."""


class BarriersPlayer:
    """A player that looks at about `positions` positions per choice; a thousand take a hundredth of a second."""

    def __init__(self, positions: int, slips: float = 0) -> None:
        self.positions = positions
        self.slips = slips
        """The share of its choices that ignore replies."""

    def choose(self, state: State, rng: Random) -> Action:
        """Return the best action found. Raises ValueError if no seat decides."""
        assert isinstance(state, BarriersState)
        if state.actor is None or state.actor == CHANCE:
            raise ValueError("no seat decides here")
        positions = NO_REPLY if self.slips and rng.random() < self.slips else self.positions
        search, root = Search(state.actor, positions), position(state)
        following = search.following(root)
        rng.shuffle(following)
        following.sort(key=WORTH, reverse=True)
        try:
            for depth in range(1, DEEPEST + 1):
                if abs(search.worth(root, depth)) == WIN:
                    break
        except Exhausted:
            pass
        return following[0].action

    def warns(self, state: State, action: Action) -> bool:
        """Return whether the action, after the best reply, is at least BLUNDER squares worse than the best one."""
        assert isinstance(state, BarriersState)
        assert state.actor is not None
        after = state.after(action)
        if after.actor is None:
            return False
        search = Search(state.actor, math.inf)
        worth = search.worth(position(after), 1)
        return search.worth(position(state), 2) - worth >= BLUNDER


LEVELS: Levels = {
    "child": lambda _: BarriersPlayer(NO_REPLY),
    "learner": lambda _: BarriersPlayer(1000, slips=1 / 2),
    "sensible": lambda _: BarriersPlayer(1000),
    "strong": lambda _: BarriersPlayer(10_000),
}
