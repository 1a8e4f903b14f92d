"""A reed's ampere-turns, looked up in the tables of hardware/magnets without further packages. Lengths in mm."""

from __future__ import annotations

import csv
import math
from functools import cache
from pathlib import Path
from typing import Literal

Reading = Literal["A", "B"]

READINGS: tuple[Reading, Reading] = ("A", "B")
MAGNETS = ("6 x 2", "8 x 3", "10 x 2", "8 x 4", "10 x 3")
CHOSEN = "8 x 3"
PITCH = 40.0
FOLDER = Path(__file__).parents[1] / "magnets"


@cache
def study() -> dict[tuple[str, str], list[list[float]]]:
    """Return the table by magnet and reading: a row for each mm of gap, from 2; a column for each mm off the middle."""
    table: dict[tuple[str, str], list[list[float]]] = {}
    for magnet, reading, _, *felt in _rows("felt.csv"):
        table.setdefault((magnet, reading), []).append([float(at) for at in felt])
    return table


@cache
def postures() -> dict[tuple[str, str], list[float]]:
    """Return the table by posture and reading: a column for each mm aside, from -30 to 30."""
    return {(posture, reading): [float(at) for at in felt] for posture, reading, *felt in _rows("postures.csv")}


def _rows(name: str) -> list[list[str]]:
    with (FOLDER / name).open(encoding="ascii", newline="") as file:
        return list(csv.reader(file))[1:]


def felt(magnet: str, reading: str, gap: float, offset: float) -> float:
    """Return the AT of one magnet, interpolated linearly in the table; 0 at 60 mm off and farther."""
    rows = study()[magnet, reading]
    row, column = min(int(gap) - 2, len(rows) - 2), int(offset)
    if column >= len(rows[0]) - 1:
        return 0.0
    below, above = (one[column] + (one[column + 1] - one[column]) * (offset - column) for one in rows[row : row + 2])
    return below + (above - below) * (gap - 2 - row)


def crowd(magnet: str, reading: str, gap: float, pitch: float = PITCH) -> float:
    """Return the AT of eight mice around a place, with all magnets the same way up."""
    return 4 * felt(magnet, reading, gap, pitch) + 4 * felt(magnet, reading, gap, pitch * math.sqrt(2))


def acts_to(magnet: str, reading: str, gap: float, least: float) -> float:
    """Return the greatest distance with at least `least` AT, to a quarter of a mm; -1 if there is none."""
    quarters = range(120)
    return max((quarter / 4 for quarter in quarters if felt(magnet, reading, gap, quarter / 4) >= least), default=-1.0)
