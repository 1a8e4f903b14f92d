"""The first parts to print: a test piece for the printer's holes, and a stand to measure ten reeds."""

from __future__ import annotations

from functools import cache

from build123d import Part, Pos
from hardware.making.dimensions import Dimensions
from hardware.making.printed.mice import FILAMENT, LOOSE, PIN_LOOSE
from hardware.making.printed.place import GLASS_LOOSE, GROOVE, WIRE_LOOSE, glass_above
from hardware.making.printed.shapes import bar, block, disc, hole
from hardware.making.printed.under import PILOT

STEPS = (-0.1, 0.0, 0.1, 0.2)
"""mm added to the parts' radii, by column; the second column is the nominal size."""
COLUMN, THICK = 13.0, 6.0

STAND_WIDE, STAND_LONG = 40.0, 60.0
TRENCH = 12.0
"""Width of the trench in which the reed's upper end stands; the sheet lies across it."""
FLOOR = 1.0
"""Thickness of the floor under a reed's glass."""


@cache
def gauge(of: Dimensions) -> Part:
    """Return four columns of holes for magnet, reed, filament and screw. Notches in the edge count the columns."""
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
    """Return a stand for a reed, whose axis is the z axis; its glass is level with the bottom of the trench.

    A sheet as thick as the overlay lies on top at the overlay's height above a reed of the table. The copper wire,
    bent as for a tile, lies in a slot that is as far below the glass's upper end as the groove of a holder.
    """
    glass = FLOOR + of.reed.glass
    body = block(STAND_WIDE, STAND_LONG, glass + of.reed.below_overlay)
    body -= Pos(Z=glass) * block(TRENCH, STAND_LONG, of.reed.below_overlay)
    bore, wire = of.reed.across / 2 + GLASS_LOOSE, of.reed.wire / 2 + WIRE_LOOSE
    body -= Pos(Z=FLOOR) * disc(bore, glass) + hole(wire, glass) + Pos(0, wires) * hole(wire, glass)
    deep = glass_above(of) + GROOVE
    return body - Pos(0, wires / 2, glass - deep) * block(2 * wire, wires, deep)
