"""Rules for single parts: both legs connected, values that agree, pins as the maker numbers them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hardware.making import footprints, symbols
from hardware.making.rules.current import rails
from hardware.making.rules.table import Table, amount, decouples, is_capacitor, is_chip, is_connector, is_fuse
from hardware.making.sexpr import children, parse, word, words
from hardware.making.source import BadSource

PINOUTS = {
    "ZVNL110A": "DGS",
    "BS170": "DGS",
    "2N7000": "SGD",
    "TN0702N3-G": "SGD",
    "BC547": "CBE",
    "BC547B": "CBE",
    "BC337": "CBE",
    "2N3904": "EBC",
}
"""Pins 1 to 3 of parts in TO-92, flat side towards you, from left to right. From memory of their data sheets."""
CONTACTS = {"stop": "closed", "reed": "open", "microswitch": "open", "button": "open"}
"""How each contact rests."""
LOGIC = re.compile(r"74([A-Z]+)(\d+(?:G\d+)?)")
"""A logic chip's family and function."""
SAME = {"VSS": "GND", "VEE": "GND"}
"""KiCad's names of pins that we call otherwise."""


def both_legs_are_connected(table: Table) -> Iterator[str]:
    """Each pin of a part with two must be on a net of its own.

    With one leg in the air a resistor or capacitor does nothing. With both on one net it is bridged.
    """
    for ref in table.whole.parts:
        kind = table.kind(ref)
        if len(kind.pins) == 2 and not is_connector(kind):
            nets = [table.net(ref, pin) for pin in kind.pins]
            if "" in nets:
                yield f"{ref}.{kind.pins[nets.index('')]} is on no net; allowed: both pins on a net"
            elif nets[0] == nets[1]:
                yield f"{ref}: both pins are on {nets[0]}; allowed: two nets"


def every_net_joins_two_pins(table: Table) -> Iterator[str]:
    """A net with a single pin leads nowhere: a name was mistyped, or a wire forgotten. Spare connectors may end so."""
    for net, pins in table.whole.nets.items():
        if len(pins) < 2:
            yield f"{net} has only {pins[0]}; allowed: two pins or more"


def every_chip_has_its_capacitor(table: Table) -> Iterator[str]:
    """Each chip and each lamp needs a capacitor of about 100 nF between its supply and ground, on its own board.

    A chip draws its current in steps of nanoseconds, which no wire delivers. Without a capacitor beside it, its supply
    rings at every clock, and bits change by themselves.
    """
    wanted: dict[tuple[str, str], list[str]] = {}
    for ref in table.whole.parts:
        kind = table.kind(ref)
        if is_chip(kind) and table.board(ref):
            wanted.setdefault((table.board(ref), table.net(ref, kind.supply)), []).append(ref)
    for (board, net), refs in wanted.items():
        beside = [
            ref
            for ref in table.whole.parts
            if table.board(ref) == board and decouples(table.kind(ref)) and set(table.nets(ref)) == {net, table.ground}
        ]
        if len(beside) < len(refs):
            yield (
                f"{board}: {len(beside)} capacitors of 100 nF between {net} and ground; "
                f"allowed: {len(refs)}, one each for {', '.join(ref.rpartition('/')[2] for ref in refs)}"
            )


def values_agree_with_what_is_ordered(table: Table) -> Iterator[str]:
    """A part's value on the drawing, its ohms, and what the order asks for must be the same amount.

    Everything is computed from the ohms, but the maker solders what was ordered.
    """
    for name in dict.fromkeys(part.part for part in table.whole.parts.values()):
        kind = table.whole.kinds[name]
        if kind.ohms is not None:
            amounts = {"value": amount(kind.value), "ohms": kind.ohms}
            amounts |= {what: _first(text, "ohm") for what, text in (("is", kind.is_), ("needs", kind.needs))}
        elif is_capacitor(kind):
            amounts = {"value": amount(kind.value)}
            amounts |= {what: _first(text, "F") for what, text in (("is", kind.is_), ("needs", kind.needs))}
        elif is_fuse(kind):
            amounts = {"value": amount(kind.value)}
            amounts |= {what: _first(text, "A") for what, text in (("is", kind.is_), ("needs", kind.needs))}
        else:
            continue
        if max(amounts.values()) > 1.01 * min(amounts.values()):
            listed = ", ".join(f"{what} {number:g}" for what, number in amounts.items())
            yield f"[{name}] in parts.toml: {listed}; allowed: one amount"


