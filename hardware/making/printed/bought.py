"""Stand-ins for bought or drilled parts: only the space that they take where they touch printed parts."""

from __future__ import annotations

import math
from itertools import pairwise

from build123d import Part, Pos, Rot
from hardware.making.dimensions import Dimensions
from hardware.making.printed import boxes
from hardware.making.printed.boxed import BoxedBoard, Opening
from hardware.making.printed.mice import pin
from hardware.making.printed.shapes import bar, block, disc, hole, pill
from hardware.making.printed.tile_board import Point, TileBoard

SOLDERED = 1.5
"""mm that a wire sticks out below the board, for the solder."""
OUT, ROOM = 6.0, 0.2
"""How far a plug is shown outside its box, and how much smaller than its opening it is on each side."""
SIDE = 40.0
"""Side of the piece of overlay, plate and board that is shown."""


def magnet(of: Dimensions) -> Part:
    """Return a magnet, standing on its face."""
    return disc(of.magnet.across / 2, of.magnet.high)


def filament() -> Part:
    """Return the filament pressed into a mouse and cut off."""
    return pin()


def overlay(of: Dimensions, middle: Point) -> Part:
    """Return a piece of overlay around a place. A lamp shines through its paper."""
    return Pos(*middle, -of.overlay.thick) * block(SIDE, SIDE, of.overlay.thick)


def plate(of: Dimensions, middle: Point, reed: Point, lamp: Point) -> Part:
    """Return a drilled piece of the plate."""
    low = -of.overlay.thick - of.plate.thick
    wood = Pos(*middle, low) * block(SIDE, SIDE, of.plate.thick)
    wood -= Pos(*reed, low) * hole(of.plate.reed_hole / 2, of.plate.thick)
    return wood - Pos(*lamp, low) * hole(of.plate.lamp_hole / 2, of.plate.thick)


def board(of: Dimensions, middle: Point, reed: Point, wires: float) -> Part:
    """Return a piece of a tile's board with the two holes of the reed."""
    low = -of.board_below - of.board.thick
    piece = Pos(*middle, low) * block(SIDE, SIDE, of.board.thick)
    for x in (0.0, wires):
        piece -= Pos(reed[0] + x, reed[1], low) * hole(0.45, of.board.thick)
    return piece


def whole_board(of: Dimensions, tile: TileBoard) -> Part:
    """Return a tile's whole board, without the holes for wires."""
    wide, deep = tile.size
    piece = Pos(wide / 2, deep / 2) * block(wide, deep, of.board.thick)
    for at in tile.holes:
        piece -= Pos(*at) * hole(tile.hole / 2, of.board.thick)
    return piece


def whole_plate(of: Dimensions, tile: TileBoard) -> Part:
    """Return the drilled plate above one tile; its upper side is z = 0."""
    wide, deep = tile.size
    wood = Pos(wide / 2, deep / 2, -of.plate.thick) * block(wide, deep, of.plate.thick)
    for points, across in (
        (tile.reeds, of.plate.reed_hole),
        (tile.lamps, of.plate.lamp_hole),
        (tile.holes, of.plate.screw_hole),
    ):
        for at in points:
            wood -= Pos(*at, -of.plate.thick) * hole(across / 2, of.plate.thick)
    return wood


def glass(of: Dimensions) -> Part:
    """Return a reed's glass, standing."""
    return disc(of.reed.across / 2, of.reed.glass)


def wire(of: Dimensions, wires: float) -> Part:
    """Return a reed's two straight wires and the copper wire; the origin is the lower end of its glass.

    The copper wire is soldered along the stub of the upper one. It comes down beside the glass to the groove on top of
    the reed's holder, goes along the groove, and then down to the board.
    """
    thin, copper, top = of.reed.wire / 2, of.reed.splice / 2, of.reed.glass + of.reed.stub
    down = below_glass(of)
    way = [(thin + copper, z) for z in (top, of.reed.glass + of.reed.joint)] + _down_beside(of, wires, -down)
    return _bent([(0, -down), (0, 0)], thin) + _bent([(0, of.reed.glass), (0, top)], thin) + _bent(way, copper)


def below_glass(of: Dimensions) -> float:
    """Return the length of wire that a reed needs below its glass: to the board, through it, and to be soldered."""
    return of.reed.above_board + of.board.thick + SOLDERED


def splice(of: Dimensions, wires: float) -> float:
    """Return the length of the copper wire that a reed needs."""
    way = [(0.0, of.reed.glass + of.reed.stub), *_down_beside(of, wires, -below_glass(of))]
    return sum(math.dist(one, other) for one, other in pairwise(way))


