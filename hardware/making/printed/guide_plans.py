"""Flat drawings of the guide's steps for the reference table: holes, plugs and the ways of cables."""

from __future__ import annotations

from collections.abc import Iterable

from hardware.making.drawing import INK, PALE, WIRES, arrow, box, circle, line, rect, svg, text
from hardware.making.printed import boxes
from hardware.making.printed.boxed import BoxedBoard, load_boxes
from hardware.making.printed.figures import BOARD_GREEN, DARK, SEATS, STEEL, WHITE, WOOD
from hardware.making.printed.guide_solids import (
    BLACK,
    DEEP,
    HEADER,
    HUNG,
    LANE,
    PLUG,
    PLUGS_APART,
    RED,
    RIBBON,
    SHORT,
    SIDE,
    THICK,
    TURN,
    WIDE,
    middle_of,
)
from hardware.making.printed.parts import OF
from hardware.making.printed.pictures import Point
from hardware.making.printed.reaching import shown_at
from hardware.making.ways import Reach, leaves_plug
from hardware.making.whole import load_cables

SUPPLY, SERVO, CAGE = "#8a1f16", "#d9a514", "#7d8a91"
ENDS = (
    *("power.J1", "power.J2", "power.J3", "power.J4", "power.J5", "power.J6", "power.J7", "controller.A1"),
    *("controller.J1", "controller.J2", "controller.J3", "controller.J4", "controller.J5", "controller.J6"),
)
"""Where cables leave the boxes."""
LEGEND = (
    (SUPPLY, "supply, J1 of the power board"),
    (RED, "lamps, J2 to J4 of the power board"),
    (WIRES["orange"], "the stop, J5 of the power board"),
    (SERVO, "extension lead of the servo, J6 of the power board"),
    (WIRES["violet"], "cable `controller`: J7 of power, J2 of controller"),
    (RIBBON, "ribbons: J1 of the controller to IN of tile 1,"),
    (RIBBON, "OUT of 3 to IN of 4, OUT of 6 to IN of 7"),
    (CAGE, "the cage's switch, J3 of the controller"),
    (WIRES["green"], "button A, J4 of the controller"),
    (WIRES["blue"], "button B, J5 of the controller"),
    (DARK, "buzzer, J6 of the controller, and USB"),
)
BELOW = (
    "Dashed: below the plate, or on the desk.",
    "Not dashed: on the plate, between two rows of rims,",
    "then down through the hole between the boxes.",
    "Boxes, ribbons, lamp cables and buzzer hang below.",
)
DASHED = "stroke-dasharray='2.4 1.6'"
HOLE = load_boxes().cables
LEFTWARDS = 157.0
"""y of the lane between two rows of places, in which the trap's cables run to the left."""
TRAP = (80.0, 40.0, 240.0, 240.0)
"""Left, front, right and back edge of the trap's base in classic."""


