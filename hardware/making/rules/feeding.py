"""Rules for the supply: stop, fuses, and what is fed by what."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hardware.making.electrics import Levels
from hardware.making.power import DENSITY, SHORT, STEADY
from hardware.making.rules.current import behind, fed, flow, fused, fuses, switches
from hardware.making.rules.table import Table, amount, is_capacitor, is_connector, is_contact, is_diode, is_fet, is_fuse

from mousetable.settings import Settings

POWERS = 1000
"""Ohms: what feeds through less than this powers something; through more it is a signal."""
HOLD_UP = 0.02
"""Seconds for which capacitors may keep the rail behind the stop alive."""
LOW = 0.8
"""Volts: the Pico and TTL inputs read less as low."""
HIGH, SURE = 2.0, 1.1
"""Volts that the Pico surely reads as high, and how much more there must be."""
TAKES = {"WS2812B": 60, "servo": 2500, "Pico": 90, "74AHCT125": 5, "buzzer": 30}
"""Milliamperes: the lamp's from its data sheet, the servo's measured by a builder, the others from memory."""
GROUNDS = ("GND", "VSS", "-")
"""Names of ground pins."""


def the_servo_is_fed_only_through_the_stop(table: Table) -> Iterator[str]:
    """With the stop pressed, no current may reach the servo, whatever firmware and transistors do.

    The stop is the only part of the table that needs no program. So it must be in series with the servo's plus, and
    nothing may lead around it: no second wire, no diode, no small resistor.
    """
    stop, servo = table.only("stop"), table.only("servo")
    rail = table.net(servo, "+")
    if rail in flow(table, _supplies(table), without=[stop], ohms=POWERS):
        yield f"{servo}.+ ({rail}) gets power with {stop} pressed; allowed: only through {stop}"
    if rail not in flow(table, _supplies(table)):
        yield f"{servo}.+ ({rail}) gets no power with {stop} released"


def the_servo_needs_its_transistor(table: Table) -> Iterator[str]:
    """With every transistor off, no current may reach the servo.

    The firmware holds the servo off until it is asked to move it. A body diode that points forward, or a wire around
    the transistor, would power it all the time.
    """
    servo = table.only("servo")
    rail = table.net(servo, "+")
    if rail in flow(table, _supplies(table), off=True, ohms=POWERS):
        yield f"{servo}.+ ({rail}) gets power with every transistor off; allowed: only through one that is on"


def the_stop_is_read_behind_its_contact(table: Table) -> Iterator[str]:
    """SERVO_RAIL_OK must be low with the stop pressed and high with it released, the servo being off.

    Sensed before the stop, it would always be high; behind the transistor, it would be low at rest. Either way the
    firmware would not know that somebody pressed the button. A tenth more than the pin needs makes up for resistors of
    5 % and for a rail that sags.
    """
    stop, net = table.only("stop"), table.signal("SERVO_RAIL_OK")
    off = switches(table)
    pressed = Levels(table.whole, open=[stop, *off]).volts(net) or 0
    released = Levels(table.whole, open=off).volts(net) or 0
    at_least = HIGH * SURE
    if pressed > LOW:
        yield f"SERVO_RAIL_OK ({net}) is {pressed:.2f} V with {stop} pressed; allowed: at most {LOW} V"
    if released < at_least:
        yield f"SERVO_RAIL_OK ({net}) is {released:.2f} V with {stop} released; allowed: at least {at_least:.1f} V"


def no_capacitor_holds_up_the_stopped_rail(table: Table) -> Iterator[str]:
    """Capacitors behind the stop, discharged only through the sense divider, must be empty within 20 ms.

    A large one would keep the servo turning, and SERVO_RAIL_OK high, after the button is pressed.
    """
    stop = table.only("stop")
    supplies = flow(table, _supplies(table), without=[stop])
    behind = {net for net in flow(table, _supplies(table)) - supplies if net != table.ground}
    ohms = sum(table.kind(ref).ohms or 0 for ref in _divider(table, table.signal("SERVO_RAIL_OK"), behind))
    for ref in table.whole.parts:
        if is_capacitor(table.kind(ref)) and behind & set(table.nets(ref)):
            seconds = amount(table.kind(ref).value) * ohms
            if seconds > HOLD_UP:
                yield f"{ref} on {table.nets(ref)[0]} holds the rail for {seconds:.1f} s; allowed: {HOLD_UP} s"


def every_load_has_a_fuse(table: Table) -> Iterator[str]:
    """Nothing on 5 V may be reachable without a fuse, and one fuse must feed it, not two side by side.

    The supply gives 6 A, enough to make a thin wire glow. Two fuses in parallel add up to a larger one.
    """
    bare = flow(table, [table.five_volts], without=fuses(table))
    fed_by = {ref: behind(table, ref) for ref in fuses(table)}
    for ref, net in _loads(table):
        if net in bare:
            yield f"{ref} on {net} has no fuse before it; allowed: 5 V only behind a fuse"
        elif net in flow(table, [table.five_volts]) and not any(net in nets for nets in fed_by.values()):
            yield f"{ref} on {net} is fed by two fuses side by side; allowed: one"
    for name, one, other, _ in table.wires:
        for end in (one, other):
            if (net := table.net_at(end)) in bare and name not in _source_cables(table):
                yield f"cable {name}: {end} ({net}) is 5 V before any fuse; allowed: behind a fuse"


def lamps_servo_and_pico_have_their_own_fuses(table: Table) -> Iterator[str]:
    """A blown fuse must not take the others along.

    A blocked servo blows its fuse; the Pico must live on to say so, and the lamps to show it. So none may be behind
    another one's fuse either.
    """
    wanted = {"lamps": "WS2812B", "servo": "servo", "Pico": "Pico"}
    nearest = {name: _last_fuse(table, table.net(*_supply_pin(table, kind))) for name, kind in wanted.items()}
    for one, other in (("lamps", "servo"), ("lamps", "Pico"), ("servo", "Pico")):
        if nearest[one] and nearest[one] == nearest[other]:
            yield f"{nearest[one]} feeds {one} and {other}; allowed: a fuse for each"
    for name, fuse in nearest.items():
        before = [one for one in fuses(table) if one != fuse and fuse and table.net(fuse, "1") in behind(table, one)]
        yield from (f"{name}: {one} is before {fuse}; allowed: one fuse" for one in before)


def fuses_carry_their_loads(table: Table) -> Iterator[str]:
    """A fuse must carry what flows: 75 % of its rating for good, all of it while a servo is blocked.

    A fuse near its rating ages and blows in the middle of a game.
    """
    for fuse in fuses(table):
        flows, servo = _amperes(table, behind(table, fuse))
        share, rated = (SHORT if servo else STEADY), amount(table.kind(fuse).value)
        if flows > share * rated:
            yield f"{fuse}: {flows:.2f} A flow; allowed: {share:.0%} of its {rated:g} A"


def fuses_protect_the_wires_behind_them(table: Table) -> Iterator[str]:
    """A wire must carry all that the fuse before it lets through, at 6 A a square millimetre.

    Otherwise a short circuit melts the wire and not the fuse.
    """
    limits = {cable.name: DENSITY * table.cables.kind[cable.kind].mm2 for cable in table.cables.cable}
    for fuse in fuses(table):
        nets = {net for net in behind(table, fuse) if _last_fuse(table, net) == fuse}
        rated = amount(table.kind(fuse).value)
        for name in dict.fromkeys(name for name, one, _, _ in table.wires if table.net_at(one) in nets):
            if limits[name] < rated:
                yield f"cable {name} carries {limits[name]:.2f} A and {fuse} lets {rated:g} A through"


def nothing_shorts_a_supply(table: Table) -> Iterator[str]:
    """No path of wires, contacts, transistors and diodes may lead from a source to ground without a load.

    With everything switched on at once, such a path is a short circuit: a clamp diode the wrong way round, a
    transistor without a load, a wire on the wrong terminal.
    """
    for source, net in table.supplies.items():
        if net == table.ground:
            yield f"{source} is on ground ({net}); allowed: a supply of its own"
        else:
            found = flow(table, [net])
            if table.ground in found:
                last = sorted(ref for ref in table.whole.parts if _joins(table, ref, found))
                yield f"{source} reaches ground without a load, through {', '.join(last[:3])}"
    for net, sources in _shared(table.supplies).items():
        yield f"{' and '.join(sources)} are both on {net}; allowed: one source a net"


def a_reversed_supply_finds_no_way(table: Table) -> Iterator[str]:
    """With the supply's two wires exchanged, no current may flow from ground back to it.

    Each chip conducts from its ground to its supply pin, each FET and each clamp diode through its diode, and an
    electrolytic capacitor bursts. So a FET that guards must bar the way between the supply and everything else.
    """
    start = [table.ground]
    for ref in table.whole.parts:
        kind = table.kind(ref)
        if not kind.ground and (kind.supply or is_capacitor(kind)) and table.ground in table.nets(ref):
            start += [table.net(ref, kind.supply)] if kind.supply else [net for net in table.nets(ref) if net]
    reached = flow(table, start, off=True)
    if table.five_volts in reached:
        first = next((ref for ref, _ in table.pins(table.five_volts) if is_fuse(table.kind(ref))), "")
        yield f"{table.five_volts} takes current from ground, through {first or 'no fuse'}; allowed: none"


def every_supply_pin_is_fed(table: Table) -> Iterator[str]:
    """Each part's supply pin must get current from a source, and its ground pins must be on ground.

    A diode that points backwards looks connected on a drawing, but the part stays dead.
    """
    powered = fed(table)
    for ref in table.whole.parts:
        kind = table.kind(ref)
        if kind.supply and (net := table.net(ref, kind.supply)) not in powered:
            yield f"{ref}.{kind.supply} ({net or 'free'}) is fed by nothing; allowed: from a source, along its diodes"
        for number, pin in enumerate(kind.pins if kind.supply else (), 1):
            net = table.whole.net_of.get(f"{ref}.{number}", "nothing")
            if pin in GROUNDS and net != table.ground:
                yield f"{ref}.{pin} (pin {number}) is on {net}; allowed: ground"


def usb_feeds_only_the_pico(table: Table) -> Iterator[str]:
    """From the Pico's VSYS and VBUS no current may flow back to the 5 V rail.

    With the table's supply off and a computer plugged in, USB would feed 81 lamps and the servo through the board.
    """
    pico = table.pico
    for pin in ("VSYS", "VBUS"):
        start = table.net(pico, pin)
        if not start:
            continue
        for ref, net in _loads(table):
            if ref != pico and net in flow(table, [start]):
                yield f"{pico}.{pin} feeds {ref} on {net}; allowed: the Pico alone, behind a diode"
                break


def large_capacitors_feed_lamps_and_servo(table: Table) -> Iterator[str]:
    """Lamps and servo need 470 uF or more behind their fuse (1000 uF at a strip's start, says the lamps' data sheet).

    They draw in steps of amperes. Without a store beside them every step dips the rail of everything else.
    """
    for name, kind in (("lamps", "WS2812B"), ("servo", "servo")):
        fuse = _last_fuse(table, table.net(*_supply_pin(table, kind)))
        nets = behind(table, fuse) if fuse else set()
        stored = sum(
            amount(table.kind(ref).value)
            for ref in table.whole.parts
            if is_capacitor(table.kind(ref)) and nets & set(table.nets(ref))
        )
        if stored < 470e-6:
            yield f"{name}: {1e6 * stored:.0f} uF behind {fuse or 'no fuse'}; allowed: 470 uF or more"


def every_board_with_lamps_has_a_large_capacitor(table: Table) -> Iterator[str]:
    """Each board that carries lamps needs 47 uF or more where its 5 V come in.

    All its lamps may change at once, and the cable to the next store of charge is half a metre long.
    """
    lamps = [ref for ref, part in table.whole.parts.items() if part.part == "WS2812B"]
    for board in filter(None, dict.fromkeys(map(table.board, lamps))):
        nets = {table.net(ref, table.kind(ref).supply) for ref in lamps if table.board(ref) == board}
        large = [
            ref
            for ref in table.whole.parts
            if table.board(ref) == board and is_capacitor(table.kind(ref)) and amount(table.kind(ref).value) >= 47e-6
        ]
        if not any(nets & set(table.nets(ref)) for ref in large):
            yield f"{board}: no capacitor of 47 uF or more on {', '.join(sorted(nets))}"


def parts_in_series_bear_what_flows(table: Table) -> Iterator[str]:
    """A FET, contact or diode in a supply must bear half as much again as its load takes, and stay below 1 W.

    The rating is the `A or more` that the part needs, or a diode's amperes. A switch that is too weak welds together,
    a FET or a diode unsolders itself.
    """
    for ref in table.whole.parts:
        kind = table.kind(ref)
        if not (is_fet(kind) or is_diode(kind) or is_contact(kind)):
            continue
        everything = flow(table, _supplies(table))
        amperes, servo = _amperes(table, everything - flow(table, _supplies(table), without=[ref]) - {table.ground})
        rated = re.search(r"([\d.]+) A\b", kind.needs)
        wanted = amperes * (1.2 if servo and is_contact(kind) else 1.5)
        if amperes > 0.05 and (not rated or float(rated[1]) < wanted):
            yield f"{ref}: {rated[0] if rated else 'no rating'}, and {amperes:.2f} A flow; allowed: {wanted:.1f} A"
        ohms = re.search(r"at most ([\d.]+) mohm", kind.needs)
        if ohms and amperes**2 * float(ohms[1]) / 1000 > 1:
            yield f"{ref}: {amperes**2 * float(ohms[1]) / 1000:.1f} W; allowed: 1 W"


def terminals_bear_what_flows(table: Table) -> Iterator[str]:
    """A terminal or plug on 5 V must be rated for all that the fuse before it lets through; before the fuses, for all.

    A terminal that is too small gets hot, its screw loosens, and it gets hotter.
    """
    lets_through = fused(table)
    for ref in table.whole.parts:
        kind = table.kind(ref)
        amperes = max((lets_through.get(net, 0) for net in table.nets(ref)), default=0) if is_connector(kind) else 0
        rated = re.search(r"([\d.]+) A\b", kind.needs)
        if amperes and (not rated or float(rated[1]) < amperes):
            yield f"{ref}: {rated[0] if rated else 'no rating'}, and its fuses let {amperes:g} A through"


def loads_take_what_their_data_sheets_say(table: Table) -> Iterator[str]:
    """The currents from which fuses and wires are computed must not be smaller than the parts' data sheets give."""
    for name, least in TAKES.items():
        if name in table.whole.kinds and table.whole.kinds[name].milliamps < least:
            yield f"[{name}] in parts.toml: {table.whole.kinds[name].milliamps:g} mA; allowed: {least} mA or more"


