"""Pictures of the guide's steps for the reference table, made from the models and the boards' placement.

python -m hardware.making.printed.guide_pictures           draws them into hardware/guide/steps
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from build123d import Part, Pos, Rot
from hardware.making.drawing import INK, PALE, WIRES, arrow, box, circle, line, rect, svg, text
from hardware.making.made import make_or_check
from hardware.making.placement import load_placement
from hardware.making.printed import bought, mice, place, switches, under
from hardware.making.printed.figures import BLUE, BOARD_GREEN, DARK, GLASS, ORANGE, PAPER, SEATS, STEEL, WHITE, WOOD
from hardware.making.printed.parts import BOARD, OF, part
from hardware.making.printed.pictures import CORNER, Point, View, seen_at, shaded
from hardware.making.printed.shapes import block, disc
from hardware.making.source import load
from hardware.making.whole import load_cables

FOLDER = Path("hardware/guide/steps")
SIDE = BOARD.size[0]
ROWS = range(3)
ABOVE: View = (40, -100, 110)
RED, BLACK, RIBBON = WIRES["red"], "#2c2a28", "#a9a39b"
HEADER, TERMINAL = (8.9, 20.3, 9.0), (8.1, 10.2, 10.0)
PLUG = (6.0, 17.6, OF.board.tallest)
FLAT = {"74HC165": (6.0, 9.9, 1.7), "WS2812B": (5.0, 5.0, 1.6)}
SMALL = (2.0, 1.25, 0.6)
APART = 5.5
"""mm between two names."""

Solid = tuple[Part, str]
Name = tuple[View, str]


def _at(ref: str) -> tuple[float, float, float]:
    return load_placement("tile").at[ref]


def _middle(ref: str) -> Point:
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
            found.append((Pos(*_middle(ref)) * block(*HEADER), DARK))
            if plugged:
                found.append((Pos(*_middle(ref), HEADER[2]) * block(PLUG[0], PLUG[1], PLUG[2] - HEADER[2]), STEEL))
        elif one.part == "screw-2":
            found.append((Pos(*_middle(ref)) * block(*TERMINAL), "#4f8a5f"))
        elif one.part == "100u":
            found.append((Pos(*placed[ref][:2]) * disc(3.15, 11), DARK))
        elif one.part in FLAT:
            found.append((Pos(*placed[ref][:2]) * block(*FLAT[one.part]), ORANGE if one.part == "WS2812B" else DARK))
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
        "IN": _middle("J1"),
        "OUT": _middle("J2"),
        "5 V IN": _middle("J3"),
        "5 V OUT": _middle("J4"),
    }
    names: list[Name] = [
        ((*at["OUT"], 9), "OUT, to the next tile"),
        ((*at["5 V OUT"], 10), "5 V OUT"),
        ((112, 112, 2), "9 lamps"),
        ((100, 20, 17), "9 reeds in their holders"),
        ((86, 40, 2), "register U1"),
    ]
    left = [((*at["IN"], 9), "IN"), ((*at["5 V IN"], 10), "5 V IN"), ((46, 80, 2), "register U2")]
    return _figure((280, 164), (132, 92), board(), names, 214, (60, 60, 0), "A tile, soldered", 1.0, ABOVE, left)


def plate() -> str:
    """Draw the plate from below, with its frames and tubes."""
    names: list[Name] = [
        ((330, 20, 3), "a frame's broad strip, at the far edge"),
        ((340, 180, 16), "posts: the tiles rest on them"),
        ((352, 250, 16), "tubes"),
        ((378, 330, 0), "plate, upside down"),
    ]
    title = "The plate from below, its far edge in front"
    return _figure((354, 216), (146, 112), _plate(), names, 278, (180, 180, 0), title, 0.55, ABOVE)


def _plate(rows: Iterable[int] = ROWS, tubes: bool = True) -> list[Solid]:
    """Return the plate upside down, far edge in front, with the frames of some rows; its lower side is z = 0."""
    solids: list[Solid] = [(Pos(180, 180, -OF.plate.thick) * block(400, 400, OF.plate.thick), WOOD)]
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


def a_row() -> list[Solid]:
    """Return three tiles side by side, wired."""
    solids: list[Solid] = []
    (x1, y1), (x2, y2) = _middle("J1"), _middle("J2")
    for n in ROWS:
        solids += moved(board(detail=False, plugged=True), Pos(SIDE * n))
        if n < 2:
            gap = SIDE - x2 + x1
            solids.append((Pos(SIDE * n + x2 + gap / 2, (y1 + y2) / 2, PLUG[2]) * block(gap, 12.7, 0.9), RIBBON))
            for up, colour in ((2.54, RED), (-2.54, BLACK)):
                end = SIDE + _middle("J3")[0] - _middle("J4")[0]
                middle = Pos(SIDE * n + _middle("J4")[0] + end / 2, _middle("J3")[1] + up, 4)
                solids.append((middle * block(end - 6, 1.8, 1.8), colour))
    return solids


def row() -> str:
    """Draw a row of tiles, wired."""
    solids = a_row()
    x, y = _middle("J1")
    feed = _middle("J3")
    solids.append((Pos(x - 30, y, PLUG[2]) * block(60, 12.7, 0.9), RIBBON))
    for up, colour in ((2.54, RED), (-2.54, BLACK)):
        solids.append((Pos(feed[0] - 32, feed[1] + up, 4) * block(54, 2.4, 2.4), colour))
    names: list[Name] = [
        ((SIDE * 2 + 40, 110, 16), "reeds up, far edge behind"),
        ((SIDE * 2, feed[1] + 2.5, 6), "two links, straight: red is +"),
        ((SIDE * 2, y, 16), "ribbon of 20 cm"),
    ]
    left = [((-50, feed[1], 5), "lamp cable"), ((-50, y, 16), "ribbon to the row before")]
    return _figure(
        (372, 142), (186, 84), solids, names, 286, (180, 60, 0), "A row, wired before it is mounted", 0.5, ABOVE, left
    )


def mount() -> str:
    """Draw a row turned over onto the plate."""
    standing = moved(a_row(), Pos(0, 2 * SIDE, OF.below_plate + 2) * Rot(X=62) * Pos(0, 0, 0))
    done: list[Solid] = []
    for n in ROWS:
        done.append(
            (
                Pos(SIDE * n, SIDE, OF.below_plate + OF.board.thick) * Rot(X=180) * bought.whole_board(OF, BOARD),
                BOARD_GREEN,
            )
        )
        for x, y in BOARD.holes:
            leg = Pos(SIDE * n + x, SIDE - y, OF.below_plate + OF.board.thick) * disc(6, OF.table.below_boards)
            done.append((leg, BLUE))
    names: list[Name] = [
        ((356, 262, 88), "row 4, 5, 6: lower it towards you"),
        ((360, 130, 12), "frames of row 4, 5, 6"),
        ((350, 60, 18), "row 7, 8, 9: mounted, with its legs"),
        ((370, -15, 0), "plate, its far edge in front"),
    ]
    solids = [*_plate((1, 2), tubes=False), *done, *standing]
    return _figure(
        (360, 220),
        (142, 132),
        solids,
        names,
        258,
        (180, 150, 20),
        "Turn the row over onto the plate",
        0.5,
        (40, -100, 75),
    )


def sheet() -> str:
    """Draw plate, sheet and rims above one tile."""
    solids: list[Solid] = [(bought.whole_plate(OF, BOARD), WOOD)]
    solids.append((Pos(60, 60, 22) * block(SIDE, SIDE, OF.overlay.thick), PAPER))
    solids += [(Pos(x, y, 44) * part("rim"), WHITE) for x, y in BOARD.reeds]
    mouse = Pos(*BOARD.reeds[2], 60)
    solids += [(mouse * mice.mouse(OF), SEATS["red"]), (mouse * mice.hat_on_mouse(OF, "red"), WHITE)]
    names: list[Name] = [
        ((100, 20, 80), "a mouse stands inside a rim"),
        ((112, 60, 45), "a rim around each place"),
        ((120, 60, 22), "sheet: paper, no card"),
        ((120, 60, -2), "plate"),
    ]
    return _figure((260, 176), (92, 108), solids, names, 176, (60, 60, 20), "Sheet and rims", 1.0, CORNER)


def table() -> str:
    """Draw a table that is ready."""
    legs = OF.below_plate + OF.board.thick + OF.table.below_boards
    solids: list[Solid] = [(Pos(180, 180, -OF.plate.thick) * block(400, 400, OF.plate.thick), WOOD)]
    solids.append((Pos(180, 180) * block(360, 360, OF.overlay.thick), PAPER))
    for column in ROWS:
        for line_ in ROWS:
            solids += [
                (Pos(SIDE * column + x, SIDE * line_ + y, OF.overlay.thick) * part("rim"), WHITE)
                for x, y in BOARD.reeds
            ]
    for x in (20, 100, 140, 220, 260, 340):
        solids += [(Pos(x, y, -OF.plate.thick - legs) * disc(8, legs), BLUE) for y in (4, 356)]
    for n, colour in enumerate(("red", "blue", "green", "yellow")):
        at = Pos(20 + 80 * n, 20 + 80 * (n % 2), OF.overlay.thick)
        solids += [(at * mice.mouse(OF), SEATS[colour]), (at * mice.hat_on_mouse(OF, colour), WHITE)]
    for x in (120, 240):
        low = -OF.plate.thick - legs
        solids.append((Pos(x, -60, low + switches.box_high(OF)) * Rot(X=180) * switches.button_box(OF), PAPER))
        solids.append((Pos(x, -60, low + switches.rest(OF)) * switches.button_cap(1 if x < 200 else 2), SEATS["red"]))
    names: list[Name] = [
        ((340, 340, 1), "81 places, a rim around each"),
        ((260, 100, 30), "mice"),
        ((340, 0, -30), "legs"),
        ((250, -60, -20), "buttons A and B"),
    ]
    return _figure((350, 196), (146, 90), solids, names, 286, (180, 160, 0), "The table", 0.5)


def cables() -> str:
    """Draw a ribbon with its plugs, and a link."""
    parts = [text((92, 8), "Ribbons and links", 5, weight="bold")]
    parts += [rect((30, 24), (116, 14), "#d9d4cb", INK, 0.3), rect((30, 36.4), (116, 1.6), RED, "none", 0)]
    parts += [line([(30, 24 + 1.4 * n), (146, 24 + 1.4 * n)], PALE, 0.15) for n in range(1, 9)]
    for x in (24, 146):
        parts += [rect((x, 21), (8, 20), DARK, INK, 0.4, 1), circle((x + 4, 38.6), 1.1, WHITE, "none", 0)]
    parts += [text((92, 48), "red edge = pin 1, at the mark of both plugs; both plugs on the same side", 3.2)]
    lengths = sorted({one.length for one in load_cables().cable if one.ribbon})
    counts = [(sum(one.ribbon != () and one.length == long for one in load_cables().cable), long) for long in lengths]
    parts += [text((92, 54), ", ".join(f"{n} of {100 * long:g} cm" for n, long in counts), 3.2, fill=PALE)]
    for y, colour in ((68.0, RED), (78.0, BLACK)):
        parts += [line([(68, y), (116, y)], STEEL, 1.6), line([(84, y), (100, y)], colour, 4)]
    parts += [arrow((92, 88), (68, 88), PALE), arrow((92, 88), (116, 88), PALE), text((92, 92), "17 mm", 3.2)]
    parts += [text((76, 63), "6 mm", 3), text((108, 63), "6 mm bare", 3)]
    parts += [text((58, 73), "6 of each", 3.2, "end")]
    return svg((184, 98), parts, "Ribbons and links")


def connect() -> str:
    """Draw where each thing is connected, from above."""
    reach = load_cables().at
    scale, left, low = 0.3, 62.0, 132.0

    def seen(x: float, y: float) -> Point:
        return left + x * scale, low - y * scale

    parts = [text((105, 8), "From above: what is connected where", 5, weight="bold")]
    parts += [rect(seen(-20, 380), (400 * scale, 400 * scale), WOOD, INK, 0.4, 1)]
    for n in range(9):
        x, y = n % 3 * SIDE, n // 3 * SIDE
        parts += [rect(seen(x + 1, y + SIDE - 1), ((SIDE - 2) * scale, (SIDE - 2) * scale), "#cfe3d6", INK, 0.3, 1)]
        parts += [text(seen(x + 60, y + 60), str(n + 1), 7, weight="bold")]
    feeds = load_cables().cable
    for cable, offset in (("lamps 1", 0), ("lamps 4", 4), ("lamps 7", 8)):
        to = int(cable.split()[1]) // 3 * SIDE + _middle("J3")[1]
        x, y = reach["power"]
        parts += [
            line(
                [seen(x + 20, y + offset), seen(x + 32 + offset, y + offset), seen(x + 32 + offset, to), seen(6, to)],
                RED,
                0.7,
            )
        ]
        assert any(one.name == cable for one in feeds)
    x, y = reach["controller"]
    parts += [
        line([seen(x + 20, y), seen(x + 32, y), seen(x + 32, _middle("J1")[1]), seen(6, _middle("J1")[1])], RIBBON, 1.4)
    ]
    for what, colour in (("A", WIRES["green"]), ("B", WIRES["blue"])):
        parts += [
            line(
                [
                    seen(x - 6, y - 20),
                    seen(x - 6, reach[what][1] + (12 if what == "A" else 4)),
                    seen(reach[what][0], reach[what][1] + (12 if what == "A" else 4)),
                    seen(*reach[what]),
                ],
                colour,
                0.7,
            )
        ]
    parts += [
        line(
            [seen(reach["power"][0] - 30, reach["power"][1] - 20), seen(reach["power"][0] - 30, reach["STOP"][1])],
            WIRES["orange"],
            0.7,
        )
    ]
    for name, words in (("controller", "controller"), ("power", "power\nboard")):
        px, py = seen(*reach[name])
        parts += [box((px - 14, py - 8), (20, 16), words, "#e8d3a2")]
    for name in ("A", "B"):
        px, py = seen(*reach[name])
        parts += [circle((px, py), 5, SEATS["red"], INK, 0.4), text((px, py), name, 4, fill=WHITE, weight="bold")]
    px, py = seen(reach["power"][0] - 30, reach["STOP"][1])
    parts += [circle((px, py), 5, "#f2bd1d", INK, 0.4), text((px, py), "STOP", 2.4, weight="bold")]
    px, py = seen(*reach["power"])
    parts += [line([(px - 4, py - 8), (px - 4, 16)], RED, 1.2), text((px - 1, 18), "supply", 3.2, "start")]
    parts += [text(seen(180, -95), "the players' side", 3.2, fill=PALE)]
    legend = [
        "red: lamps, J2 to J4 of the power board",
        "grey: ribbon, J1 of the controller to IN of tile 1",
        "green, blue: buttons",
        "orange: the stop, J5 of the power board",
    ]
    parts += [text((178, 44 + 6 * n), words, 3.1, "start") for n, words in enumerate(legend)]
    return svg((254, 168), parts, "What is connected where")


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


ALL: dict[str, Callable[[], str]] = {
    "sample": sample,
    "tile-parts": tile_parts,
    "cables": cables,
    "tile": tile,
    "plate": plate,
    "row": row,
    "mount": mount,
    "sheet": sheet,
    "connect": connect,
    "table": table,
}


def make(root: Path) -> Iterable[Path]:
    """Write all pictures below a root, and yield their paths."""
    (root / FOLDER).mkdir(parents=True, exist_ok=True)
    for name, draw in ALL.items():
        (root / FOLDER / f"{name}.svg").write_text(draw(), "utf-8")
        yield FOLDER / f"{name}.svg"


if __name__ == "__main__":
    make_or_check(make)
