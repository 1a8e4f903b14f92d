"""The grid of `barriers` as bitboards: legal moves and legal barriers, computed for whole sets of squares at a time.

A set of squares is one int with one bit per square, column after column. An eighth row of zeros separates the columns,
so that a bit shifted over the top or bottom edge never lands on a square of the next column:

    zeros   7 15 23 31 39 47 55        One step to the north is a shift to the left by 1, one to the east by 8.
    row 7   6 14 22 30 38 46 54        Bits ascend in the order in which squares sort.
    row 6   5 13 21 29 37 45 53
    row 5   4 12 20 28 36 44 52        Barriers are two such sets, horizontal `h` and vertical `v`: each barrier is
    row 4   3 11 19 27 35 43 51        the bit of the square at its lower left.
    row 3   2 10 18 26 34 42 50
    row 2   1  9 17 25 33 41 49        `north` and `east` are the squares from which that step is open.
    row 1   0  8 16 24 32 40 48
            a  b  c  d  e  f  g

This file is plain Python. Compiled by mypyc (`make fast`) it gives the same results faster, because a set is then one
machine word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mouseboard.rules.core import Action

if TYPE_CHECKING:
    from mypy_extensions import i64 as Squares

COLUMNS: Final = "abcdefg"
ROWS: Final = "1234567"

BIT: Final = {column + row: 1 << 8 * x + y for x, column in enumerate(COLUMNS) for y, row in enumerate(ROWS)}
"""Each square's bit, by name."""
NAME: Final = {bit: square for square, bit in BIT.items()}

LAYOUT: Final[Squares] = sum(BIT.values())
BOTTOM: Final[Squares] = sum(BIT[column + "1"] for column in COLUMNS)
LEFT: Final[Squares] = sum(BIT["a" + row] for row in ROWS)
TOP: Final[Squares] = BOTTOM << 6
RIGHT: Final[Squares] = LEFT << 48

NORTH: Final[Squares] = LAYOUT & ~TOP
EAST: Final[Squares] = LAYOUT & ~RIGHT
"""The open steps while there are no barriers."""

CORNERS: Final[Squares] = NORTH & EAST
"""The squares that can be at the lower left of a barrier."""

LYING: Final = {square + "h": bit for square, bit in BIT.items() if bit & CORNERS}
"""The bit of each horizontal barrier, by notation."""
STANDING: Final = {square + "v": bit for square, bit in BIT.items() if bit & CORNERS}
"""The bit of each vertical barrier, by notation."""

RIM: Final[Squares] = LEFT & ~TOP | (RIGHT & ~TOP) << 8 | (BOTTOM & ~LEFT) >> 1 | TOP & ~LEFT
"""The posts along the edge of the board. A post is a point where four squares meet. Its bit is that of the square to
its lower right. Posts along the bottom edge use the zero bits between the columns."""

ALONG: Final = {
    square + way: (square, NAME[bit << shift])
    for square, bit in BIT.items()
    if bit & CORNERS
    for way, shift in (("h", 8), ("v", 1))
}
"""The two squares below each barrier or to its left, by the barrier's notation."""

ACTIONS: Final = {name: Action(name=name) for name in (*BIT, *ALONG)}
"""The action of each move and each barrier, by notation. Made once."""

PASS: Final = Action("pass")

MOVES: Final = {bit: ACTIONS[square] for bit, square in NAME.items()}


def _sets(column: str, rows: str) -> list[tuple[Action, ...]]:
    """Return every set of a column's barriers in three rows, sorted, indexed by its six bits.

    The lower three bits are the horizontal barriers, the upper three the vertical ones.
    """
    sets: dict[int, tuple[Action, ...]] = {0: ()}
    for y, row in enumerate(rows):
        for way, bit in (("h", 1 << y), ("v", 8 << y)):
            sets |= {some | bit: (*actions, ACTIONS[column + row + way]) for some, actions in sets.items()}
    return [sets[some] for some in range(64)]


LOWER: Final[Squares] = BOTTOM * 7
"""Rows 1 to 3."""

LOWER_SETS: Final[list[list[tuple[Action, ...]]]] = [*(_sets(column, ROWS[:3]) for column in COLUMNS[:-1]), [()]]
UPPER_SETS: Final[list[list[tuple[Action, ...]]]] = [*(_sets(column, ROWS[3:6]) for column in COLUMNS[:-1]), [()]]
"""For each column, every set of its barriers in rows 1 to 3 and in rows 4 to 6; the last column has none. A table for
whole columns would not fit into a processor's cache."""