def plate_holes() -> str:
    """Draw the plate from above, with the holes of the boxes in mm from its near left corner."""
    scale, left, low = 0.38, 34.0, 158.0
    strip = load_boxes().strip

    def seen(x: float, y: float) -> Point:
        return left + x * scale, low - y * scale

    cables = load_boxes().cables
    through = (strip + cables.at[0], cables.at[1])
    parts = [text((120, 8), "The plate from above: eight holes for the boxes, one for cables", 5, weight="bold")]
    parts += [rect(seen(0, DEEP), (WIDE * scale, DEEP * scale), WOOD, INK, 0.5)]
    for n in range(9):
        x, y = strip + n % 3 * SIDE, n // 3 * SIDE
        parts += [rect(seen(x, y + SIDE), (SIDE * scale, SIDE * scale), "none", PALE, 0.3)]
        parts += [text(seen(x + 60, y + 60), str(n + 1), 7, fill=PALE)]
    for name, board in HUNG.items():
        x, y = _box_at(board)
        wide, deep = boxes.outside(board)
        parts += [rect(seen(x - wide / 2, y + deep / 2), (wide * scale, deep * scale), "none", PALE, 0.3, 1)]
        parts += [text(seen(x, y), name, 3.6)]
        parts += [circle(seen(*one), 1.0, WHITE, INK, 0.4) for one in holes(board)]
    parts += [circle(seen(*through), cables.across / 2 * scale, WHITE, INK, 0.4)]
    named = f"{cables.across:g} mm at {through[0]:g}, {through[1]:g}"
    parts += [text((seen(*through)[0] - 3, seen(*through)[1]), named, 3.4, "end", halo=True)]
    found = [through, *(one for board in HUNG.values() for one in holes(board))]
    for x in sorted({round(x, 1) for x, _ in found}):
        at = seen(x, -27)
        parts += [line([seen(x, min(y for _, y in found)), at], PALE, 0.2), text((at[0], at[1] + 3), f"{x:g}", 3.4)]
    for y in sorted({round(y, 1) for _, y in found}):
        at = seen(-14, y)
        parts += [line([seen(min(x for x, _ in found), y), at], PALE, 0.2)]
        parts += [text((at[0] - 1, at[1]), f"{y:g}", 3.4, "end")]
    for x, words in ((0.0, "0"), (strip, f"{strip:g}"), (WIDE, f"{WIDE:g}")):
        at = seen(x, -14)
        parts += [line([seen(x, 0), at], INK, 0.3), text((at[0], at[1] + 3), words, 3.4, weight="bold")]
    for y, words in ((0.0, "0"), (DEEP, f"{DEEP:g}")):
        at = seen(-14, y)
        parts += [line([seen(0, y), at], INK, 0.3), text((at[0] - 1, at[1]), words, 3.4, "end", weight="bold")]
    drills = f"boxes 3.2 mm, cables {cables.across:g} mm"
    words = f"mm from the players' left corner; {drills}; the template covers the nine tiles"
    parts += [text((120, 180), words, 3.2, fill=PALE)]
    return svg((240, 186), parts, "The holes of the boxes in the plate")


def holes(board: BoxedBoard) -> list[Point]:
    """Return the screw holes of a box, seen from above, from the plate's near left corner."""
    x, y = _box_at(board)
    return [(x + across, y + up) for across, up in boxes.columns(board)]  # turned by half, they are the same


def _box_at(board: BoxedBoard) -> Point:
    """Return the middle of a box, from the plate's near left corner."""
    assert board.box.at
    return board.box.at[0] + load_boxes().strip, board.box.at[1]


def between_tiles() -> str:
    """Draw the loop between two tiles from the side, below the plate."""
    scale, left, low = 3.4, 46.0, 84.0

    def seen(x: float, z: float) -> Point:
        return left + x * scale, low - z * scale

    def side(x: float, wide: float, z: float, high: float, fill: str) -> str:
        return rect(seen(x - wide / 2, z + high), (wide * scale, high * scale), fill, INK, 0.4)

    edge, bent = SIDE - middle_of("J2")[0], (PLUGS_APART - HEADER[0] - THICK) / 2
    high = leaves_plug() + THICK / 2
    down = high - Reach().loop(SHORT)
    parts = [text((100, 8), "Between two tiles, from the near edge", 5, weight="bold")]
    parts += [side(edge, 36, OF.below_plate, OF.plate.thick, WOOD)]
    parts += [side(edge + way * 9, 18, -OF.board.thick, OF.board.thick, BOARD_GREEN) for way in (-1, 1)]
    for x, name in ((0.0, "OUT"), (PLUGS_APART, "IN")):
        parts += [side(x, HEADER[0], 0, HEADER[2], DARK), side(x, PLUG[0], HEADER[2], high - HEADER[2], STEEL)]
        parts += [side(x, PLUG[0], high, PLUG[2] - high, STEEL)]
        parts += [text(seen(x, 2), name, 3.6, fill=WHITE, weight="bold")]
    fold = [(-PLUG[0] / 2, high - 2), (-PLUG[0] / 2 - 1, high - 2), (-PLUG[0] / 2 - 1, high)]
    half = [*fold, (PLUGS_APART / 2 - bent, high), (PLUGS_APART / 2 - bent, down)]
    way = [seen(*point) for point in (*half, *((PLUGS_APART - x, z) for x, z in reversed(half)))]
    parts += [line(way, INK, THICK * scale), line(way, RIBBON, THICK * scale - 0.8)]
    for point, words in (
        ((edge + 16, OF.below_plate + OF.plate.thick / 2), "plate"),
        ((PLUGS_APART, PLUG[2] - 0.8), "strain relief, over the folded ribbon"),
        ((PLUGS_APART, HEADER[2] + 1), "plug"),
        ((PLUGS_APART / 2, down), "loop, pushed down"),
        ((edge + 16, -OF.board.thick / 2), "tiles"),
    ):
        start = seen(*point)
        parts += [line([start, (134, start[1])], PALE, 0.3), circle(start, 0.6, PALE, "none", 0)]
        parts += [text((136, start[1]), words, 3.4, "start")]
    return svg((200, 96), parts, "The ribbon between two tiles")


