"""Rules for signals: drivers, inputs, pull-ups, and where each of the Pico's signals must arrive."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.making.electrics import Levels
from hardware.making.rules.current import SERIES, rails, switches
from hardware.making.rules.table import Table, is_connector, is_contact, is_fet, is_plug, is_register

PULLS = (1_000, 100_000)
"""Ohms of a pull-up or pull-down."""
TTL_LOW = 0.8
"""Volts that the Pico and TTL inputs read as low."""
CMOS_LOW = 0.3
"""Share of its supply that a 74HC input reads as low."""
BUFFERED = {f"{n}A": f"{n}Y" for n in ("", 1, 2, 3, 4, 5, 6)}
"""Output of each input of a buffer."""
ENDS = {
    "SR_SCK": ("74HC165", "CP"),
    "SR_PL": ("74HC165", "PL"),
    "LED_DATA": ("WS2812B", "DIN"),
    "SERVO_PWM": ("servo", "signal"),
    "SERVO_EN": ("NFET", "G"),
    "BUZZER": ("NPN", "B"),
    "CAGE_SW": ("microswitch", "NO"),
}
"""The kind of part and the pin at which each signal must arrive."""
TEST_POINTS = {"CLOCK": "SR_SCK", "LOAD": "SR_PL"}
"""Signals by the names of the test points that show them."""
FROM = {"SERVO_CURRENT": ("INA169-module", "OUT"), "SR_MISO": ("74HC165", "Q7")}
"""The same for signals that come to the Pico."""


def one_output_drives_each_net(table: Table) -> Iterator[str]:
    """A net may have one output, and none if it is a supply or ground.

    Two outputs that disagree push against each other. Both get hot, and the level between them is neither high nor low.
    """
    powered = rails(table)
    for net in table.whole.nets:
        found = [f"{ref}.{pin}" for ref, pin in table.pins(net) if pin in table.kind(ref).outputs]
        drivers = list(dict.fromkeys(name for name in found if name not in table.supplies))
        if len(drivers) > 1:
            yield f"{net} is driven by {' and '.join(drivers)}; allowed: one output"
        if drivers and net in powered:
            yield f"{drivers[0]} drives {net}; allowed: no output on a supply or on ground"


def every_input_is_held_with_contacts_open(table: Table) -> Iterator[str]:
    """With all reeds, buttons, bridges and transistors open, something must hold each input: a pull-up or an output.

    A floating input reads whatever a hand nearby induces, and a CMOS gate half way between draws current for nothing.
    """
    parts = table.whole.parts
    contacts = [ref for ref in parts if is_contact(table.kind(ref))]
    levels = Levels(table.whole, open=[*contacts, *switches(table)])
    pulled = {f"GP{signal.gpio}" for signal in table.signals if signal.pull}
    for ref in parts:
        for pin in table.kind(ref).inputs:
            net = table.net(ref, pin)
            if not net or (levels.volts(net) is None and not (ref == table.pico and pin in pulled)):
                yield f"{ref}.{pin} floats on {net or 'nothing'}; allowed: a pull-up, a pull-down or an output"


def every_input_can_be_high_and_low(table: Table) -> Iterator[str]:
    """What an input reads must change: high with contacts open and outputs high, low with them closed and low.

    A reed to 3.3 V instead of ground, or a pull-up too strong for what pulls down: such an input reads the same for
    ever. An input that is meant to be constant is on a rail directly. The emergency stop is closed at rest, so it
    counts as open when others are closed.
    """
    low = Levels(table.whole, low=True, open=[table.only("stop")])
    constant = {table.ground, *table.supplies.values()} | {
        net for net in table.whole.nets if any(table.kind(ref).supply == pin for ref, pin in table.pins(net))
    }
    analog = {f"{table.pico}.GP{signal.gpio}" for signal in table.signals if "ADC" in signal.note}
    for ref in table.whole.parts:
        kind = table.kind(ref)
        for pin in kind.inputs:
            net = table.net(ref, pin)
            if not net or net in constant or f"{ref}.{pin}" in analog or is_fet(kind):
                continue
            most = CMOS_LOW * (low.volts(table.net(ref, kind.supply)) or 0) if kind.high else TTL_LOW
            volts = low.volts(net)
            if volts is not None and volts > most:
                yield f"{ref}.{pin} is never low: {net} stays at {volts:.2f} V; allowed: {most:.2f} V"


def pulls_have_a_value_that_works(table: Table) -> Iterator[str]:
    """A resistor from a signal to a rail must have 1 to 100 kohm.

    A smaller one takes too much from the 3.3 V rail and from whatever pulls against it. With a larger one, an input's
    leakage of a microampere and a wire's capacitance make slow and doubtful levels.
    """
    least, most = PULLS
    powered = rails(table)
    for ref in table.whole.parts:
        ohms, nets = table.kind(ref).ohms, table.nets(ref)
        pulled = [net for net in nets if net not in powered]
        if ohms and len(pulled) == 1 and len(nets) == 2 and not least <= ohms <= most:
            yield f"{ref}: {ohms:g} ohm between {nets[0]} and {nets[1]}; allowed: {least} to {most} ohm"


def reeds_and_bridges_have_their_pull_ups(table: Table) -> Iterator[str]:
    """Each reed and bridge to ground needs a pull-up to its register's own supply, on the register's board."""
    for ref, part in table.whole.parts.items():
        if part.part not in ("reed", "bridge") or table.ground not in table.nets(ref):
            continue
        (net,) = set(table.nets(ref)) - {table.ground}
        readers = [(one, pin) for one, pin in table.pins(net) if pin in table.kind(one).inputs]
        supplies = {table.net(one, table.kind(one).supply) for one, _ in readers}
        near = {table.board(one) for one, _ in readers}
        pulls = [one for one, _ in table.pins(net) if table.kind(one).ohms and table.board(one) in near]
        if not any(supplies & set(table.nets(one)) for one in pulls):
            yield f"{ref} on {net} has no pull-up; allowed: one to {', '.join(sorted(supplies)) or 'its supply'}"


def signals_arrive_where_they_are_meant(table: Table) -> Iterator[str]:
    """Each of the Pico's signals must reach its pins, through resistors and buffers: the clock CP, the latch PL.

    Two wires exchanged in a cable are both connected, both driven, and both wrong.
    """
    for name, (part, pin) in ENDS.items():
        reached = _after(table, table.signal(name))
        wanted = [ref for ref in table.whole.parts if _is(table, ref, part)]
        for ref in wanted[:1] if name == "LED_DATA" else wanted:
            if table.net(ref, pin) not in reached:
                yield f"{name} does not reach {ref}.{pin} ({table.net(ref, pin) or 'free'})"
        for net in reached:
            for ref, other in table.pins(net):
                strange = other in table.kind(ref).inputs and not (_is(table, ref, part) and other == pin)
                if strange and other not in BUFFERED and ref != table.pico:
                    yield f"{name} reaches {ref}.{other} ({net}); allowed: {part}.{pin}"
    for name, (part, pin) in FROM.items():
        near = _after(table, table.signal(name))
        if not any(_is(table, ref, part) and one == pin for net in near for ref, one in table.pins(net)):
            yield f"{name} does not come from {part}.{pin}"


def the_test_pattern_enters_the_last_register(table: Table) -> Iterator[str]:
    """With every LAST TILE bridge closed, SR_TEST must reach the DS of the chain's last register.

    The firmware sends a pattern through the whole chain. Without it nothing proves that no tile is left out.
    """
    last = _chain(table)[-1:]
    bridges = {ref for ref, part in table.whole.parts.items() if part.value == "LAST TILE"}
    for ref in last:
        sent = _after(table, table.signal("SR_TEST"))
        sent |= {net for bridge in bridges if sent & set(table.nets(bridge)) for net in table.nets(bridge)}
        if table.net(ref, "DS") not in sent:
            yield f"SR_TEST does not reach {ref}.DS ({table.net(ref, 'DS')}) through the bridge of the last tile"


def each_load_of_a_buffer_has_its_own_resistor(table: Table) -> Iterator[str]:
    """Behind each resistor at a buffer's output there must be one input or one plug.

    An edge comes back from the end of each wire. Where two loads share a resistor, one's echo clocks the other.
    """
    for ref in table.whole.parts:
        for output in set(BUFFERED.values()) & set(table.kind(ref).outputs):
            net = table.net(ref, output)
            for resistor in (one for one, _ in table.pins(net) if table.kind(one).ohms):
                behind = set(table.nets(resistor)) - {net}
                loads = [
                    f"{one}.{pin}"
                    for other in behind
                    for one, pin in table.pins(other)
                    if table.board(one) == table.board(ref)
                    and (pin in table.kind(one).inputs or is_connector(table.kind(one)))
                ]
                if len(loads) > 1:
                    yield f"{resistor} feeds {' and '.join(loads)}; allowed: a resistor for each"


def lamps_and_registers_meet_a_ribbon_through_resistors(table: Table) -> Iterator[str]:
    """On a tile, no output and no lamp's input may be on a ribbon's wire directly.

    A tile that lies turned has IN and OUT exchanged, so that two outputs meet: a resistor bears it. And a lamp's input
    breaks when it gets data before its supply.
    """
    for name in (name for name, circuit in table.boards.items() if circuit.name == "tile"):
        ribbons = [ref for ref in table.whole.parts if table.board(ref) == name and is_plug(table.kind(ref))]
        for net in dict.fromkeys(net for ref in ribbons for net in table.nets(ref)):
            for ref, pin in table.pins(net):
                bare = pin in table.kind(ref).outputs or pin == "DIN"
                if bare and table.board(ref) == name:
                    yield f"{ref}.{pin} is on the ribbon's {net}; allowed: through a resistor"


def test_points_are_on_what_they_are_called(table: Table) -> Iterator[str]:
    """A test point must be on the net of its name: whoever looks for a fault believes what is printed there."""
    nets = {name: _after(table, table.signal(signal)) for name, signal in TEST_POINTS.items()}
    nets |= {"GND": {table.ground}, "3V3": {table.supplies[f"{table.pico}.3V3"]}}
    for ref, part in table.whole.parts.items():
        wrong = part.part == "test-point" and table.net(ref, "1") not in nets.get(part.value, set())
        if wrong and part.value != "DATA":
            yield f"{ref} ({part.value}) is on {table.net(ref, '1')}; allowed: {part.value}"


def loose_ends_of_the_chain_are_held(table: Table) -> Iterator[str]:
    """Without a chain SR_MISO must read high, no contact closed; without a next tile a register's DS must read low.

    So a table with a broken ribbon reports no mice, and the code of a missing tile is a run of closed bits.
    """
    net = table.signal("SR_MISO")
    if not any(
        set(table.nets(ref)) & set(table.supplies.values()) for ref, _ in table.pins(net) if table.kind(ref).ohms
    ):
        yield f"SR_MISO: no pull-up on {net}; allowed: a resistor to 3.3 V"
    for ref in _registers(table):
        net = table.net(ref, "DS")
        ends = any(pin in table.kind(one).outputs and one.startswith(table.board(ref)) for one, pin in table.pins(net))
        pulls = [one for one, _ in table.pins(net) if table.kind(one).ohms and table.board(one) == table.board(ref)]
        if not ends and not any(table.ground in table.nets(one) for one in pulls):
            yield f"{ref}.DS: no pull-down on {net}; allowed: a resistor to ground on its tile"


def number_bridges_count_to_nine(table: Table) -> Iterator[str]:
    """The bridges that set a tile's number must count 1, 2, 4 and 8, or two tiles have one number."""
    tile = table.circuits["tile"]
    values = [tile.value(ref) for ref in tile.parts if tile.parts[ref].part == "bridge" and tile.value(ref).isdigit()]
    if sorted(map(int, values)) != [1, 2, 4, 8]:
        yield f"tile: bridges of {', '.join(values)}; allowed: 1, 2, 4, 8"


