"""Small figures for what beginners get wrong, with names and numbers from the sources.

`python -m hardware.making.figures` draws them into hardware/figures; `--check` proves that the files there are up to
date.
"""

from __future__ import annotations

from collections.abc import Callable

from hardware.making.dimensions import load_dimensions
from hardware.making.drawing import (
    INK,
    PALE,
    PAPER,
    SHEET,
    WIRES,
    arrow,
    box,
    circle,
    cross,
    line,
    rect,
    svg,
    text,
    tick,
)
from hardware.making.made import keep_or_check
from hardware.making.pins import GROUNDS
from hardware.making.printed.tile_board import load_tile_board
from hardware.making.source import HARDWARE, load, load_signals

FIGURES = HARDWARE / "figures"
OF = load_dimensions()

GLASS, STEEL, NORTH, SOUTH, BOARD, WOOD = "#dbeaf0", "#8d949a", "#c8463c", "#3f6fb5", "#2f7d4f", "#e3c796"
COPPER, HOLDER = "#b87333", "#bcd0e8"
FOOT, DIODE, FUSE, PAD, PICO = "#d9c8ee", "#e6b9a4", "#c7dfd3", "#f2d27a", "#cfe3d6"
REED, GAP, COVER = OF.reed.glass, OF.gap.aimed, OF.overlay.thick
"""Millimetres: the glass's length, its gap to the magnet's face, the overlay's thickness."""
SCALE = 3.0
"""Of the reed's figure, to life size."""
BENT, DOWN, SHOWS = 1.5, 2.0, 1.0
"""mm: the copper's way down from the axis, and below the glass's end its way out; the glass above its holder."""
APART = load_tile_board().wires
"""mm from a reed's own wire to the copper."""

Point = tuple[float, float]


def reed() -> str:
    """Draw that a reed stands and all magnets lie the same way up."""
    face, glass = 34.0, 34 + GAP * SCALE
    right = [text((38, 8), "so", 4.5, weight="bold"), tick((50, 8), 6), *_place(38, 20)]
    right += _measure(76, face, glass, f"{GAP:g} mm") + _measure(76, glass, glass + REED * SCALE, f"{REED:g} mm")
    ledge, below = glass + REED * SCALE, OF.reed.above_board
    right += _measure(76, ledge, ledge + below * SCALE, f"{below:g} mm")
    lying = [text((134, 8), "not so: the reed lies", 3.6, weight="bold"), *_mouse(134, 20), *_lying(134, 52)]
    lying += [cross((134, 49), 26), text((134, 68), "under the middle of a magnet it stays open", 2.8, fill=PALE)]
    turned = [text((134, 80), "not so: one magnet the other way up", 3.6, weight="bold")]
    turned += [*_mouse(118, 88), *_mouse(150, 88, turned=True), cross((150, 96), 22)]
    turned += [text((134, 112), "mark one face of all magnets before you glue them", 2.8, fill=PALE)]
    return svg((184, 118), [*right, *lying, *turned], "A reed stands, and all magnets lie the same way up")


