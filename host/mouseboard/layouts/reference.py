"""The reference table without a game, as a layout of its own: 81 places, named by their inputs."""

from __future__ import annotations

from mouseboard.layouts import Layout, Place, tiles

REFERENCE = "reference"
"""Its name among the layouts."""
COLUMNS = ROWS = 9
PITCH = 40
"""Millimetres between reeds."""


def reference_table() -> Layout:
    """Return the layout: nine tiles, with a place over every reed of the 9 x 9 grid."""
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