def held_signals_have_a_pull_down_where_they_arrive(table: Table) -> Iterator[str]:
    """A signal that must be low until the firmware runs needs its pull-down on the board where it ends.

    There it also works with the plug pulled out. A pull-up would start what must rest.
    """
    for signal in table.signals:
        net = table.signal(signal.name)
        near = _after(table, net)
        boards = {table.board(ref) for one in near for ref, _ in table.pins(one)} - {table.board(table.pico), ""}
        pulled = {
            table.board(ref)
            for one in near
            for ref, _ in table.pins(one)
            if table.kind(ref).ohms and table.ground in table.nets(ref)
        }
        for board in sorted(boards - pulled if signal.held == "low" else ()):
            yield f"{signal.name}: no pull-down on {board}; allowed: a resistor from {net} to ground"


def buttons_reach_their_inputs(table: Table) -> Iterator[str]:
    """Each button joins its own input to ground through a resistor that stops a finger's spark."""
    for name, ref in (("BUTTON_A", "A"), ("BUTTON_B", "B"), ("CAGE_SW", "CAGE")):
        near = _after(table, table.signal(name))
        nets = set(table.nets(ref))
        if not nets & near or table.ground not in nets:
            yield f"{name}: {ref} is on {' and '.join(sorted(nets))}; allowed: {name} and ground"
        elif table.signal(name) in nets:
            yield f"{name}: no resistor between the Pico and {ref}; allowed: 220 ohm or more"


