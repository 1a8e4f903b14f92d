"""A box for a board with plugs: it hangs under the plate, its floor against the wood and its lid down.

Four columns outside its corners take a screw from either end: through the plate into the box, and through foot and lid
into the box. The feet are as high as the table's legs reach, so the plate does not bend. Each plug has an opening down
from the rim, closed above the plug by a tongue of the lid, and a shelf outside with two slots, to tie its cable down.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from build123d import Part, Pos, Rot
from hardware.making import bodies
from hardware.making.dimensions import Dimensions
from hardware.making.printed.boxed import WALLS, BoxedBoard, Opening, Point
from hardware.making.printed.shapes import THROUGH, bar, block, disc, hole, taper
from hardware.making.printed.switches import FLOOR, WALL
from hardware.making.printed.under import CLEAR, HEAD, PILOT

COLUMN, COLUMN_OUT = 4.2, 3.0
"""Radius of a column, and how far its middle lies outside the corner of the room inside, in x and in y."""
REST, REST_LONG = 2.2, 10.0
"""How far a board rests on a ledge, and the ledge's length along each wall from the corner."""
ABOVE = 0.5
"""mm between the tallest part and the lid."""
LOOSE = 0.3
"""mm between the lid's tongues and fingers, and what they meet."""
FINGER, FINGER_LONG = 2.0, 7.0
"""A finger of the lid holds a board without screw holes down: its thickness, and its length along the wall."""
POST = 3.2
"""Radius of a post under a board's screw hole."""
SHELF = 9.0
TIE_LONG, TIE_WIDE, TIE_DEEP = 3.4, 1.8, 1.4
"""A slot for a cable tie, across and along the wall, and the depth of the groove below that hides the tie."""
FOOT, FOOT_TOP, LEDGE = 7.0, 5.4, 3.0
"""Radii of a foot, on the desk and at the lid, and its thickness under the screw's head."""


@cache
def box(board: BoxedBoard) -> Part:
    """Return the box as printed, its floor down; x and y as seen with the board's parts up."""
    wide, deep = room(board)
    high = box_high(board)
    body = block(wide + 2 * WALL, deep + 2 * WALL, high)
    for at in columns(board):
        body += Pos(*at) * disc(COLUMN, high)
    for opening in board.openings:
        body += _shelf(board, opening)
    body -= Pos(Z=FLOOR) * block(wide, deep, high)
    body += _ledges(board)
    for at in columns(board):
        body -= Pos(*at) * hole(PILOT, high)
    for at in board.screws:
        body += Pos(*at) * disc(POST, board_low(board))
        body -= Pos(*at, FLOOR) * disc(PILOT, high)
    for opening in board.openings:
        body -= _through(board, opening, opening.wide, board_high(board) + opening.low, high + THROUGH)
        body -= _slots(board, opening)
    return body


@cache
def lid(board: BoxedBoard) -> Part:
    """Return the lid as printed: its outer side down; x runs the other way round than in the box."""
    wide, deep = room(board)
    body = block(wide + 2 * WALL, deep + 2 * WALL, FLOOR)
    for at in columns(board):
        body += Pos(*at) * disc(COLUMN, FLOOR)
    for at in columns(board):
        body -= Pos(*at) * hole(CLEAR, FLOOR)
    inner = [_tongue(board, opening) for opening in board.openings]
    inner += [_finger(board, at, along) for at, along in fingers(board)]
    high = box_high(board)
    for solid in inner:
        if solid:
            body += Pos(Z=high + FLOOR) * Rot(Y=180) * solid
    return body


def lid_on_box(board: BoxedBoard) -> Part:
    """Return the lid in its place on the box."""
    return Pos(Z=box_high(board) + FLOOR) * Rot(Y=180) * lid(board)


@cache
def foot(of: Dimensions, board: BoxedBoard) -> Part:
    """Return a foot as printed, the lid's side down: a screw's head lies inside it."""
    high = foot_high(of, board)
    body = taper(FOOT_TOP, FOOT, high) - hole(CLEAR, LEDGE)
    return body - Pos(Z=LEDGE) * disc(HEAD, high)


def foot_high(of: Dimensions, board: BoxedBoard) -> float:
    """Return a foot's height: what is left between lid and desk."""
    return of.below_plate + of.board.thick + of.table.below_boards - box_high(board) - FLOOR


def room(board: BoxedBoard) -> Point:
    """Return the size of the room inside."""
    wide, deep = (side + 2 * board.fit.beside for side in board.size)
    return wide, deep


def outside(board: BoxedBoard) -> Point:
    """Return the size between the outer sides of opposite walls, without columns and shelves."""
    wide, deep = (side + 2 * WALL for side in room(board))
    return wide, deep


def columns(board: BoxedBoard) -> tuple[Point, ...]:
    """Return the middles of the columns, which are those of the screws in plate and lid."""
    wide, deep = (side / 2 + COLUMN_OUT for side in room(board))
    return tuple((x * wide, y * deep) for x in (-1, 1) for y in (-1, 1))


def board_low(board: BoxedBoard) -> float:
    """Return the height of a board's underside in its box."""
    return FLOOR + board.fit.below


def board_high(board: BoxedBoard) -> float:
    """Return the height of a board's upper side in its box."""
    return board_low(board) + board.fit.board


