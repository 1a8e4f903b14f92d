"""Which reeds feel a moving magnet, and when: lengths in mm, times in seconds, fields in ampere-turns (AT).

A reed stands upright under the middle of its place; a magnet lies in a mouse's foot, the same pole down in all of them.
felt.csv, computed by `hardware/magnets`, has the field that a reed feels, by the magnet's offset and height. It is
strongest in the middle, zero about 18 mm off, and has a weak ring of the other sign beyond that. The fields of several
magnets add up. A reed closes at its own rating, whatever the sign, and holds down to its release.
Not modelled: a foot that leans, magnets that attract or repel each other, iron near by.
"""

import math
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from random import Random
from typing import NamedTuple

import msgspec

Rows = tuple[tuple[float, ...], ...]

FAR_MM = 60.0  # sideways: beyond this the table ends, and nothing is felt
HIGH_MM = 40.0  # up: beyond this nothing is felt either
STEP_MM = 4.0  # of a foot's way between two samples of the field
EXACT_S = 1e-4  # precision of the time at which a reed changes
OPERATE = (15.0, 20.0)  # AT: the reeds are bought sorted
RELEASE = (0.4, 0.6)  # as a fraction of the operate value


class Point(NamedTuple):
    """A foot's middle: x to the right, y away from seat 0, z above the board."""

    x: float
    y: float
    z: float = 0.0


@cache
def _table(kind: str) -> Rows:
    """Return AT by height and offset: a row for each mm up, a column for each mm off."""
    lines = files(__package__).joinpath("felt.csv").read_text("ascii").splitlines()
    cells = (line.split(",") for line in lines)
    return tuple(tuple(map(float, row)) for magnet, _, *row in cells if magnet == kind)


@cache
def _reach(kind: str, felt: int) -> float:
    """Return the distance beyond which the field is weaker than `felt` AT, whatever its sign."""
    return max(
        (
            math.hypot(height + 1, offset + 1)  # a cell counts up to the next row and column
            for height, row in enumerate(_table(kind))
            for offset, cell in enumerate(row)
            if abs(cell) >= felt
        ),
        default=0.0,
    )


class Magnet(msgspec.Struct, frozen=True):
    """A disc in a foot, by its size; `pole` is -1 for one that was glued in upside down."""

    kind: str
    pole: int = 1

    def felt(self, offset: float, height: float) -> float:
        """Return the field in AT, interpolated linearly from felt.csv; 0 beyond its last row or column."""
        rows = _table(self.kind)
        row, column = int(height), int(offset)
        if row >= len(rows) - 1 or column >= len(rows[0]) - 1:
            return 0.0
        off, up = offset - column, height - row
        low, high = rows[row], rows[row + 1]
        below = low[column] + (low[column + 1] - low[column]) * off
        above = high[column] + (high[column + 1] - high[column]) * off
        return self.pole * (below + (above - below) * up)

    def reach(self, felt: float) -> float:
        """Return the distance beyond which the field is weaker than `felt` AT, whatever its sign."""
        return _reach(self.kind, math.floor(felt))


STRONG = Magnet("8 x 3")
WEAK = Magnet("4 x 3")  # from the wrong bag: misses about one put in eight
TURNED = Magnet("8 x 3", pole=-1)


class Rating(msgspec.Struct, frozen=True):
    """The AT at which a reed closes, and the AT below which it opens again."""

    operate: float
    release: float

    @classmethod
    def drawn(cls, rng: Random) -> "Rating":
        operate = rng.uniform(*OPERATE)
        return cls(operate, operate * rng.uniform(*RELEASE))

    def closes(self, closed: bool, felt: float) -> bool:
        """Return whether the reed is closed now, given whether it was before."""
        return abs(felt) >= (self.release if closed else self.operate)

    def slack(self, closed: bool, felt: float) -> float:
        """Return how much the field must rise or fall before the reed changes."""
        return abs(felt) - self.release if closed else self.operate - abs(felt)


class Motion(msgspec.Struct, frozen=True):
    """A foot that moves evenly on a straight line. Before the movement it is at `start`, afterwards at `end`."""

    start: Point
    end: Point
    began: float
    took: float

    @property
    def ends(self) -> float:
        return self.began + self.took

    @property
    def speed(self) -> float:
        return math.dist(self.start, self.end) / self.took if self.took else 0.0

    def at(self, time: float) -> Point:
        if time >= self.began + self.took:
            return self.end
        share = max(0.0, (time - self.began) / self.took)
        (x, y, z), (to_x, to_y, to_z) = self.start, self.end
        return Point(x + (to_x - x) * share, y + (to_y - y) * share, z + (to_z - z) * share)

    def nearest(self, point: Point) -> float:
        """Return the time at which the foot is nearest to the point."""
        way = [b - a for a, b in zip(self.start, self.end, strict=True)]
        square = sum(w * w for w in way)
        share = sum(w * (p - a) for w, p, a in zip(way, point, self.start, strict=True)) / square if square else 0.0
        return self.began + min(max(0.0, share), 1.0) * self.took

    def within(self, point: Point, radius: float) -> tuple[float, float] | None:
        """Return when the foot comes nearer to the point than `radius` and when it leaves; None if it never does."""
        nearest = self.nearest(point)
        off = math.dist(self.at(nearest), point)
        if off >= radius:
            return None
        spare = math.sqrt(radius * radius - off * off) / self.speed if self.speed else math.inf
        return max(self.began, nearest - spare), min(nearest + spare, self.ends)

    def passes(self, reeds: Sequence[Point], radius: float) -> list[int]:
        """Return the reeds near enough to the way to need a closer look: those in the rectangle around it."""
        left, right = min(self.start.x, self.end.x) - radius, max(self.start.x, self.end.x) + radius
        low, high = min(self.start.y, self.end.y) - radius, max(self.start.y, self.end.y) + radius
        return [i for i, (x, y, _) in enumerate(reeds) if left < x < right and low < y < high]


def standing(point: Point) -> Motion:
    """Return the motion of a foot that does not move."""
    return Motion(point, point, 0.0, 0.0)


def first_change(changed: Callable[[float], bool], start: float, end: float, step: float) -> float | None:
    """Return the first time at which `changed` holds, found in steps and then by bisection; None if it never does."""
    before = start
    while before < end:
        after = min(before + step, end)
        if changed(after):
            while after - before > EXACT_S:
                middle = (before + after) / 2
                before, after = (before, middle) if changed(middle) else (middle, after)
            return after
        before = after
    return None
