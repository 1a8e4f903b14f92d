"""Rules for parts that have a direction: capacitors, diodes, transistors, the current sensor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from hardware.making.electrics import Levels
from hardware.making.rules.current import drained, fed, flow, protects, switches
from hardware.making.rules.table import (
    Table,
    is_amplifier,
    is_bipolar,
    is_capacitor,
    is_diode,
    is_fet,
    is_load,
    is_p_channel,
)

GAIN = 50
"""Collector current for a base current, with which a small transistor is surely saturated."""
GATE_PULLS = (1_000, 1_000_000)
"""Ohms from a gate to its source: a smaller one overloads what drives the gate, a larger one loses against leakage."""
DIODE = 0.7
"""Volts across a base and its emitter."""
PRINTED = {"1164 (Adafruit)": ("VCC", "GND", "VIN-", "VIN+", "OUT")}
"""A module's pins, 1 first: JP1 in the layout at github.com/adafruit/Adafruit-INA169-Breakout-PCB."""
CLAMPS = 1.3
"""Times the supply that a suppressor may stand off."""
HIGH = 3.3
"""Volts of the Pico's outputs."""


def polarised_parts_point_from_plus_to_minus(table: Table) -> Iterator[str]:
    """A polarised part's plus must be fed and its minus lead to ground.

    An electrolytic capacitor the wrong way round heats up and bursts. A buzzer the wrong way round stays silent.
    """
    for ref in table.whole.parts:
        kind = table.kind(ref)
        if kind.pins != ("+", "-") or kind.ground:
            continue
        plus, minus = table.net(ref, "+"), table.net(ref, "-")
        if plus == table.ground or plus not in fed(table, without=[ref]):
            yield f"{ref}.+ is on {plus or 'nothing'}; allowed: a net that is fed"
        if minus not in drained(table, without=[ref]):
            yield f"{ref}.- is on {minus or 'nothing'}; allowed: ground, or what leads there"


def diodes_point_the_right_way(table: Table) -> Iterator[str]:
    """A diode either passes current on to a load, or clamps: cathode on a fed net, anode on one that leads to ground.

    A clamp the wrong way round is a short circuit. A diode in series the wrong way round feeds nothing.
    """
    for ref in (ref for ref in table.whole.parts if is_diode(table.kind(ref))):
        anode, cathode = table.net(ref, "A"), table.net(ref, "K")
        powered, sunk = fed(table, without=[ref]), drained(table, without=[ref])
        clamps = cathode in powered and anode in sunk and cathode != table.ground
        onward = flow(table, [cathode], without=[ref])
        passes = anode in powered and cathode not in powered | sunk and bool(onward & _load_nets(table))
        if not clamps and not passes:
            yield f"{ref}: anode on {anode}, cathode on {cathode}; allowed: from source to load, or backwards across it"


def transistors_are_the_right_way_round(table: Table) -> Iterator[str]:
    """A FET's body diode must point against the current that it switches.

    It leads from source to drain in an N-channel FET and from drain to source in a P-channel one, whatever the gate
    does. So a high-side switch has its source at the supply, a low-side switch at ground. Only a FET that guards
    against reversed polarity is turned round: its diode lets the first current through, then its channel takes over.
    """
    for ref in (ref for ref in table.whole.parts if is_fet(table.kind(ref))):
        source, drain = table.net(ref, "S"), table.net(ref, "D")
        powered, sunk = fed(table, without=[ref]), drained(table, without=[ref])
        if is_p_channel(table.kind(ref)):
            at, pin = (drain, "drain") if protects(table, ref) else (source, "source")
            other = source if at == drain else drain
            if at not in powered or other in powered:
                yield f"{ref}: source on {source}, drain on {drain}; allowed: {pin} at the supply"
        else:
            at, pin = (drain, "drain") if protects(table, ref) else (source, "source")
            other = source if at == drain else drain
            if at not in sunk or other in sunk:
                yield f"{ref}: source on {source}, drain on {drain}; allowed: {pin} at ground"
    for ref in (ref for ref in table.whole.parts if is_bipolar(table.kind(ref))):
        emitter, collector = table.net(ref, "E"), table.net(ref, "C")
        if emitter not in drained(table, without=[ref]) or collector in drained(table, without=[ref]):
            yield f"{ref}: emitter on {emitter}, collector on {collector}; allowed: emitter at ground"


