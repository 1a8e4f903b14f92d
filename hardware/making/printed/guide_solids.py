"""Solids of the guide's steps for the reference table, and the pictures that show them."""

from __future__ import annotations

import math
from collections.abc import Iterable

from build123d import Part, Plane, Pos, Rot
from hardware.making.drawing import PALE, WIRES, circle, line, svg, text
from hardware.making.placement import load_placement
from hardware.making.printed import bought, boxes, mice, place, switches, under
from hardware.making.printed.boxed import load_boxed, load_boxes
from hardware.making.printed.figures import BLUE, BOARD_GREEN, DARK, GLASS, ORANGE, PAPER, SEATS, STEEL, WHITE, WOOD
from hardware.making.printed.parts import BOARD, OF, part
from hardware.making.printed.pictures import CORNER, Point, View, seen_at, shaded
from hardware.making.printed.shapes import block, disc, hole, prism
from hardware.making.source import load
from hardware.making.ways import Reach, leaves_plug
from hardware.making.whole import load_cables

from mouseboard import layouts

SIDE = BOARD.size[0]
ROWS = range(3)
ABOVE: View = (40, -100, 110)
RED, BLACK, RIBBON = WIRES["red"], "#2c2a28", "#a9a39b"
HEADER, TERMINAL = (8.9, 20.3, 9.1), (9.8, 10.2, 13.8)
PLUG = (6.0, 17.6, OF.board.tallest)
ACROSS, THICK = 12.7, 1.0
"""Of a ribbon; its thickness is rounded up."""
SHORT = "chain 2"
"""One of the ribbons between two tiles of a row; all are alike."""
FLAT = {"74HC165": (6.0, 9.9, 1.7), "WS2812B": (5.0, 5.0, 1.6)}
SMALL = (2.0, 1.25, 0.6)
BUFFER, BUFFER_SIZE = "74LVC2G17", (1.6, 2.9, 1.1)
APART = 5.5
"""mm between two names."""
WIDE, DEEP = load_boxes().strip + 3 * SIDE, 3 * SIDE
"""Of the plate, in mm."""
HUNG = {box.name: load_boxed(box.name) for box in load_boxes().box if box.at}
"""The boxes that hang under the plate, with their boards."""
LANE = 86.6
"""y of the middle of the ribbon that leads back over a row's boards to the next row."""
TURN = 87.0
"""x on the last tile where this ribbon folds from its plug to its lane, and over again."""
FREE = 20.0
"""mm that this ribbon reaches over the left edge before it folds."""
HELD = 42.0
"""mm that a row is held above its place while it is drawn."""
LATH, LATH_HIGH, LATH_OFF = 16.0, 8.0, 24.0
"""mm: width and height of the lath under a row, and its distance from the near edge, where no joint is."""
TAPED = (40.0, 80.0)
"""x of the strips of tape that hold a board to the lath."""
TAPE = 20.0
"""mm: width of these strips, which lie between the joints of two places."""
COPPER = 0.8
"""mm: thickness of a reed's copper wire as drawn."""
WOOD_HIGH, WOOD_WIDE, HELD_EDGE = 25.0, 20.0, 4.0
"""mm: height and width of the wood below a tile that lies upside down, and how much of its edge lies on it."""
ASKEW = 1.0
"""mm: this ribbon is folded back over its plug a little towards the near edge, to pass a reed's holder."""

Solid = tuple[Part, str]
Name = tuple[View, str]


def _at(ref: str) -> tuple[float, float, float]:
    return load_placement("tile").at[ref]


PLUGS_APART = SIDE + _at("J1")[0] - _at("J2")[0]
"""mm from OUT of a tile to IN of the next in its row."""


def middle_of(ref: str) -> Point:
    """Return the middle of a plug or a terminal, whose first pin is placed."""
    x, y, turned = _at(ref)
    if ref in ("J1", "J2"):
        return x + 1.27, y - 5.08
    return (x, y - 2.54) if turned == 270 else (x, y + 2.54)


