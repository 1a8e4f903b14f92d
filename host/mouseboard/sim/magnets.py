"""Which reeds feel a moving magnet, and when: lengths in mm, times in seconds, fields in ampere-turns (AT).

A reed stands upright under the middle of its place; a magnet lies in a mouse's foot, the same pole down in all of them.
What is felt of a magnet, by how far off and how high it is, stands in felt.csv, as `hardware/magnets` computes it: most
in the middle, nothing about 18 mm off, and beyond that a weak ring of the other sign. The fields of several magnets add
up. A reed closes at its own rating, whatever the sign, and holds down to its release.
Not modelled: a foot that leans, magnets that attract or repel each other, iron near by.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.resources import files
from random import Random
from typing import NamedTuple

import msgspec

Rows = tuple[tuple[float, ...], ...]

FAR = 60.0  # mm off: the table ends, nothing is felt
HIGH = 40.0  # mm up: the same
STEP = 4.0  # mm of a foot's way between two looks at what is felt
EXACT = 1e-4  # s: so exactly is it known when a reed changes
OPERATE = (15.0, 20.0)  # AT: reeds are bought sorted
RELEASE = (0.4, 0.6)  # of what closes them


class Point(NamedTuple):
    """A foot's middle: x to the right, y away from seat 0, z above the board."""

    x: float
    y: float
    z: float = 0.0


@cache
def _table(kind: str) -> Rows:
    """AT by height and offset, a row each mm up, a column each mm off."""
    lines = files(__package__).joinpath("felt.csv").read_text("ascii").splitlines()
    cells = (line.split(",") for line in lines)
    return tuple(tuple(map(float, row)) for magnet, _, *row in cells if magnet == kind)


@cache
def _reach(kind: str, felt: int) -> tuple[float, float]:
    """How far off, at any height, and how high, at any offset, it may be felt that much, of either sign."""
    table = _table(kind)

    def farthest(lines: Iterable[tuple[float, ...]]) -> float:
        return max((number + 1.0 for number, cells in enumerate(lines) if max(map(abs, cells)) >= felt), default=0.0)

    return farthest(zip(*table, strict=True)), farthest(table)


class Magnet(msgspec.Struct, frozen=True):
    """A disc in a foot, by its size; `pole` is -1 for one that was glued in upside down."""

    kind: str
    pole: int = 1

    def felt(self, offset: float, height: float) -> float:
        """AT, between the table's own by straight lines; nothing farther away than it goes."""
        rows = _table(self.kind)
        row, column = int(height), int(offset)
        if row >= len(rows) - 1 or column >= len(rows[0]) - 1:
            return 0.0
        off, up = offset - column, height - row
        low, high = rows[row], rows[row + 1]
        below = low[column] + (low[column + 1] - low[column]) * off
        above = high[column] + (high[column + 1] - high[column]) * off
        return self.pole * (below + (above - below) * up)

    def reach(self, felt: float) -> tuple[float, float]:
        """Farther off than the first, or higher than the second, it is felt less, of either sign."""
        return _reach(self.kind, math.floor(felt))


STRONG = Magnet("8 x 3")
WEAK = Magnet("4 x 3")  # from the wrong bag: misses about one put in eight
TURNED = Magnet("8 x 3", pole=-1)


class Rating(msgspec.Struct, frozen=True):
    """The AT at which a reed closes, and those below which it opens again."""

    operate: float
    release: float

    @classmethod
    def drawn(cls, rng: Random) -> "Rating":
        operate = rng.uniform(*OPERATE)
        return cls(operate, operate * rng.uniform(*RELEASE))

    def closes(self, closed: bool, felt: float) -> bool:
        """Whether the reed is closed now, given whether it was."""
        return abs(felt) >= (self.release if closed else self.operate)

    def slack(self, closed: bool, felt: float) -> float:
        """How much more, or less, must be felt for a change."""
        return abs(felt) - self.release if closed else self.operate - abs(felt)


class Motion(msgspec.Struct, frozen=True):
    """A foot moves evenly on a straight line; before it stands at `start`, afterwards at `end`."""

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
        """When the foot is nearest to the point."""
        way = [b - a for a, b in zip(self.start, self.end, strict=True)]
        square = sum(w * w for w in way)
        share = sum(w * (p - a) for w, p, a in zip(way, point, self.start, strict=True)) / square if square else 0.0
        return self.began + min(max(0.0, share), 1.0) * self.took

    def within(self, reed: Point, radius: float, height: float) -> tuple[float, float] | None:
        """From when to when the foot is so near to the reed's axis, and so low; None: never."""
        (x, y, z), (to_x, to_y, to_z) = self.start, self.end
        way_x, way_y, off_x, off_y = to_x - x, to_y - y, x - reed.x, y - reed.y
        if off_x >= radius <= off_x + way_x or off_x <= -radius >= off_x + way_x:
            return None  # most reeds, most of the time
        if off_y >= radius <= off_y + way_y or off_y <= -radius >= off_y + way_y:
            return None
        # |off + share * way| < radius: a quadratic in share. z + share * way_z < height: a line.
        near = _below_zero(
            way_x * way_x + way_y * way_y,
            way_x * off_x + way_y * off_y,
            off_x * off_x + off_y * off_y - radius * radius,
        )
        low = _below_zero(0.0, (to_z - z) / 2, z - height)
        first, last = max(0.0, near[0], low[0]), min(1.0, near[1], low[1])
        return (self.began + first * self.took, self.began + last * self.took) if first < last else None

    def passes(self, reeds: Sequence[Point], radius: float) -> list[int]:
        """Which of the reeds lie near enough to the way to be worth a closer look: in the rectangle around it."""
        left, right = min(self.start.x, self.end.x) - radius, max(self.start.x, self.end.x) + radius
        low, high = min(self.start.y, self.end.y) - radius, max(self.start.y, self.end.y) + radius
        return [i for i, (x, y, _) in enumerate(reeds) if left < x < right and low < y < high]


def _below_zero(a: float, half_b: float, c: float) -> tuple[float, float]:
    """From which s to which a * s * s + 2 * half_b * s + c is less than 0; a is not."""
    if a == 0 and half_b == 0:
        return (-math.inf, math.inf) if c < 0 else (math.inf, -math.inf)
    if a == 0:
        zero = -c / (2 * half_b)
        return (-math.inf, zero) if half_b > 0 else (zero, math.inf)
    root = half_b * half_b - a * c
    if root <= 0:
        return math.inf, -math.inf
    return (-half_b - math.sqrt(root)) / a, (-half_b + math.sqrt(root)) / a


def standing(point: Point) -> Motion:
    """A foot that does not move."""
    return Motion(point, point, 0.0, 0.0)


def first_change(changed: Callable[[float], bool], start: float, end: float, step: float) -> float | None:
    """The first time at which it is so, looked for in steps and then halved down; None: not until the end."""
    before = start
    while before < end:
        after = min(before + step, end)
        if changed(after):
            while after - before > EXACT:
                middle = (before + after) / 2
                before, after = (before, middle) if changed(middle) else (middle, after)
            return after
        before = after
    return None