# Helpers


def _supplies(table: Table) -> list[str]:
    return list(table.supplies.values())


def _last_fuse(table: Table, net: str) -> str:
    """Return the fuse nearest to a net: the one behind which the fewest nets are."""
    found = {fuse: nets for fuse in fuses(table) if net in (nets := behind(table, fuse))}
    return min(found, key=lambda fuse: len(found[fuse]), default="")


def _loads(table: Table) -> Iterator[tuple[str, str]]:
    """Yield every part that takes current, with the net that it takes it from."""
    for ref in table.whole.parts:
        kind = table.kind(ref)
        if kind.milliamps:
            pin = kind.supply or (kind.wire[0] if kind.wire else "")
            yield ref, table.net(ref, pin)


def _supply_pin(table: Table, kind: str) -> tuple[str, str]:
    ref = table.only(kind)
    return ref, table.kind(ref).supply


def _amperes(table: Table, nets: set[str]) -> tuple[float, bool]:
    """Return the current into these nets, lamps as the firmware caps them, and whether a servo is among the loads."""
    loads = [(table.whole.parts[ref].part, table.kind(ref).milliamps) for ref, net in _loads(table) if net in nets]
    lamps = [milliamps for part, milliamps in loads if part == "WS2812B"]
    others = sum(milliamps for part, milliamps in loads if part != "WS2812B")
    capped = min(sum(lamps), float(Settings(None)["current"])) + len(lamps)
    return ((capped if lamps else 0) + others) / 1000, any(part == "servo" for part, _ in loads)


def _source_cables(table: Table) -> set[str]:
    """Return the cables that come from a supply."""
    supplies = {ref for ref in table.whole.parts if table.kind(ref).ground}
    return {name for name, *two, _ in table.wires if supplies & {end.rpartition(".")[0] for end in two}}


def _divider(table: Table, net: str, behind: set[str]) -> Iterator[str]:
    """Yield the resistors between ground, a sensed net and the rail behind the stop."""
    for ref in table.whole.parts:
        if table.kind(ref).ohms and net in table.nets(ref) and {*behind, table.ground} & set(table.nets(ref)):
            yield ref


def _joins(table: Table, ref: str, found: set[str]) -> bool:
    """Return whether a part that conducts joins ground to another of the nets found."""
    kind = table.kind(ref)
    nets = {table.net(ref, pin) for pin in ("A", "K", "D", "S", "C", "E", *kind.wire) if pin in kind.pins}
    return table.ground in nets and bool(nets & (found - {table.ground}))


def _shared(named: dict[str, str]) -> dict[str, list[str]]:
    """Return the sources on each net that has more than one."""
    nets = {net: [name for name, other in named.items() if other == net] for net in named.values()}
    return {net: names for net, names in nets.items() if len(names) > 1}