def cables() -> str:
    """Draw a ribbon with its plugs, and a link."""
    parts = [text((92, 8), "Ribbons and links", 5, weight="bold")]
    parts += [rect((30, 18), (116, 14), "#d9d4cb", INK, 0.3), rect((30, 30.4), (116, 1.6), RED, "none", 0)]
    parts += [line([(30, 18 + 1.4 * n), (146, 18 + 1.4 * n)], PALE, 0.15) for n in range(1, 9)]
    for x in (24, 146):
        parts += [rect((x, 15), (8, 20), DARK, INK, 0.4, 1)]
        parts += [f"<polygon points='{x + 2},33.6 {x + 6},33.6 {x + 4},30.6' fill='{WHITE}'/>"]
        parts += [rect((x - 1.4, 22), (1.4, 6), DARK, INK, 0.3)]
    parts += [text((22, 25), "for OUT", 3.2, "end"), text((158, 25), "for IN", 3.2, "start")]
    words = "seen from the holes: the red edge is at both triangles (pin 1), both bumps look to the same side"
    parts += [text((92, 40), words, 3.2)]
    lengths = sorted({one.length for one in load_cables().cable if one.ribbon})
    counts = [(sum(one.ribbon != () and one.length == long for one in load_cables().cable), long) for long in lengths]
    parts += [text((92, 45.5), ", ".join(f"{n} of {100 * long:g} cm" for n, long in counts), 3.2, fill=PALE)]
    for at, words, leaves, folded in (
        ((46.0, 66.0), "OUT: press", -1, False),
        ((124.0, 66.0), "fold back, strain relief on", -1, True),
        ((46.0, 100.0), "IN: press", 1, False),
        ((124.0, 100.0), "fold back, strain relief on", 1, True),
    ):
        parts += _side_view(at, words, leaves, folded)
    words = "the plug for OUT from the side: its ribbon leaves on the side of the bump, and is folded back"
    parts += [text((92, 78), words, 3.2, fill=PALE)]
    words = "the plug for IN from the same side: its ribbon leaves on the side without a bump, and is folded back"
    parts += [text((92, 112), words, 3.2, fill=PALE)]
    for y, colour in ((124.0, RED), (134.0, BLACK)):
        parts += [line([(68, y), (116, y)], STEEL, 1.6), line([(84, y), (100, y)], colour, 4)]
    parts += [arrow((92, 144), (68, 144), PALE), arrow((92, 144), (116, 144), PALE), text((92, 148), "17 mm", 3.2)]
    parts += [text((76, 119), "6 mm", 3), text((108, 119), "6 mm bare", 3)]
    parts += [text((58, 129), "6 of each", 3.2, "end")]
    return svg((184, 154), parts, "Ribbons and links")


