"""Compare the inputs that places answer on with the layout file: swapped, dead, stuck or joined reeds, turned tiles.

Pure: it only reads observations.
"""

from __future__ import annotations

from collections.abc import Iterator

from mouseboard.doctor.findings import Finding, finding
from mouseboard.doctor.observations import Sensors
from mouseboard.layouts import Layout
from mouseboard.layouts.tiles import turned

Inputs = frozenset[int]

ENOUGH = 3
"""If this many places of a tile answer for each other, all in the same way, the tile is turned."""
MISSES_OF_A_MAGNET = 2
"""If this many places miss only the first mouse, its magnet is bad. One miss may be a mouse put down badly."""


def diagnose_sensors(layout: Layout, sensors: Sensors) -> Iterator[Finding]:
    """Yield all that is wrong by a walk with a magnet."""
    expected = {place.name: frozenset(place.sensors) for place in layout.stands}
    felt = answers(sensors)
    for number in sorted(sensors.stuck):
        owner = _owner(expected, number)
        if owner is None:
            yield finding("sensors", "stuck-free", input=number)
        else:
            yield finding("sensors", "stuck", input=number, place=owner)
    as_turned = {tile: places for tile in range(layout.coded) if (places := _turned(expected, felt, tile))}
    yield from (finding("sensors", "turned", tile=tile + 1) for tile in as_turned)
    for places in as_turned.values():
        felt = {place: inputs for place, inputs in felt.items() if place not in places}
    yield from _silent(expected, felt, sensors.stuck)
    yield from _misplaced(expected, felt)
    yield from _together(expected, felt)
    yield from doubtful(sensors)


def answers(sensors: Sensors) -> dict[str, Inputs]:
    """Return the inputs that each visited place closed, except those that are always closed."""
    felt: dict[str, Inputs] = {}
    for visit in sensors.visits:
        felt[visit.place] = felt.get(visit.place, frozenset()) | (frozenset(visit.inputs) - sensors.stuck)
    return felt


def corrected(layout: Layout, sensors: Sensors) -> dict[str, tuple[int, ...]]:
    """Return the `sensors` of every place as they are wired, for the layout file.

    A place that answers on one of its own inputs keeps them as they are. A place that feels nothing keeps those that no
    other place answers on.
    """
    felt = answers(sensors)
    offered: dict[str, tuple[int, ...]] = {}
    for place in layout.stands:
        expected, found = frozenset(place.sensors), felt.get(place.name, frozenset())
        offered[place.name] = place.sensors if not found or expected & found else tuple(sorted(found))
    taken = {number for place in layout.stands if felt.get(place.name) for number in offered[place.name]}
    return {
        name: numbers if felt.get(name) else tuple(number for number in numbers if number not in taken)
        for name, numbers in offered.items()
    }


def _turned(expected: dict[str, Inputs], felt: dict[str, Inputs], tile: int) -> frozenset[str]:
    """Return the places of a tile, if all that were felt answer as if it lay turned; otherwise none."""
    for quarters in (1, 2, 3):
        way = turned(tile, quarters)
        places = [place for place in felt if felt[place] and expected[place] and expected[place] <= way.keys()]
        moved = [place for place in places if felt[place] != expected[place]]
        if len(moved) >= ENOUGH and all(felt[place] == frozenset(map(way.get, expected[place])) for place in places):
            return frozenset(places)
    return frozenset()


def _silent(expected: dict[str, Inputs], felt: dict[str, Inputs], stuck: Inputs) -> Iterator[Finding]:
    """Yield places that feel nothing, and single dead sensors of larger places. Stuck inputs are not reported again."""
    for place, inputs in felt.items():
        if not inputs & expected[place] and inputs:
            continue  # it answers elsewhere
        for number in sorted(expected[place] - inputs - stuck):
            yield finding("sensors", "dead", place=place, input=number)


def _misplaced(expected: dict[str, Inputs], felt: dict[str, Inputs]) -> Iterator[Finding]:
    """Yield places that answer only on inputs that are not theirs."""
    reported: set[str] = set()
    for place, inputs in felt.items():
        if not inputs or inputs & expected[place] or place in reported:
            continue
        other = next((name for name, theirs in expected.items() if theirs == inputs), None)
        if not expected[place]:
            yield finding("sensors", "new", place=place, inputs=_list(inputs))
        elif other is not None and felt.get(other) == expected[place]:
            reported.add(other)
            yield finding("sensors", "swapped", place=place, other=other)
        else:
            yield finding("sensors", "moved", place=place, inputs=_list(inputs), expected=_list(expected[place]))


def _together(expected: dict[str, Inputs], felt: dict[str, Inputs]) -> Iterator[Finding]:
    """Yield places that close their own input and another."""
    reported: set[frozenset[str]] = set()
    for place, inputs in felt.items():
        if not inputs & expected[place]:
            continue
        for number in sorted(inputs - expected[place]):
            other = _owner(expected, number)
            if other is None:
                yield finding("sensors", "joined-free", place=place, input=number)
            elif not felt.get(other, frozenset()) & expected[place]:
                yield finding("sensors", "crosstalk", place=place, other=other, input=number)
            elif frozenset((place, other)) not in reported:
                reported.add(frozenset((place, other)))
                yield finding("sensors", "joined", place=place, other=other)


def doubtful(sensors: Sensors) -> Iterator[Finding]:
    """Yield places that answer badly, or a magnet that is barely felt: the second mouse shows which."""
    blamed = 0
    for place in dict.fromkeys(visit.place for visit in sensors.visits):
        visits = [visit for visit in sensors.visits if visit.place == place]
        first = [bool(visit.inputs) for visit in visits if visit.mouse == 1]
        second = [bool(visit.inputs) for visit in visits if visit.mouse == 2]
        blamed += bool(second) and all(second) and not all(first)
        if any(second) and not all(second):
            yield finding("sensors", "weak", place=place)
        if any(visit.flickers for visit in visits):
            yield finding("sensors", "unsteady", place=place)
    if blamed >= MISSES_OF_A_MAGNET:
        yield finding("sensors", "magnet", count=blamed)


def _owner(expected: dict[str, Inputs], number: int) -> str | None:
    """Return the place over an input."""
    return next((name for name, inputs in expected.items() if number in inputs), None)


def _list(inputs: Inputs) -> str:
    return ", ".join(map(str, sorted(inputs)))
