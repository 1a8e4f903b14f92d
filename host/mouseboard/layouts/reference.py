"""The reference table as a layout of its own, when no game lies on it: 81 places, named by their inputs."""

from __future__ import annotations

from mouseboard.layouts import Layout, Place

COLUMNS = ROWS = 9
PITCH = 40
"""Millimetres between reeds."""


def reference_table() -> Layout:
    """A place over every reed of the 9 x 9 grid; the lamp strip runs to and fro, row by row from below."""
    return Layout(
        game="",
        title="reference table",
        edition="no game",
        size=(COLUMNS * PITCH, ROWS * PITCH),
        sensors=COLUMNS * ROWS,
        lamps=COLUMNS * ROWS,
        place=tuple(_place(column, row) for row in range(ROWS) for column in range(COLUMNS)),
        source="reference table",
    )


def _place(column: int, row: int) -> Place:
    sensor = row * COLUMNS + column
    along = COLUMNS - 1 - column if row % 2 else column
    middle = (PITCH * (column + 0.5), PITCH * (row + 0.5))
    return Place(name=str(sensor), at=middle, sensors=(sensor,), lamps=(row * COLUMNS + along,))
