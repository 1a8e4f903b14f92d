"""The mouse: a body with a magnet in its foot, and a hat with its colour's sign, whose stem shuts the magnet in.

The magnet falls through the body onto the foot's floor, and the hat's stem stands on it. Glue holds the stem, and so
does a piece of filament pressed across body and stem. So nothing that a child could pull at depends on glue alone.
"""

from __future__ import annotations

import math
from functools import cache

from build123d import Axis, Circle, Line, Part, Plane, Polyline, Pos, Rot, Spline, fillet, make_face, revolve, sweep
from hardware.making.dimensions import Dimensions
from hardware.making.printed.shapes import disc, prism, taper

COLOURS = ("red", "blue", "green", "yellow", "white", "purple")

HIGH = 32.0
"""Height of the body; the hat's sign lies on top of it."""
TOP = 7.5
"""Radius of the flat top of its head."""
LOOSE = 0.15
"""Clearance around the magnet."""
FIRM = 0.1
"""Clearance around the stem, which is glued in."""
SIGN = 3.0
ROUND = 0.8
FILAMENT = 1.75
PIN_LOOSE = 0.05
PIN_AT = 12.0
PIN_FROM, PIN_LONG = 12.0, 18.5
"""Start and length of the pin: it goes in on one side and does not come out on the other."""


def bore(of: Dimensions) -> float:
    """Return the radius of the shaft in the body."""
    return of.magnet.across / 2 + LOOSE


@cache
def mouse(of: Dimensions) -> Part:
    """Return the body: it stands on its foot, looks along -y and sniffs."""
    body = _trunk(of.foot.across / 2) + _snout() + _tail()
    for way in (-1, 1):
        body += _ear(way)
        body -= Pos(way * 3.6, -7.4, 24.6) * Rot(X=90) * disc(1.2, 5)
    body -= Pos(Z=of.foot.floor) * disc(bore(of), HIGH)
    return body - pin(PIN_LOOSE)


def pin(loose: float = 0.0) -> Part:
    """Return the filament that holds the hat, inserted from the mouse's side."""
    return Pos(PIN_FROM, 0, PIN_AT) * Rot(Y=-90) * disc(FILAMENT / 2 + loose, PIN_LONG)


def _trunk(foot: float) -> Part:
    lower = Polyline((0, HIGH), (0, 0), (foot - 0.6, 0), (foot, 0.6), (foot, 2.4))
    belly, breast = (11.2, 9.5), (9.5, 19.5)
    side = Spline((foot, 2.4), belly, breast, (TOP, HIGH), tangents=[(0.65, 0.75), (-0.4, 0.9)])
    outline = [*lower.edges(), *side.edges(), Line((TOP, HIGH), (0, HIGH))]
    return revolve(make_face(outline).rotate(Axis.X, 90), Axis.Z)


def _snout() -> Part:
    """Return the snout: a cone tilted up until its lower side is at 45 degrees, which prints without supports."""
    opening = 20.0
    return Pos(0, -4.2, 14.6) * Rot(X=45 + opening) * taper(1.8 + 10.6 * math.tan(math.radians(opening)), 1.8, 10.6)


def _tail() -> Part:
    way = Spline((0, 6.6, 3.0), (0, 12.7, 11.0), (0, 8.0, 20.5), tangents=[(0, 1, 1.3), (0, -0.6, 1)])
    return sweep(Plane(way @ 0, z_dir=way % 0) * Circle(1.5), way)


def _ear(way: int) -> Part:
    """Return a round ear on a wedge, so that no part of it is printed on air."""
    radius, thick, front = 6.6, 3.4, 0.6
    x, z = way * 9.6, 25.2
    half = radius / math.sqrt(2)
    wedge = [(x - half, z - half), (x + half, z - half), (x, z - 2 * half)]
    ear = prism(wedge, thick, Plane.XZ.offset(-front - thick))
    ear += Pos(x, front + thick, z) * Rot(X=90) * disc(radius, thick)
    return ear - Pos(x, front + 0.8, z) * Rot(X=90) * disc(radius - 2.2, 2)


@cache
def hat(of: Dimensions, colour: str) -> Part:
    """Return the hat as printed: the sign on the bed, the stem up."""
    stem = bore(of) - FIRM
    length = HIGH - of.foot.floor - of.magnet.high - LOOSE
    shaft = disc(stem, SIGN + length - 0.8) + Pos(Z=SIGN + length - 0.8) * taper(stem, stem - 0.8, 0.8)
    return _sign(colour) + shaft - Pos(Z=SIGN + HIGH) * Rot(X=180) * pin(PIN_LOOSE)


@cache
def hat_on_mouse(of: Dimensions, colour: str) -> Part:
    """Return the hat in its place on the mouse."""
    return Pos(Z=SIGN + HIGH) * Rot(X=180) * hat(of, colour)


def _sign(colour: str) -> Part:
    """Return the sign of the web page's mice with rounded corners, wide enough for the stem behind it."""
    match colour:
        case "red":
            points = _star(3, 9.8, 4.9)
        case "blue":
            points = [(-5.4, -5.4), (5.4, -5.4), (5.4, 5.4), (-5.4, 5.4)]
        case "green":
            points = _star(5, 9.4, 4.9)
        case "yellow":
            return disc(6.2, SIGN)
        case "white":
            a, b = 3.2, 7.4
            corner = [(a, a), (a, b), (-a, b), (-a, a), (-b, a), (-b, -a)]
            points = corner + [(-x, -y) for x, y in corner]
        case _:
            points = [(0, -7.4), (6.6, 0), (0, 7.4), (-6.6, 0)]
    shape = prism(points, SIGN)
    return fillet(shape.edges().filter_by(Axis.Z), ROUND)


def _star(tips: int, outer: float, inner: float) -> list[tuple[float, float]]:
    """Return a star whose first tip points to the front once the hat is turned over on the mouse."""
    turns = [math.radians(90 + 180 / tips * n) for n in range(2 * tips)]
    return [
        ((inner if n % 2 else outer) * math.cos(turn), (inner if n % 2 else outer) * math.sin(turn))
        for n, turn in enumerate(turns)
    ]
