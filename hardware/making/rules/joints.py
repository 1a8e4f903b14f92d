"""Rules for cables: both ends agree, colours tell the truth, plugs are straight, nothing is left open."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from hardware.making.clock_lines import RIBBON
from hardware.making.placement import load_placement
from hardware.making.rules.current import fed
from hardware.making.rules.table import Table, is_connector, is_plug

ONE_WIRE = (
    {"SR_SCK", "SCK_OUT"},
    {"SR_PL", "PL_OUT"},
    {"SR_TEST", "TEST_OUT"},
    {"SR_MISO", "SR_NEXT"},
    {"LED_IN", "LED_OUT"},
    {"SERVO_PWM", "PWM_OUT", "signal"},
    {"+5V", "LAMPS_5V", "PICO_5V", "SERVO_5V", "SUPPLY", "+"},
    {"GND", "-"},
    {"SERVO_FUSED", "SERVO_RAIL", "STOP"},
    {"CAGE", "NO"},
    {"GND", "COM"},
    {"PRESS_A", "NO"},
    {"PRESS_B", "NO"},
    {"+5V", "+"},
    {"COIL", "-"},
)
"""Names of one wire at its two ends, where the boards call it by different names."""


def both_ends_of_a_cable_agree(table: Table) -> Iterator[str]:
    """A wire must join pins that mean the same on both boards: ground to ground, clock to clock.

    Each board is right by itself when a cable exchanges two wires, so no check of one board sees it.
    """
    for name, one, other, _ in table.wires:
        here, there = _meaning(table, one), _meaning(table, other)
        if here != there and not any({here, there} <= same for same in ONE_WIRE):
            yield f"cable {name}: {one} is {here}, and {other} is {there}"


def black_is_ground_and_red_is_plus(table: Table) -> Iterator[str]:
    """A black wire is ground and every ground wire is black; a red one is a supply's plus.

    Whoever mends the table in a year trusts the colours.
    """
    for name, one, other, colour in table.wires:
        ground = table.ground in (table.net_at(one), table.net_at(other))
        if colour and ground != (colour == "black"):
            yield f"cable {name}: {one} to {other} is {colour}; allowed: black for ground, and only for it"
        if colour == "red" and not _is_fed(table, table.net_at(one)):
            yield f"cable {name}: {one} to {other} is red; allowed: a supply's plus, not {table.net_at(one)}"


def wires_of_a_cable_differ(table: Table) -> Iterator[str]:
    """Each wire of a cable must have a colour of its own, or its ends are told apart only by a meter."""
    for cable in table.cables.cable:
        colours = [colour for _, _, colour in cable.wires]
        for colour in sorted({one for one in colours if colours.count(one) > 1}):
            yield f"cable {cable.name}: {colours.count(colour)} wires are {colour}; allowed: one"


def plugs_of_one_kind_are_wired_straight(table: Table) -> Iterator[str]:
    """Between two plugs of the same kind, pin n goes to pin n; a ribbon joins two headers of the same kind.

    Ribbon plugs press straight through. A header with another numbering, or turned over, would mirror all ten wires.
    """
    for cable in table.cables.cable:
        kinds = [table.kind(end.replace(".", "/")) for end in cable.ribbon]
        if len({id(kind) for kind in kinds}) > 1:
            yield f"cable {cable.name}: a header {kinds[0].value} and one {kinds[1].value}; allowed: two of one kind"
        for kind in kinds[:1]:
            if "Odd_Even" not in kind.symbol or "IDC-Header" not in kind.footprint:
                yield f"cable {cable.name}: {kind.symbol} is not numbered in zigzag; allowed: Odd_Even, an IDC header"
    for name, one, other, _ in table.wires:
        here, there = table.ref_at(one), table.ref_at(other)
        plugs = table.whole.parts[here].part == table.whole.parts[there].part and is_plug(table.kind(here))
        if plugs and one.rpartition(".")[2] != other.rpartition(".")[2]:
            yield f"cable {name}: {one} goes to {other}; allowed: equal pins"


def every_pin_of_a_connector_is_wired_once(table: Table) -> Iterator[str]:
    """Each connector must have its cable, and no pin two wires.

    A cable that is missing from the list is missing on the table. The last tile's outputs stay free.
    """
    ends = [end for _, one, other, _ in table.wires for end in (one, other)]
    for ref in table.whole.parts:
        if not is_connector(table.kind(ref)):
            continue
        owner = ref.replace("/", ".")
        for number, pin in enumerate(table.kind(ref).pins, 1):
            count = ends.count(f"{owner}.{pin}")
            if count > 1:
                yield f"{owner}.{pin} has {count} wires; allowed: one"
            elif not count and owner not in table.spare and f"{ref}.{number}" in table.whole.net_of:
                yield f"{owner}.{pin} has no wire; allowed: one"


def plus_lies_on_one_side_of_all_terminals(table: Table) -> Iterator[str]:
    """On a board, plus must lie on the same side of minus at each 5 V terminal, whatever the pins' numbers.

    A pair of wires between two neighbouring tiles then runs side by side. Where one terminal is the other way round the
    wires cross, and somebody in a hurry screws them in straight: plus on minus.
    """
    for board in ("tile", "controller"):
        circuit, at, sides = table.circuits[board], load_placement(board).at, dict[str, tuple[float, float]]()
        for ref in circuit.parts:
            nets = [circuit.net(ref, pin) or "" for pin in circuit.kind(ref).pins]
            if (
                is_connector(circuit.kind(ref))
                and len(nets) == 2
                and "GND" in nets
                and any("5V" in net for net in nets)
            ):
                turn = at[ref][2] + (180 if nets[0] == "GND" else 0)
                sides[ref] = round(math.cos(math.radians(turn))), round(math.sin(math.radians(turn)))
        for ref, side in sides.items():
            first = next(iter(sides))
            if side != sides[first]:
                yield f"{board}.{ref}: plus and minus lie the other way round than at {first}; allowed: one order"


def ribbons_are_as_long_as_simulated(table: Table) -> Iterator[str]:
    """A ribbon must be as long as those whose edges were simulated: a longer one rings longer, a shorter one sooner."""
    shortest, longest = RIBBON
    for cable in table.cables.cable:
        if cable.ribbon and not shortest <= cable.length <= longest:
            yield f"cable {cable.name}: {cable.length:g} m; simulated: {shortest:g} to {longest:g} m"


def cables_are_what_they_are_called(table: Table) -> Iterator[str]:
    """A cable's name, its requirement and its cross-section must say the same, and a ribbon have its plug's wires.

    Fuses are compared with `mm2`, but the maker buys what the words say.
    """
    for name, kind in table.cables.kind.items():
        said = [float(mm2) for mm2 in re.findall(r"([\d.]+) mm2", f"{kind.is_}, {kind.needs}")]
        said += [_mm2(int(awg)) for awg in re.findall(r"AWG (\d+)", kind.needs)]
        for mm2 in said:
            if abs(mm2 - kind.mm2) > 0.1 * kind.mm2:
                yield f"[kind.{name}] in cables.toml: {mm2:.2g} mm2 in words; allowed: {kind.mm2:g} mm2"
    for cable in table.cables.cable:
        kind = table.cables.kind[cable.kind]
        ways = re.search(r"(\d+) ways", kind.is_)
        for end in cable.ribbon:
            if not ways or int(ways[1]) != len(table.kind(end.replace(".", "/")).pins):
                yield f"cable {cable.name}: {kind.is_} at {end}; allowed: as many ways as the plug has pins"
        bought = re.search(r"one of (\d+) cm", kind.needs)
        if kind.bought and (not bought or float(bought[1]) != 100 * cable.length):
            yield f"cable {cable.name}: {cable.length:g} m; allowed: what its kind says, {kind.needs}"


def wires_fit_their_terminals(table: Table) -> Iterator[str]:
    """A wire must not be thicker than its terminal or contact takes.

    A strand that is left outside touches the next terminal.
    """
    mm2 = {cable.name: table.cables.kind[cable.kind].mm2 for cable in table.cables.cable}
    for name, one, other, _ in table.wires:
        for end in (one, other):
            needs = table.kind(table.ref_at(end)).needs
            takes = re.search(r"wire up to ([\d.]+) mm2", needs)
            if takes and mm2[name] > float(takes[1]):
                yield f"cable {name}: {mm2[name]:g} mm2 at {end}; allowed: {takes[0]}"


def the_servo_plug_is_in_its_order(table: Table) -> Iterator[str]:
    """A servo's plug has signal, plus and minus in this order; the header must have the same.

    Nobody can exchange the pins of a bought servo's plug. With plus outside, a plug turned round reverses the supply.
    """
    servo = table.only("servo")
    for ref, part in table.whole.parts.items():
        if part.part == "servo-plug":
            ours = [table.net(ref, pin) for pin in "123"]
            theirs = [table.net(servo, pin) for pin in ("signal", "+", "-")]
            if ours != theirs:
                yield f"{ref}: pins 1 to 3 are {', '.join(ours)}; allowed: {', '.join(theirs)}"


def _mm2(awg: int) -> float:
    """Return the cross-section of a wire by its American number."""
    return float(math.pi / 4 * (0.127 * 92 ** ((36 - awg) / 39)) ** 2)


def _is_fed(table: Table, net: str) -> bool:
    """Return whether a net gets 5 V, or a servo's supply once its transistor is on."""
    return net in fed(table) and net != table.ground


def _meaning(table: Table, end: str) -> str:
    """Return what a wire's end is on its own board, its net's name there; of a loose part, its pin or itself."""
    owner, _, pin = end.rpartition(".")
    board, _, ref = owner.partition(".")
    if ref:
        circuit = table.boards[board]
        return circuit.net(ref, pin) or "nothing"
    common = "GND" if pin == "2" and owner in ("A", "B") else owner
    return common if pin.isdigit() else pin
