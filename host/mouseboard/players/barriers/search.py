"""Alpha-beta search for barriers, assuming that everyone else plays against the seat.

Iterative deepening in one tree that is kept. Each pass looks first at the best move of the previous one, which lets
alpha-beta prune most of the rest.
"""

from __future__ import annotations

import math
from operator import attrgetter
from typing import Final

from mouseboard.players.barriers.memory import remembered
from mouseboard.players.barriers.position import CUT_OFF, Position

WIN: Final = 1000.0
IN_HAND: Final = 0.1
"""How much more a barrier in hand is worth than one on the board, in squares."""
MARGIN: Final = 2.0
"""The loss, in squares, that a good reply may cause. Other margins from 1 to 3 were tried and played no better."""

WORTH: Final = attrgetter("worth")


class Exhausted(Exception):
    """The search has used up its budget of positions."""


class Search:
    """One search for the best action of `seat`, with a budget of `positions`."""

    def __init__(self, seat: int, positions: float) -> None:
        self.seat = seat
        self.positions = positions

    def worth(self, position: Position, depth: int, least: float = -math.inf, most: float = math.inf) -> float:
        """Return the worth of a position, searched `depth` actions deep within the window from `least` to `most`.

        `least` is alpha and `most` is beta. Raises Exhausted.
        """
        if depth == 0 or position.is_over or self.is_clear(position, depth, least, most):
            return position.worth
        mine = position.actor == self.seat
        following = self.following(position)
        for after in tuple(following):
            worth = self.worth(after, depth - 1, least, most)
            if mine and worth > least:
                least = worth
            elif not mine and worth < most:
                most = worth
            else:
                continue
            following.remove(after)
            following.insert(0, after)
            if least >= most:
                break
        return least if mine else most

    def is_clear(self, position: Position, depth: int, least: float, most: float) -> bool:
        """Return whether to prune a position, because its actor is too far ahead for opponents to allow it.

        A step along the actor's shortest way leaves the worth unchanged. Each later action may cost it the margin.
        """
        margin = MARGIN * (depth - 1)
        return position.worth - margin >= most if position.actor == self.seat else position.worth + margin <= least

    def following(self, position: Position) -> list[Position]:
        """Return the positions that follow, likely best first. Raises Exhausted."""
        if position.following is None:
            if self.positions <= 0:
                raise Exhausted
            found = position.successors()
            self.positions -= len(found)
            for after in found:
                after.worth = estimate(self.seat, after.actor, after.steps, after.left)
            found.sort(key=WORTH, reverse=position.actor == self.seat)
            position.following = found
        return position.following


@remembered(1 << 14)
def estimate(seat: int, actor: int, steps: tuple[int, ...], left: tuple[int, ...]) -> float:
    """Return the static worth of a position to a seat: its lead over its nearest rival, in squares.

    It assumes that from now on everyone takes a shortest way, the actor first. Barriers in hand add to the worth.
    """
    if 0 in steps:
        return -WIN if steps[seat] else WIN
    count, own, nearest, most_left = len(steps), 0, CUT_OFF * len(steps), 0
    for mouse, far in enumerate(steps):
        turns = far * count + (mouse - actor) % count
        if mouse == seat:
            own = turns
        else:
            nearest, most_left = min(nearest, turns), max(most_left, left[mouse])
    return (nearest - own) / count + IN_HAND * (left[seat] - most_left)