def pins_are_numbered_as_in_kicad(table: Table) -> Iterator[str]:
    """Each pin's number, name and kind must be those of KiCad's symbol, which others have built from.

    A transistor's pins in another order, or a chip's supply on another pin, look right on every drawing made from the
    same list.
    """
    for name in dict.fromkeys(part.part for part in table.whole.parts.values()):
        kind = table.whole.kinds[name]
        if not kind.symbol:
            continue
        found = _symbol_pins(kind.symbol)
        if found.keys() - set(map(str, range(1, len(kind.pins) + 1))):
            yield f"[{name}] in parts.toml has {len(kind.pins)} pins and {kind.symbol} has {len(found)}"
            continue
        for number, (theirs, typed) in found.items():
            ours = kind.pins[int(number) - 1]
            if theirs and theirs != ours:
                yield f"[{name}] in parts.toml: pin {number} is {ours}; allowed: {theirs}, as {kind.symbol} has it"
            elif typed == "output" and ours not in kind.outputs:
                yield f"[{name}] in parts.toml: pin {number} ({ours}) must be one of its outputs"
            elif typed == "input" and ours not in kind.inputs and not ours.startswith("GP"):
                yield f"[{name}] in parts.toml: pin {number} ({ours}) must be one of its inputs"


def pins_of_a_gate_belong_together(table: Table) -> Iterator[str]:
    """The pins 1A and 1Y of a chip must be those of one gate of KiCad's symbol, which does not always name them.

    With outputs exchanged, the clock drives the load and the load the clock.
    """
    for name in dict.fromkeys(part.part for part in table.whole.parts.values()):
        kind = table.whole.kinds[name]
        for unit in children(parse(symbols.text(kind.symbol)), "symbol") if kind.symbol else ():
            own = [kind.pins[int(word(pin, "number")) - 1] for pin in children(unit, "pin")]
            gates = {pin[0] for pin in own if re.fullmatch(r"\d(OE|A|Y)", pin)}
            if len(gates) > 1:
                yield f"[{name}] in parts.toml: {', '.join(own)} are pins of one gate; allowed: pins of one number"


def footprints_have_the_pins_of_their_parts(table: Table) -> Iterator[str]:
    """A footprint must have a pad for each pin and no others, or a leg finds no hole."""
    for name in dict.fromkeys(part.part for part in table.whole.parts.values()):
        kind = table.whole.kinds[name]
        if kind.footprint and kind.pins:
            root = parse(footprints.file(kind.footprint).read_text("utf-8"))
            pads = {words(pad)[0] for pad in children(root, "pad") if words(pad)[0]}
            wanted = {str(number) for number in range(1, len(kind.pins) + 1)}
            if wanted - pads or {pad for pad in pads - wanted if pad.isdigit() and kind.symbol[:3] != "MCU"}:
                yield f"[{name}] in parts.toml has pins {_span(wanted)}, and {kind.footprint} pads {_span(pads)}"


def alternatives_fit_the_same_holes(table: Table) -> Iterator[str]:
    """A transistor that is suggested instead must have its pins in the same order, or say that it has not.

    In TO-92 every order exists. Fitted as drawn, another one's body diode may power the servo for good.
    """
    for name in dict.fromkeys(part.part for part in table.whole.parts.values()):
        kind = table.whole.kinds[name]
        if "TO-92" not in kind.footprint:
            continue
        ours = "".join(kind.pins)
        for what, text in (("suggested", kind.suggested), ("alternative", kind.alternative)):
            number = re.split(r"[ :,]", text)[0]
            theirs = PINOUTS.get(number)
            if not any(letter.isdigit() for letter in number):
                continue
            if theirs is None:
                yield f"[{name}] in parts.toml: {what} {number} has no line in PINOUTS; allowed: one with a known order"
            elif theirs != ours and "pins" not in text:
                yield f"[{name}] in parts.toml: {what} {number} is {theirs}; allowed: {ours}, or words that say so"


