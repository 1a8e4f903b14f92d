"""The reference table's nine tiles of 3 x 3 places: the positions of inputs and lamps, and the code between them.

A tile has 16 inputs for nine reeds. The others are soldered to a code. Three are the same on every tile, and prove that
each register is in its place and not a bit off. Four spell the tile's number, from 1. The table reads them with every
sample, as contacts that never change. The source of these numbers is the tile's circuit
(hardware/electronics/tile.toml); a test compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

SIDE = 3
"""The number of tiles in a row, and of places in a row of a tile."""
TILES = SIDE * SIDE
INPUTS = 16
"""The number of inputs of a tile."""
BITS = ((0, 1, 2), (8, 4, 3), (9, 10, 11))
"""A tile's input under each place: rows from below, columns from the left."""
LAMPS = ((0, 1, 2), (5, 4, 3), (6, 7, 8))
"""A tile's lamp at each place, in the same order. The data line runs to and fro."""
FIXED = {5: True, 6: False, 7: True}
"""Inputs that read closed, or open, on every tile."""
NUMBER = {12: 1, 13: 2, 14: 4, 15: 8}
"""The value that each of these inputs, if closed, adds to the tile's number."""
EDGE = 120
"""The side of a tile in millimetres."""
LIGHT = (12.5, 12.5)
"""The position of a lamp, in millimetres from the middle of its place."""
SCREWS = ((20, 4), (100, 4), (20, 116), (100, 116))
"""The screw holes of a tile, in millimetres from its lower left corner."""


def sensor(column: int, row: int) -> int:
    """Return the input under a place of the 9 x 9 grid. Column and row count from 0 at the lower left."""
    return INPUTS * _tile(column, row) + BITS[row % SIDE][column % SIDE]


def lamp(column: int, row: int) -> int:
    """Return the lamp at a place of the grid."""
    return SIDE * SIDE * _tile(column, row) + LAMPS[row % SIDE][column % SIDE]


def _tile(column: int, row: int) -> int:
    """Return a tile's number; tiles count row by row from the lower left."""
    return row // SIDE * SIDE + column // SIDE


@cache
def code(tiles: int) -> Mapping[int, bool]:
    """Return how the code of this many tiles reads: whether each of its inputs is closed."""
    return {
        INPUTS * tile + bit: closed
        for tile in range(tiles)
        for bit, closed in (FIXED | {bit: bool(tile + 1 & part) for bit, part in NUMBER.items()}).items()
    }


@cache
def turned(tile: int, quarters: int) -> Mapping[int, int]:
    """Map each reed input of a tile to the one that answers after this many quarter turns to the left."""
    places = [(column, row) for column in range(SIDE) for row in range(SIDE)]
    where = {place: place for place in places}
    for _ in range(quarters):
        where = {place: (SIDE - 1 - row, column) for place, (column, row) in where.items()}
    return {
        INPUTS * tile + BITS[row][column]: INPUTS * tile + BITS[there][along]
        for (along, there), (column, row) in where.items()
    }


@dataclass(frozen=True)
class TileFault:
    """A fault in a tile's code. `tile` counts from 1; `found` is the number of another tile."""

    kind: str
    """silent, missing, other, unnumbered or garbled."""
    tile: int
    found: int = 0

    @property
    def named(self) -> dict[str, int]:
        """The values for the holes of its sentence."""
        return {"tile": self.tile, "found": self.found} if self.found else {"tile": self.tile}


def faults(closed: Callable[[int], bool], tiles: int) -> tuple[TileFault, ...]:
    """Return the faults in a chain of this many tiles, from the first fault on; nothing if every code is right."""
    if all(closed(contact) == good for contact, good in code(tiles).items()):
        return ()
    numbers = [_number(closed, tile) for tile in range(tiles)]
    first = next(tile for tile, number in enumerate(numbers) if number != tile + 1)
    if numbers[first:-1] == list(range(first + 2, tiles + 1)) and first + 1 < tiles:
        return (TileFault("missing", first + 1),)
    found: list[TileFault] = []
    for tile, number in enumerate(numbers):
        if number is None and _silent(closed, tile):
            return (*found, TileFault("silent", tile + 1))
        if number is None:
            found.append(TileFault("garbled", tile + 1))
        elif number != tile + 1:
            found.append(TileFault("other", tile + 1, number) if number else TileFault("unnumbered", tile + 1))
    return tuple(found)


def _number(closed: Callable[[int], bool], tile: int) -> int | None:
    """Return the number that a tile's code spells, or None if the rest of the code is wrong."""
    if any(closed(INPUTS * tile + bit) != good for bit, good in FIXED.items()):
        return None
    return sum(part for bit, part in NUMBER.items() if closed(INPUTS * tile + bit))


def _silent(closed: Callable[[int], bool], tile: int) -> bool:
    """Return whether every input reads alike, so that no tile answers."""
    return len({closed(INPUTS * tile + bit) for bit in range(INPUTS)}) == 1