def board(detail: bool = True, plugged: bool = False) -> list[Solid]:
    """Return a tile's board with its parts, its lower left corner at the origin; small parts only for `detail`."""
    tile, placed = load("tile"), load_placement("tile").at
    found: list[Solid] = [(Pos(Z=-OF.board.thick) * bought.whole_board(OF, BOARD), BOARD_GREEN)]
    for ref, one in tile.parts.items():
        if one.part == "ribbon-10":
            found.append((Pos(*middle_of(ref)) * block(*HEADER), DARK))
            if plugged:
                found.append((Pos(*middle_of(ref), HEADER[2]) * block(PLUG[0], PLUG[1], PLUG[2] - HEADER[2]), STEEL))
        elif one.part == "screw-2":
            found.append((Pos(*middle_of(ref)) * block(*TERMINAL), "#4f8a5f"))
        elif one.part == "100u":
            found.append((Pos(*placed[ref][:2]) * disc(3.15, 11), DARK))
        elif one.part in FLAT:
            found.append((Pos(*placed[ref][:2]) * block(*FLAT[one.part]), ORANGE if one.part == "WS2812B" else DARK))
        elif detail and one.part == BUFFER:
            found.append((Pos(*placed[ref][:2]) * Rot(Z=placed[ref][2]) * block(*BUFFER_SIZE), DARK))
        elif detail and one.part.endswith("-0805"):
            found.append((Pos(*placed[ref][:2]) * block(*SMALL), STEEL))
    for at in BOARD.reeds:
        found.append((Pos(*at) * part("holder"), BLUE))
        found.append((Pos(*at, OF.reed.above_board) * bought.glass(OF), GLASS))
    return found


def moved(solids: Iterable[Solid], by: Pos | Rot) -> list[Solid]:
    """Return solids elsewhere."""
    return [(by * solid, colour) for solid, colour in solids]


def sample() -> str:
    """Draw the pieces that are printed first."""
    solids: list[Solid] = [
        (Pos(-70, 10) * part("gauge"), PAPER),
        (Pos(20, 25) * part("reed-stand"), BLUE),
        (Pos(-55, -45) * part("wand"), PAPER),
        (Pos(75, -40) * part("wedge"), PAPER),
    ]
    names = [
        ((-55, 40, 6), "gauge: print it first"),
        ((30, 45, 18), "reed stand"),
        ((20, -40, 5), "wand"),
        ((70, -40, 3), "wedge"),
    ]
    return _figure((240, 104), (106, 56), solids, names, 178, (0, 0, 0), "Print these first", 1.0)


def tile_parts() -> str:
    """Draw what is printed for one tile."""
    solids: list[Solid] = [(part("frame"), BLUE)]
    for n in range(9):
        column, row = n % 3, n // 3
        solids.append((Pos(150 + 16 * column, 80 + 16 * row) * part("holder"), BLUE))
        solids.append((Pos(150 + 16 * column, 15 + 16 * row) * part("tube"), WHITE))
    solids += [(Pos(215, 20 + 28 * n) * part("leg"), BLUE) for n in range(4)]
    names = [
        ((186, 112, 14), "9 reed holders"),
        ((118, 100, 2), "1 frame"),
        ((184, 32, 16), "9 tubes, white"),
        ((218, 26, 32), "4 legs"),
    ]
    return _figure((300, 176), (124, 96), solids, names, 246, (110, 55, 0), "For one tile", 0.9)