def box_high(board: BoxedBoard) -> float:
    """Return the height of the box without its lid."""
    return board_high(board) + board.box.tallest + ABOVE


def fingers(board: BoxedBoard) -> Iterator[tuple[Point, str]]:
    """Yield the inner corner and the direction of each finger; none if screws hold the board.

    At each corner it lies along a wall where it meets neither a plug nor a part. A corner without such a wall has none.
    """
    if board.screws:
        return
    wide, deep = board.size
    for x in (-1, 1):
        for y in (-1, 1):
            corner = (x * wide / 2, y * deep / 2)
            yield from ((corner, along) for along in [one for one in "yx" if _is_free(board, corner, one)][:1])


def finger_box(corner: Point, along: str) -> tuple[Point, Point]:
    """Return the lower left and the upper right corner of a finger, seen from above."""
    size = (FINGER, FINGER_LONG) if along == "y" else (FINGER_LONG, FINGER)
    ends = [(at, at - (size[n] if at > 0 else -size[n])) for n, at in enumerate(corner)]
    return (min(ends[0]), min(ends[1])), (max(ends[0]), max(ends[1]))


def _ledges(board: BoxedBoard) -> Part:
    """Return what the board's corners rest on."""
    wide, deep = room(board)
    rest, low = REST + board.fit.beside, board_low(board)
    ledges = Part()
    for x in (-1, 1):
        for y in (-1, 1):
            for size in ((rest, REST_LONG), (REST_LONG, rest)):
                at = (x * (wide - size[0]) / 2, y * (deep - size[1]) / 2)
                ledges += Pos(*at) * block(*size, low)
    return ledges


def _is_free(board: BoxedBoard, corner: Point, along: str) -> bool:
    (left, low), (right, high) = finger_box(corner, along)
    for opening in board.openings:
        n = 1 if opening.wall in ("left", "right") else 0
        near = corner[1 - n] * WALLS[opening.wall][1 - n] > 0
        ends = ((left, right), (low, high))[n]
        half = opening.wide / 2 + 2 * LOOSE
        if near and ends[0] < opening.at + half and opening.at - half < ends[1]:
            return False
    finger = (left - LOOSE, low - LOOSE, right + LOOSE, high + LOOSE)
    return all(bodies.shared(finger, room) < 0 for room in board.bodies.values())


def _finger(board: BoxedBoard, corner: Point, along: str) -> Part:
    start, end = finger_box(corner, along)
    low = board_high(board) + LOOSE
    return Pos(Z=low) * bar(start, end, box_high(board) - low)


def _tongue(board: BoxedBoard, opening: Opening) -> Part | None:
    """Return what closes an opening above its plug; nothing where that is too little to print."""
    low = board_high(board) + opening.high
    if box_high(board) - low < 2 * LOOSE:
        return None
    return _through(board, opening, opening.wide - 2 * LOOSE, low, box_high(board), WALL)


def _through(board: BoxedBoard, opening: Opening, wide: float, low: float, high: float, deep: float = 0) -> Part:
    """Return a block at an opening; through the whole wall and more, or as thick as the wall."""
    x, y = (side / 2 + WALL / 2 for side in room(board))
    deep = deep or WALL + 2 * THROUGH
    across = x if opening.wall in ("left", "right") else y
    size = (deep, wide) if opening.wall in ("left", "right") else (wide, deep)
    return Pos(*opening.along(across), low) * block(*size, high - low)


def _shelf(board: BoxedBoard, opening: Opening) -> Part:
    x, y = (side / 2 for side in outside(board))
    long = opening.wide + 2 * (_slot_off(opening) - opening.wide / 2 + TIE_WIDE)
    if opening.wall in ("left", "right"):
        return Pos(*opening.along(x + SHELF / 2 - WALL / 2)) * block(SHELF + WALL, long, FLOOR)
    return Pos(*opening.along(y + SHELF / 2 - WALL / 2)) * block(long, SHELF + WALL, FLOOR)


def _slots(board: BoxedBoard, opening: Opening) -> Part:
    """Return two slots for a cable tie, and the groove below that joins them."""
    x, y = (side / 2 + SHELF / 2 for side in outside(board))
    off = _slot_off(opening)
    if opening.wall in ("left", "right"):
        slots = [Pos(*_moved(opening, x, way * off), -THROUGH) for way in (-1, 1)]
        cut, groove = block(TIE_LONG, TIE_WIDE, FLOOR + 2 * THROUGH), block(TIE_LONG, 2 * off, TIE_DEEP + THROUGH)
    else:
        slots = [Pos(*_moved(opening, y, way * off), -THROUGH) for way in (-1, 1)]
        cut, groove = block(TIE_WIDE, TIE_LONG, FLOOR + 2 * THROUGH), block(2 * off, TIE_LONG, TIE_DEEP + THROUGH)
    middle = Pos(*opening.along(x if opening.wall in ("left", "right") else y), -THROUGH)
    return slots[0] * cut + slots[1] * cut + middle * groove


def _slot_off(opening: Opening) -> float:
    return opening.wide / 2 + 0.6


def _moved(opening: Opening, across: float, by: float) -> Point:
    x, y = opening.along(across)
    return (x, y + by) if opening.wall in ("left", "right") else (x + by, y)
