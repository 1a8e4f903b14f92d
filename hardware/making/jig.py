"""The jig for one tile: a Pico wired to a ribbon's plug, from the tile's circuit and the Pico's pins.

python -m hardware.making.jig            make hardware/guide/tile-jig.svg
python -m hardware.making.jig --check    compare it
"""

from __future__ import annotations

from hardware.making import drawing
from hardware.making.drawing import INK, PALE, SHEET, WIRES
from hardware.making.made import keep_or_check
from hardware.making.pins import GROUNDS
from hardware.making.source import HARDWARE, BadSource, load, load_signals

PICTURE = HARDWARE / "guide" / "tile-jig.svg"
PLUG = "J1"
SUPPLIES = {"+3V3": 36, "GND": GROUNDS[-1]}
"""The Pico's pins for the two supplies."""
RENAMED = {"LED_IN": "LED_DATA"}
"""Signals that have another name on the tile."""
COLOURS = ("yellow", "blue", "violet", "green", "turquoise")
ROW = 9.0
"""Millimetres from wire to wire in the drawing."""


def wires() -> dict[str, tuple[tuple[int, ...], int]]:
    """Return for each net the plug's pins and the Pico's pin, in the order of the plug. Raises BadSource."""
    tile, pins = load("tile"), {signal.name: signal.pin for signal in load_signals()} | SUPPLIES
    found: dict[str, tuple[tuple[int, ...], int]] = {}
    for number in range(1, len(tile.kind(PLUG).pins) + 1):
        net = tile.net_of[f"{PLUG}.{number}"]
        name = RENAMED.get(net, net)
        if name not in pins:
            raise BadSource(f"{PLUG}.{number} of the tile is {net}, and the Pico has no such pin")
        found[name] = ((*found.get(name, ((), 0))[0], number), pins[name])
    return found


def rows() -> list[str]:
    """Return the rows of the page's table."""
    return [f"| {', '.join(map(str, plug))} | {pico} | {name} |" for name, (plug, pico) in wires().items()]


def picture() -> str:
    """Draw the wires from the Pico to the plug."""
    found = wires()
    high = ROW * len(found) + 24
    parts = [
        drawing.rect((10, 8), (40, high - 16), "#2f7d4f", INK, 0.4, 2),
        drawing.text((30, 13), "Pico", 4, fill="#ffffff", weight="bold"),
        drawing.rect((120, 8), (40, high - 16), SHEET, INK, 0.4, 2),
        drawing.text((140, 13), "ribbon to IN", 4, weight="bold"),
    ]
    colours = {"+3V3": "orange", "GND": "black"}
    others = iter(COLOURS)
    for n, (name, (plug, pico)) in enumerate(found.items()):
        y = 20 + ROW * n
        colour = WIRES[colours.get(name) or next(others)]
        parts += [drawing.line([(50, y), (120, y)], colour, 1.4)]
        parts += [drawing.text((46, y), f"pin {pico}", 3.6, "end", "#ffffff")]
        parts += [drawing.text((124, y), f"pin {', '.join(map(str, plug))}", 3.6, "start")]
        parts += [drawing.text((85, y - 2.6), name, 3, fill=PALE)]
    return drawing.svg((170, high), parts, "A Pico as the jig for one tile")


if __name__ == "__main__":
    keep_or_check({PICTURE: picture()})
