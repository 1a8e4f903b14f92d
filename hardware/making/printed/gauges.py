"""What is printed first: whether this printer's holes fit the parts that are pressed and pushed into them."""

from __future__ import annotations

from build123d import Part, Pos
from hardware.making.dimensions import Dimensions
from hardware.making.printed.mice import FILAMENT, LOOSE, PIN_LOOSE
from hardware.making.printed.place import GLASS_LOOSE
from hardware.making.printed.shapes import bar, disc, hole
from hardware.making.printed.under import PILOT

STEPS = (-0.1, 0.0, 0.1, 0.2)
"""Added to the radii that the parts have; the second column is as they are."""
COLUMN, THICK = 13.0, 6.0


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
