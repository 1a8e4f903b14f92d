"""Minutes of work by hand, from the number of joints, plugs, holes and screws. No stop-watch has confirmed them.

The seconds for one of each are our own estimates, for somebody who does it for the second time.
"""

from __future__ import annotations

from hardware.making.holes import load_perfboard
from hardware.making.source import load
from hardware.making.whole import load_cables

from mouseboard import layouts

JOINT = 25
"""s: a soldered joint on a circuit board, with placing the part."""
ON_PERFBOARD = 60
"""s: a joint on perfboard, with its part or wire."""
REED = 150
"""s: to cut a reed, solder its copper wire, bend that, and put it into its holder; its joints come on top."""
REED_MEASURED = 60
"""s: to lay the card and stand the caliper beside a reed, look at it once more after its first joint, and pull some
again."""
LOOKED_AT = 600
"""s: to look at a soldered board and measure what its page says."""
PLUG = 180
"""s: a plug pressed onto a ribbon, or crimped onto a wire."""
WIRE_END = 60
"""s: an end of a wire, stripped and clamped."""
HOLE = 45
"""s: a drilled hole, with its burr."""
SCREW = 30
TUBE = 15
RIM = 25
"""s: a rim glued."""

SHEET = 1800
"""s: to trim a sheet, spray and lay it."""

CLAMPS = 2
"""Ends of a wire."""
STEP = 10
"""Minutes are rounded up to these."""


def joints(circuit: str) -> int:
    """Return the soldered joints of a board's parts; of two names on one pin only one is counted."""
    loaded = load(circuit)
    return sum(len(loaded.kind(ref).pins) for ref, part in loaded.parts.items() if part.part not in ("hole", "bridge"))


def tiles(count: int) -> int:
    """Return the minutes to solder so many tiles, and to measure their reeds."""
    tile = load("tile")
    reeds = sum(part.part == "reed" for part in tile.parts.values())
    return _rounded(count * (joints("tile") * JOINT + reeds * (REED + REED_MEASURED) + LOOKED_AT))


def perfboards() -> int:
    """Return the minutes to build controller and power board."""
    wires = sum(len(load_perfboard(name).wires) for name in ("controller", "power"))
    return _rounded((joints("controller") + joints("power") + CLAMPS * wires) * ON_PERFBOARD + 2 * LOOKED_AT)


def cables() -> int:
    """Return the minutes to make all cables."""
    found = load_cables().cable
    ribbons = sum(bool(one.ribbon) for one in found)
    return _rounded(2 * ribbons * PLUG + sum(CLAMPS * len(one.wires) for one in found) * WIRE_END)


def plate() -> int:
    """Return the minutes to drill the plate, push in the tubes, and screw on the frames."""
    tile = load("tile")
    by_kind = {kind: sum(part.part == kind for part in tile.parts.values()) for kind in ("reed", "WS2812B", "hole")}
    each = sum(by_kind.values()) * HOLE + by_kind["WS2812B"] * TUBE + by_kind["hole"] * SCREW
    return _rounded(tile.count * each)


def rims() -> int:
    """Return the minutes to lay the sheet of classic, and to glue its rims."""
    return _rounded(len(layouts.load("classic").place) * RIM + SHEET)


def _rounded(seconds: float) -> int:
    return -(-round(seconds) // (60 * STEP)) * STEP