def reed_splice() -> str:
    """Draw how a reed gets a copper wire in place of its upper wire."""
    captions = (
        (f"1. Cut one wire {OF.reed.stub:g} mm", "from the glass; hold it", "with pliers meanwhile."),
        (
            f"2. Solder {OF.reed.splice_long:g} mm of copper",
            f"to the stub's outer {OF.reed.stub - OF.reed.joint:g} mm:",
            "it hangs past the glass.",
        ),
        ("3. Bend the copper out", "and down again, never", "the reed's wire."),
        ("4. Then into the holder,", "both ends together, the", "copper in the groove."),
    )
    parts = [text((92, 8), "A reed gets a copper wire", 5, weight="bold")]
    glass = 36.0
    stub, joint, end = glass - OF.reed.stub * SCALE, glass - OF.reed.joint * SCALE, glass + REED * SCALE
    for n, words in enumerate(captions):
        x = 24.0 + 45 * n
        if n == 3:
            parts += [_holder(x, glass, end + 8)]
        parts += [line([(x, stub), (x, glass + 24)], STEEL, 1.5)]
        parts += [line([(x + 1, glass + 18), (x + 1, end + OF.reed.lead * 0.8)], STEEL, 1.5)]
        parts += [rect((x - 3.3, glass), (6.6, REED * SCALE), GLASS, INK, 0.4, 3, "fill-opacity='0.7'")]
        parts += [text((x, 106 + 4.2 * row), caption, 3) for row, caption in enumerate(words)]
    parts += [
        line([(18, stub), (30, stub)], WIRES["red"], 0.5, "stroke-dasharray='2 1.5'"),
        text((31, stub), "cut", 3, "start"),
    ]
    parts += [line([(24, stub), (24, 14)], PALE, 0.8, "stroke-dasharray='2 1.5'")]
    parts += [rect((14, joint - 4), (8.5, 4), PALE, INK, 0.3, 1), rect((25.5, joint - 4), (8.5, 4), PALE, INK, 0.3, 1)]
    parts += [text((35, joint - 1), "pliers", 2.8, "start", PALE)]
    parts += [
        line([(70.5, stub), (70.5, joint), (74.5, glass + 2), (76, end + 10)], COPPER, 1.5),
        circle((69.8, (stub + joint) / 2), 2, "#c9ced3", INK, 0.3),
    ]
    parts += [text((73, (stub + joint) / 2 - 1), "solder", 2.8, "start", PALE)]
    for x in (114.0, 159.0):
        parts += [line(_copper(x, glass, end + 13), COPPER, 1.5)]
        parts += [circle((x + 0.8, (stub + joint) / 2), 2, "#c9ced3", INK, 0.3)]
    first, second, out = 114 + BENT * SCALE, 114 + APART * SCALE, glass + DOWN * SCALE
    parts += [text((first + 2, joint), "1 mm out", 2.6, "start", PALE)]
    parts += [text((first + 2, out - 3), f"{DOWN:g} mm below its top", 2.6, "start", PALE)]
    parts += [text(((first + second) / 2, out + 4), f"{round(2 * (APART - BENT)) / 2:g} mm", 2.3, fill=PALE)]
    parts += [arrow((120, end + 4), (end_x, end + 4), PALE) for end_x in (114.0, second)]
    parts += [text((122, end + 7.5), f"{APART:.0f} mm", 2.6, fill=PALE)]
    return svg((190, 120), parts, "A reed gets a copper wire")


def _copper(x: float, glass: float, low: float) -> list[Point]:
    """Return the way of a copper wire from the stub down to `low`; `x` is the reed's axis, `glass` its upper end."""
    first, second, out = x + BENT * SCALE, x + APART * SCALE, glass + DOWN * SCALE
    stub, joint = glass - OF.reed.stub * SCALE, glass - OF.reed.joint * SCALE
    return [(x + 1.5, stub), (x + 1.5, joint), (first, joint), (first, out), (second, out), (second, low)]


def _holder(x: float, glass: float, low: float) -> str:
    """Draw a reed's holder from the side, down to `low`."""
    top = glass + SHOWS * SCALE
    return rect((x - 8, top), (APART * SCALE + 16, low - top), HOLDER, INK, 0.3, 1)


