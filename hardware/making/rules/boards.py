"""Rules for boards: where parts lie and in which holes, what is printed beside them, and what a house can make.

Points are in millimetres, y downwards, on the front.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from hardware.making import footprints
from hardware.making.copper import Point, turned
from hardware.making.perfboard import FACES
from hardware.making.placement import Placement
from hardware.making.rules.current import fused, rails
from hardware.making.rules.table import Table, decouples, is_chip, is_connector, is_contact
from hardware.making.sexpr import children, numbers, parse, words
from hardware.making.source import Circuit, Kind

PITCH = 2.54
"""Millimetres from hole to hole of a perfboard."""
BEND = 2.6
"""Millimetres by which the wires of a part with two may be bent apart or together."""
EXACT = 0.2
"""Millimetres by which a pin may miss its hole."""
BESIDE = 15.0
"""Millimetres from a chip's supply pin to its capacitor."""
TO_EDGE = 10.0
"""Millimetres from a plug or terminal to the edge over which its cable leaves."""
THIN = 0.84
"""Amperes of a perfboard's thin wire, 0.14 mm2, at 6 A a square millimetre."""
LEAST = {"clearance": 0.15, "drill": 0.3, "edge": 0.3}
"""Millimetres that every house makes without asking more. JLCPCB: jlcpcb.com/capabilities, for boards of two layers."""
RING, TRACK, RAIL = 0.15, 0.15, 0.5
"""Millimetres of copper around a via, of a track, and of a track that supplies."""


def pins_of_a_perfboard_fit_their_parts(table: Table) -> Iterator[str]:
    """A part's pins must lie in its holes as its footprint has them, turned but not mirrored.

    A mirrored row of a DIP puts the supply on an input. The drawing looks right, because it is made from the same list.
    Only a part with two wires may be bent by a hole.
    """
    for name, board in table.perfboards.items():
        for ref in board.circuit.parts:
            kind = board.circuit.kind(ref)
            pads = _pads(kind)
            holes = {pad: _times(board.pins[f"{ref}.{pad}"], PITCH) for pad in pads}
            if len(pads) == 2 and not is_connector(kind):
                fits = abs(math.dist(*holes.values()) - math.dist(*pads.values())) < BEND
            else:
                fits = any(_lies(pads, holes, degrees) for degrees in (0, 90, 180, 270))
            if not fits:
                yield f"{name} on perfboard: the holes of {ref} are not those of {kind.footprint}"


def amperes_flow_through_thick_wires(table: Table) -> Iterator[str]:
    """On a perfboard, a net whose fuse lets more through than a thin wire bears must be among the thick ones.

    A short circuit behind the fuse would melt the wire's insulation, on the side that nobody sees. So must ground.
    """
    lets_through = fused(table)
    for name, board in table.perfboards.items():
        at = {
            net: table.whole.net_of.get(f"{table.board_of(name)}/{pins[0]}") for net, pins in board.circuit.nets.items()
        }
        most = max(lets_through.get(one or "", 0) for one in at.values())
        for net, one in at.items():
            amperes = most if one == table.ground else lets_through.get(one or "", 0)
            if amperes > THIN and net not in board.thick:
                yield f"{name} on perfboard: {net} bears {amperes:g} A by thin wire; allowed: {THIN} A"


def rails_of_a_perfboard_lie_apart(table: Table) -> Iterator[str]:
    """Two bare rails must not share a hole: it would short the supply."""
    for name, board in table.perfboards.items():
        taken: dict[Point, str] = {}
        for net, holes in board.rails.items():
            if meets := {taken[hole] for hole in holes if hole in taken}:
                yield f"{name} on perfboard: the rails of {net} and {meets.pop()} share holes; allowed: own rows"
            taken |= dict.fromkeys(holes, net)


