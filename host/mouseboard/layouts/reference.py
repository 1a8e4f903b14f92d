"""The reference table as a layout of its own, when no game lies on it: 81 places, named by their inputs."""

from __future__ import annotations

from mouseboard.layouts import Layout, Place, tiles

REFERENCE = "reference"
"""The name by which it can be chosen like a layout."""
COLUMNS = ROWS = 9
PITCH = 40
"""Millimetres between reeds."""


def reference_table() -> Layout:
    """A place over every reed of the 9 x 9 grid, on nine tiles."""
    return Layout(
        game="",
        title="reference table",
        edition="no game",
        size=(COLUMNS * PITCH, ROWS * PITCH),
        sensors=tiles.INPUTS * tiles.TILES,
        lamps=COLUMNS * ROWS,
        coded=tiles.TILES,
        place=tuple(_place(column, row) for row in range(ROWS) for column in range(COLUMNS)),
        source="reference table",
    )


def _place(column: int, row: int) -> Place:
    sensor, middle = tiles.sensor(column, row), (PITCH * (column + 0.5), PITCH * (row + 0.5))
    return Place(name=str(sensor), at=middle, sensors=(sensor,), lamps=(tiles.lamp(column, row),))
