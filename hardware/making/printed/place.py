"""The printed parts of a place: a rim on the overlay, and below it a reed holder and a light tube."""

from __future__ import annotations

from functools import cache

from build123d import Part, Pos
from hardware.making.dimensions import Dimensions
from hardware.making.printed.shapes import block, disc, hole, pill, ring, taper
from hardware.making.printed.tile_board import TileBoard

SLIDING = 0.2
"""mm that a part is narrower than its hole."""
LIP, CREST = 0.4, 0.8
"""Of a rim: height of its vertical sides, and width of its top."""
BELOW_PLATE = 0.3
GLASS_LOOSE = 0.2
WIRE_LOOSE = 0.3
WALL = 1.2
FLANGE = 1.2
INSIDE = 0.1
"""mm that a holder's foot ends inside its post: round surfaces that only touch would leave gaps in the mesh."""
GROOVE = 2.5
ABOVE_LAMP = 0.3
SHOULDER = 1.5
"""Width of the shoulder that rests against the plate from below."""
TUBE_WALL = 0.85


@cache
def rim(of: Dimensions) -> Part:
    """Return a low ring with slopes on both sides, over which a mouse can be pushed."""
    inside, outside, high = of.rim.inside / 2, of.rim.outside / 2, of.rim.high
    slope = min(high - LIP, (outside - inside - CREST) / 2)
    body = ring(inside, outside, high - slope)
    body += Pos(Z=high - slope) * (taper(outside, outside - slope, slope) - taper(inside, inside + slope, slope))
    return body


@cache
def holder(of: Dimensions, board: TileBoard) -> Part:
    """Return a post on the board that reaches up to the plate and sets the reed's height; its z axis is the reed's.

    The glass sticks out at the top, into the plate's hole. The upper wire comes down beside the glass, goes along the
    groove on top, and down to the board. The foot is no longer than the post at the upper wire's end: beside one reed a
    header begins there.
    """
    bore, wire = of.reed.across / 2 + GLASS_LOOSE, of.reed.wire / 2 + WIRE_LOOSE
    high = of.below_plate - BELOW_PLATE
    middle = Pos(board.wires / 2)
    short = board.wires - FLANGE - INSIDE
    body = Pos(short / 2) * pill(short, bore + WALL + FLANGE, FLANGE) + middle * pill(board.wires, bore + WALL, high)
    body -= Pos(Z=of.reed.above_board) * disc(bore, high) + hole(wire, high)
    body -= Pos(board.wires) * hole(wire, high)
    return body - middle * Pos(Z=high - GROOVE) * block(board.wires, 2 * wire, high)


def glass_above(of: Dimensions) -> float:
    """Return how far a reed's glass sticks out of its holder."""
    return of.reed.above_board + of.reed.glass - (of.below_plate - BELOW_PLATE)


@cache
def light_tube(of: Dimensions) -> Part:
    """Return a tube from a lamp up through the plate, so that it lights only its own place; the lamp's end is down."""
    neck = of.plate.lamp_hole / 2 - SLIDING / 2
    length = of.board_below - of.overlay.thick - of.lamp.high - ABOVE_LAMP
    body = disc(neck + SHOULDER, length - of.plate.thick) + disc(neck, length)
    return body - hole(neck - TUBE_WALL, length)