def tile() -> str:
    """Draw a soldered tile."""
    at: dict[str, Point] = {
        "IN": middle_of("J1"),
        "OUT": middle_of("J2"),
        "5 V IN": middle_of("J3"),
        "5 V OUT": middle_of("J4"),
    }
    names: list[Name] = [
        ((*at["OUT"], 9), "OUT, to the next tile"),
        ((*at["5 V OUT"], 10), "5 V OUT"),
        ((112, 112, 2), "9 lamps"),
        ((100, 20, 17), "9 reeds in their holders"),
        ((86, 40, 2), "register U1"),
        ((*_at("U3")[:2], 1), "buffer U3"),
    ]
    left = [((*at["IN"], 9), "IN"), ((*at["5 V IN"], 10), "5 V IN"), ((46, 80, 2), "register U2")]
    return _figure((280, 164), (132, 92), board(), names, 214, (60, 60, 0), "A tile, soldered", 1.0, ABOVE, left)


def upside_down() -> tuple[list[Solid], list[Solid]]:
    """Return a tile whose reeds are about to be soldered, and the two pieces of wood on which its edges lie."""
    over, stub = Pos(0, SIDE, WOOD_HIGH) * Rot(X=180), OF.reed.above_board + OF.reed.glass
    tile = moved(board(detail=False), over)
    for x, y in BOARD.reeds:
        tile.append((over * Pos(x, y, stub) * disc(OF.reed.wire / 2, OF.reed.stub), STEEL))
        bent = Pos(x + BOARD.wires + 4, y, -OF.board.thick - COPPER) * block(8, COPPER, COPPER)
        through = OF.reed.lead - OF.reed.above_board
        tile += [(over * bent, ORANGE), (over * Pos(x, y, -through) * disc(COPPER / 2, through), STEEL)]
    edges = (HELD_EDGE - WOOD_WIDE / 2, SIDE - HELD_EDGE + WOOD_WIDE / 2)
    return tile, [(Pos(SIDE / 2, y) * block(SIDE, WOOD_WIDE, WOOD_HIGH), WOOD) for y in edges]


def reeds() -> str:
    """Draw a tile upside down, on two pieces of wood, while its reeds are soldered."""
    tile, wood = upside_down()
    names: list[Name] = [
        ((SIDE, SIDE - 8, WOOD_HIGH + 1), "the board, its back up"),
        ((SIDE - 11, SIDE - 20, WOOD_HIGH + 2), "copper wires, bent flat onto the back"),
        ((BOARD.reeds[2][0], SIDE - BOARD.reeds[2][1], WOOD_HIGH + 10), "the reeds' own wires, straight"),
        ((SIDE, SIDE + 8, 6), f"wood, {WOOD_HIGH:g} mm high or more, under {HELD_EDGE:g} mm of the edge"),
        ((100, 100, WOOD_HIGH - OF.reed.above_board - OF.reed.glass), "reeds hang free and touch nothing"),
    ]
    title, view = "Reeds hang free", (100, -40, 34)
    return _figure((264, 100), (80, 55), [*tile, *wood], names, 156, (60, 60, 12), title, 0.75, view)


def plate() -> str:
    """Draw the plate from below, with its frames, tubes and boxes."""
    names: list[Name] = [
        ((330, 20, 3), "a frame's broad strip, at the far edge"),
        ((340, 124, OF.below_plate), "posts: the tiles rest on them"),
        ((352, 250, 16), "tubes"),
        ((340, 60, 0), "holes for reeds: they stay empty"),
        ((359, 350, 0), "plate, upside down"),
    ]
    boxes_named: list[Name] = [
        ((-100, _turned("controller")[1], 31), "controller's box"),
        ((-100, _turned("power")[1], 31), "power's box"),
        ((-106, 20, 0), f"strip, {load_boxes().strip:g} mm"),
    ]
    title = "The plate from below, its far edge in front"
    solids = [*_plate(), *_reed_holes(), *_hanging()]
    return _figure((420, 216), (200, 112), solids, names, 344, (150, 180, 0), title, 0.55, ABOVE, boxes_named)


def _reed_holes() -> list[Solid]:
    """Return what is seen of the reeds' holes in the plate upside down."""
    seen = disc(OF.plate.reed_hole / 2, 0.1)
    corners = [(SIDE * column, SIDE * row) for column in ROWS for row in ROWS]
    return [(Pos(left + x, low + SIDE - y) * seen, DARK) for left, low in corners for x, y in BOARD.reeds]


