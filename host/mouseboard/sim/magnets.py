"""Which reeds a moving magnet closes, and when: pure geometry, lengths in mm, times in seconds.

A reed stands upright under the middle of its place; a magnet, pole down in a mouse's foot, is felt inside a ball around
the reed. It closes the reed inside the smaller ball (`operate`) and holds it closed inside the larger one (`hold`).
Modelled: distance and height. Not modelled: the shape of a dipole's field, fields that add up, magnets that attract or
repel each other, iron near by. The distances are those of the dipole sums in the bill of materials, not yet measured.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

GAP = 10.0  # from the middle of a reed up to the foot of a mouse that stands on the board


class Point(NamedTuple):
    """A foot's middle: x to the right, y away from seat 0, z above the board."""

    x: float
    y: float
    z: float = 0.0


@dataclass(frozen=True)
class Magnet:
    """How near to the reed's axis, on the board, it closes the reed and how far it holds it."""

    operate: float
    hold: float

    @property
    def balls(self) -> tuple[float, float]:
        """The two radii around the reed's middle."""
        return math.hypot(self.operate, GAP), math.hypot(self.hold, GAP)


STRONG = Magnet(operate=11, hold=17)  # N35, 8 mm across, 3 mm high
WEAK = Magnet(operate=5, hold=12)  # N35, 6 mm across, 2 mm high: misses about one put in seven


def distance(foot: Point, reed: Point) -> float:
    """From a foot to the middle of a reed given by its place on the board."""
    return math.dist(foot, (reed.x, reed.y, reed.z - GAP))


@dataclass(frozen=True)
class Motion:
    """A foot moves evenly on a straight line; before it stands at `start`, afterwards at `end`."""

    start: Point
    end: Point
    began: float
    took: float

    def at(self, time: float) -> Point:
        if time >= self.began + self.took:
            return self.end
        share = max(0.0, (time - self.began) / self.took)
        return Point(*(a + (b - a) * share for a, b in zip(self.start, self.end, strict=True)))

    def nearest(self, point: Point) -> float:
        """When the foot is nearest to the point."""
        way = [b - a for a, b in zip(self.start, self.end, strict=True)]
        square = sum(w * w for w in way)
        share = sum(w * (p - a) for w, p, a in zip(way, point, self.start, strict=True)) / square if square else 0.0
        return self.began + min(max(0.0, share), 1.0) * self.took

    def crossings(self, reed: Point, radius: float) -> list[float]:
        """When the foot crosses the ball of `radius` around the middle of the reed: at most twice."""
        way = [b - a for a, b in zip(self.start, self.end, strict=True)]
        off = (self.start.x - reed.x, self.start.y - reed.y, self.start.z - reed.z + GAP)
        # |off + s * way| = radius is a quadratic in s, the share of the way.
        a = sum(w * w for w in way)
        half_b = sum(w * o for w, o in zip(way, off, strict=True))
        root = half_b * half_b - a * (sum(o * o for o in off) - radius * radius)
        if a == 0 or root <= 0:
            return []
        shares = ((-half_b - math.sqrt(root)) / a, (-half_b + math.sqrt(root)) / a)
        return [self.began + share * self.took for share in shares if 0 <= share <= 1]

    def passes(self, reeds: Sequence[Point], radius: float) -> list[int]:
        """Which of the reeds lie near enough to the way to be worth a closer look: in the rectangle around it."""
        left, right = min(self.start.x, self.end.x) - radius, max(self.start.x, self.end.x) + radius
        low, high = min(self.start.y, self.end.y) - radius, max(self.start.y, self.end.y) + radius
        return [i for i, (x, y, _) in enumerate(reeds) if left < x < right and low < y < high]


def standing(point: Point) -> Motion:
    """A foot that does not move."""
    return Motion(point, point, 0.0, 0.0)


def feels(closed: bool, near: list[tuple[float, Magnet]]) -> bool:
    """Whether a reed is closed now, given whether it was and each magnet with its distance to the reed's middle."""
    return any(distance <= magnet.balls[closed] for distance, magnet in near)
