"""The boards of morris and draughts on the reference table: which places are used, and how many men there are."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[int, int]
"""Column and row of the 9 x 9 grid, from 0 at the lower left."""


@dataclass(frozen=True)
class MenBoard:
    """A board for men. Its name begins its files' names."""

    name: str
    title: str
    places: tuple[Point, ...]
    men: int
    """Of both sides together."""
    lines: tuple[tuple[Point, Point], ...] = ()
    """What joins places."""
    squares: bool = False
    """Whether the places are the dark squares of a chequered board."""

    def label(self, place: Point) -> str:
        """Return a place's name: its column's letter and its row's number, as players write it."""
        left, low = (min(side) for side in zip(*self.places, strict=True))
        return f"{'abcdefgh'[place[0] - left]}{place[1] - low + 1}"


MIDDLE = 4


def _rings() -> list[list[Point]]:
    """Return the three squares of morris, from the outer one, each from its lower left corner around."""
    around = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
    return [[(MIDDLE + out * x, MIDDLE + out * y) for x, y in around] for out in (3, 2, 1)]


def _morris() -> MenBoard:
    rings = _rings()
    sides = [(ring[n], ring[(n + 2) % 8]) for ring in rings for n in (0, 2, 4, 6)]
    across = [(rings[0][n], rings[2][n]) for n in (1, 3, 5, 7)]
    places = tuple(sorted(place for ring in rings for place in ring))
    return MenBoard("morris", "Nine Men's Morris", places, 18, tuple(sides + across))


MORRIS = _morris()
DRAUGHTS = MenBoard(
    "draughts",
    "Draughts",
    tuple((x, y) for x in range(8) for y in range(8) if (x + y) % 2 == 0),
    24,
    squares=True,
)
BOARDS = (MORRIS, DRAUGHTS)