def guards_conduct_while_the_supply_is_right(table: Table) -> Iterator[str]:
    """The gate of a FET that guards against a reversed supply must be tied to the other pole by a resistor.

    Tied to its own source, it never conducts. The current goes on through its diode: the rail is 0.7 V lower, and the
    FET turns 3 W into heat.
    """
    for ref in (ref for ref in table.whole.parts if is_fet(table.kind(ref)) and protects(table, ref)):
        gate = table.net(ref, "G")
        ends = {net for one, _ in table.pins(gate) if table.kind(one).ohms for net in table.nets(one)} - {gate}
        poles = {table.ground} if is_p_channel(table.kind(ref)) else fed(table, without=[ref])
        if not ends & poles:
            yield f"{ref}: its gate ({gate}) is tied to {', '.join(ends) or 'nothing'}; allowed: the other pole"


def transistors_are_off_by_themselves(table: Table) -> Iterator[str]:
    """While nothing drives it, a switching FET's gate must lie at its source, also with the plug pulled out.

    A gate is a tiny capacitor. Without a resistor to its source it keeps any charge, and a servo may start to turn when
    the table is switched on. For an N-channel FET the resistor must be on its own board.
    """
    for ref in switches(table):
        source, gate = table.net(ref, "S"), table.net(ref, "G")
        pulls = [
            (one, table.kind(one).ohms or 0)
            for one in table.whole.parts
            if table.kind(one).ohms and {source, gate} == set(table.nets(one)) and table.board(one) == table.board(ref)
        ]
        if not pulls:
            yield f"{ref}: no resistor from its gate ({gate}) to its source ({source}) on its board"
        least, most = GATE_PULLS
        for one, ohms in pulls:
            if not least <= ohms <= most:
                yield f"{one}: {ohms:g} ohm from {ref}'s gate to its source; allowed: {least} to {most} ohm"


def bases_get_enough_and_not_too_much(table: Table) -> Iterator[str]:
    """A bipolar transistor needs a resistor before its base, and a fiftieth of its load's current through it.

    Without the resistor the Pico's pin feeds a diode to ground. With too large a one the transistor only half opens: it
    gets hot, and the buzzer quiet.
    """
    for ref in (ref for ref in table.whole.parts if is_bipolar(table.kind(ref))):
        base = table.net(ref, "B")
        series = [one for one, pin in table.pins(base) if table.kind(one).ohms]
        if any(pin in table.kind(one).outputs for one, pin in table.pins(base)) or not series:
            yield f"{ref}: no resistor before its base ({base}); allowed: 220 ohm or more"
            continue
        ohms = min(table.kind(one).ohms or 0 for one in series)
        loads = [one for one, _ in table.pins(table.net(ref, "C")) if is_load(table.kind(one))]
        wanted = sum(table.kind(one).milliamps for one in loads)
        gives = 1000 * GAIN * (HIGH - DIODE) / ohms
        if gives < wanted or ohms < 220:
            yield f"{ref}: {ohms:g} ohm before its base switch {gives:.0f} mA; allowed: {wanted:g} mA, 220 ohm or more"


def the_current_sensor_is_the_right_way_round(table: Table) -> Iterator[str]:
    """VIN+ of the current sensor must be on the side of the supply, and VIN- on that of the load.

    It measures in one direction only. Exchanged, it always reads zero, and a blocked servo is never noticed.
    """
    for ref in (ref for ref in table.whole.parts if is_amplifier(table.kind(ref))):
        powered = fed(table, without=[ref])
        plus, minus = table.net(ref, "VIN+"), table.net(ref, "VIN-")
        if plus not in powered or minus in powered:
            yield f"{ref}: VIN+ on {plus}, VIN- on {minus}; allowed: VIN+ at the supply, VIN- at the load"
        elif not flow(table, [minus], without=[ref]) & _load_nets(table):
            yield f"{ref}: nothing is behind VIN- ({minus}); allowed: the servo"
        elif table.net(table.only("servo"), "+") not in flow(table, [minus], without=[ref]):
            yield f"{ref} does not measure the servo; allowed: the servo behind VIN- ({minus})"


def a_modules_pins_are_in_the_order_printed_on_it(table: Table) -> Iterator[str]:
    """A bought module's pins must be listed in the order of its own header, because it is soldered in as it is.

    In another order the servo's 5 V lie on the output of the current sensor, which destroys it and the Pico behind it.
    """
    for ref in table.whole.parts:
        kind = table.kind(ref)
        printed = PRINTED.get(kind.suggested, ())
        if kind.value.endswith("module") and kind.pins != printed:
            yield f"{ref}: pins {', '.join(kind.pins)}; printed on {kind.suggested}: {', '.join(printed) or 'unknown'}"


