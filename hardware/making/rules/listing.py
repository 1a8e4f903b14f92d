"""Rules for the lists in materials.toml: enough of everything, and what circuits and lengths ask for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from hardware.making.dimensions import load_dimensions
from hardware.making.rules.ordering import CASE
from hardware.making.rules.table import Table
from hardware.making.trap.measures import load_measures

FITTINGS = {
    "PFET": {"so8-adapter": 1},
    "PFET-supply": {"so8-adapter": 1},
    "74AHCT125": {"dip-socket": 1},
    "Pico": {"pico-socket": 2},
    "header-8": {"kk-contact": 8},
    "reed": {"holder": 1},
    "WS2812B": {"tube": 1},
}
"""What else a part takes: sockets, contacts, printed parts."""
PER_BOARD = {"tile": {"tile-board": 1, "frame": 1}}
"""What a board takes beside its parts."""
PLUGS = 2
"""Of a ribbon."""
SAME = {"fuse-spare-fast": "fuse-2A5", "fuse-spare-slow": "fuse-3A"}
"""Spare parts, and the parts that they replace."""
WIRES = {"perfboard-wire": "lamp", "supply-wire": "thick", "contact-wire": "medium", "wire": "thin", "ribbon": "ribbon"}
"""Wires by the metre, and the kind of cable that is made of them."""


def lists_have_enough_of_everything(table: Table) -> Iterator[str]:
    """What is built must be listed: its parts or its circuits, and sockets, contacts, plugs and printed parts for them.

    Steps and lists agree with each other even when both are short of a part. Only the circuit knows how many there are.
    """
    listed: Counter[str] = Counter()
    for line in table.listed:
        listed[line.name] += line.count
        if circuit := table.circuits.get(line.name):
            soldered = [part.part for ref, part in circuit.parts.items() if circuit.kind(ref).pins]
            listed.update({name: line.count * count for name, count in Counter(soldered).items()})
    wanted: Counter[str] = Counter()
    for ref, part in table.whole.parts.items():
        if table.board(ref) or part.part == "reed":
            wanted[part.part] += 1 if table.kind(ref).price else 0
        wanted.update(FITTINGS.get(part.part, {}) if table.board(ref) else {})
    for circuit in table.boards.values():
        wanted.update(PER_BOARD.get(circuit.name, {}))
    wanted["idc-plug"] += PLUGS * sum(bool(cable.ribbon) for cable in table.cables.cable)
    for name, count in wanted.items():
        if listed[name] < count:
            yield f"[{table.name}] in materials.toml: {listed[name]} of {name}; allowed: {count} or more"


def fittings_have_the_case_of_their_part(table: Table) -> Iterator[str]:
    """A socket or adapter must name the case that its part's footprint has."""
    for part, fittings in FITTINGS.items():
        case = CASE.match(table.whole.kinds[part].footprint.partition(":")[2])
        for name in fittings:
            needs = table.materials[name].needs if name in table.materials else ""
            if case and CASE.search(needs) and case[0] not in needs:
                yield f"[kind.{name}] in materials.toml: {needs}; allowed: {case[0]}, for {part}"


def spare_parts_are_those_that_they_replace(table: Table) -> Iterator[str]:
    """A spare fuse must be the one in the circuit: its number, its amperes, its speed.

    Somebody puts it in on a Sunday, when the right one is not to be had.
    """
    for name, part in SAME.items():
        spare, kind = table.materials[name], table.whole.kinds[part]
        if not kind.suggested.startswith(spare.suggested):
            yield f"[kind.{name}] in materials.toml: {spare.suggested}; allowed: {kind.suggested}, as [{part}]"
        for words in re.findall(r"[\d.]+ x [\d.]+ mm|fast|slow", kind.needs):
            if words not in spare.needs:
                yield f"[kind.{name}] in materials.toml: {spare.needs}; allowed: {words}, as [{part}]"
        if not spare.is_.startswith(f"fuse {kind.value},"):
            yield f"[kind.{name}] in materials.toml: {spare.is_}; allowed: {kind.value}, as [{part}]"


def wire_by_the_metre_is_that_of_the_cables(table: Table) -> Iterator[str]:
    """Wire that a list has by the metre must have the cross-section of the cables made of it.

    Those were compared with their fuses; the list was not.
    """
    for name, cable in WIRES.items():
        is_, kind = table.materials[name].is_, table.cables.kind[cable]
        if not is_.startswith(kind.is_):
            yield f"[kind.{name}] in materials.toml: {is_}; allowed: {kind.is_}, as [kind.{cable}] in cables.toml"


def contacts_take_the_wire(table: Table) -> Iterator[str]:
    """A crimp contact must be made for the wire that is crimped into it, or it falls out or does not close."""
    needs = table.materials["kk-contact"].needs
    takes = re.search(r"wire of (\d+) to (\d+) AWG", needs)
    crimped = {name for name, *ends, _ in table.wires for end in ends if _is_crimped(table, end)}
    for cable in (one for one in table.cables.cable if one.name in crimped):
        awg = re.search(r"AWG (\d+)", table.cables.kind[cable.kind].needs)
        if not takes or not awg or not int(takes[1]) <= int(awg[1]) <= int(takes[2]):
            yield f"cable {cable.name}: {awg[0] if awg else 'any wire'} in a contact {needs}"


def what_two_sources_measure_agrees(table: Table) -> Iterator[str]:
    """Where a requirement names a length that printed parts are made for, both must be the same.

    Parts are bought by the one and printed by the other.
    """
    folder = table.source.parent / "mechanics"
    of, trap = load_dimensions(folder), load_measures(folder)
    lengths = {
        "magnet": (f"disc {of.magnet.across:g} x {of.magnet.high:g} mm", r"disc [\d.]+ x [\d.]+ mm"),
        "reed": (f"{of.reed.glass:g} mm glass", r"[\d.]+ mm glass"),
        "button": (f"holes {of.microswitch.holes_apart:g} mm", r"holes [\d.]+ mm"),
        "plywood": (f"birch, {of.plate.thinnest:g} to {of.plate.thickest:g} mm", r"birch, [\d.]+ to [\d.]+ mm"),
        "marble": (f"marble {trap.marble.across:g} mm", r"marble [\d.]+ mm"),
    }
    for name, (ours, pattern) in lengths.items():
        thing = table.whole.kinds.get(name) or table.materials[name]
        found = re.search(pattern, f"{thing.is_}, {thing.needs}")
        if not found or found[0] != ours:
            yield f"{name}: {found[0] if found else thing.needs}; allowed: {ours}"


def _is_crimped(table: Table, end: str) -> bool:
    part = table.whole.parts[table.ref_at(end)].part
    return "kk-contact" in FITTINGS.get(part, {})
