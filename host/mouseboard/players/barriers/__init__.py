"""Players of barriers: they look ahead, assuming that everyone else plays against them.

What a position is worth depends on distances: how much sooner the seat is across than its nearest rival, if nobody puts
a barrier any more. Of the barriers only those are looked at that cut a rival's shortest way. The search (`search.py`)
goes deeper until it has looked at a set number of positions, not for a set time: the same state and random stream give
the same choice on any machine.
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
"""Positions looked at by who does not think of what others may do: only those that follow at once."""
DEEPEST = 12
"""Actions ahead; enough even where there are few choices."""

BLUNDER = 2.0
"""Who falls back by so many squares, compared to the best choice, is warned, if that is wanted."""


class BarriersPlayer:
    """Looks at about `positions` for one choice, a thousand in a hundredth of a second."""

    def __init__(self, positions: int, slips: float = 0) -> None:
        self.positions = positions
        self.slips = slips
        """How often, of all its choices, it does not think of a reply."""

    def choose(self, state: State, rng: Random) -> Action:
        """The best action found. Raises ValueError where no seat decides."""
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
        """Whether the action, after the best reply, is squares behind the best one."""
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
