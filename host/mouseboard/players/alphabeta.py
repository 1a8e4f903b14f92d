"""A player for games of two without chance: alpha-beta search that goes deeper until it has seen a number of positions.

It counts positions, not seconds, so the same state and random stream give the same choice on any machine. A chain of
forced actions, such as a taking, is always searched to its end.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from mouseboard.rules.core import CHANCE, Action, State
from mouseboard.rules.parley import ACCEPT, DECLINE

WIN = 1000.0
DRAW = -0.5
"""Worth of a draw now, in men, so that a seat plays on until it is clearly behind. Later draws are worth 0."""
DEEPEST = 40
"""The most turns to look ahead. It is enough even where there are few choices."""

BLUNDER = 0.7
"""Loss, in men, compared with the best action, at which an action is a blunder."""
SOON, LATER = 2, 4
"""The turns that a warning looks ahead: who has got a man back later has not lost it but sacrificed it."""


class Position(ABC):
    """What a search needs of a state."""

    seat: int
    """The seat that moves."""
    key: Hashable
    """Equal for positions that are equal."""
    comes_again: bool = False
    """Whether the game has been there before, so that whoever goes there again makes no progress."""
    is_drawn: bool = False
    """Whether the game is over, and nobody has won."""

    @abstractmethod
    def following(self) -> Sequence[Position]:
        """Return the positions that may follow, takings first.

        Without any the seat has lost, unless the position `is_drawn`.
        """

    @abstractmethod
    def worth(self) -> float:
        """Return an estimate of the position for the seat that moves, in men."""

    @property
    @abstractmethod
    def is_quiet(self) -> bool:
        """Whether the estimate holds, because nothing is being taken."""


class Exhausted(Exception):
    """The search has used up its budget of positions."""


class Known(NamedTuple):
    """The result of a search of a position."""

    depth: int
    least: float
    most: float
    """Its worth lies between these two."""
    best: Hashable
    """The key of the best position that may follow."""


class Search:
    """One search with a budget of positions."""

    def __init__(self, positions: float = math.inf) -> None:
        self.positions = positions
        self._known: dict[Hashable, Known] = {}

    def worth(self, position: Position, depth: int, least: float = -math.inf, most: float = math.inf) -> float:
        """Return the worth of a position for the seat that moves, searched `depth` turns deep. Raises Exhausted.

        It is exact between `least` and `most`; beyond these it is a bound.
        """
        if position.is_drawn:
            return 0.0
        if depth <= 0 and position.is_quiet:
            return position.worth()
        known = self._known.get(position.key)
        if known and known.depth >= depth:
            if known.least >= most or known.least == known.most:
                return known.least
            if known.most <= least:
                return known.most
        following = position.following()
        if not following:
            return -WIN - depth  # the sooner, the worse
        self.positions -= 1
        if self.positions < 0:
            raise Exhausted
        if known:
            following = sorted(following, key=lambda after: after.key != known.best)
        best, highest, floor = following[0], -math.inf, least
        for after in following:
            worth = self.worth_after(position.seat, after, depth, floor, most)
            if worth > highest:
                best, highest, floor = after, worth, max(floor, worth)
                if highest >= most:
                    break
        low, high = highest > least, highest < most
        self._known[position.key] = Known(depth, highest if low else -math.inf, highest if high else math.inf, best.key)
        return highest

    def worth_after(
        self, seat: int, after: Position | None, depth: int, least: float = -math.inf, most: float = math.inf
    ) -> float:
        """Return the worth, for the seat that has moved, of what follows, None for a draw. Raises Exhausted."""
        if after is None:
            return DRAW
        if after.seat == seat:
            return self.worth(after, depth, least, most)
        return -self.worth(after, depth - 1, -most, -least)


class AlphaBeta:
    """A player that looks at a number of positions a choice."""

    def __init__(self, position: Callable[[State], Position], positions: int) -> None:
        self.position = position
        self.positions = positions

    def choose(self, state: State, rng: Random) -> Action:
        """Return the best action found. Raises ValueError if no seat decides."""
        if state.actor is None or state.actor == CHANCE:
            raise ValueError("no seat decides here")
        if state.actions() == (ACCEPT, DECLINE):
            return self._answer(self.position(state))
        actions, search = list(state.actions()), Search(self.positions)
        rng.shuffle(actions)
        following = self._following(state)
        try:
            for depth in range(1, DEEPEST):
                best = -math.inf
                for n, action in enumerate(actions):
                    after = following[action]
                    if after and after.comes_again:
                        after = None  # worth a draw
                    worth = search.worth_after(state.actor, after, depth, best)
                    if worth > best:
                        best = worth
                        actions.insert(0, actions.pop(n))
                if abs(best) >= WIN or len(actions) == 1:
                    break
        except Exhausted:
            pass
        return actions[0]

    @staticmethod
    def _answer(position: Position) -> Action:
        """Take a draw if clearly behind, or if not ahead where the game goes round in circles.

        The seat that moves in this position is the one that offers.
        """
        enough = 0.0 if position.comes_again else -DRAW
        return ACCEPT if Search().worth(position, LATER) >= enough else DECLINE

    def warns(self, state: State, action: Action) -> bool:
        """Return whether the action gives away a man, or the game, and gets nothing for it soon."""
        if state.actor is None or action == DECLINE or action not in state.actions():
            return False
        following = self._following(state)
        return all(_loses(following, state.actor, action, turns) for turns in (SOON, LATER))

    def _following(self, state: State) -> dict[Action, Position | None]:
        """Return the position after each action, or None where that ends the game in a draw."""
        states = {action: state.after(action) for action in state.actions()}
        return {
            action: None if after.actor is None and not after.winners else self.position(after)
            for action, after in states.items()
        }


def _loses(following: Mapping[Action, Position | None], seat: int, action: Action, turns: int) -> bool:
    """Return whether another action of the seat is better by a blunder, looking this number of turns ahead."""
    search = Search()
    least = search.worth_after(seat, following[action], turns)
    most = least + BLUNDER
    return any(search.worth_after(seat, after, turns, least, most) >= most for after in following.values())
