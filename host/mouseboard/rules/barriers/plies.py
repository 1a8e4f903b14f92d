"""The plies of `barriers`: what is legal in a moment, and which moment follows.

Once all barriers are put, which is soon where players play at random, mice only walk. Where each may go is then kept
with the barriers that stand.

Compiled by mypyc as `grid.py` is. A moment hands over its fields one by one, since compiled code is slow to read them
from a struct; its barriers are of type Any where they are only passed on, as the very ints that they are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from mouseboard.rules.barriers.grid import BIT, LYING, PASS, STANDING, Grid, around, listed, open_steps
from mouseboard.rules.core import Action, swap

if TYPE_CHECKING:
    from mypy_extensions import i64 as Squares

M = TypeVar("M")
"""A moment."""


class Steps:
    """Where a mouse may go from a square while it faces no other."""

    def __init__(self, squares: Squares) -> None:
        self.moves = _moves(squares)
        self.squares = frozenset([move.verb for move in self.moves])


class Fence:
    """The barriers that stand, and the steps between them, which are worked out when they are first asked for."""

    def __init__(self, h: Any, v: Any) -> None:
        self.h: object = h
        self.v: object = v
        self.north, self.east = open_steps(h, v)
        self.known: dict[str, Steps] = {}

    def steps(self, square: str) -> Steps:
        """Those from the square."""
        steps = self.known.get(square)
        if steps is None:
            steps = _steps(around(BIT[square], self.north, self.east))
            self.known[square] = steps
        return steps


class Asked:
    """What a seat with barriers left may do there: the grid's answer."""

    def __init__(self, seat: int, mice: tuple[str, ...], h: Any, v: Any, legal: tuple[Action, ...]) -> None:
        self.seat = seat
        self.mice = mice
        self.h: object = h
        self.v: object = v
        self.legal = legal


class Plies:
    """What may be done, and what it leads to, in one game."""

    def __init__(self, grid: Grid, lot: tuple[Action, ...]) -> None:
        self.grid = grid
        self.lot = lot
        """What the lot may say before anybody plays."""
        self.players = len(grid.goals)
        self.actors = [
            {square: None if bit & goal else (seat + 1) % self.players for square, bit in BIT.items()}
            for seat, goal in enumerate(grid.goals)
        ]
        """Who plays after each seat when its mouse has come to a square: nobody where it is across."""
        self.fence = Fence(0, 0)
        """The barriers between which a mouse walked last: once all are put, they stay."""
        self.asked = Asked(0, (), 0, 0, ())
        """What the grid was asked for last: `play` asks again."""

    def actions(
        self, actor: int | None, mice: tuple[str, ...], left: tuple[int, ...], h: Any, v: Any
    ) -> tuple[Action, ...]:
        """What is legal, sorted; nothing when the game is over."""
        if actor is None:
            return ()
        if actor < 0:  # CHANCE
            return self.lot
        if not left[actor]:
            return self.moves(actor, mice, h, v)
        asked = self.asked
        if asked.seat != actor or asked.mice is not mice or asked.h is not h or asked.v is not v:
            asked = self.asked = Asked(actor, mice, h, v, self.grid.actions(actor, mice, h, v))
        return asked.legal

    def moves(self, seat: int, mice: tuple[str, ...], h: Any, v: Any) -> tuple[Action, ...]:
        """What a seat may do that has no barriers left."""
        fence = self.fence
        if fence.h is not h or fence.v is not v:  # a move hands on the very same ints
            fence = self.fence = Fence(h, v)
        steps = fence.steps(mice[seat])
        # Its own square is none of its steps.
        faces = mice[1 - seat] in steps.squares if self.players == 2 else not steps.squares.isdisjoint(mice)
        return _moves(self.grid.reach(seat, mice, h, v)) if faces else steps.moves

    def after(
        self,
        moment: Callable[..., M],
        game: object,
        actor: int | None,
        mice: tuple[str, ...],
        left: tuple[int, ...],
        h: Any,
        v: Any,
        notation: str,
    ) -> M:
        """The moment that follows what a seat does."""
        assert actor is not None
        two = self.players == 2  # nearly all that random games do: spelled out, a row takes half as long
        if len(notation) == 2:  # a square
            then = self.actors[actor][notation]
            if two:
                return moment(game, then, (mice[0], notation) if actor else (notation, mice[1]), left, h, v)
            return moment(game, then, swap(mice, actor, notation), left, h, v)
        following = (actor + 1) % self.players
        if notation == PASS.verb:
            return moment(game, following, mice, left, h, v)
        if two:
            left = (left[0], left[1] - 1) if actor else (left[0] - 1, left[1])
        else:
            left = swap(left, actor, left[actor] - 1)
        if notation in LYING:
            return moment(game, following, mice, left, h | LYING[notation], v)
        return moment(game, following, mice, left, h, v | STANDING[notation])


@cache
def _moves(squares: int) -> tuple[Action, ...]:
    """Going to these squares, sorted, or passing where there are none; kept, because a mouse has few choices."""
    return listed(squares, 0, 0) or (PASS,)


STEPS: Final[dict[int, Steps]] = {}
"""By the squares they lead to, of which there are few sets."""


def _steps(squares: Squares) -> Steps:
    """The steps to these squares."""
    steps = STEPS.get(squares)
    if steps is None:
        steps = STEPS[squares] = Steps(squares)
    return steps