class Way:
    """A mouse's way to its goal. Cached, because most barriers do not cut it."""

    def __init__(self, squares: Squares, north: Squares, east: Squares) -> None:
        self.squares = squares
        """The squares on the way, both ends included."""
        self.north = squares & squares >> 1 & north
        """The squares with an open step north to another square on the way."""
        self.east = squares & squares >> 8 & east
        """The same for steps east."""

    def leads(self, here: Squares, north: Squares, east: Squares) -> bool:
        """Return whether a mouse on `here` can still follow this way when only these steps are open."""
        return bool(here & self.squares) and not (self.north & ~north | self.east & ~east)


class Grid:
    """The legal actions on the grid, for one number of players and one choice of options."""

    def __init__(self, goals: tuple[int, ...], edge_turns: bool, third_turns: bool) -> None:
        self.goals = goals
        """The squares that each seat must reach."""
        self.edge_turns = edge_turns
        """Whether the edge behind a mouse counts as a barrier, so that a jump over it may go to the side."""
        self.third_turns = third_turns
        """Whether a third mouse behind it counts as a barrier."""
        self.ways = [Way(0, 0, 0) for _ in goals]
        """The way found last, by seat."""

    def actions(self, seat: int, mice: tuple[str, ...], h: Squares, v: Squares) -> tuple[Action, ...]:
        """Return the legal actions, sorted, of a seat that has barriers left."""
        free_h, free_v = self.placeable(mice, h, v)
        return listed(self.reach(seat, mice, h, v), free_h, free_v) or (PASS,)

    def reach(self, seat: int, mice: tuple[str, ...], h: Squares, v: Squares) -> Squares:
        """Return the squares that the seat's mouse may go to."""
        here: Squares = BIT[mice[seat]]
        others: Squares = 0
        for mouse in mice:
            others |= BIT[mouse]
        return self.targets(here, others ^ here, h, v)

    def targets(self, here: Squares, others: Squares, h: Squares, v: Squares) -> Squares:
        """Return the squares that a mouse on `here` may go to, with the other mice on `others`."""
        north, east = open_steps(h, v)
        near = around(here, north, east)
        faced = near & others
        free = near ^ faced
        while faced:
            other = faced & -faced
            faced ^= other
            free |= self.past(here, other, others, around(other, north, east))
        return free

    def past(self, here: Squares, other: Squares, others: Squares, beside: Squares) -> Squares:
        """Return where a mouse on `here` may land when it jumps `other`.

        `beside` are the squares one open step away from `other`.
        """
        # The same step once more. Bits are powers of two, so multiplying or dividing shifts them.
        behind = other * (other // here) if other > here else other // (here // other)
        if behind & beside & ~others:
            return behind
        turns = self.third_turns if behind & beside else self.edge_turns or behind & LAYOUT
        return beside & ~(here | others) if turns else 0

    def placeable(self, mice: tuple[str, ...], h: Squares, v: Squares) -> tuple[Squares, Squares]:
        """Return the legal barriers, horizontal and vertical: those that fit and leave every mouse a way to its goal.

        Each mouse has a known way, and a barrier that does not cut it leaves it open. A barrier whose half cuts the way
        closes nothing off unless that half ends at a held post and another of the barrier's three posts is held too. A
        post is held by the edge or by a barrier. So only a few barriers need a search.
        """
        free_h, free_v = fitting(h, v)
        held = RIM | h | h << 8 | h << 16 | v << 7 | v << 8 | v << 9
        first, middle, last = held, held >> 8, held >> 16
        west_half, east_half = free_h & first & (middle | last), free_h & last & (middle | first)
        first, last = held >> 7, held >> 9
        south_half, north_half = free_v & first & (middle | last), free_v & last & (middle | first)
        if not west_half | east_half | south_half | north_half:
            return free_h, free_v
        north, east = open_steps(h, v)
        for seat in range(len(mice)):
            here: Squares = BIT[mice[seat]]
            goal: Squares = self.goals[seat]
            way = self.way(seat, here, north, east)
            tries = free_h & (west_half & way.north | east_half & way.north >> 8)
            free_h ^= _closing(tries, True, here, goal, north, east)
            tries = free_v & (south_half & way.east | north_half & way.east >> 1)
            free_v ^= _closing(tries, False, here, goal, north, east)
        return free_h, free_v

    def way(self, seat: int, here: Squares, north: Squares, east: Squares) -> Way:
        """Return a way to the seat's goal: the one found last if it is still open, otherwise a shortest one."""
        way = self.ways[seat]
        if not way.leads(here, north, east):
            way = Way(shortest_way(here, self.goals[seat], north, east), north, east)
            self.ways[seat] = way
        return way


def _closing(tries: Squares, horizontal: bool, here: Squares, goal: Squares, north: Squares, east: Squares) -> Squares:
    """Return the barriers of `tries` that leave no way from `here` to the goal; all are horizontal or all vertical."""
    if goal == BOTTOM:
        here, goal = goal, here  # `reaches` is faster going north
    closing: Squares = 0
    while tries:
        barrier = tries & -tries
        tries ^= barrier
        if horizontal:
            open_ = reaches(here, goal, north & ~(barrier | barrier << 8), east)
        else:
            open_ = reaches(here, goal, north, east & ~(barrier | barrier << 1))
        if not open_:
            closing |= barrier
    return closing


def fitting(h: Squares, v: Squares) -> tuple[Squares, Squares]:
    """Return the barriers, horizontal and vertical, that neither overlap nor cross any of these."""
    return CORNERS & ~(h | h << 8 | h >> 8 | v), CORNERS & ~(v | v << 1 | v >> 1 | h)


def open_steps(h: Squares, v: Squares) -> tuple[Squares, Squares]:
    """Return the squares with an open step north, and those with an open step east, between these barriers."""
    return NORTH & ~(h | h << 8), EAST & ~(v | v << 1)


def around(squares: Squares, north: Squares, east: Squares) -> Squares:
    """Return the squares one open step away from any of these."""
    return (squares & north) << 1 | squares >> 1 & north | (squares & east) << 8 | squares >> 8 & east


def reaches(here: Squares, goal: Squares, north: Squares, east: Squares) -> bool:
    """Return whether any of the squares `here` has a way to the goal.

    This is a flood fill. In the sum, a carry runs north through each column across all open steps at once.
    """
    before: Squares = 0
    while here != before:
        if here & goal:
            return True
        before = here
        here |= north ^ north + (here & north) | here >> 1 & north
        here |= (here & east) << 8 | here >> 8 & east
    return False


def distance(here: Squares, goal: Squares, north: Squares, east: Squares) -> int:
    """Return the number of open steps from `here` to the goal, which must be within reach."""
    steps = 0
    while not here & goal:
        here |= around(here, north, east)
        steps += 1
    return steps


def shortest_way(here: Squares, goal: Squares, north: Squares, east: Squares) -> Squares:
    """Return the squares of one shortest way to the goal, both ends included; 0 if there is none."""
    way, _ = _way_from(here, goal, north, east)
    return way


def _way_from(reached: Squares, goal: Squares, north: Squares, east: Squares) -> tuple[Squares, Squares]:
    """Return the squares of one shortest way from any square reached, and the way's first square; 0, 0 if none."""
    first = reached & goal
    if first:
        first &= -first
        return first, first
    further = reached | around(reached, north, east)
    if further == reached:
        return 0, 0
    way, second = _way_from(further, goal, north, east)
    first = around(second, north, east) & reached
    first &= -first
    return way | first, first


def listed(moves: Squares, h: Squares, v: Squares) -> tuple[Action, ...]:
    """Return the actions of three sets, sorted: moves, horizontal barriers `h` and vertical barriers `v`."""
    actions: list[Action] = []
    all_lower, all_upper = h & LOWER | (v & LOWER) << 3, h >> 3 & LOWER | v & LOWER << 3
    for x in range(7):
        lower_sets, upper_sets = LOWER_SETS[x], UPPER_SETS[x]
        lower, upper = all_lower >> 8 * x & 63, all_upper >> 8 * x & 63
        ahead = moves & LEFT << 8 * x
        while ahead:  # the barriers below a move, then the move, and so on up the column
            move = ahead & -ahead
            ahead ^= move
            rows_below = (move >> 8 * x) - 1
            lower_below, upper_below = (rows_below & 7) * 9, (rows_below >> 3) * 9  # three bits for h, three for v
            actions.extend(lower_sets[lower & lower_below])
            actions.extend(upper_sets[upper & upper_below])
            actions.append(MOVES[move])
            lower &= ~lower_below
            upper &= ~upper_below
        actions.extend(lower_sets[lower])
        actions.extend(upper_sets[upper])
    return tuple(actions)
