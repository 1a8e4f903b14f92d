"""The wand: a mouse's magnet on a stick, to test reeds and to feel which pole of a magnet is up.

The edges of its upper side are bevelled, those of its flat side sharp. Every mouse pushes the bevelled ("rounded") side
away and clings to the flat side. A notch in either edge shows where the magnet's middle is.
"""

from __future__ import annotations

from functools import cache

from build123d import Axis, Part, Pos, chamfer
from hardware.making.dimensions import Dimensions
from hardware.making.printed.mice import FILAMENT, LOOSE, PIN_LOOSE
from hardware.making.printed.shapes import bar, block, disc, hole, pill

LONG = 100.0
TIP = 12.5
"""mm from the magnet's middle to the wand's flat end."""
ROUNDED = 1.4
CORD = 2.5
"""Radius of the hole to hang it up by."""
NOTCH = 1.0
"""Radius of the notches beside the magnet's middle."""
SLIDING = 0.1
PIN_AT = -7.5
"""x of the filament that goes down through wand and wedge and holds the wedge."""


@cache
def wand(of: Dimensions) -> Part:
    """Return the wand, lying on its flat side, the magnet's middle above the origin."""
    radius = of.foot.across / 2
    body = Pos(LONG / 2) * pill(LONG, radius, wand_high(of)) + bar((-TIP, -radius), (0, radius), wand_high(of))
    upper = body.faces().sort_by(Axis.Z)[-1].edges()
    body = chamfer(upper.sort_by(Axis.X)[1:], ROUNDED)  # not the edge at the slot's end
    body -= Pos(Z=of.foot.floor) * _slot(of)
    for edge in (-radius, radius):
        body -= Pos(0, edge) * hole(NOTCH, wand_high(of))
    return body - Pos(PIN_AT) * hole(_pin(), wand_high(of)) - Pos(LONG) * hole(CORD, wand_high(of))


@cache
def wedge(of: Dimensions) -> Part:
    """Return the wedge that follows the magnet into the slot."""
    wide = half(of) - SLIDING
    body = bar((-TIP, -wide), (-half(of), wide), of.magnet.high + LOOSE)
    return body - Pos(PIN_AT) * hole(_pin(), wand_high(of))


def wand_high(of: Dimensions) -> float:
    """Return the wand's height, with as much plastic above the magnet as below."""
    return 2 * of.foot.floor + of.magnet.high + 2 * LOOSE


def half(of: Dimensions) -> float:
    """Return half of the slot's width."""
    return of.magnet.across / 2 + LOOSE


def _slot(of: Dimensions) -> Part:
    high = of.magnet.high + 2 * LOOSE
    return disc(half(of), high) + Pos(-20) * block(40, 2 * half(of), high)


def _pin() -> float:
    return FILAMENT / 2 + PIN_LOOSE
