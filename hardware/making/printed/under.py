"""The table's supports: a frame that holds a tile's board below the plate, and legs that screw the boards to it."""

from __future__ import annotations

from functools import cache

from build123d import Part, Plane, Pos, Rectangle, Rot, loft
from hardware.making.dimensions import Dimensions
from hardware.making.printed.shapes import bar, disc, hole
from hardware.making.printed.tile_board import TileBoard

GAP = 0.3
"""mm that a frame is smaller than its tile, on each side."""
FLAT = 3.0
"""Thickness of the flat part against the plate."""
RIBS = ((41.0, 49.0), (81.0, 89.0))
"""x of the ribs' sides, between the columns of reeds and lamps."""
FRONT, BACK = 9.0, 15.0
"""mm that the front and the back strip extend inwards from the board's edges."""
AROUND_LAMP = 6.0
AROUND_REED = 8.4
PILOT = 1.25
"""Radius: an M3 screw cuts its own thread in it."""
BITE = 6.0
"""mm that a screw goes into a post from either end; the two do not meet."""
LEDGE = 4.0
"""Thickness of the leg under its screws' heads."""
HEAD = 3.2
"""Radius of the well for a screw's head."""
CLEAR = 1.7
"""Radius of a hole for an M3 screw."""
LEG_TOP, LEG_BOTTOM = (16.4, 8.4), (22.0, 16.0)


@cache
def frame(of: Dimensions, board: TileBoard) -> Part:
    """Return the frame as printed, the plate's side down."""
    wide, _ = board.size
    return Pos(wide) * Rot(Y=180) * frame_hanging(of, board)


@cache
def frame_hanging(of: Dimensions, board: TileBoard) -> Part:
    """Return the frame in place: z = 0 is the plate's underside, the origin the tile's lower left corner."""
    wide, deep = board.size
    flat = bar((GAP, GAP), (wide - GAP, FRONT), FLAT) + bar((GAP, deep - BACK), (wide - GAP, deep - GAP), FLAT)
    for left, right in RIBS:
        flat += bar((left, GAP), (right, deep - GAP), FLAT)
    for lamp in board.lamps:
        flat -= Pos(*lamp) * hole(AROUND_LAMP, FLAT)
    for reed in board.reeds:
        flat -= Pos(*reed) * hole(AROUND_REED, FLAT)
    body = Pos(Z=-FLAT) * flat
    for x, y in board.holes:
        body += Pos(x, y, -of.below_plate) * disc(min(y, deep - y) - GAP, of.below_plate)
    for at in board.holes:
        body -= Pos(*at, -of.below_plate) * hole(PILOT, of.below_plate)
    return body


@cache
def leg(of: Dimensions, board: TileBoard) -> Part:
    """Return a leg as printed, the boards' side down. It carries two boards, or one at the table's edge."""
    apart = screws_apart(board)
    high = of.table.below_boards
    body = loft([Plane.XY * Rectangle(*LEG_TOP), Plane.XY.offset(high) * Rectangle(*LEG_BOTTOM)])
    for way in (-1, 1):
        at = Pos(way * apart / 2)
        body -= at * hole(CLEAR, LEDGE)
        body -= at * Pos(Z=LEDGE) * disc(HEAD, high)
    return body


def screws_apart(board: TileBoard) -> float:
    """Return the distance from a board's screw to that of the next tile above."""
    ys = [y for _, y in board.holes]
    return board.size[1] - max(ys) + min(ys)