def capacitors_lie_beside_their_chips(table: Table) -> Iterator[str]:
    """A chip's capacitor must be within 15 mm of its supply pin.

    Farther away, the track between them is a coil that the capacitor's current does not pass in time.
    """
    for name, (board, pins) in _layouts(table).items():
        circuit = table.circuits[board]
        for ref in circuit.parts:
            if not is_chip(circuit.kind(ref)):
                continue
            supply = circuit.net(ref, circuit.kind(ref).supply)
            near = [
                math.dist(pins[f"{ref}.{number}"], pins[pin])
                for number in circuit.kind(ref).numbers(circuit.kind(ref).supply)
                for pin in circuit.nets.get(supply or "", ())
                if decouples(circuit.kind(pin.split(".")[0]))
            ]
            if min(near, default=math.inf) > BESIDE:
                yield f"{name}: {min(near, default=math.inf):.0f} mm from {ref} to a capacitor; allowed: {BESIDE:g} mm"


def cables_leave_over_the_edge(table: Table) -> Iterator[str]:
    """A screw terminal's mouths and the Pico's plug must look to an edge of their board, and lie near it.

    Otherwise the cable meets other parts, or the box has no hole where the plug is.
    """
    for name, (board, pins) in _layouts(table).items():
        circuit, low, high = table.circuits[board], *_edges(table, name, board)
        for ref, way in _ways_out(table, name, board, pins).items():
            ends = [pins[f"{ref}.{pin}"] for pin in ((1, 40) if circuit.parts[ref].part == "Pico" else (1, 2))]
            middle = _times((ends[0][0] + ends[1][0], ends[0][1] + ends[1][1]), 0.5)
            edge = [high[axis] - middle[axis] if way[axis] > 0 else middle[axis] - low[axis] for axis in (0, 1)]
            far = next(edge[axis] for axis in (0, 1) if abs(way[axis]) > 0.5)
            if far > TO_EDGE:
                yield f"{name}: {ref} ({circuit.value(ref)}) is {far:.0f} mm from the edge to which it opens"


def prints_name_what_they_lie_beside(table: Table) -> Iterator[str]:
    """A name, a number or a sign on a board must be that of the nearest part.

    Nobody looks at the schematic while screwing in a wire. A plus at the wrong screw reverses a row of lamps.
    """
    for name, placement in table.placements.items():
        circuit, pins = table.circuits[name], _on_board(table, name, placement)
        for text in (one for one in placement.text if one.layer == "F.SilkS"):
            nearest = sorted(pins, key=lambda pin: math.dist(pins[pin], (text.at[0], -text.at[1])))
            says, pin = _print_beside(table, circuit, text.text, nearest)
            if says != text.text:
                yield f"{name}: {text.text!r} is printed beside {pin}; allowed: {says}"


def a_house_can_make_the_boards(table: Table) -> Iterator[str]:
    """Gaps, tracks and holes must be as wide as every board house makes them, and supplies 0.5 mm or more.

    KiCad's check uses the same rules from the same file, so it finds nothing when they are too fine.
    """
    for name, placement in table.placements.items():
        for what, least in LEAST.items():
            if getattr(placement.rules, what) < least:
                yield f"{name}: {what} of {getattr(placement.rules, what):g} mm; allowed: {least} mm or more"
        if (ring := (placement.rules.via - placement.rules.drill) / 2) < RING:
            yield f"{name}: a ring of {ring:.2f} mm around a via; allowed: {RING} mm or more"
        powered = rails(table)
        for route in placement.route:
            pins = table.circuits[name].nets.get(route.net, ("",))
            least = RAIL if table.whole.net_of.get(f"{table.board_of(name)}/{pins[0]}") in powered else TRACK
            if route.width < least:
                yield f"{name}: {route.net} has tracks of {route.width:g} mm; allowed: {least} mm or more"


# Helpers


def _layouts(table: Table) -> dict[str, tuple[str, dict[str, Point]]]:
    """Return the circuit of each layout, and the point of each pin: circuit boards, then perfboards."""
    made = {f"{name}, circuit board": (name, _on_board(table, name, one)) for name, one in table.placements.items()}
    return made | {
        f"{name}, perfboard": (name, {pin: _times(hole, PITCH) for pin, hole in board.pins.items()})
        for name, board in table.perfboards.items()
    }


