"""Checks that tile.toml, layouts/tiles.py and the shipped layouts agree on each place's input and lamp."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.making.source import BadSource, Circuit
from hardware.making.trace import trace

from mouseboard import layouts
from mouseboard.layouts import Layout, tiles
from mouseboard.layouts.reference import PITCH


def complaints(tile: Circuit) -> Iterator[str]:
    """Yield a sentence for each disagreement."""
    try:
        found = trace(tile)
    except BadSource as error:
        yield str(error)
        return
    for what, circuit, table in (("bit", found.reeds, tiles.BITS), ("lamp", found.lamps, tiles.LAMPS)):
        for (column, row), number in circuit.items():
            if number != table[row][column]:
                place = f"place {column + 1}, {row + 1} of a tile"
                yield f"{place} is {what} {number} in the circuit, {table[row][column]} in layouts/tiles.py"
    if (found.fixed, found.number) != (tiles.FIXED, tiles.NUMBER):
        yield "the code of a tile differs between the circuit and layouts/tiles.py"
    for name in on_tiles():
        yield from of_layout(layouts.load(name))


def on_tiles() -> list[str]:
    """Return the names of the shipped layouts for the reference table."""
    return [name for name in layouts.shipped() if layouts.load(name).coded]


def of_layout(layout: Layout) -> Iterator[str]:
    """Yield a sentence for each place with a sensor whose input or lamp in the layout is not the tiles'."""
    for place in layout.place:
        if place.sensors:
            column, row = (round(mm / PITCH - 0.5) for mm in place.at)
            for field, number in (("sensors", tiles.sensor(column, row)), ("lamps", tiles.lamp(column, row))):
                if getattr(place, field) != (number,):
                    yield f"{layout.source}: {place.name}: {field} {getattr(place, field)}, but the tiles have {number}"