def used_gates_are_enabled(table: Table) -> Iterator[str]:
    """A buffer's gate is on while its OE is low, a register shifts while its CE is low; both must be on ground.

    A gate with OE high is silent. The drawing shows its output joined, and nothing comes out.
    """
    for ref in table.whole.parts:
        kind = table.kind(ref)
        for number in range(1, 5):
            enable, output = f"{number}OE", f"{number}Y"
            if enable in kind.inputs and table.net(ref, output) and table.net(ref, enable) != table.ground:
                yield f"{ref}.{enable} is on {table.net(ref, enable)} and {output} is used; allowed: ground"
        if "CE" in kind.inputs and table.net(ref, "CE") != table.ground:
            yield f"{ref}.CE is on {table.net(ref, 'CE') or 'nothing'}; allowed: ground"


def the_chain_runs_through_every_register(table: Table) -> Iterator[str]:
    """From SR_MISO back, each register's DS must come from the next one's Q7, through every tile in order.

    A tile left out shifts the bits of all behind it by sixteen. Q7 must be used, not its inverse NQ7.
    """
    registers, found = _registers(table), _chain(table)
    if len(found) < len(registers):
        missing = next(ref for ref in registers if ref not in found)
        after = found[-1] if found else "the Pico"
        yield f"the chain ends after {after}: {missing} is not in it; allowed: all {len(registers)} registers"