def chips_are_ordered_in_their_family(table: Table) -> Iterator[str]:
    """A suggested chip must be the same function, and take TTL levels where the drawing says so: HCT is not HC.

    An HC at 5 V counts 3.3 V as undefined; it works on the desk and fails on a warm evening.
    """
    for name in dict.fromkeys(part.part for part in table.whole.parts.values()):
        kind = table.whole.kinds[name]
        ours = LOGIC.search(kind.value)
        for text in (kind.suggested, kind.alternative) if ours else ():
            theirs = LOGIC.search(text)
            if text and ours and theirs and _level_and_function(theirs) != _level_and_function(ours):
                yield f"[{name}] in parts.toml: {text}; allowed: {kind.value} or one with its levels"


def contacts_rest_as_they_must(table: Table) -> Iterator[str]:
    """The emergency stop must be normally closed, every other contact normally open.

    A stop that closes when pressed starts the servo. A broken wire to a normally closed one stops it, as it should.
    """
    for name in dict.fromkeys(part.part for part in table.whole.parts.values()):
        kind = table.whole.kinds[name]
        rests = set(re.findall(r"normally (\w+)", f"{kind.is_}, {kind.needs}"))
        if name in CONTACTS and rests != {CONTACTS[name]}:
            yield f"[{name}] in parts.toml: normally {' and '.join(rests) or '?'}; allowed: normally {CONTACTS[name]}"


def resistors_stay_cool(table: Table) -> Iterator[str]:
    """A resistor between two rails may turn half of its rated power into heat: 125 mW in 0805, 250 mW with wires."""
    powered = rails(table)
    for ref in table.whole.parts:
        kind = table.kind(ref)
        ends = [powered[net] for net in table.nets(ref) if net in powered]
        if kind.ohms and len(ends) == 2:
            watts = (ends[0] - ends[1]) ** 2 / kind.ohms
            rated = 0.125 if "0805" in kind.footprint else 0.25
            if watts > rated / 2:
                yield f"{ref}: {1000 * watts:.0f} mW; allowed: {500 * rated:.0f} mW"


# Helpers


def _level_and_function(chip: re.Match[str]) -> tuple[bool, str]:
    """Return whether a logic chip has TTL inputs, and its function."""
    return chip[1].endswith("T"), chip[2]


def _first(text: str, unit: str) -> float:
    """Return the first amount in a text that has this unit: 1e-07 for `100 nF` and `F`. Raises BadSource."""
    found = re.search(rf"([\d.]+ ?[pnumkM]?){unit}\b", text)
    if not found:
        raise BadSource(f"parts.toml: {text!r} gives no amount in {unit}")
    return amount(found[1])


def _symbol_pins(symbol: str) -> dict[str, tuple[str, str]]:
    """Return the name and type of each pin of a KiCad symbol, by number; "" for a pin without a name."""
    found = {}
    for unit in children(parse(symbols.text(symbol)), "symbol"):
        for pin in children(unit, "pin"):
            found[word(pin, "number")] = (_ours(word(pin, "name")), words(pin)[0])
    return found


def _ours(name: str) -> str:
    """Return KiCad's name of a pin as we write it: `NQ7` for `~{Q7}`, `GP26` for `GPIO26_ADC0`."""
    if name.startswith("GPIO"):
        return f"GP{name[4:].partition('_')[0]}"
    if name in ("", "~") or name.startswith("Pin_") or name.isdigit():
        return ""
    plain = re.sub(r"^~\{(.*)\}$", r"\1", name)
    return SAME.get(plain, plain if plain in ("PL", "CE", "OE") or plain == name else f"N{plain}")


def _span(names: set[str]) -> str:
    return ", ".join(sorted(names, key=lambda name: (len(name), name)))
