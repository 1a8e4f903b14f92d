"""One tile alone on the bench: its code, LAST TILE, both ribbons, each lamp and each reed, by the names on its circuit.

The chain's test pattern goes in by the ribbon at IN and comes back the same way. On its way it passes LAST TILE, or a
loop plug in OUT that joins the pins 6 and 7. So without the plug it comes back only if LAST TILE is bridged.
"""

from __future__ import annotations

from collections.abc import Iterator

from mouseboard.doctor.bench import Bench, step
from mouseboard.doctor.findings import Finding, finding
from mouseboard.doctor.observations import Lamps, Observations, Sensors, Tile
from mouseboard.doctor.talk import Question
from mouseboard.doctor.wiring import answers, doubtful
from mouseboard.layouts import Layout, Place, tiles
from mouseboard.say import say

PITCH = tiles.EDGE / tiles.SIDE
REGISTER = 8
"""The number of inputs of a register."""


def tile_layout() -> Layout:
    """Return a tile alone as a layout: place k has reed Sk and lamp Dk."""
    spots = [(column, row) for row in range(tiles.SIDE) for column in range(tiles.SIDE)]
    places = sorted((tiles.LAMPS[row][column], column, row) for column, row in spots)
    return Layout(
        game="",
        title="tile",
        edition="no game",
        size=(tiles.EDGE, tiles.EDGE),
        sensors=tiles.INPUTS,
        lamps=len(places),
        place=tuple(
            Place(
                name=str(lamp + 1),
                at=(PITCH * (column + 0.5), PITCH * (row + 0.5)),
                sensors=(tiles.BITS[row][column],),
                lamps=(lamp,),
            )
            for lamp, column, row in places
        ),
        source="tile",
    )


@step
async def examine_tile(bench: Bench) -> Tile:
    """Read the code, and send the test pattern through the tile with and without a loop plug in OUT."""
    text = say("Lay the tile on the bench: its ribbon in IN, nothing in OUT, no magnet near it. Then Enter.")
    await bench.ask(Question("alone", text))
    await bench.settle()
    closed = tuple(sorted(bench.table.closed_inputs))
    alone = looped = await bench.table.service.chain_good()
    if not alone and not _is_silent(closed):
        await bench.ask(Question("loop", say("Put the loop plug into OUT (it joins the pins 6 and 7), then Enter.")))
        looped = await bench.table.service.chain_good()
    return Tile(closed, alone, looped, bench.tile)


def answers_at_all(seen: Tile) -> bool:
    """Return whether the tile's inputs can be read."""
    return not _is_silent(seen.closed)


def diagnose_tile(layout: Layout, observed: Observations) -> Iterator[Finding]:
    """Yield all that is wrong with a tile, in the order of its examination."""
    if observed.tile:
        yield from _code(observed.tile)
    if observed.lamps:
        yield from _lamps(layout, observed.lamps)
    if observed.sensors:
        yield from _reeds(layout, observed.sensors)


def pin_of(number: int) -> str:
    """Return the register and its pin at an input: `U1.D7` for 0."""
    return f"U{1 + number // REGISTER}.D{REGISTER - 1 - number % REGISTER}"


def _is_silent(closed: tuple[int, ...]) -> bool:
    """Return whether every input reads alike, so that no tile answers."""
    return len(closed) in (0, tiles.INPUTS)


def _code(seen: Tile) -> Iterator[Finding]:
    if _is_silent(seen.closed):
        yield finding("tile", "silent")
        return
    wrong = [bit for bit, good in tiles.FIXED.items() if (bit in seen.closed) != good]
    yield from (finding("tile", "code", pin=pin_of(bit)) for bit in wrong)
    number = sum(part for bit, part in tiles.NUMBER.items() if bit in seen.closed)
    if not number:
        yield finding("tile", "unnumbered")
    elif number > tiles.TILES:
        yield finding("tile", "no-such", found=number)
    elif seen.wanted and number != seen.wanted:
        yield finding("tile", "other", found=number, tile=seen.wanted)
    is_last = (seen.wanted or number) == tiles.TILES
    if seen.alone and not is_last:
        yield finding("tile", "last")
    if is_last and not seen.alone:
        yield finding("tile", "not-last", tile=tiles.TILES)
    if not seen.looped:
        yield finding("tile", "out")


def _lamps(layout: Layout, lamps: Lamps) -> Iterator[Finding]:
    dark = [int(name) for name in lamps.dark]
    if len(dark) == layout.lamps:
        yield finding("tile", "lamps-dark")
    elif len(dark) > 1 and dark == list(range(dark[0], layout.lamps + 1)):
        yield finding("tile", "lamps-cut", lamp=f"D{dark[0]}", before=f"D{dark[0] - 1}")
    else:
        yield from (finding("tile", "lamp-dark", lamp=f"D{number}") for number in dark)
    moved = {place: lit for place, lit in lamps.order.items() if place != lit}
    for place, lit in moved.items():
        if moved.get(lit) != place or int(place) < int(lit):  # two that are exchanged are one fault
            yield finding("tile", "lamp-order", lamp=f"D{place}", other=f"D{lit}")
    for shown, seen in lamps.colours.items():
        if shown != seen and len(dark) < layout.lamps:
            yield finding("lamps", "colour", shown=shown, seen=seen)


def _reeds(layout: Layout, sensors: Sensors) -> Iterator[Finding]:
    reed_at = {place.sensors[0]: f"S{place.name}" for place in layout.stands}
    for number in sorted(sensors.stuck & reed_at.keys()):
        yield finding("tile", "short", reed=reed_at[number], pin=pin_of(number))
    felt = answers(sensors)
    joined: set[frozenset[int]] = set()
    for place in layout.stands:
        own, inputs = place.sensors[0], felt.get(place.name)
        if inputs is None:
            continue
        if not inputs:
            yield finding("tile", "open", reed=reed_at[own], pin=pin_of(own))
        elif own not in inputs:
            if own > min(inputs) and felt.get(_place_at(layout, inputs)) == frozenset((own,)):
                continue  # the two are exchanged, which is one fault
            yield finding("tile", "moved", reed=reed_at[own], pin=pin_of(own), other=_pins(inputs))
        elif (others := inputs - {own}) and inputs not in joined:
            joined.add(inputs)
            yield finding("tile", "joined", reed=reed_at[own], pin=pin_of(own), other=_pins(others))
    yield from doubtful(sensors)


def _place_at(layout: Layout, inputs: frozenset[int]) -> str:
    """Return the place over exactly these inputs; empty if there is none."""
    return next((place.name for place in layout.stands if inputs == set(place.sensors)), "")


def _pins(inputs: frozenset[int]) -> str:
    return ", ".join(map(pin_of, sorted(inputs)))