def _down_beside(of: Dimensions, wires: float, end: float) -> list[tuple[float, float]]:
    """Return the copper wire's corners below its joint."""
    beside, joint = of.reed.across / 2 + of.reed.splice, of.reed.glass + of.reed.joint
    out = of.reed.glass - (of.plate.thick - of.reed.below_overlay) - 1.5
    return [(beside, joint), (beside, out), (wires, out), (wires, end)]


def _bent(way: list[tuple[float, float]], radius: float) -> Part:
    """Return a wire through points (x, z); each piece is level or upright."""
    body = Part()
    for (x, z), (right, up) in pairwise(way):
        low, left = min(z, up), min(x, right)
        if x == right:
            body += Pos(x, 0, low) * disc(radius, abs(up - z))
        else:
            body += Pos(left - radius, 0, z) * Rot(Y=90) * disc(radius, abs(right - x) + 2 * radius)
    return body


def lamp(of: Dimensions) -> Part:
    """Return a lamp, standing on the board."""
    return block(of.lamp.across, of.lamp.across, of.lamp.high)


def microswitch(of: Dimensions, lever: float) -> Part:
    """Return an upright microswitch. Its holes' middle is the origin; its lever's tip is `lever` above that."""
    switch = of.microswitch
    case = Pos(Z=-switch.below) * block(switch.long, switch.thick, switch.high)
    for way in (-1, 1):
        case -= Pos(way * switch.holes_apart / 2, switch.thick, 0) * Rot(X=90) * disc(switch.hole / 2, 2 * switch.thick)
    for x in (-7.6, 0.0, 7.6):
        case += Pos(x, 0, -switch.below - switch.terminals) * block(0.6, 3.2, switch.terminals + 1)
    root = switch.high - switch.below - 0.3
    long = 16.0
    slope = math.degrees(math.asin((lever - 0.3 - root) / long))
    return case + Pos(-7.5, 0, root) * Rot(Y=-slope) * Pos(long / 2, 0, -0.1) * block(long, 4, 0.4)


def servo(of: Dimensions) -> Part:
    """Return a servo: its shaft is the z axis, the case's upper side z = 0, its length along y."""
    servo = of.servo
    middle = Pos(0, -servo.shaft_off)
    case = middle * Pos(Z=-servo.high) * block(servo.thick, servo.long, servo.high)
    case += middle * Pos(Z=servo.flange_at - servo.high - servo.flange_thick) * _flange(of)
    return case + disc(3, servo.shaft_high) + Pos(Z=servo.shaft_high) * disc(servo.horn_across / 2, servo.horn_thick)


def _flange(of: Dimensions) -> Part:
    servo = of.servo
    flange = block(servo.thick, servo.flange_long, servo.flange_thick)
    for across in (-1, 1):
        for along in (-1, 1):
            at = Pos(across * servo.holes_across / 2, along * servo.holes_long / 2)
            flange -= at * hole(servo.hole / 2, servo.flange_thick)
    return flange


def handle(thickness: float, long: float) -> Part:
    """Return a crank's handle."""
    return disc(thickness / 2, long)


def bolt(radius: float, long: float, head: float) -> Part:
    """Return a screw that goes down, with its head's underside at the origin."""
    return Pos(Z=-long) * disc(radius, long) + disc(head, 0.6 * head)


def cage_rim(long: float) -> Part:
    """Return a piece of a cage's lower edge, its underside at the origin."""
    return pill(long, 2, 4)


def boxed_board(board: BoxedBoard) -> Part:
    """Return a board in its box, without the holes for wires."""
    piece = Pos(Z=boxes.board_low(board)) * block(*board.size, board.fit.board)
    for at in board.screws:
        piece -= Pos(*at, boxes.board_low(board)) * hole(1.6, board.fit.board)
    return piece


def boxed_part(board: BoxedBoard, ref: str) -> Part:
    """Return the space that a part takes: as high as the tallest."""
    left, low, right, high = board.bodies[ref]
    return Pos(Z=boxes.board_high(board)) * bar((left, low), (right, high), board.box.tallest)


def plug(board: BoxedBoard, opening: Opening) -> Part:
    """Return what leaves a box through an opening, from the connector's pins outwards."""
    pins = board.parts[opening.ref]
    x, y = (sum(side) / len(pins) for side in zip(*pins, strict=True))
    out = [side / 2 + OUT for side in boxes.outside(board)]
    half, (to_x, to_y) = opening.wide / 2 - ROOM, opening.along(1)
    if opening.wall in ("left", "right"):
        ends = sorted((x, to_x * out[0]))
        base = bar((ends[0], opening.at - half), (ends[1], opening.at + half), opening.high - opening.low - 2 * ROOM)
    else:
        ends = sorted((y, to_y * out[1]))
        base = bar((opening.at - half, ends[0]), (opening.at + half, ends[1]), opening.high - opening.low - 2 * ROOM)
    return Pos(Z=boxes.board_high(board) + opening.low + ROOM) * base