def _turned(name: str) -> Point:
    """Return the middle of a box in the drawing of the plate upside down."""
    x, y = HUNG[name].box.at or (0.0, 0.0)
    return x, DEEP - y


def _hanging() -> list[Solid]:
    """Return the boxes on the plate upside down."""
    return [
        (Pos(*_turned(name)) * Rot(Z=180 - board.box.turn) * boxes.box(board), "#cfc6e2")
        for name, board in HUNG.items()
    ]


def _plate(rows: Iterable[int] = ROWS, tubes: bool = True) -> list[Solid]:
    """Return the plate upside down, far edge in front, with the frames of some rows; its lower side is z = 0."""
    solids: list[Solid] = [(_board_of_wood(turned=True), WOOD)]
    frame = Pos(0, SIDE) * Rot(X=180) * under.frame_hanging(OF, BOARD)
    for row in rows:
        for column in ROWS:
            corner = Pos(SIDE * column, SIDE * row)
            solids.append((corner * frame, BLUE))
            if tubes:
                length = OF.below_plate - OF.lamp.high - place.ABOVE_LAMP
                for x, y in BOARD.lamps:
                    solids.append(
                        (corner * Pos(x, SIDE - y) * disc(OF.plate.lamp_hole / 2 + place.SHOULDER, length), WHITE)
                    )
    return solids


def _board_of_wood(turned: bool) -> Part:
    """Return the plate, the seen side at z = 0, the tiles' corner at the origin; `turned`, it is upside down."""
    wood = Pos(3 * SIDE - WIDE / 2, DEEP / 2, -OF.plate.thick) * block(WIDE, DEEP, OF.plate.thick)
    cables, (x, y) = load_boxes().cables, load_boxes().cables.at
    return wood - Pos(x, DEEP - y if turned else y, -OF.plate.thick) * hole(cables.across / 2, OF.plate.thick)


def onward() -> list[Solid]:
    """Return the ribbon to the next row: back over its plug, to its lane, and along the boards to the left.

    It is below the frames' ribs wherever it meets one, and rises over the terminals at each seam.
    """
    (x, y), half = middle_of("J2"), ACROSS / 2
    x, turn, low = 2 * SIDE + x, 2 * SIDE + TURN, OF.below_plate - under.FLAT - THICK
    out = x + ACROSS
    back = [(out, PLUG[2]), (x - PLUG[0], PLUG[2]), (turn + half, low), (turn - half, low)]
    along, left, right = [(turn + half, low)], under.RIBS[0][0] - 1, under.RIBS[-1][1] + 1
    for n in reversed(ROWS):
        beside = middle_of("J3")[0] + TERMINAL[0] / 2 + 1
        along += [(SIDE * n + left, low), (SIDE * n + beside, TERMINAL[2])]
        along += [(SIDE * n - beside, TERMINAL[2]), (SIDE * (n - 1) + right, low)]
    return [
        (Pos(out / 2 + x / 2 + PLUG[0] / 4, y, leaves_plug()) * block(out - x - PLUG[0] / 2, ACROSS, THICK), RIBBON),
        (Pos(out, y, leaves_plug()) * block(THICK, ACROSS, PLUG[2] + THICK - leaves_plug()), RIBBON),
        _band(back, y - ASKEW),
        (Pos(turn, (y + LANE) / 2, low - THICK) * block(ACROSS, LANE - y + ACROSS, THICK), RIBBON),
        _band(along, LANE),
    ]


def _band(points: list[Point], y: float) -> Solid:
    """Return a ribbon that lies along points (x, z), its middle at y."""
    upper = [(x, z + THICK) for x, z in reversed(points)]
    return Pos(Y=y + ACROSS / 2) * prism([*points, *upper], ACROSS, Plane.XZ), RIBBON