def level_shifter() -> str:
    """Draw why the lamps' data goes through a chip."""
    circuit = load("controller")
    chip, resistor = circuit.value("U1"), circuit.value("R1")
    blue, red = WIRES["blue"], WIRES["red"]
    parts = [text((92, 9), "The lamps do not understand the Pico's 3.3 V", 5, weight="bold")]
    parts += [box((8, 20), (34, 18), "Pico\nGP2, LED_DATA", PICO), box((70, 20), (34, 18), f"{chip}\non 5 V")]
    parts += [box((118, 22), (20, 14), f"{resistor}\nohm", "#e8d3a2"), box((152, 20), (24, 18), "lamp 1\nWS2812B")]
    parts += [
        arrow((42, 29), (70, 29), blue, 1),
        arrow((104, 29), (118, 29), red, 1),
        arrow((138, 29), (152, 29), red, 1),
    ]
    parts += [text((56, 25), "3.3 V", 3.2, fill=blue), text((111, 25), "5 V", 3.2, fill=red)]
    parts += [line([(58, 50), (58, 78)], INK, 0.5)]
    levels = [
        (0.0, "end", INK, "0 V"),
        (3.3, "end", blue, "3.3 V: the Pico's high"),
        (3.5, "start", WIRES["violet"], "3.5 V: what a lamp takes for high (0.7 x 5 V)"),
        (5.0, "start", red, f"5 V: what the {chip} makes of it"),
    ]
    for volts, side, colour, words in levels:
        height = 78 - volts * 5.6
        parts += [line([(56, height), (60, height)], colour, 0.9)]
        parts += [text((54 if side == "end" else 62, height), words, 2.8, side, colour)]
    return svg((184, 86), parts, "The level shifter")


def power_tree() -> str:
    """Draw one supply with three branches, each with its fuse."""
    power, red = load("power"), WIRES["red"]
    parts = [text((92, 8), "Where the 5 V go", 5, weight="bold"), box((4, 52), (26, 18), "supply\n5 V")]
    parts += [line([(30, 61), (38, 61)], red, 1.2), line([(38, 33), (38, 85)], red, 1.2)]
    for middle, fuse in ((33, "F1"), (61, "F2"), (85, "F3")):
        parts += [line([(38, middle), (44, middle)], red, 1.2)]
        parts += [box((44, middle - 5), (22, 10), f"{fuse} {power.value(fuse)}", FUSE)]
    parts += [line([(66, 33), (72, 33)], red, 1.2), line([(72, 23), (72, 43)], red, 1.2)]
    for middle, lamps in ((23, "J2"), (33, "J3"), (43, "J4")):
        parts += [arrow((72, middle), (80, middle), red, 1.2)]
        parts += [box((80, middle - 3.5), (60, 7), f"{power.value(lamps).lower()}: one row of tiles")]
    parts += _row(61, ["emergency stop", "current sensor\nand switch", "servo"])
    parts += _row(85, ["diode, on the\ncontroller", "Pico: VSYS", "3.3 V: registers\nand reeds"])
    words = "All grounds meet on the power board; each red wire has a black one beside it."
    return svg((184, 104), [*parts, text((92, 98), words, 2.8, fill=PALE)], "The power tree")


def usb_and_supply() -> str:
    """Draw how a diode lets USB and the supply feed the Pico together."""
    red, blue = WIRES["red"], WIRES["blue"]
    parts = [text((90, 8), "USB and the 5 V supply may both be plugged in", 5, weight="bold")]
    parts += [box((6, 20), (34, 14), "5 V of the supply"), box((6, 52), (34, 14), "USB of the computer")]
    parts += [rect((100, 16), (70, 54), PICO, INK, 0.5, 2), text((135, 64), "Pico", 4.5, weight="bold")]
    parts += [line([(40, 27), (108, 27)], red, 1.2), line([(40, 59), (108, 59)], blue, 1.2)]
    parts += [line([(108, 59), (108, 27)], blue, 1.2), circle((108, 27), 1.5, PAPER), circle((108, 59), 1.5, PAPER)]
    parts += [text((112, 27), "VSYS, pin 39", 3, "start"), text((112, 55), "VBUS, pin 40", 3, "start")]
    parts += [rect((62, 24.5), (14, 5), DIODE, INK, 0.4, 1), line([(73, 24.5), (73, 29.5)], INK, 1.4)]
    parts += [
        text((69, 19), load("controller").value("D1"), 3),
        text((69, 35), "the band looks to the Pico", 2.8, fill=PALE),
    ]
    parts += [rect((106, 39.5), (4, 7), DIODE, INK, 0.4, 1), line([(106, 41.2), (110, 41.2)], INK, 1.2)]
    parts += [text((113, 43), "one that the Pico has", 2.6, "start", PALE)]
    words = "Never wire the supply to VBUS: it would feed the computer."
    parts += [text((90, 80), words, 3, fill=red, weight="bold")]
    return svg((180, 88), parts, "USB and the supply together")


