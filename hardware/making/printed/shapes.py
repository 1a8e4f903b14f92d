"""Simple solids that stand on the plane z = 0, and what is cut out of others."""

from __future__ import annotations

from build123d import Align, Box, Circle, Cone, Cylinder, Part, Plane, Polygon, Pos, SlotCenterToCenter, extrude

STANDING = (Align.CENTER, Align.CENTER, Align.MIN)
THROUGH = 1.0
"""What is cut out goes so far beyond the surface."""


def disc(radius: float, high: float) -> Part:
    """A cylinder."""
    return Cylinder(radius, high, align=STANDING)


def taper(below: float, above: float, high: float) -> Part:
    """A frustum by its radii."""
    return Cone(below, above, high, align=STANDING)


def block(wide: float, deep: float, high: float) -> Part:
    """A box."""
    return Box(wide, deep, high, align=STANDING)


def bar(start: tuple[float, float], end: tuple[float, float], high: float) -> Part:
    """A box from corner to corner."""
    (left, front), (right, back) = start, end
    return Box(right - left, back - front, high, align=(Align.MIN, Align.MIN, Align.MIN)).moved(Pos(left, front))


def pill(apart: float, radius: float, high: float) -> Part:
    """A bar with round ends, whose middles are so far apart along x."""
    return extrude(SlotCenterToCenter(apart, 2 * radius), high)


def hole(radius: float, high: float) -> Part:
    """To be cut through something so high that stands on the plane."""
    return disc(radius, high + 2 * THROUGH).moved(Pos(Z=-THROUGH))


def prism(points: list[tuple[float, float]], high: float, plane: Plane = Plane.XY) -> Part:
    """A polygon that grows along the plane's normal."""
    return extrude(plane * Polygon(*points, align=None), high, dir=plane.z_dir)


def ring(inside: float, outside: float, high: float) -> Part:
    """A tube by its radii."""
    return extrude(Circle(outside) - Circle(inside), high)
