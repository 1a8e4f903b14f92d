"""The men of morris and draughts: a body with a magnet in its foot, a stopper that shuts it in, and a king's crown.

As in a mouse the magnet lies on the foot's floor, the stopper's stem stands on it, and filament goes across both. The
two sides' stoppers feel different. A crown has no magnet, so a reed feels a king as it feels a man.
"""

from __future__ import annotations

import math
from functools import cache

from build123d import Part, Pos, Rot
from hardware.making.dimensions import Dimensions
from hardware.making.printed.mice import FILAMENT, FIRM, PIN_LOOSE
from hardware.making.printed.shapes import block, disc, ring, taper

LOOSE = 0.1
"""Clearance around the magnet: less than a mouse's, or this lower magnet could turn over in its shaft."""
SOLE = 2.4
"""Height of the straight part of the foot, as a mouse's."""
STEEP = 1.1
"""How much it rises above the foot for each mm that it widens."""
BEVEL = 0.8
HEAD = 7.0
"""Radius of a stopper's head."""
HOLLOW, HOLLOW_DEEP = 3.0, 0.9
PIN_AT, PIN_PAST = 7.4, 6.0
"""Height of the filament across man and stopper, and how far it goes beyond the middle."""
CROWN_HIGH, CROWN_BASE = 5.0, 2.2
CROWN_LOOSE, CROWN_IN = 0.4, 0.6
"""Room around the stopper's head, and how much narrower than the man a crown is."""
POINTS = 6


def bore(of: Dimensions) -> float:
    """Return the radius of the shaft in the body."""
    return of.magnet.across / 2 + LOOSE


@cache
def man(of: Dimensions) -> Part:
    """Return the body, standing on its foot; above the foot it widens, to be gripped, and prints without supports."""
    foot, wide, high = of.foot.across / 2, of.man.across / 2, of.man.high
    side = SOLE + STEEP * (wide - foot)
    body = disc(foot, SOLE) + Pos(Z=SOLE) * taper(foot, wide, side - SOLE)
    body += Pos(Z=side) * disc(wide, high - side - BEVEL) + Pos(Z=high - BEVEL) * taper(wide, wide - BEVEL, BEVEL)
    body -= Pos(Z=of.foot.floor) * disc(bore(of), high)
    return body - pin(of, PIN_LOOSE)


def pin(of: Dimensions, loose: float = 0.0) -> Part:
    """Return the filament that holds the stopper, inserted from the man's side."""
    start = of.man.across / 2 + (1.0 if loose else 0.0)
    return Pos(start, 0, PIN_AT) * Rot(Y=-90) * disc(FILAMENT / 2 + loose, start + PIN_PAST)


@cache
def stopper(of: Dimensions, hollow: bool) -> Part:
    """Return a stopper as printed: its head on the bed, the stem up."""
    stem, head = bore(of) - FIRM, of.man.head
    length = of.man.high - of.foot.floor - of.man.magnet_high - LOOSE
    body = disc(HEAD, head) + Pos(Z=head) * disc(stem, length - BEVEL)
    body += Pos(Z=head + length - BEVEL) * taper(stem, stem - BEVEL, BEVEL)
    if hollow:
        body -= Pos(Z=-1) * disc(HOLLOW, HOLLOW_DEEP + 1)
    return body - Pos(Z=head + of.man.high) * Rot(X=180) * pin(of, PIN_LOOSE)


@cache
def stopper_in_man(of: Dimensions, hollow: bool) -> Part:
    """Return a stopper in its place."""
    return Pos(Z=of.man.head + of.man.high) * Rot(X=180) * stopper(of, hollow)


@cache
def crown(of: Dimensions) -> Part:
    """Return a crown: a ring around the stopper's head, with points."""
    inside, outside = HEAD + CROWN_LOOSE, of.man.across / 2 - CROWN_IN
    body = ring(inside, outside, CROWN_HIGH)
    wide = math.pi * outside / POINTS
    for n in range(POINTS):
        gap = Pos(outside, 0, CROWN_BASE) * block(2 * outside, wide, CROWN_HIGH)
        body -= Rot(Z=360 / POINTS * n) * gap
    return body
