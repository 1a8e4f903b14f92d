"""What is printed first: a test piece for this printer's holes, and a stand to measure ten reeds with."""

from __future__ import annotations

from functools import cache

from build123d import Part, Pos
from hardware.making.dimensions import Dimensions
from hardware.making.printed.mice import FILAMENT, LOOSE, PIN_LOOSE
from hardware.making.printed.place import GLASS_LOOSE, WIRE_LOOSE
from hardware.making.printed.shapes import bar, block, disc, hole
from hardware.making.printed.under import PILOT

STEPS = (-0.1, 0.0, 0.1, 0.2)
"""Added to the radii that the parts have; the second column is as they are."""
COLUMN, THICK = 13.0, 6.0

STAND_WIDE, STAND_LONG = 52.0, 60.0
RAIL = 8.0
"""Each of the two pairs is so wide."""
FLOOR = 1.0
"""Under a reed's glass."""


@cache
def gauge(of: Dimensions) -> Part:
    """Four columns of holes: magnet, reed, filament, screw; as many notches in the edge as the column's number."""
    wide, deep = COLUMN * len(STEPS), 34.0
    body = bar((0, 0), (wide, deep), THICK)
    for n, step in enumerate(STEPS):
        x = COLUMN * (n + 0.5)
        body -= Pos(x, 8, of.foot.floor) * disc(of.magnet.across / 2 + LOOSE + step, THICK)
        body -= Pos(x, 18) * hole(of.reed.across / 2 + GLASS_LOOSE + step, THICK)
        body -= Pos(x, 24) * hole(FILAMENT / 2 + PIN_LOOSE + step, THICK)
        body -= Pos(x, 29.5) * hole(PILOT + step, THICK)
        for notch in range(n + 1):
            body -= Pos(x + (notch - n / 2) * 2.4, 0) * hole(0.8, THICK)
    return body


@cache
def reed_stand(of: Dimensions, wires: float) -> Part:
    """A reed stands in it, its glass level with the top between the rails, its middle at the origin.

    A card as thick as the overlay lies on the inner rails as the overlay lies above a table's reed; on the outer ones
    1 mm higher, as far as the gap may be.
    """
    top = FLOOR + of.reed.glass
    card = of.overlay.thick
    body = block(STAND_WIDE, STAND_LONG, top)
    for way in (-1, 1):
        for n, high in enumerate((of.reed.below_overlay + of.gap.most - of.gap.aimed, of.reed.below_overlay)):
            body += Pos(way * (STAND_WIDE / 2 - RAIL * (n + 0.5))) * block(RAIL, STAND_LONG, top + high)
    bore, wire = of.reed.across / 2 + GLASS_LOOSE, of.reed.wire / 2 + WIRE_LOOSE
    body -= Pos(Z=FLOOR) * disc(bore, top) + hole(wire, top) + Pos(0, wires) * hole(wire, top)
    return body - Pos(0, wires / 2, top - card) * block(2 * wire, wires, 2 * card)
