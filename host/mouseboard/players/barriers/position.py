"""A state of barriers as the search sees it: squares are bits, and each mouse's distance to its goal is known.

The grid of the rules (`rules/barriers/grid.py`) decides what is legal. Distances are updated instead of measured again:
a move changes its mouse's distance, a barrier those of the mice whose shortest way it cuts. A barrier that leaves a
mouse at the distance CUT_OFF is illegal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mouseboard.players.barriers.memory import remembered
from mouseboard.rules.barriers import BarriersState
from mouseboard.rules.barriers.grid import (
    ACTIONS,
    BIT,
    CORNERS,
    MOVES,
    NAME,
    PASS,
    Grid,
    fitting,
    open_steps,
    shortest_way,
)
from mouseboard.rules.core import Action

if TYPE_CHECKING:
    from mypy_extensions import i64 as Squares

CORNER_NAMES: Final = {bit: square for bit, square in NAME.items() if bit & CORNERS}
HORIZONTAL: Final = {bit: ACTIONS[square + "h"] for bit, square in CORNER_NAMES.items()}
VERTICAL: Final = {bit: ACTIONS[square + "v"] for bit, square in CORNER_NAMES.items()}
"""The action of each barrier, by the bit of the square at its lower left."""

CUT_OFF: Final = 1000
"""The distance to a goal that cannot be reached."""

Barriers = tuple[int, int]
"""Two sets of barriers as bits, horizontal and vertical."""


class Position:
    """Where mice and barriers are, and whose turn it is."""

    __slots__ = ("action", "actor", "following", "grid", "h", "left", "mice", "steps", "v", "worth")

    def __init__(
        self,
        grid: Grid,
        actor: int,
        mice: tuple[int, ...],
        left: tuple[int, ...],
        h: int,
        v: int,
        steps: tuple[int, ...],
        action: Action,
    ) -> None:
        """`steps` is each mouse's distance to its goal, ignoring other mice. `action` is the action that led here."""
        self.grid = grid
        self.actor = actor
        self.mice = mice
        self.left = left
        self.h = h
        self.v = v
        self.steps = steps
        self.action = action
        self.worth = 0.0
        """The search's static estimate of this position."""
        self.following: list[Position] | None = None
        """The positions that follow, likely best first; None until the search looks further."""

    @property
    def is_over(self) -> bool:
        """Whether a mouse is across."""
        return 0 in self.steps

    def successors(self) -> list[Position]:
        """Return what follows from all moves, and from all barriers that cut a rival's shortest way.

        If there are none of either, try all barriers; if none is legal, pass.
        """
        found = self.moves()
        if self.left[self.actor]:
            cuts = self.cuts()
            found += self.barriers(*self.against_rivals(cuts), cuts)
            if not found:
                found = self.barriers(CORNERS, CORNERS, cuts)
        return found or [self.after(PASS, self.mice, self.steps)]

    def moves(self) -> list[Position]:
        """Return what follows from each move."""
        seat, mice, steps = self.actor, self.mice, self.steps
        here, goal = mice[seat], self.grid.goals[seat]
        found = []
        for there in bits(self.grid.targets(here, sum(mice) ^ here, self.h, self.v)):
            to_go = distance(there, goal, self.h, self.v)
            found.append(self.after(MOVES[there], swap(mice, seat, there), swap(steps, seat, to_go)))
        return found

    def after(self, action: Action, mice: tuple[int, ...], steps: tuple[int, ...]) -> Position:
        """Return what follows from an action that puts no barrier."""
        return Position(self.grid, (self.actor + 1) % len(mice), mice, self.left, self.h, self.v, steps, action)

    def cuts(self) -> list[Barriers]:
        """Return, for each mouse, the barriers that would cut one of its shortest ways."""
        return [across(here, goal, self.h, self.v) for here, goal in zip(self.mice, self.grid.goals, strict=True)]

    def against_rivals(self, cuts: list[Barriers]) -> Barriers:
        """Return the barriers that would cut a rival's shortest way."""
        all_h = all_v = 0
        for seat, (h, v) in enumerate(cuts):
            if seat != self.actor:
                all_h |= h
                all_v |= v
        return all_h, all_v

    def barriers(self, tried_h: int, tried_v: int, cuts: list[Barriers]) -> list[Position]:
        """Return what follows from the legal barriers among those tried."""
        h, v = self.h, self.v
        left = swap(self.left, self.actor, self.left[self.actor] - 1)
        free_h, free_v = fitting(h, v)
        cuts_h, cuts_v = zip(*cuts, strict=True)
        found = [self.fenced(HORIZONTAL[bit], h | bit, v, left, bit, cuts_h) for bit in bits(tried_h & free_h)]
        found += [self.fenced(VERTICAL[bit], h, v | bit, left, bit, cuts_v) for bit in bits(tried_v & free_v)]
        return [position for position in found if CUT_OFF not in position.steps]

    def fenced(
        self, action: Action, h: int, v: int, left: tuple[int, ...], barrier: int, cuts: tuple[int, ...]
    ) -> Position:
        """Return what follows from putting `barrier`.

        `h` and `v` are all barriers with this one included. `cuts` holds, by seat, the barriers that cut its way.
        """
        steps = self.steps
        for seat, cutting in enumerate(cuts):
            if cutting & barrier:
                steps = swap(steps, seat, distance(self.mice[seat], self.grid.goals[seat], h, v))
        return Position(self.grid, (self.actor + 1) % len(steps), self.mice, left, h, v, steps, action)


def position(state: BarriersState) -> Position:
    """Return the state as a position. Its actor must be a seat."""
    assert state.actor is not None
    mice, goals, h, v = tuple(BIT[mouse] for mouse in state.mice), state.game.goals, state.h, state.v
    steps = tuple(distance(here, goal, h, v) for here, goal in zip(mice, goals, strict=True))
    return Position(state.game.grid, state.actor, mice, state.left, h, v, steps, PASS)


def swap(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    """Return the values with the one of a seat replaced."""
    if len(values) == 2:  # the most frequent case, spelled out
        return (values[0], value) if seat else (value, values[1])
    return (*values[:seat], value, *values[seat + 1 :])


def bits(squares: Squares) -> list[int]:
    """Return the squares of a set, one bit each."""
    found = []
    while squares:
        square = squares & -squares
        squares ^= square
        found.append(square)
    return found


@remembered(1 << 14)
def distance(here: Squares, goal: Squares, h: Squares, v: Squares) -> int:
    """Return the number of steps to the goal with these barriers, or CUT_OFF."""
    north, east = open_steps(h, v)
    steps = 0
    while not here & goal:
        # `around`, inlined: a call would cost as much as everything else here.
        reached = here | (here & north) << 1 | here >> 1 & north | (here & east) << 8 | here >> 8 & east
        if reached == here:
            return CUT_OFF
        here = reached
        steps += 1
    return steps


@remembered(1 << 12)
def across(here: Squares, goal: Squares, h: Squares, v: Squares) -> Barriers:
    """Return the barriers that would cut one shortest way to the goal, whether or not there is room for them."""
    north, east = open_steps(h, v)
    way = shortest_way(here, goal, north, east)
    to_north, to_east = way & way >> 1 & north, way & way >> 8 & east
    return to_north | to_north >> 8, to_east | to_east >> 1