def pico() -> str:
    """Draw which way round the Pico lies, and its pins' signals."""
    names = {signal.pin: signal.name for signal in load_signals()}
    names |= {36: "3V3 out", 39: "VSYS", **dict.fromkeys(GROUNDS, "GND"), 33: "AGND"}
    parts = [text((92, 8), "The Pico from above: its USB plug on the left, chips up", 5, weight="bold")]
    parts += [rect((7, 44), (170, 34), BOARD, INK, 0.5, 2), rect((3, 54), (14, 14), "#c3c8cd", INK, 0.4, 1)]
    parts += [text((26, 61), "USB", 4, "start", "#ffffff", "bold")]
    parts += [text((92, 61), "Raspberry Pi Pico", 5, fill="#ffffff")]
    for pin in range(1, 41):
        below = pin <= 20
        x, y = (16 + 8 * (pin - 1), 75) if below else (16 + 8 * (40 - pin), 47)
        out, side = (4.5, "end") if below else (-4.5, "start")
        parts += [
            rect((x - 1.6, y - 1.6), (3.2, 3.2), PAD, INK, 0.2) if pin == 1 else circle((x, y), 1.6, PAD, INK, 0.2)
        ]
        parts += [text((x, y - out * 0.9), str(pin), 2.2, fill="#ffffff")]
        if name := names.get(pin):
            parts += [text((x, y + out), name, 2.5, side, PALE if name.endswith("GND") else INK, turn=-90)]
    words = "Put in the other way round it gets 5 V on a pin that bears 3.3 V: look for the USB plug first."
    return svg((184, 122), [*parts, text((92, 116), words, 3, fill=PALE)], "The Pico's sides")


