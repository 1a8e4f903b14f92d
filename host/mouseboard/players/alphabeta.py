"""A player for games of two without chance: alpha-beta search that goes deeper until it has seen a number of positions.

It counts positions, not seconds, so the same state and random stream give the same choice on any machine. A chain of
forced actions, such as a taking, is always searched to its end.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random

from mouseboard.rules.core import CHANCE, Action, State
from mouseboard.rules.parley import ACCEPT, DECLINE

WIN = 1000.0
DEEPEST = 40
"""The most actions to look ahead. It is enough even where there are few choices."""

BLUNDER = 0.9
"""Loss, in men, compared with the best action, at which an action is a blunder."""
SOON = 2
"""The actions that a warning, or the answer to an offer, looks ahead."""


class Position(ABC):
    """What a search needs of a state."""

    seat: int
    """The seat that moves."""

    @abstractmethod
    def following(self) -> Sequence[tuple[Action, Position]]:
        """Return the actions, takings first, with the positions that follow. The seat has lost if there are none."""

    @abstractmethod
    def worth(self) -> float:
        """Return an estimate of the position for the seat that moves, in men."""

    @property
    @abstractmethod
    def is_quiet(self) -> bool:
        """Whether the estimate holds, because nothing is being taken."""


class Exhausted(Exception):
    """The search has used up its budget of positions."""


class Search:
    """One search with a budget of positions."""

    def __init__(self, positions: float = math.inf) -> None:
        self.positions = positions

    def worth(self, position: Position, depth: int, least: float = -math.inf, most: float = math.inf) -> float:
        """Return the worth of a position for the seat that moves, searched `depth` actions deep. Raises Exhausted."""
        if depth <= 0 and position.is_quiet:
            return position.worth()
        following = position.following()
        if not following:
            return -WIN - depth  # the sooner, the worse
        self.positions -= len(following)
        if self.positions < 0:
            raise Exhausted
        for _, after in following:
            least = max(least, self.worth_after(position, after, depth, least, most))
            if least >= most:
                break
        return least

    def worth_after(
        self, position: Position, after: Position, depth: int, least: float = -math.inf, most: float = math.inf
    ) -> float:
        """Return the worth of what follows a position for the seat that moves there. Raises Exhausted."""
        if after.seat == position.seat:
            return self.worth(after, depth - 1, least, most)
        return -self.worth(after, depth - 1, -most, -least)


class AlphaBeta:
    """A player that sees about so many positions a choice."""

    def __init__(self, position: Callable[[State], Position], positions: int) -> None:
        self.position = position
        self.positions = positions

    def choose(self, state: State, rng: Random) -> Action:
        """Return the best action found; take a draw unless ahead. Raises ValueError if no seat decides."""
        if state.actor is None or state.actor == CHANCE:
            raise ValueError("no seat decides here")
        root = self.position(state)
        if state.actions() == (ACCEPT, DECLINE):
            return ACCEPT if Search().worth(root, SOON) >= 0 else DECLINE
        following = list(root.following())
        rng.shuffle(following)
        search = Search(self.positions)
        try:
            for depth in range(1, DEEPEST):
                best = self._sort(state, root, following, search, depth)
                if abs(best) >= WIN:
                    break
        except Exhausted:
            pass
        return following[0][0]

    def warns(self, state: State, action: Action) -> bool:
        """Return whether the action gives away a man, or the game, within the next actions."""
        root = self.position(state)
        if action not in dict(root.following()):
            return False
        worths = {each: Search().worth_after(root, after, SOON) for each, after in root.following()}
        return max(worths.values()) - worths[action] >= BLUNDER

    def _sort(
        self, state: State, root: Position, following: list[tuple[Action, Position]], search: Search, depth: int
    ) -> float:
        """Move the best action to the front, and return its worth. Raises Exhausted, and then keeps the order."""
        best, least = 0, -math.inf
        for n, (action, after) in enumerate(following):
            worth = 0.0 if _draws(state, action) else search.worth_after(root, after, depth, least)
            if worth > least:
                best, least = n, worth
        following.insert(0, following.pop(best))
        return least


def _draws(state: State, action: Action) -> bool:
    """Return whether an action ends the game in a draw."""
    after = state.after(action)
    return after.actor is None and not after.winners