def _on_board(table: Table, name: str, placement: Placement) -> dict[str, Point]:
    """Return the point of each pin on a circuit board."""
    found = {}
    for ref in table.circuits[name].parts:
        x, y, degrees = placement.at[ref]
        for pad, at in _pads(table.circuits[name].kind(ref)).items():
            right, down = turned(at, degrees)
            found[f"{ref}.{pad}"] = (x + right, down - y)
    return found


def _pads(kind: Kind) -> dict[str, Point]:
    """Return the point of each of a footprint's pins, from the footprint's origin."""
    if not kind.pins:
        return {}
    root = parse(footprints.file(kind.footprint).read_text("utf-8"))
    pads = {words(pad)[0]: numbers(pad, "at") for pad in children(root, "pad") if words(pad)[0].isdigit()}
    return {str(n): (pads[str(n)][0], pads[str(n)][1]) for n in range(1, len(kind.pins) + 1)}


def _lies(pads: dict[str, Point], holes: dict[str, Point], degrees: float) -> bool:
    """Return whether pads that are turned lie in these holes, their first pins in one place."""
    first, origin = turned(pads["1"], degrees), holes["1"]
    return all(
        math.dist((right - first[0], down - first[1]), (holes[pad][0] - origin[0], holes[pad][1] - origin[1])) < EXACT
        for pad, (right, down) in ((pad, turned(at, degrees)) for pad, at in pads.items())
    )


def _times(point: tuple[float, float], factor: float) -> Point:
    return point[0] * factor, point[1] * factor


def _edges(table: Table, name: str, board: str) -> tuple[Point, Point]:
    """Return the upper left and lower right corners of a layout."""
    if name.endswith("perfboard"):
        wide, high = table.perfboards[board].size
        return (PITCH / 2, PITCH / 2), (PITCH * (wide + 0.5), PITCH * (high + 0.5))
    wide_mm, high_mm = table.placements[board].size or table.circuits[board].size
    return (0, -high_mm), (wide_mm, 0)


def _ways_out(table: Table, name: str, board: str, pins: dict[str, Point]) -> dict[str, Point]:
    """Return the direction in which each screw terminal opens, and the Pico's plug looks."""
    circuit, found = table.circuits[board], dict[str, Point]()
    for ref, part in circuit.parts.items():
        if part.part == "Pico":
            (x, y), (other_x, other_y) = pins[f"{ref}.1"], pins[f"{ref}.20"]
            found[ref] = _times((x - other_x, y - other_y), 1 / math.dist((x, y), (other_x, other_y)))
        elif "Screw" in circuit.kind(ref).symbol:
            on_perfboard = name.endswith("perfboard")
            degrees = 0 if on_perfboard else table.placements[board].at[ref][2]
            found[ref] = FACES[table.perfboards[board].faces[ref]] if on_perfboard else turned((0, 1), degrees)
    return found


def _print_beside(table: Table, circuit: Circuit, text: str, nearest: list[str]) -> tuple[str, str]:
    """Return what a text should be, and the nearest pin of the kind that it is about; itself if it is about none."""

    def first(of_kind: Callable[[Kind], bool]) -> tuple[str, str]:
        return next((pin.split(".")[0], pin) for pin in nearest if of_kind(circuit.kind(pin.split(".")[0])))

    if text in ("+", "-"):
        _, pin = first(lambda kind: "Screw" in kind.symbol)
        net = table.whole.net_of.get(f"{table.board_of(circuit.name)}/{pin}", "")
        return "+" if rails(table).get(net) else "-", pin
    if text.isdigit():
        ref, pin = first(is_contact)
        return circuit.value(ref) if circuit.parts[ref].place is None else ref.lstrip("S"), pin
    named, _, value = text.partition(" ")
    values = {circuit.value(ref) for ref in circuit.parts}
    ref, pin = first(lambda kind: kind.symbol.startswith("Connector"))
    if named in circuit.parts:
        return (text if ref == named and circuit.value(ref) in value else f"{ref} {circuit.value(ref)}"), pin
    return (circuit.value(ref) if text in values else text), pin
