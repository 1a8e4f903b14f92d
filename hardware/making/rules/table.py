"""The whole table as rules see it: parts and nets of all boards, the cables, and the classes of parts.

A part's class follows from its pins and its KiCad symbol, so that a new part is judged without a change here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import msgspec
from hardware.making import lists
from hardware.making.holes import Perfboard, load_perfboard
from hardware.making.placement import Placement, load_placement
from hardware.making.source import ALL_CIRCUITS, SOURCE, Circuit, Kind, Part, Signal, load, load_kinds, load_signals
from hardware.making.whole import Cable, Cables, Whole, boards, ends, join, load_cables

PREFIX = {"p": 1e-12, "n": 1e-9, "u": 1e-6, "m": 1e-3, "": 1.0, "k": 1e3, "M": 1e6}
DECOUPLES = (47e-9, 1e-6)
"""Farads of a capacitor beside a chip."""
PRINTED = ("tile", "controller")
"""Circuits that a house makes as a board."""
PIECES = 3
"""Pieces of registers below an old board of 48 places."""


@dataclass(frozen=True)
class Table:
    """The whole table, and each circuit alone."""

    whole: Whole
    cables: Cables
    circuits: dict[str, Circuit]
    boards: dict[str, Circuit]
    """The circuit of each of this table's boards."""
    signals: tuple[Signal, ...]
    spare: tuple[str, ...]
    """Connectors to which nothing is joined."""
    name: str
    """Of the list of what it takes, in materials.toml."""
    source: Path

    @cached_property
    def listed(self) -> list[lists.Line]:
        """What this table takes. Raises BadSource."""
        return lists.lists(self.source.parent / "mechanics" / "materials.toml")[self.name]

    @cached_property
    def materials(self) -> Mapping[str, lists.Material]:
        """What is bought and is no electronic part. Raises BadSource."""
        return lists.materials(self.source.parent / "mechanics" / "materials.toml")

    @cached_property
    def placements(self) -> dict[str, Placement]:
        """Where parts lie on each circuit board of this table. Raises BadSource."""
        return {name: load_placement(name, self.source.parent / "boards") for name in self._circuits if name in PRINTED}

    @cached_property
    def perfboards(self) -> dict[str, Perfboard]:
        """In which holes parts are on each perfboard of this table. Raises BadSource."""
        names = [name for name in self._circuits if name != "tile"]
        return {name: load_perfboard(name, self.source.parent / "boards", self.source) for name in names}

    @cached_property
    def _circuits(self) -> list[str]:
        """The names of this table's circuits."""
        return list(dict.fromkeys(circuit.name for circuit in self.boards.values()))

    def board_of(self, circuit: str) -> str:
        """Return the first board of a circuit: `tile1`."""
        return next(name for name, one in self.boards.items() if one.name == circuit)

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
        found = []
        for cable in self.cables.cable:
            colours = [colour for _, _, colour in cable.wires] or [""] * 10
            pairs = ends(cable, self.boards)
            found += [(cable.name, one, other, colour) for (one, other), colour in zip(pairs, colours, strict=False)]
        return tuple(found)


def table(source: Path = SOURCE) -> Table:
    """Return the reference table of a source. Raises BadSource."""
    return _table(
        boards(source), load_cables(source), ("tile3.J4", "tile6.J4", "tile9.J4", "tile9.J2"), "reference", source
    )


def old_board(source: Path = SOURCE) -> Table:
    """Return an old board of 48 places, as its guide has it wired: pieces of registers in the tiles' stead.

    Reeds, lamps and the last piece's bridge are soldered in by hand, so no rule for cables judges their wires. One lamp
    represents the strip. Raises BadSource.
    """
    piece, cables = load("registers", source), load_cables(source)
    pieces = [f"registers{number}" for number in range(1, PIECES + 1)]
    own = {name: circuit for name, circuit in boards(source).items() if not name.startswith("tile")}
    own |= dict.fromkeys(pieces, piece)
    plugs = ["controller.J1", *(f"{name}.{plug}" for name in pieces for plug in ("J1", "J2"))]
    kept = [one for one in cables.cable if not any("tile" in end for wire in (*one.wires, one.ribbon) for end in wire)]
    kept += [Cable(f"chain {n}", "ribbon", 0.5, (), (plugs[2 * n], plugs[2 * n + 1])) for n in range(PIECES)]
    inputs = [(name, ref) for name in pieces for ref, part in piece.parts.items() if part.part == "10k"]
    by_hand = [
        *((f"S{number}.A", f"{name}.{ref}.1", "") for number, (name, ref) in enumerate(inputs, 1)),
        *((f"S{number}.B", f"{name}.U1.GND", "") for number, (name, _) in enumerate(inputs, 1)),
        (f"{pieces[-1]}.J2.6", f"{pieces[-1]}.J2.7", ""),
        (f"{pieces[-1]}.J2.9", "LAMP.DIN", ""),
        *(
            (f"power.{plug}.{pin}", f"LAMP.{name}", "")
            for plug in ("J2", "J3")
            for pin, name in ((1, "VDD"), (2, "GND"))
        ),
    ]
    loose = [Part(f"S{number}", "reed") for number in range(1, len(inputs) + 1)] + [Part("LAMP", "WS2812B")]
    plugged = msgspec.structs.replace(cables, part=(*cables.part, *loose), cable=tuple(kept))
    wired = msgspec.structs.replace(plugged, cable=(*kept, Cable("by hand", "thin", 0, tuple(by_hand))))
    spare = ("power.J2", "power.J3", "power.J4", f"{pieces[-1]}.J2")
    return _table(own, wired, spare, "old-board", source, plugged)


def _table(
    boards: dict[str, Circuit],
    wired: Cables,
    spare: tuple[str, ...],
    name: str,
    source: Path,
    plugged: Cables | None = None,
) -> Table:
    """Return the table of these boards. Cables that are `plugged` are judged; by default all that are wired."""
    circuits = {name: load(name, source) for name in ALL_CIRCUITS}
    whole = join(boards, wired, load_kinds(source))
    return Table(whole, plugged or wired, circuits, boards, load_signals(source), spare, name, source)


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


def decouples(kind: Kind) -> bool:
    """Return whether this is a capacitor as it belongs beside a chip."""
    low, high = DECOUPLES
    return is_capacitor(kind) and low <= amount(kind.value) <= high


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


def is_register(kind: Kind) -> bool:
    return {"DS", "CP", "PL", "Q7"} <= set(kind.pins)


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
