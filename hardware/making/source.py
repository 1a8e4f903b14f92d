"""Circuits of parts and nets, read from hardware/electronics/*.toml, with every pin by its number.

A circuit's file names pins as data sheets do (`U1.D7`); here they are `U1.6`, as in KiCad. Only hardware/pins.toml
lists the Pico's pins: a net with the name of one of its signals includes that pin implicitly.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import msgspec

HARDWARE = Path(__file__).parents[1]
SOURCE = HARDWARE / "electronics"
CIRCUITS = ("tile", "controller", "power")
"""Circuits of the reference table. Each has a schematic."""
ALL_CIRCUITS = (*CIRCUITS, "registers")
"""These, and that of an old board, which is judged with them but has no schematic."""
PICO = "Pico"

T = TypeVar("T")


class BadSource(ValueError):
    """An invalid source; the text names the file and the reason."""


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of part. The head of parts.toml explains the fields."""

    value: str
    is_: str = msgspec.field(name="is")
    needs: str
    suggested: str
    alternative: str
    price: float
    symbol: str
    footprint: str
    pins: tuple[str, ...]
    ohms: float | None = None
    wire: tuple[str, ...] = ()
    forward: tuple[str, ...] = ()
    supply: str = ""
    ground: str = ""
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    gives: float | None = None
    bears: float | None = None
    high: float = 0
    high_volts: float | None = None
    milliamps: float = 0

    def numbers(self, pin: str) -> list[int]:
        """Return the numbers, from 1, of the pins with this name."""
        return [number for number, name in enumerate(self.pins, 1) if name == pin]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a circuit; `place` is its place on a tile, as column and row."""

    ref: str
    part: str
    value: str = ""
    place: tuple[int, int] | None = None
    note: str = ""


class Signal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A signal on a pin of the Pico. The head of pins.toml explains the fields."""

    name: str
    gpio: int
    pin: int
    way: str
    note: str
    pull: str = ""
    held: str = ""
    pwm: bool = False
    drive: int = 4


class _Parts(msgspec.Struct):
    estimated: date


class _Pins(msgspec.Struct):
    signal: tuple[Signal, ...]
    own: tuple[Signal, ...]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    revision: str
    date: date
    part: tuple[Part, ...]
    nets: dict[str, tuple[str, ...]]
    size: tuple[float, float] = (0, 0)
    pitch: float = 0
    count: int = 1


@dataclass(frozen=True)
class Circuit:
    """A circuit. `nets` has each net's pins as `U1.16`, every pin once, in the order of the file."""

    name: str
    title: str
    revision: str
    date: date
    """Of the revision."""
    size: tuple[float, float]
    pitch: float
    count: int
    parts: dict[str, Part]
    kinds: dict[str, Kind]
    nets: dict[str, tuple[str, ...]]

    def kind(self, ref: str) -> Kind:
        """Return a part's kind."""
        return self.kinds[self.parts[ref].part]

    def value(self, ref: str) -> str:
        """Return the value that a drawing shows beside the part."""
        return self.parts[ref].value or self.kind(ref).value

    @cached_property
    def net_of(self) -> dict[str, str]:
        """The net of each connected pin."""
        return {pin: net for net, pins in self.nets.items() for pin in pins}

    def net(self, ref: str, pin: str) -> str | None:
        """Return the net on a part's first pin with this name; None if it is free."""
        return self.net_of.get(f"{ref}.{self.kind(ref).numbers(pin)[0]}")

    def pin_name(self, pin: str) -> str:
        """Return a pin's name: `D7` for `U1.6`."""
        ref, number = pin.split(".")
        return self.kind(ref).pins[int(number) - 1]

    @cached_property
    def free(self) -> tuple[str, ...]:
        """The pins on no net."""
        pins = [f"{ref}.{n}" for ref in self.parts for n in range(1, len(self.kind(ref).pins) + 1)]
        return tuple(pin for pin in pins if pin not in self.net_of)


def load(name: str, source: Path = SOURCE) -> Circuit:
    """Return the circuit with this name. Raises BadSource."""
    path = source / f"{name}.toml"
    file = decoded(path, _File)
    kinds = load_kinds(source)
    twice = [ref for ref, count in Counter(part.ref for part in file.part).items() if count > 1]
    unknown = [f"{part.ref} is a {part.part!r}" for part in file.part if part.part not in kinds]
    if twice or unknown:
        raise BadSource(f"{path.name}: {', '.join(twice)} stands twice" if twice else f"{path.name}: {unknown[0]}?")
    parts = {part.ref: part for part in file.part}
    nets = {net: _numbered(path.name, pins, parts, kinds) for net, pins in file.nets.items()}
    for ref in (ref for ref, part in parts.items() if part.part == PICO):
        for signal in load_signals(source):
            nets[signal.name] = (f"{ref}.{signal.pin}", *nets.get(signal.name, ()))
    taken: dict[str, str] = {}
    for net, pins in nets.items():
        for pin in pins:
            if taken.setdefault(pin, net) != net or pins.count(pin) > 1:
                raise BadSource(f"{path.name}: {pin} is on {taken[pin]} and on {net}")
    return Circuit(name, file.title, file.revision, file.date, file.size, file.pitch, file.count, parts, kinds, nets)


def load_kinds(source: Path = SOURCE) -> dict[str, Kind]:
    """Return the kinds of parts, by name. Raises BadSource."""
    found = decoded(source / "parts.toml", dict[str, Any])
    found.pop("estimated", None)
    try:
        kinds = msgspec.convert(found, dict[str, Kind])
    except msgspec.ValidationError as error:
        raise BadSource(f"parts.toml: {error}") from error
    pico, signals = kinds[PICO], load_signals(source)
    inputs = tuple(f"GP{signal.gpio}" for signal in signals if signal.way == "in")
    outputs = tuple(f"GP{signal.gpio}" for signal in signals if signal.way == "out")
    return kinds | {PICO: msgspec.structs.replace(pico, inputs=inputs, outputs=pico.outputs + outputs)}


def estimated(source: Path = SOURCE) -> date:
    """Return the date of the price estimate."""
    return decoded(source / "parts.toml", _Parts).estimated


def load_signals(source: Path = SOURCE) -> tuple[Signal, ...]:
    """Return the signals on the Pico's pins."""
    return decoded(source.parent / "pins.toml", _Pins).signal


def load_own_inputs(source: Path = SOURCE) -> tuple[Signal, ...]:
    """Return the pins that are the inputs of a table without a chain; other tables leave them free."""
    return decoded(source.parent / "pins.toml", _Pins).own


def decoded(path: Path, kind: type[T]) -> T:
    """Decode a TOML file as a value of this type. Raises BadSource."""
    try:
        return msgspec.toml.decode(path.read_text("utf-8"), type=kind)
    except (msgspec.DecodeError, OSError) as error:
        raise BadSource(f"{path.name}: {error}") from error


def _numbered(source: str, pins: tuple[str, ...], parts: dict[str, Part], kinds: dict[str, Kind]) -> tuple[str, ...]:
    """Return pins by number, `U1.16` for `U1.VCC`; all of them if a part has several with one name."""
    numbered: list[str] = []
    for pin in pins:
        ref, _, name = pin.partition(".")
        numbers = kinds[parts[ref].part].numbers(name) if ref in parts else []
        if not numbers:
            raise BadSource(f"{source}: there is no pin {pin}")
        numbered += (f"{ref}.{number}" for number in numbers)
    return tuple(numbered)