def loop() -> Part:
    """Return the ribbon between two tiles, from plug to plug. Its loop hangs down between them."""
    (x, y), deep, wide = middle_of("J2"), Reach().loop(SHORT), PLUGS_APART - HEADER[0] - THICK
    ribbon = block(PLUGS_APART - PLUG[0], ACROSS, THICK) + Pos(Z=-deep) * block(wide, ACROSS, deep)
    ribbon -= Pos(Z=THICK - deep) * block(wide - 2 * THICK, ACROSS, deep)
    return Pos(x + PLUGS_APART / 2, y, leaves_plug()) * ribbon


def a_row() -> list[Solid]:
    """Return three tiles side by side, wired."""
    solids: list[Solid] = []
    for n in ROWS:
        solids += moved(board(detail=False, plugged=True), Pos(SIDE * n))
        if n < 2:
            solids.append((Pos(SIDE * n) * loop(), RIBBON))
            for up, colour in ((2.54, RED), (-2.54, BLACK)):
                end = SIDE + middle_of("J3")[0] - middle_of("J4")[0]
                middle = Pos(SIDE * n + middle_of("J4")[0] + end / 2, middle_of("J3")[1] + up, 4)
                solids.append((middle * block(end - 6, 1.8, 1.8), colour))
    return solids


def feeds() -> list[Solid]:
    """Return the lamp cable of a row, out over the left edge."""
    x, y = middle_of("J3")
    ways = ((2.54, RED), (-2.54, BLACK))
    return [(Pos(x - 32, y + up, 4) * block(54, 2.4, 2.4), colour) for up, colour in ways]


def free_end() -> Solid:
    """Return the ribbon from IN of a row, its other end still free."""
    x, y = middle_of("J1")
    return Pos(x - 30, y, leaves_plug()) * block(60 - PLUG[0], ACROSS, THICK), RIBBON


def row() -> str:
    """Draw a row of tiles, wired."""
    (_, y), feed = middle_of("J1"), middle_of("J3")
    solids = [*a_row(), *feeds(), free_end(), *onward()]
    short = min(one.length for one in load_cables().cable if one.ribbon)
    names: list[Name] = [
        ((SIDE * 2 + 40, 110, 16), "reeds up, far edge behind"),
        ((SIDE * 2 + 60, LANE, 13), "point 11: the next row's ribbon, from OUT"),
        ((SIDE * 2, y - 6, 12), f"ribbon of {100 * short:g} cm: its loop hangs between the plugs"),
        ((SIDE * 2, feed[1] - 2.5, 6), "two links, straight: red is +"),
    ]
    left = [
        ((-50, feed[1], 5), "lamp cable"),
        ((-50, y, 16), "ribbon from IN, its end still free"),
        ((-25, LANE, 13), "point 12: to IN of the next row"),
    ]
    return _figure(
        (390, 142), (196, 84), solids, names, 296, (180, 60, 0), "A row, wired before it is mounted", 0.5, ABOVE, left
    )


def _tape() -> Iterable[Solid]:
    """Yield strips of tape, on the backs of a row's boards and over the lath."""
    back, middle = -OF.board.thick - 0.4, LATH_OFF + LATH / 2
    for x in (SIDE * n + along for n in ROWS for along in TAPED):
        yield Pos(x, middle, back - LATH_HIGH) * block(TAPE, LATH + 0.8, LATH_HIGH + 0.4), PAPER
        yield Pos(x, middle, back) * block(TAPE, LATH + 24, 0.4), PAPER