def capacitors_bear_their_voltage(table: Table) -> Iterator[str]:
    """A capacitor must be rated for one and a half times the voltage across it.

    Nearer to its rating an electrolytic one ages fast, and a ceramic one loses most of its capacitance.
    """
    levels = Levels(table.whole)
    for ref in (ref for ref in table.whole.parts if is_capacitor(table.kind(ref))):
        rated = next((float(word) for word, unit in _pairs(table.kind(ref).needs) if unit == "V"), 0)
        across = max((levels.volts(net) or 0 for net in table.nets(ref) if net), default=0)
        if rated < 1.5 * across:
            yield f"{ref}: {rated:g} V, and {across:.1f} V are across it; allowed: {1.5 * across:.1f} V or more"


def suppressors_clamp_above_the_supply(table: Table) -> Iterator[str]:
    """A suppressor must stand off the highest voltage that the supply may have, and not much more.

    With a lower one it conducts all the time, and burns. With a higher one the servo gets what it should be spared.
    """
    supply = table.kind(next(ref for ref in table.whole.parts if table.kind(ref).ground))
    highest = max(map(float, re.findall(r"[\d.]+(?= V)", supply.needs)), default=0.0)
    for kind in {table.kind(ref).value: table.kind(ref) for ref in table.whole.parts}.values():
        stands = re.search(r"stands off ([\d.]+)", kind.needs)
        fits = stands and highest <= float(stands[1]) <= CLAMPS * highest and "unidirectional" in kind.needs
        if kind.symbol.endswith("D_Zener") and not fits:
            allowed = f"{highest:g} V or more, up to {CLAMPS * highest:.1f} V"
            yield f"{kind.value}: {kind.needs}; allowed: unidirectional, stands off {allowed}"


def what_turns_or_sounds_is_clamped(table: Table) -> Iterator[str]:
    """A servo's rail needs a suppressor to ground, and a buzzer's coil a diode across it.

    When they are switched off, motor and coil drive their current on. Without a diode it breaks the transistor.
    """
    diodes = [ref for ref in table.whole.parts if is_diode(table.kind(ref))]
    for ref, part in table.whole.parts.items():
        if part.part in ("servo", "buzzer"):
            across = {table.net(ref, "+"), table.net(ref, "-")}
            if not any(set(table.nets(diode)) == across for diode in diodes):
                yield f"{ref}: no diode between {' and '.join(sorted(across))}; allowed: one, its cathode at plus"


def transistors_open_with_what_drives_them(table: Table) -> Iterator[str]:
    """A FET must be specified at the voltage between gate and source that it gets: 4.5 V on 5 V, 3 V from the Pico.

    Half open, it turns the servo's power into heat. Many a FET that the shops call "logic level" means 10 V.
    """
    for name in dict.fromkeys(part.part for part in table.whole.parts.values()):
        kind = table.whole.kinds[name]
        if is_fet(kind):
            given = re.search(r"at ([\d.]+) V between gate and source", kind.needs)
            gets = 4.5 if is_p_channel(kind) else 3.0
            if not given or float(given[1]) > gets:
                yield f"[{name}] in parts.toml: {given[0] if given else kind.needs}; allowed: at {gets} V or less"


def no_capacitor_is_across_a_contact(table: Table) -> Iterator[str]:
    """A switch or reed must not discharge a capacitor without a resistor in series.

    The rush of current welds a reed's contacts together; after some evenings it stays closed.
    """
    for ref in (ref for ref in table.whole.parts if table.whole.parts[ref].part in ("reed", "button", "microswitch")):
        nets = set(table.nets(ref))
        for one in table.whole.parts:
            if is_capacitor(table.kind(one)) and set(table.nets(one)) == nets:
                yield f"{one} is across {ref}; allowed: only behind a resistor"


def _load_nets(table: Table) -> set[str]:
    """Return the nets from which parts take current."""
    found = set()
    for ref in table.whole.parts:
        kind = table.kind(ref)
        if kind.milliamps:
            found.add(table.net(ref, kind.supply or kind.wire[0]))
    return found - {""}


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Yield each number in a text with the word after it."""
    words = text.replace(",", "").split()
    for word, unit in pairwise(words):
        if word.replace(".", "", 1).isdigit():
            yield word, unit
