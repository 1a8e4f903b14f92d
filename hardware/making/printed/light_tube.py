"""The light tube: from a lamp on the board up through the plate to the overlay, so that a lamp lights its own place."""

from __future__ import annotations

from build123d import Align, Cylinder, Part, Pos
from hardware.making.dimensions import Dimensions

SLIDING = 0.2
"""Narrower than the hole it goes into."""
ABOVE_LAMP = 0.3
SHOULDER = 1.5
"""Rests against the plate from below."""
WALL = 0.9


def light_tube(of: Dimensions) -> Part:
    """As it is printed, the lamp's end down."""
    neck = of.plate.lamp_hole - SLIDING
    length = of.board_below - of.overlay.thick - of.lamp.high - ABOVE_LAMP
    body = _upright(neck / 2 + SHOULDER, length - of.plate.thick) + _upright(neck / 2, length)
    return body - Pos(Z=-1) * _upright(neck / 2 - WALL, length + 2)


def _upright(radius: float, high: float) -> Part:
    return Cylinder(radius, high, align=(Align.CENTER, Align.CENTER, Align.MIN))