def mount() -> str:
    """Draw a row that is lowered straight down onto the plate, and the ribbon to it from the row that lies."""
    lying_row = Pos(0, SIDE, OF.below_plate) * Rot(X=180)
    held_row = Pos(0, 2 * SIDE, OF.below_plate + HELD) * Rot(X=180)
    lath = Pos(1.5 * SIDE, LATH_OFF + LATH / 2, -OF.board.thick - LATH_HIGH) * block(350, LATH, LATH_HIGH)
    held = moved([*a_row(), *feeds(), free_end(), *onward(), (lath, WOOD), *_tape()], held_row)
    ends = _outermost()
    guides = [Pos(x, SIDE + min(y for _, y in BOARD.holes), OF.below_plate) * disc(1.25, 52) for x in ends]
    held += [(guide, WOOD) for guide in guides]
    left_end = -FREE - ACROSS / 2
    start, end = lying_row * Pos(0, middle_of("J1")[1], leaves_plug()), held_row * Pos(0, LANE, OF.below_plate)
    rise, middle = end.position - start.position, (start.position + end.position) / 2
    up = Pos(left_end, middle.Y, middle.Z) * Rot(X=math.degrees(math.atan2(rise.Z, rise.Y)))
    done = [*moved(feeds(), lying_row), (up * block(ACROSS, rise.length, THICK), RIBBON)]
    done += [(start * Pos(left_end / 2) * block(-left_end + ACROSS, ACROSS, THICK), RIBBON)]
    for n in ROWS:
        lying = Pos(SIDE * n, SIDE, OF.below_plate + OF.board.thick) * Rot(X=180)
        done.append((lying * bought.whole_board(OF, BOARD), BOARD_GREEN))
        for x in sorted({x for x, _ in BOARD.holes}):
            upright = Pos(SIDE * n + x, 0, OF.below_plate + OF.board.thick) * Rot(Z=90)
            done.append((upright * part("leg"), BLUE))
    lath_end = held_row * Pos(1.5 * SIDE + 170, LATH_OFF + LATH / 2, -9)
    names: list[Name] = [
        ((345, SIDE + 50, OF.below_plate + HELD), "row 4, 5, 6: level, straight down"),
        (tuple(lath_end.position), "a lath, two strips of tape over it on each board"),
        ((ends[1], SIDE + 4, OF.below_plate + 50), "skewers guide it, one at either end"),
        ((352, SIDE + 4, OF.below_plate - 4), "no leg at the seam yet"),
        ((350, 60, 18), "row 7, 8, 9: in place"),
        ((347, 6, 40), "legs at the far edge, narrow end on the board"),
    ]
    left: list[Name] = [
        ((-50, 30, 12), "lamp cable of row 7, 8, 9"),
        (tuple(up.position), "ribbon from IN of tile 7 to OUT of tile 6"),
        (tuple((held_row * Pos(-50, 90, 4)).position), "lamp cable of row 4, 5, 6"),
    ]
    solids = [*_plate((1, 2)), *_hanging(), *done, *held]
    title = "Lower the row straight down onto the plate"
    return _figure((500, 220), (254, 132), solids, names, 396, (150, 150, 20), title, 0.5, (40, -100, 75), left)


def _outermost() -> Point:
    """Return x of a row's leftmost and rightmost screws."""
    across = [x for x, _ in BOARD.holes]
    return min(across), 2 * SIDE + max(across)


def sheet() -> str:
    """Draw plate, sheet and rims above one tile."""
    solids: list[Solid] = [(bought.whole_plate(OF, BOARD), WOOD)]
    solids.append((Pos(60, 60, 22) * block(SIDE, SIDE, OF.overlay.thick), PAPER))
    solids += [(Pos(x, y, 44) * part("rim"), WHITE) for x, y in BOARD.reeds]
    mouse = Pos(*BOARD.reeds[2], 60)
    solids += [(mouse * mice.mouse(OF), SEATS["red"]), (mouse * mice.hat_on_mouse(OF, "red"), WHITE)]
    names: list[Name] = [
        ((100, 20, 80), "a mouse stands inside a rim"),
        ((112, 60, 45), "a rim around each printed place"),
        ((120, 60, 22), "sheet: paper, no card"),
        ((120, 60, -2), "plate"),
    ]
    return _figure((260, 176), (92, 108), solids, names, 176, (60, 60, 20), "Sheet and rims", 1.0, CORNER)


