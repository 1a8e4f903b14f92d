"""A chequered layout of any size up to the whole reference table: a beginning for the board of a game of your own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from string import ascii_lowercase

from mouseboard.layouts import tiles
from mouseboard.layouts.reference import COLUMNS, PITCH, ROWS

_HEAD = f"""\
# {{columns}} x {{rows}} squares in the middle of the reference table: {COLUMNS * PITCH} x {ROWS * PITCH} mm, \
a {COLUMNS} x {ROWS} grid of cells {PITCH} mm apart.

game = {{game}}
title = "{{columns}} x {{rows}}"
edition = "my own, 1"
size = [{COLUMNS * PITCH}, {ROWS * PITCH}]
sensors = {tiles.INPUTS * tiles.TILES}
lamps = {COLUMNS * ROWS}
coded = {tiles.TILES}

place = ["""


def grid(columns: int, rows: int, game: str) -> str:
    """Return the text of a layout of this many squares in the middle of the table, with `a1` at the lower left."""
    head = _HEAD.format(columns=columns, rows=rows, game=json.dumps(game))
    return "\n".join((head, *_squares(columns, rows), "]\n"))


def _squares(columns: int, rows: int) -> Iterator[str]:
    left, lower = (COLUMNS - columns) // 2, (ROWS - rows) // 2
    for row in range(lower, lower + rows):
        for column in range(left, left + columns):
            name = f"{ascii_lowercase[column - left]}{row - lower + 1}"
            shade = "light" if (column - left + row - lower) % 2 else "dark"
            at = f"[{PITCH * column + PITCH // 2}, {PITCH * row + PITCH // 2}]"
            wires = f"sensors = [{tiles.sensor(column, row)}], lamps = [{tiles.lamp(column, row)}]"
            yield f'  {{ name = "{name}", shade = "{shade}", at = {at}, {wires} }},'
