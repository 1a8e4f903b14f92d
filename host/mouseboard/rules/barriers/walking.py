"""The moves of a seat that has no barriers left. This file is for speed alone: `Grid.reach` finds the same squares.

Random players soon have put all barriers and walk on for hundreds of plies. The barriers then stay as they are, so the
steps from each square are kept until other barriers are asked about. In random games for two this makes 0.40 of
OpenSpiel's speed 0.53 in plain Python, and 1.0 of it 1.5 where mypyc compiles this file.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from mouseboard.rules.barriers.grid import BIT, PASS, Grid, around, listed, open_steps
from mouseboard.rules.core import Action

if TYPE_CHECKING:
    from mypy_extensions import i64 as Squares


class Steps:
    """The moves of a mouse that faces no other, and the squares that they lead to."""

    def __init__(self, moves: tuple[Action, ...]) -> None:
        self.moves = moves
        self.squares = frozenset([move.name for move in moves])


class Fence:
    """Barriers that stand, and the steps between them."""

    def __init__(self, h: Squares, v: Squares) -> None:
        self.h = h
        self.v = v
        self.north, self.east = open_steps(h, v)
        self.known: dict[str, Steps] = {}

    def steps(self, square: str) -> Steps:
        """Those from the square."""
        steps = self.known.get(square)
        if steps is None:
            steps = self.known[square] = _steps(around(BIT[square], self.north, self.east))
        return steps


class Walking:
    """The moves of one game, with the barriers that were asked about last."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.fence = Fence(0, 0)

    def actions(self, seat: int, mice: tuple[str, ...], h: Squares, v: Squares) -> tuple[Action, ...]:
        """What the seat may do, sorted."""
        fence = self.fence
        if fence.h != h or fence.v != v:
            fence = self.fence = Fence(h, v)
        steps = fence.steps(mice[seat])
        if steps.squares.isdisjoint(mice):
            return steps.moves
        return _steps(self.grid.reach(seat, mice, h, v)).moves


@cache
def _steps(squares: int) -> Steps:
    """The moves to these squares, or to pass where there are none."""
    return Steps(listed(squares, 0, 0) or (PASS,))