def tile_numbers() -> str:
    """Draw where each tile lies, and which bridges to close on it."""
    tile = load("tile")
    bridges = [tile.value(ref) for ref in tile.parts if tile.parts[ref].part == "bridge"]
    worth = [int(value) for value in bridges if value.isdigit()]
    parts = [text((92, 8), "Nine tiles from above, and the bridges to solder on each", 5, weight="bold")]
    for number in range(1, tile.count + 1):
        left, top = 20 + 50 * ((number - 1) % 3), 98 - 40 * ((number - 1) // 3)
        parts += [rect((left, top), (44, 34), SHEET, INK, 0.5, 1.5)]
        parts += [text((left + 9, top + 12), str(number), 9, weight="bold")]
        for n, value in enumerate(worth):
            parts += _bridge((left + 22, top + 6 + 7.4 * n), value, closed=bool(number & value))
        if number == tile.count:
            for n, words in enumerate(("LAST", "TILE too")):
                parts += [text((left + 9, top + 24 + 4 * n), words, 2.6, fill=WIRES["red"], weight="bold")]
    parts += [text((92, 140), "the players' side", 3.2, fill=PALE), arrow((10, 130), (10, 20), PALE, 0.6)]
    parts += [text((6, 75), "away from the players", 3, fill=PALE, turn=-90)]
    return svg((184, 146), parts, "Numbers of the tiles")


ALL: dict[str, Callable[[], str]] = {
    "reed": reed,
    "reed-splice": reed_splice,
    "level-shifter": level_shifter,
    "power-tree": power_tree,
    "usb-and-supply": usb_and_supply,
    "pico": pico,
    "tile-numbers": tile_numbers,
}


def _place(x: float, top: float) -> list[str]:
    """Draw a mouse over an upright reed: foot, overlay, glass and board."""
    overlay, glass = top + 15, top + 14 + GAP * SCALE
    ledge = glass + REED * SCALE
    board = ledge + OF.reed.above_board * SCALE
    parts = [*_mouse(x, top, foot=48), rect((8, overlay), (76, COVER * SCALE), WOOD, INK, 0.3)]
    parts += [text((10, overlay + 4), "paper", 2.8, "start", PALE)]
    parts += [rect((8, board), (76, 4.8), BOARD, INK, 0.3), text((10, board + 8), "board", 2.8, "start", PALE)]
    stub = glass - OF.reed.stub * SCALE
    parts += [_holder(x, glass, board)]
    parts += [text((x - 11, board - 8), "holder", 2.8, "end", PALE)]
    parts += [
        line([(x, stub), (x, glass + 24)], STEEL, 1),
        line([(x + 1, glass + 18), (x + 1, board + 7)], STEEL, 1),
    ]
    parts += [line(_copper(x, glass, board + 7), COPPER, 1)]
    parts += [text((x + 24.5, glass + 17), "copper", 2.8, "start", PALE)]
    parts += [rect((x - 3.3, glass), (6.6, REED * SCALE), GLASS, INK, 0.4, 3, "fill-opacity='0.6'")]
    return [*parts, text((x - 11, glass + 20), "reed", 2.8, "end", PALE)]


def _mouse(x: float, top: float, turned: bool = False, foot: float = 28) -> list[str]:
    """Draw a mouse's foot with its magnet, in section."""
    poles = [("N", NORTH), ("S", SOUTH)]
    parts = [rect((x - foot / 2, top), (foot, 15), FOOT, INK, 0.4, 3), text((x, top + 2.8), "foot", 2.6, fill=PALE)]
    for n, (pole, colour) in enumerate(poles[::-1] if turned else poles):
        parts += [rect((x - 12, top + 5 + 4.5 * n), (24, 4.5), colour, INK, 0.3)]
        parts += [text((x, top + 7.25 + 4.5 * n), pole, 3.2, fill="#ffffff", weight="bold")]
    return parts


def _lying(x: float, y: float) -> list[str]:
    """Draw a lying reed."""
    wires = [line([(x - 28, y), (x + 2, y - 0.6)], STEEL, 1), line([(x + 28, y), (x - 2, y + 0.8)], STEEL, 1)]
    corner = (x - REED * SCALE / 2, y - 3.3)
    return [*wires, rect(corner, (REED * SCALE, 6.6), GLASS, INK, 0.4, 3, "fill-opacity='0.6'")]


def _measure(x: float, top: float, bottom: float, words: str) -> list[str]:
    """Draw a dimension between two heights."""
    middle = (top + bottom) / 2
    arrows = [arrow((x, middle), (x, end), PALE) for end in (top, bottom)]
    return [*arrows, text((x + 2, middle + 1), words, 2.8, "start", PALE)]


def _row(middle: float, loads: list[str]) -> list[str]:
    """Draw a branch's loads, one after the other."""
    parts = []
    for n, words in enumerate(loads):
        left = 66 + 38 * n
        colour = WIRES["orange" if words.startswith("3.3") else "red"]
        parts += [arrow((left, middle), (left + 6, middle), colour, 1.2), box((left + 6, middle - 5), (32, 10), words)]
    return parts


def _bridge(at: Point, value: int, closed: bool) -> list[str]:
    """Draw a bridge's two pads, with or without solder, and the value it adds."""
    x, y = at
    pads = [circle((x, y), 1.9, PAD, INK, 0.3), circle((x + 4.4, y), 1.9, PAD, INK, 0.3)]
    if not closed:
        return [*pads, text((x + 10, y), str(value), 3.6, fill=PALE)]
    return [*pads, line([(x, y), (x + 4.4, y)], STEEL, 3.2), text((x + 10, y), str(value), 3.6, weight="bold")]


if __name__ == "__main__":
    keep_or_check({FIGURES / f"{name}.svg": draw() for name, draw in ALL.items()})
