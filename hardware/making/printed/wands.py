"""The wand: a mouse's magnet on a stick, to try reeds with, and to feel which pole of a magnet is up.

Its upper edges are rounded off, its lower ones are sharp. All mice push the rounded side away and cling to the flat
one.
"""

from __future__ import annotations

from functools import cache

from build123d import Axis, Part, Pos, chamfer
from hardware.making.dimensions import Dimensions
from hardware.making.printed.mice import FILAMENT, LOOSE, PIN_LOOSE
from hardware.making.printed.shapes import bar, block, disc, hole, pill

LONG = 100.0
TIP = 12.5
"""It ends flat so far beyond the magnet's middle."""
ROUNDED = 1.4
CORD = 2.5
"""Radius of the hole to hang it up by."""
SLIDING = 0.1
PIN_AT = -7.5
"""The filament that holds the wedge goes down through both."""


@cache
def wand(of: Dimensions) -> Part:
    """It lies on its flat side, the magnet's middle above its origin."""
    radius = of.foot.across / 2
    body = Pos(LONG / 2) * pill(LONG, radius, wand_high(of)) + bar((-TIP, -radius), (0, radius), wand_high(of))
    upper = body.faces().sort_by(Axis.Z)[-1].edges()
    body = chamfer(upper.sort_by(Axis.X)[1:], ROUNDED)  # all but that of the slot's end
    body -= Pos(Z=of.foot.floor) * _slot(of)
    return body - Pos(PIN_AT) * hole(_pin(), wand_high(of)) - Pos(LONG) * hole(CORD, wand_high(of))


@cache
def wedge(of: Dimensions) -> Part:
    """What follows the magnet into the slot."""
    wide = half(of) - SLIDING
    body = bar((-TIP, -wide), (-half(of), wide), of.magnet.high + LOOSE)
    return body - Pos(PIN_AT) * hole(_pin(), wand_high(of))


def wand_high(of: Dimensions) -> float:
    """As much above the magnet as below."""
    return 2 * of.foot.floor + of.magnet.high + 2 * LOOSE


def half(of: Dimensions) -> float:
    """Of the slot's width."""
    return of.magnet.across / 2 + LOOSE


def _slot(of: Dimensions) -> Part:
    high = of.magnet.high + 2 * LOOSE
    return disc(half(of), high) + Pos(-20) * block(40, 2 * half(of), high)


def _pin() -> float:
    return FILAMENT / 2 + PIN_LOOSE
