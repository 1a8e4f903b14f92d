"""Holders of the microswitches: a push button, and a bracket for the switch on whose lever the cage falls."""

from __future__ import annotations

from functools import cache

from build123d import Part, Plane, Pos, Rot
from hardware.making.dimensions import Dimensions
from hardware.making.printed.shapes import bar, block, disc, hole, pill, prism, taper

WALL = 2.4
FLOOR = 3.0
LOOSE = 0.3
"""Clearance between a moving part and its guide."""
BELOW_TERMINALS = 1.0
TRAVEL = 5.2
"""mm that a button travels to its post; the switch closes before."""
ASIDE = -7.5
"""x of a button's switch: its lever ends under the middle of the button."""
SCREW = 0.8
"""Radius: an M2 screw cuts its own thread in it."""
WOOD_SCREW = 1.8
SCREWED = (7.5, 12.0)
"""Where the wood screws go through a button's base: a head and a screwdriver pass beside the post."""
CAP = 14.5
FLANGE, FLANGE_OUT = 2.0, 2.9
PROUD = 6.5
"""mm that a button sticks out of its box."""
BEVEL = 1.5
NOTCH_WIDE, NOTCH_ABOVE = 6.0, 2.0
"""The way out of a button's wires: its width, and its height above the base."""
BUMP, BUMPS_APART = 2.8, 8.0

THICK = 4.0
UP = 2.0
"""mm from the table to the terminals of the cage's switch at its lowest setting."""
SLOT = 10.0
"""mm that it can be set higher."""


@cache
def button_base(of: Dimensions) -> Part:
    """Return a floor with a post for the switch; the post's upper end stops the button."""
    switch = of.microswitch
    post = bar((-16, switch.thick / 2), (4, switch.thick / 2 + THICK), rest(of) - TRAVEL)
    body = disc(inner(), FLOOR) + post
    for way in (-1, 1):
        at = Pos(ASIDE + way * switch.holes_apart / 2, switch.thick / 2 - 1, switch_up(of))
        body -= at * Rot(X=-90) * disc(SCREW, THICK + 2)
        body -= Pos(way * SCREWED[0], -way * SCREWED[1]) * wood_screw(FLOOR)
    return body


@cache
def button_box(of: Dimensions) -> Part:
    """Return the box as printed, its top down: a tube around the base, closed except for the button and a cable."""
    radius, high = inner() + LOOSE / 2, box_high(of)
    outer = radius + WALL
    body = taper(outer - BEVEL, outer, BEVEL) + Pos(Z=BEVEL) * disc(outer, high - BEVEL)
    body -= Pos(Z=FLOOR) * disc(radius, high)
    body -= hole(CAP + LOOSE, FLOOR)
    notch = FLOOR + NOTCH_ABOVE
    return body - Pos(0, -outer, high - notch) * block(NOTCH_WIDE, 4 * WALL, 2 * notch)


@cache
def button_cap(bumps: int) -> Part:
    """Return a button, standing on its flange; A has one bump, B two."""
    side = FLOOR + PROUD - BEVEL
    body = disc(CAP + FLANGE_OUT, FLANGE) + Pos(Z=FLANGE) * disc(CAP, side)
    body += Pos(Z=FLANGE + side) * taper(CAP, CAP - BEVEL, BEVEL)
    for n in range(bumps):
        body += Pos((n - (bumps - 1) / 2) * BUMPS_APART, 0, FLANGE + FLOOR + PROUD) * taper(BUMP, BUMP - 1, 1)
    return body


def inner() -> float:
    """Return the radius of a button's base."""
    return CAP + FLANGE_OUT + 2 * LOOSE


def switch_up(of: Dimensions) -> float:
    """Return the height of a button's switch: from the table to the middle of its holes."""
    return FLOOR + BELOW_TERMINALS + of.microswitch.terminals + of.microswitch.below


def rest(of: Dimensions) -> float:
    """Return the height of a button's underside at rest, when it stands on the lever."""
    return switch_up(of) + of.microswitch.lever_free


def box_high(of: Dimensions) -> float:
    """Return the height of a button's box above the table."""
    return rest(of) + FLANGE + FLOOR


@cache
def bracket(of: Dimensions) -> Part:
    """Return the bracket of the cage's switch: a foot to screw to the table, and a wall with slots for its height."""
    switch = of.microswitch
    wide, low = switch.long + 10, lowest(of)
    high = low + SLOT + 5
    body = Pos(0, -10) * block(wide, 28, FLOOR) + Pos(0, 2) * block(wide, THICK, high)
    for way in (-1, 1):
        gusset = prism([(0, FLOOR), (-16, FLOOR), (0, FLOOR + 16)], 2.4, Plane.YZ.offset(way * (wide / 2 - 1.2) - 1.2))
        body += gusset
        at = Pos(way * switch.holes_apart / 2, 5, low + SLOT / 2)
        body -= at * Rot(X=90) * Rot(Z=90) * pill(SLOT, switch.hole / 2, 10)
        body -= Pos(way * 8, -16) * wood_screw(FLOOR)
    return body


def lowest(of: Dimensions) -> float:
    """Return the lowest setting of the cage's switch: from the table to the middle of its holes."""
    return UP + of.microswitch.terminals + of.microswitch.below


def wood_screw(high: float) -> Part:
    """Return the hole of a wood screw through a floor, countersunk from above."""
    head = 2 * WOOD_SCREW
    return hole(WOOD_SCREW, high) + Pos(Z=high - head + WOOD_SCREW) * taper(WOOD_SCREW, head, head - WOOD_SCREW)