def _side_view(at: Point, words: str, leaves: int, folded: bool) -> list[str]:
    """Draw a plug from the side, its bump at the left, before and after its ribbon is folded back.

    The unfolded ribbon leaves it to the left (-1), as at OUT, or to the right (1), as at IN.
    """
    x, y = at
    parts = [rect((x - 5, y - 6), (10, 6), DARK, INK, 0.4, 0.5), rect((x - 5, y - 10), (10, 3), DARK, INK, 0.4, 0.5)]
    parts += [rect((x - 6.4, y - 4.6), (1.4, 3), DARK, INK, 0.3)]
    parts += [line([(x - 3 + 3 * n, y), (x - 3 + 3 * n, y - 1.6)], WHITE, 0.8) for n in range(3)]
    way: list[Point] = [(-5, -6.5), (31, -6.5)]
    if folded:
        way = [(-5, -6.5), (7, -6.5), (8.5, -8.5), (7, -10.6), (-29, -10.6)]
        parts += [rect((x - 5, y - 13.2), (10, 2), DARK, INK, 0.4, 0.5)]
    parts += [line([(x + leaves * out, y + up) for out, up in way], RED, 0.9)]
    return [*parts, text((x, y + 5), words, 3.2)]


def connect() -> str:
    """Draw where each thing is connected, from above. Each cable leaves its box where its opening is.

    What runs under the plate is dashed.
    """
    at = load_cables().at
    scale, left, low = 0.36, 62.0, 152.0

    def seen(x: float, y: float) -> Point:
        return left + x * scale, low - y * scale

    parts = [text((120, 8), "From above: what is connected where", 5, weight="bold")]
    parts += [rect(seen(-load_boxes().strip, DEEP), (WIDE * scale, DEEP * scale), WOOD, INK, 0.4)]
    for n in range(9):
        x, y = n % 3 * SIDE, n // 3 * SIDE
        parts += [rect(seen(x + 1, y + SIDE - 1), ((SIDE - 2) * scale, (SIDE - 2) * scale), "#cfe3d6", INK, 0.3, 1)]
        parts += [text(seen(x + 60, y + 40), str(n + 1), 7, weight="bold")]
    for name, board in HUNG.items():
        (x, y), (wide, deep) = board.box.at or (0.0, 0.0), boxes.outside(board)
        parts += [box(seen(x - wide / 2, y + deep / 2), (wide * scale, deep * scale), name, "#e8d3a2")]
    left_of, front, right_of, back = TRAP
    parts += [
        rect(
            seen(left_of, back),
            ((right_of - left_of) * scale, (back - front) * scale),
            "#e3c796",
            INK,
            0.3,
            1,
            "fill-opacity='0.75'",
        )
    ]
    parts += [text(seen((left_of + right_of) / 2, front + 90), "the trap, on the plate", 3.2)]
    stop, buzzer = at["STOP"], seen(*at["BUZZER"])
    parts += [rect(seen(70, -32), (220 * scale, 56 * scale), WOOD, INK, 0.3, 1)]
    for points, colour, width in below():
        parts += [line([seen(*point) for point in points], colour, width, DASHED)]
    for n, colour in enumerate((SERVO, CAGE)):
        x, y = HOLE.at
        over = [(x, y), (x, LEFTWARDS + 6 * n), (left_of, LEFTWARDS + 6 * n)]
        parts += [line([seen(*point) for point in over], colour, 0.9)]
    parts += [circle(seen(*HOLE.at), HOLE.across / 2 * scale, WHITE, INK, 0.4)]
    for end in ENDS:
        parts += [circle(seen(*_leaves(end)), 0.9, WHITE, INK, 0.3)]
    for name in ("A", "B"):
        parts += [circle(seen(*at[name]), 6, SEATS["red"], INK, 0.4)]
        parts += [text(seen(*at[name]), name, 4, fill=WHITE, weight="bold")]
    parts += [circle(seen(*stop), 6, "#f2bd1d", INK, 0.4), text(seen(*stop), "STOP", 2.4, weight="bold")]
    parts += [circle(buzzer, 3, DARK, INK, 0.3), text((buzzer[0], buzzer[1] - 4.5), "buzzer", 2.8)]
    usb = _leaves("controller.A1")
    parts += [text((seen(-138, 0)[0], seen(*usb)[1] - 2.5), "USB", 2.8)]
    parts += [text(seen(180, -104), "the players' side", 3.2, fill=PALE)]
    for n, (colour, words) in enumerate(LEGEND):
        y = 26.0 + 7.5 * n
        parts += [line([(200, y), (208, y)], colour, 1.2), text((211, y), words, 3.1, "start")]
    for n, words in enumerate(BELOW):
        y = 116.0 + 6 * n
        parts += [text((200, y), words, 3.1, "start", PALE)]
    return svg((296, 196), parts, "What is connected where")