def a_servo_without_power_is_not_fed_by_its_signal(table: Table) -> Iterator[str]:
    """Between the Pico and the servo's signal wire there must be 220 ohm or more.

    With the stop pressed, a servo without its supply takes current from its signal wire through its protection diodes.
    """
    servo = table.only("servo")
    if table.net(servo, "signal") == table.signal("SERVO_PWM"):
        yield f"{servo}.signal is on the Pico's pin; allowed: 220 ohm or more between them"


def _is(table: Table, ref: str, what: str) -> bool:
    """Return whether a part is of this kind, or of another case of the same chip."""
    return what in (table.whole.parts[ref].part, table.kind(ref).value)


def _registers(table: Table) -> list[str]:
    return [ref for ref in table.whole.parts if is_register(table.kind(ref))]


def _chain(table: Table) -> list[str]:
    """Return the registers in the order in which their bits reach the Pico."""
    found: list[str] = []
    net = table.signal("SR_MISO")
    while net:
        near = _after(table, net)
        ahead = [ref for ref in _registers(table) if table.net(ref, "Q7") in near and ref not in found]
        found += ahead[:1]
        net = table.net(ahead[0], "DS") if ahead else ""
    return found


def _after(table: Table, net: str) -> set[str]:
    """Return a net and those that its signal reaches through series resistors and buffers."""
    powered = rails(table)
    found, todo = {net} - {""}, [net] if net else []
    while todo:
        one = todo.pop()
        for ref, pin in table.pins(one):
            kind = table.kind(ref)
            further = list(table.nets(ref)) if kind.ohms and kind.ohms <= SERIES else []
            if pin in BUFFERED and pin in kind.inputs:
                further = [table.net(ref, BUFFERED[pin])]
            todo += (new := set(further) - found - powered.keys() - {""})
            found |= new
    return found
