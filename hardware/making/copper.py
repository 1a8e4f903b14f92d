"""Copper as plane geometry: shapes on layers, each on a net. Millimetres, y down, as in KiCad."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

Point = tuple[float, float]

FRONT, BACK = "F.Cu", "B.Cu"
BOTH = (FRONT, BACK)


@dataclass(frozen=True)
class Shape:
    """A convex polygon swollen by a radius: one point is a disc, two are a track with round ends."""

    points: tuple[Point, ...]
    radius: float

    def bounds(self) -> tuple[float, float, float, float]:
        """Return left, top, right, bottom."""
        across, down = zip(*self.points, strict=True)
        return (
            min(across) - self.radius,
            min(down) - self.radius,
            max(across) + self.radius,
            max(down) + self.radius,
        )

    def span(self) -> float:
        """Return width plus height."""
        left, top, right, bottom = self.bounds()
        return right - left + bottom - top

    def edges(self) -> Iterator[tuple[Point, Point]]:
        """Return the sides; a single point has one of zero length."""
        return pairwise(self.points + self.points[:1])

    def holds(self, point: Point) -> bool:
        """Return whether a point lies inside the polygon, ignoring the radius."""
        if len(self.points) < 3:
            return False
        sides = [_cross(start, end, point) for start, end in self.edges()]
        return all(side >= 0 for side in sides) or all(side <= 0 for side in sides)

    def gap(self, other: Shape) -> float:
        """Return the millimetres between two shapes; zero or less where they touch."""
        if self.holds(other.points[0]) or other.holds(self.points[0]):
            return -self.radius - other.radius
        between = min(_between(a, b, c, d) for a, b in self.edges() for c, d in other.edges())
        return between - self.radius - other.radius


@dataclass(frozen=True)
class Copper:
    """A pad, a track or a via: one shape of one net, on one layer or on both."""

    name: str
    """`U1.3`, `track`, `via`: for messages."""
    net: str
    layers: tuple[str, ...]
    shape: Shape

    def touches(self, other: Copper) -> bool:
        """Return whether the two share a layer and meet there, so that current can flow."""
        return bool(set(self.layers) & set(other.layers)) and self.shape.gap(other.shape) <= 0


def track(net: str, layer: str, start: Point, end: Point, width: float) -> Copper:
    """Return a straight piece with round ends."""
    return Copper("track", net, (layer,), Shape((start, end), width / 2))


def via(net: str, at: Point, diameter: float) -> Copper:
    """Return a plated hole from one layer to the other."""
    return Copper("via", net, BOTH, Shape((at,), diameter / 2))


def near(coppers: Iterable[Copper], reach: float) -> Iterator[tuple[Copper, Copper]]:
    """Yield each pair whose bounds are at most `reach` apart, once."""
    open_now: list[tuple[Copper, tuple[float, float, float, float]]] = []
    for copper, box in sorted(((c, c.shape.bounds()) for c in coppers), key=lambda row: row[1]):
        open_now = [row for row in open_now if row[1][2] + reach >= box[0]]
        for other, its in open_now:
            if its[1] - reach <= box[3] and box[1] <= its[3] + reach:
                yield other, copper
        open_now.append((copper, box))


def turned(point: Point, degrees: float) -> Point:
    """Rotate about the origin as KiCad does: counter-clockwise as seen on the front."""
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return point[0] * cosine + point[1] * sine, point[1] * cosine - point[0] * sine


def _cross(origin: Point, a: Point, b: Point) -> float:
    return (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0])


def _between(a: Point, b: Point, c: Point, d: Point) -> float:
    """Return the distance between the segments a-b and c-d."""
    if _cross(a, b, c) * _cross(a, b, d) < 0 and _cross(c, d, a) * _cross(c, d, b) < 0:
        return 0
    return min(_to_segment(a, c, d), _to_segment(b, c, d), _to_segment(c, a, b), _to_segment(d, a, b))


def _to_segment(point: Point, start: Point, end: Point) -> float:
    along = (end[0] - start[0], end[1] - start[1])
    length = along[0] ** 2 + along[1] ** 2
    share = ((point[0] - start[0]) * along[0] + (point[1] - start[1]) * along[1]) / length if length else 0
    share = min(1, max(0, share))
    return math.hypot(point[0] - start[0] - share * along[0], point[1] - start[1] - share * along[1])