def _leaves(end: str) -> Point:
    """Return where a cable leaves its box, by board and plug."""
    board, ref = end.split(".")
    return shown_at(HUNG[board], next(one for one in HUNG[board].openings if one.ref == ref))


def below() -> Iterable[tuple[list[Point], str, float]]:
    """Yield the line of each cable below the plate in mm, its colour and width."""
    at, leaves, yard = load_cables().at, _leaves, 1.0
    for n, row in enumerate((1, 4, 7)):
        x, y = leaves(f"power.J{n + 2}")
        feed = (row - 1) // 3 * SIDE + middle_of("J3")[1]
        bend, up = y - 12 - 5 * n, yard + 3 * n
        yield [(x, y), (x, bend), (up, bend), (up, feed), (6, feed)], RED, 0.7
    x, y = leaves("controller.J1")
    plug = middle_of("J1")[1]
    yield [(x, y), (-14, y), (-14, plug), (6, plug)], RIBBON, 1.6
    x, y = leaves("controller.A1")
    yield [(x, y), (-150, y)], DARK, 1.2
    for row in (0, 1):
        low = row * SIDE
        out = 2 * SIDE + middle_of("J2")[0]
        points = [(out, low + plug), (2 * SIDE + TURN, low + plug), (2 * SIDE + TURN, low + LANE), (-6, low + LANE)]
        yield [*points, (-6, low + SIDE + plug), (6, low + SIDE + plug)], RIBBON, 1.6
    (x, y), (end, down) = leaves("power.J7"), leaves("controller.J2")
    yield [(x, y), (end, down)], WIRES["violet"], 0.9
    x, y = leaves("power.J1")
    yield [(x, y), (x, y - 18), (-135, y - 18)], SUPPLY, 1.2
    x, y = leaves("power.J5")
    yield [(x, y), (-15, y), (-15, -20), (at["STOP"][0], -20), at["STOP"]], WIRES["orange"], 0.7
    x, y = leaves("power.J6")
    yield [(x, y), (HOLE.at[0], y), HOLE.at], SERVO, 0.9
    for n, (ref, name, colour) in enumerate((("J4", "A", WIRES["green"]), ("J5", "B", WIRES["blue"]))):
        x, y = leaves(f"controller.{ref}")
        side, front = -116 - 5 * n, -84 - 6 * n
        up = y + 14 + 5 * n
        yield [(x, y), (x, up), (side, up), (side, front), (at[name][0], front), at[name]], colour, 0.7
    x, y = leaves("controller.J3")
    yield [(x, y), (x, y + 12), (-4, y + 12), (-4, HOLE.at[1]), HOLE.at], CAGE, 0.9
    x, y = leaves("controller.J6")
    yield [(x, y), (x, at["BUZZER"][1]), at["BUZZER"]], DARK, 0.7