def table() -> str:
    """Draw a table that is ready, with the sheet of classic."""
    low = -OF.plate.thick - OF.below_plate - OF.board.thick - OF.table.below_boards
    places = [one.at for one in layouts.load("classic").place]
    solids: list[Solid] = [(_board_of_wood(turned=False), WOOD)]
    solids.append((Pos(DEEP / 2, DEEP / 2) * block(DEEP, DEEP, OF.overlay.thick), PAPER))
    solids += [(Pos(*at, OF.overlay.thick) * part("rim"), WHITE) for at in places]
    boards = Pos(DEEP / 2, DEEP / 2, low + OF.table.below_boards)
    solids.append((boards * block(DEEP, DEEP, OF.board.thick), BOARD_GREEN))
    for n in ROWS:
        for x in sorted({x for x, _ in BOARD.holes}):
            upright = Rot(X=180) * Rot(Z=90) * part("leg")
            solids += [(Pos(SIDE * n + x, SIDE * seam, low + OF.table.below_boards) * upright, BLUE) for seam in (0, 3)]
    for board in HUNG.values():
        (wide, deep), high = boxes.outside(board), boxes.box_high(board) + switches.FLOOR
        solids.append((Pos(*(board.box.at or (0, 0)), -OF.plate.thick - high) * block(wide, deep, high), "#cfc6e2"))
    for at, colour in zip(places[3:24:6], ("red", "blue", "green", "yellow"), strict=True):
        spot = Pos(*at, OF.overlay.thick)
        solids += [(spot * mice.mouse(OF), SEATS[colour]), (spot * mice.hat_on_mouse(OF, colour), WHITE)]
    solids.append((Pos(DEEP / 2, -60, low) * block(200, 60, 10), WOOD))
    for name in ("A", "B"):
        x, y = load_cables().at[name]
        solids.append((Pos(x, y, low + 10 + switches.box_high(OF)) * Rot(X=180) * switches.button_box(OF), PAPER))
        cap = switches.button_cap(1 if name == "A" else 2)
        solids.append((Pos(x, y, low + 10 + switches.rest(OF)) * cap, SEATS["red"]))
    names: list[Name] = [
        ((340, 340, 1), f"classic: {len(places)} places, a rim around each"),
        ((200, 180, 1), "free middle, no rim: the trap's place"),
        ((340, 0, -30), "legs"),
        ((278, -60, -40), "buttons A and B, on a piece of wood"),
    ]
    left: list[Name] = [((-106, 340, 0), "strip"), ((-60, 180, 0), "below: controller"), ((-60, 80, 0), "below: power")]
    return _figure((444, 210), (192, 96), solids, names, 350, (130, 150, 0), "The table", 0.5, left=left)


def _figure(
    size: Point,
    at: Point,
    solids: list[Solid],
    names: Iterable[Name],
    column: float,
    look_at: View,
    title: str,
    scale: float,
    view: View = CORNER,
    left: Iterable[Name] = (),
) -> str:
    """Draw solids with a column of names at the right, and more at the left edge."""
    drawn = shaded(solids, view, look_at, 0.3 / scale)
    parts = [text((size[0] / 2, 8), title, 5, weight="bold")]
    parts += [f"<g transform='translate({at[0]:g} {at[1]:g}) scale({scale:g})'>{''.join(drawn)}</g>"]
    for way, named in (("start", names), ("end", left)):
        rows = sorted((seen_at(point, view, look_at)[::-1], words) for point, words in named)
        low = 14.0
        for (y, x), words in rows:
            start = (at[0] + x * scale, at[1] + y * scale)
            low = max(low + APART, start[1])
            edge = column if way == "start" else 4.0 + 1.9 * max(len(words) for _, words in rows)
            parts += [line([start, (edge, low)], PALE, 0.3), circle(start, 0.6, PALE, "none", 0)]
            parts += [text((edge + (1.5 if way == "start" else -1.5), low), words, 3.6, way)]
    return svg(size, parts, title)
