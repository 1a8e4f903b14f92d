"""The whole table as rules see it: parts and nets of all boards, the cables, and the classes of parts.

A part's class follows from its pins and its KiCad symbol, so that a new part is judged without a change here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from hardware.making.source import CIRCUITS, SOURCE, Circuit, Kind, Signal, load, load_signals
from hardware.making.whole import Cables, Whole, assemble, ends, load_cables

PREFIX = {"p": 1e-12, "n": 1e-9, "u": 1e-6, "m": 1e-3, "": 1.0, "k": 1e3, "M": 1e6}


@dataclass(frozen=True)
class Table:
    """The whole table, and each circuit alone."""

    whole: Whole
    cables: Cables
    circuits: dict[str, Circuit]
    signals: tuple[Signal, ...]

    def kind(self, ref: str) -> Kind:
        """Return a part's kind."""
        return self.whole.kind(ref)

    def net(self, ref: str, pin: str) -> str:
        """Return the net on a part's pin; "" if the pin is free or missing."""
        return next(iter(self.whole.nets_at(ref, pin)), "") if pin else ""

    def nets(self, ref: str) -> tuple[str, ...]:
        """Return the nets on all pins of a part, each once; "" for a free pin."""
        return tuple(dict.fromkeys(self.net(ref, pin) for pin in self.kind(ref).pins))

    def pins(self, net: str) -> Iterator[tuple[str, str]]:
        """Yield each pin on a net as part and pin name."""
        for pin in self.whole.nets.get(net, ()):
            ref, number = pin.rsplit(".", 1)
            yield ref, self.kind(ref).pins[int(number) - 1]

    @cached_property
    def supplies(self) -> dict[str, str]:
        """The nets of the sources of power, by source: the 5 V supply and the Pico's 3.3 V."""
        refs = [ref for ref in self.whole.parts if self.kind(ref).gives is not None]
        pins = [(ref, pin) for ref in refs for pin in self.kind(ref).outputs if not pin.startswith("GP")]
        return {f"{ref}.{pin}": self.net(ref, pin) for ref, pin in pins}

    @cached_property
    def five_volts(self) -> str:
        """The net of the 5 V supply's plus."""
        return next(self.net(ref, self.kind(ref).outputs[0]) for ref in self.whole.parts if self.kind(ref).ground)

    @cached_property
    def ground(self) -> str:
        """The net from which all voltages are measured."""
        return next(self.net(ref, self.kind(ref).ground) for ref in self.whole.parts if self.kind(ref).ground)

    @cached_property
    def pico(self) -> str:
        """The Pico's name."""
        return self.only("Pico")

    def only(self, kind: str) -> str:
        """Return the one part of this kind."""
        return next(ref for ref, part in self.whole.parts.items() if part.part == kind)

    def net_at(self, end: str) -> str:
        """Return the net at a wire's end, `tile3.J1.7`."""
        ref, pin = self.ref_at(end), end.rpartition(".")[2]
        return self.net(ref, pin)

    def ref_at(self, end: str) -> str:
        """Return the part at a wire's end: `tile3/J1` for `tile3.J1.7`."""
        return end.rpartition(".")[0].replace(".", "/")

    def board(self, ref: str) -> str:
        """Return the board that a part is on; "" for a part on a cable."""
        return ref.rpartition("/")[0]

    def signal(self, name: str) -> str:
        """Return the net on the Pico's pin of a signal; "" if there is no such signal."""
        pins = [f"{self.pico}.{signal.pin}" for signal in self.signals if signal.name == name]
        return self.whole.net_of.get(pins[0], "") if pins else ""

    @cached_property
    def wires(self) -> tuple[tuple[str, str, str, str], ...]:
        """Every wire of every cable: cable, end, end, colour ("" in a ribbon)."""
        boards = {f"tile{n}": self.circuits["tile"] for n in range(1, self.circuits["tile"].count + 1)} | self.circuits
        found = []
        for cable in self.cables.cable:
            colours = [colour for _, _, colour in cable.wires] or [""] * 10
            pairs = ends(cable, boards)
            found += [(cable.name, one, other, colour) for (one, other), colour in zip(pairs, colours, strict=False)]
        return tuple(found)


def table(source: Path = SOURCE) -> Table:
    """Return the table of a source. Raises BadSource."""
    circuits = {name: load(name, source) for name in CIRCUITS}
    return Table(assemble(source), load_cables(source), circuits, load_signals(source))


# Classes of parts


def is_fet(kind: Kind) -> bool:
    return {"D", "G", "S"} <= set(kind.pins)


def is_p_channel(kind: Kind) -> bool:
    return is_fet(kind) and kind.is_.startswith("P-channel")


def is_bipolar(kind: Kind) -> bool:
    return {"C", "B", "E"} <= set(kind.pins)


def is_diode(kind: Kind) -> bool:
    return set(kind.pins) == {"K", "A"}


def is_capacitor(kind: Kind) -> bool:
    return kind.symbol.startswith("Device:C")


def is_fuse(kind: Kind) -> bool:
    return kind.symbol in ("Device:Fuse", "Device:Polyfuse")


def is_amplifier(kind: Kind) -> bool:
    """Return whether this measures a current through two pins of its own."""
    return {"VIN+", "VIN-"} <= set(kind.pins)


def is_load(kind: Kind) -> bool:
    """Return whether its `wire` takes current rather than passing it on: a buzzer's coil."""
    return bool(kind.milliamps and not kind.supply)


def is_contact(kind: Kind) -> bool:
    """Return whether this is a switch, a reed or a solder bridge."""
    others = (is_fet, is_bipolar, is_fuse, is_amplifier, is_load)
    return bool(kind.wire) and not any(other(kind) for other in others)


def is_connector(kind: Kind) -> bool:
    return kind.symbol.startswith("Connector") and "TestPoint" not in kind.symbol and not kind.supply


def is_plug(kind: Kind) -> bool:
    """Return whether a whole plug fits on this connector, and not single wires."""
    return is_connector(kind) and "Screw" not in kind.symbol


def is_chip(kind: Kind) -> bool:
    """Return whether this is a bare integrated circuit, which needs a capacitor of its own."""
    return bool(kind.supply and kind.symbol) and not kind.symbol.startswith(("Connector", "MCU_Module"))


def amount(value: str) -> float:
    """Return a part's value as a number: 1e-07 for `100n`, 4700 for `4k7`, 0.5 for `500 mA`."""
    found = re.match(r"([\d.]+) ?([pnumkM]?)(\d*)", value)
    if not found:
        raise ValueError(f"{value!r} is not an amount")
    number = float(f"{found[1]}.{found[3]}" if found[3] else found[1])
    return number * PREFIX[found[2]]
