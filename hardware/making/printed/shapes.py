"""Simple solids on the plane z = 0, some of them to cut out of others."""

from __future__ import annotations

from build123d import Align, Box, Circle, Cone, Cylinder, Part, Plane, Polygon, Pos, SlotCenterToCenter, extrude

STANDING = (Align.CENTER, Align.CENTER, Align.MIN)
THROUGH = 1.0
"""mm that a cut-out extends beyond the surface."""


def disc(radius: float, high: float) -> Part:
    """Return a cylinder."""
    return Cylinder(radius, high, align=STANDING)


def taper(below: float, above: float, high: float) -> Part:
    """Return a frustum, by its radii."""
    return Cone(below, above, high, align=STANDING)


def block(wide: float, deep: float, high: float) -> Part:
    """Return a box, centred in x and y."""
    return Box(wide, deep, high, align=STANDING)


def bar(start: tuple[float, float], end: tuple[float, float], high: float) -> Part:
    """Return a box from corner to corner."""
    (left, front), (right, back) = start, end
    return Box(right - left, back - front, high, align=(Align.MIN, Align.MIN, Align.MIN)).moved(Pos(left, front))


def pill(apart: float, radius: float, high: float) -> Part:
    """Return a bar with round ends, whose middles are `apart` along x."""
    return extrude(SlotCenterToCenter(apart, 2 * radius), high)


def hole(radius: float, high: float) -> Part:
    """Return a cylinder to cut through a solid of this height on the plane."""
    return disc(radius, high + 2 * THROUGH).moved(Pos(Z=-THROUGH))


def prism(points: list[tuple[float, float]], high: float, plane: Plane = Plane.XY) -> Part:
    """Return a polygon extruded along the plane's normal."""
    return extrude(plane * Polygon(*points, align=None), high, dir=plane.z_dir)


def ring(inside: float, outside: float, high: float) -> Part:
    """Return a tube, by its radii."""
    return extrude(Circle(outside) - Circle(inside), high)
