"""The shipped layouts for a table of plain rows: nine reeds a row in one chain, the lamps to and fro, no codes."""

from __future__ import annotations

import re

from mouseboard.layouts import tiles
from mouseboard.layouts.reference import COLUMNS, ROWS

_GRID = [(column, row) for row in range(ROWS) for column in range(COLUMNS)]
_WIRES = {
    "sensors": {tiles.sensor(column, row): row * COLUMNS + column for column, row in _GRID},
    "lamps": {
        tiles.lamp(column, row): row * COLUMNS + (COLUMNS - 1 - column if row % 2 else column) for column, row in _GRID
    },
}


def in_rows(text: str) -> str:
    """Convert the text of a layout for nine tiles into one for nine rows."""
    head = f"\nsensors = {COLUMNS * ROWS}\n"
    text = re.sub(r"^coded = .*\n", "", text, flags=re.M)
    text = re.sub(r"\nsensors = \d+\n", head, text)
    return re.sub(r"(sensors|lamps) = \[([\d, ]+)\]", _renumbered, text)


def _renumbered(found: re.Match[str]) -> str:
    wires = _WIRES[found[1]]
    return f"{found[1]} = [{', '.join(str(wires[int(wire)]) for wire in found[2].split(','))}]"
