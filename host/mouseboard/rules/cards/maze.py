"""The maze of `cards` as a value: sixteen cards on four by four cells, the cheese on them, and the mouse.

Cells are numbered from 0 along the rows, from the lower left; headings are 0 to 3 for north (up the table), east, south
and west. An arrow is a number of quarter turns clockwise from the heading of its card. A lying card is one number: its
face times 4 plus its heading. Face 2n is side a of maze card n, and face 2n + 1 its side b; n counts from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec
from msgspec.structs import replace

from mouseboard.rules.core import Count, swap

SIDE = 4
CELLS = SIDE * SIDE
HEADINGS = "nesw"
ARROWS = {"ahead": 0, "right": 1, "back": 2, "left": 3}


def _beside(cell: int, heading: int) -> int | None:
    row, column = divmod(cell, SIDE)
    row += (1, 0, -1, 0)[heading]
    column += (0, 1, 0, -1)[heading]
    return row * SIDE + column if 0 <= row < SIDE and 0 <= column < SIDE else None


BESIDE = tuple(tuple(_beside(cell, heading) for heading in range(4)) for cell in range(CELLS))
"""The cell one step away, by cell and heading; None where the maze ends."""


@cache
def headings(arrows: tuple[str, ...], along: int) -> tuple[int, ...]:
    """Return the headings of arrows on a card whose heading is `along`."""
    return tuple((along + ARROWS[arrow]) % 4 for arrow in arrows)


@cache
def ends(cell: int, arrows: tuple[str, ...], along: int, steps: int) -> Mapping[int, bool]:
    """Return the cells where a mouse can stop along these arrows; True where the edge stops it short."""
    return dict(_end(cell, heading, steps) for heading in headings(arrows, along))


def _end(cell: int, heading: int, steps: int) -> tuple[int, bool]:
    for _ in range(steps):
        further = BESIDE[cell][heading]
        if further is None:
            return cell, True
        cell = further
    return cell, False


@cache
def beside(cell: int, headings: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cells one step along these headings that are in the maze."""
    return tuple(near for heading in headings if (near := BESIDE[cell][heading]) is not None)


def code(lying: int) -> str:
    """Return a lying card's notation: its number from 1, the side that is up, and its heading."""
    return f"{lying // 8 + 1}{'ab'[lying // 4 % 2]}{HEADINGS[lying % 4]}"


def lying(written: str) -> int:
    """Return the lying card for a notation; the inverse of `code`."""
    card, side, heading = int(written[:-2]), "ab".index(written[-2]), HEADINGS.index(written[-1])
    return 8 * (card - 1) + 4 * side + heading


def more(counts: tuple[int, ...], at: int, n: int) -> tuple[int, ...]:
    """Return the counts with `n` added to one of them."""
    new = [*counts]
    new[at] += n
    return tuple(new)


class Maze(msgspec.Struct, frozen=True):
    """The maze at one moment."""

    lying: tuple[Count, ...] = ()
    """The lying cards by cell, as many as have been laid."""
    cheese: tuple[Count, ...] = (0,) * CELLS
    """Cheese by cell."""
    mouse: int = -1
    """The mouse's cell; -1 while a player holds the mouse."""
    nose: int = -1
    """The mouse's heading; -1 until it is pointed."""

    def face(self, cell: int) -> int:
        """Return the number of the face that is up in a cell."""
        return self.lying[cell] // 4

    def heading(self, cell: int) -> int:
        """Return the heading of the card in a cell."""
        return self.lying[cell] % 4

    def lay(self, lying: int) -> Maze:
        """Return the maze with one more card, in the next cell."""
        return replace(self, lying=(*self.lying, lying))

    def put(self, cell: int) -> Maze:
        """Return the maze with one more cheese in a cell."""
        return replace(self, cheese=more(self.cheese, cell, 1))

    def run(self, cell: int) -> Maze:
        """Return the maze with the mouse in another cell and the cheese there taken."""
        return replace(self, mouse=cell, cheese=swap(self.cheese, cell, 0))

    def flip(self, cell: int) -> Maze:
        """Return the maze with a card flipped: its heading is kept, its cheese removed (ruling: cards, Flip)."""
        flipped = more(self.lying, cell, -4 if self.face(cell) % 2 else 4)
        return replace(self, lying=flipped, cheese=swap(self.cheese, cell, 0))

    def turn(self, cell: int, heading: int) -> Maze:
        """Return the maze with a card turned to a heading. A mouse on it turns too (ruling: cards, Turn)."""
        by = heading - self.heading(cell)
        nose = (self.nose + by) % 4 if cell == self.mouse else self.nose
        return replace(self, lying=more(self.lying, cell, by), nose=nose)
