"""The holes to drill for a layout, in its millimetres: over reeds, for lamps' light, and for the screws of tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mouseboard.layouts import Layout, tiles

REED, LIGHT, SCREW = "reed", "light", "screw"
DIAMETERS = {REED: 6.0, LIGHT: 6.0, SCREW: 3.2}
"""Millimetres. A reed's stub and the copper beside it are 3 wide, a light tube is 5.8, a screw is M3."""
REEDS_APART_MM = 20.0
"""The distance between several reeds under a long place. A reed feels a magnet within about 10 mm."""
LAMPS_APART = 10.0


@dataclass(frozen=True)
class Hole:
    """A hole to drill."""

    kind: str
    at: tuple[float, float]
    place: str = ""
    wire: int | None = None
    """The number of its sensor or lamp."""


def holes(layout: Layout) -> list[Hole]:
    """Return all holes: for reeds, then for lamps, both in the order of the places, then for screws."""
    reeds = [
        Hole(REED, at, place.name, sensor)
        for place in layout.stands
        for sensor, at in _beside(place.at, place.sensors, REEDS_APART_MM)
    ]
    screws = [Hole(SCREW, (x + dx, y + dy)) for x, y in corners(layout) for dx, dy in tiles.SCREWS]
    return [*reeds, *lights(layout), *screws]


def lights(layout: Layout) -> list[Hole]:
    """Return the holes for lamps, each at the place that owns the lamp.

    If several places share a lamp, the one with a sensor owns it. If none has a sensor, the first place owns it. If
    several have one, nobody owns the lamp, and it gets no hole.
    """
    feeling = Counter(lamp for place in layout.stands if place.sensors for lamp in place.lamps)
    owners = {lamp: place for place in reversed(layout.stands) for lamp in place.lamps if not feeling[lamp]}
    owners |= {lamp: place for place in layout.stands if place.sensors for lamp in place.lamps if feeling[lamp] == 1}
    dx, dy = layout.light
    return [
        Hole(LIGHT, (x + dx, y + dy), place.name, lamp)
        for place in layout.stands
        for lamp, (x, y) in _beside(place.at, [n for n in place.lamps if owners.get(n) is place], LAMPS_APART)
    ]


def _beside(at: tuple[float, float], wires: Sequence[int], apart: float) -> Iterator[tuple[int, tuple[float, float]]]:
    """Yield each wire with its position, side by side and centred on the place."""
    for n, wire in enumerate(wires):
        yield wire, (at[0] + apart * (n - (len(wires) - 1) / 2), at[1])


def corners(layout: Layout) -> list[tuple[float, float]]:
    """Return the lower left corner of each tile, in the order of their numbers."""
    edge, side = tiles.EDGE, tiles.SIDE
    return [(edge * (n % side), edge * (n // side)) for n in range(layout.coded)]
