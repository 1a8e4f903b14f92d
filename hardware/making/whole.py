"""The whole table as one net list: nine tiles, controller, power board and loose parts, joined by the cables.

Parts have names such as `tile3/U1`, pins `tile3/U1.16`. A net has its name on one of the boards, `tile3/SR_NEXT`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import msgspec
from hardware.making.source import SOURCE, BadSource, Circuit, Kind, Part, decoded, load, load_kinds


class CableKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of cable; `price` is EUR for a metre, `spare` metres to order more. One that is `bought` is not cut."""

    is_: str = msgspec.field(name="is")
    needs: str
    mm2: float
    price: float
    spare: float = 0
    bought: bool = False


class Cable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cable: `wires` as (end, end, colour), or the two connectors that a `ribbon` joins pin by pin."""

    name: str
    kind: str
    length: float
    wires: tuple[tuple[str, str, str], ...] = ()
    ribbon: tuple[str, ...] = ()


class Cables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of cables.toml."""

    part: tuple[Part, ...]
    at: dict[str, tuple[float, float]]
    kind: dict[str, CableKind]
    cable: tuple[Cable, ...]


@dataclass(frozen=True)
class Whole:
    """Parts and nets of the whole table."""

    parts: dict[str, Part]
    kinds: dict[str, Kind]
    nets: dict[str, tuple[str, ...]]

    def kind(self, ref: str) -> Kind:
        """Return a part's kind."""
        return self.kinds[self.parts[ref].part]

    @cached_property
    def net_of(self) -> dict[str, str]:
        """The net of each connected pin."""
        return {pin: net for net, pins in self.nets.items() for pin in pins}

    def nets_at(self, ref: str, pin: str) -> tuple[str, ...]:
        """Return the nets on a part's pins with this name; () if they are free."""
        found = (self.net_of.get(f"{ref}.{number}") for number in self.kind(ref).numbers(pin))
        return tuple(dict.fromkeys(net for net in found if net))


def load_cables(source: Path = SOURCE) -> Cables:
    """Return the cables and the loose parts on them. Raises BadSource."""
    return decoded(source / "cables.toml", Cables)


def assemble(source: Path = SOURCE) -> Whole:
    """Return the whole table. Raises BadSource."""
    return join(boards(source), load_cables(source), load_kinds(source))


def boards(source: Path = SOURCE) -> dict[str, Circuit]:
    """Return the circuit of each of the table's boards. Raises BadSource."""
    tile = load("tile", source)
    tiles = {f"tile{number}": tile for number in range(1, tile.count + 1)}
    return {"controller": load("controller", source), "power": load("power", source), **tiles}


def join(boards: dict[str, Circuit], cables: Cables, kinds: dict[str, Kind]) -> Whole:
    """Return boards and loose parts, joined by their cables. Raises BadSource."""
    parts = {f"{board}/{ref}": part for board, circuit in boards.items() for ref, part in circuit.parts.items()}
    parts |= {part.ref: part for part in cables.part}
    kinds = kinds | {name: kind for circuit in boards.values() for name, kind in circuit.kinds.items()}
    nets = {
        f"{board}/{net}": [f"{board}/{pin}" for pin in pins]
        for board, circuit in boards.items()
        for net, pins in circuit.nets.items()
    }
    for cable in cables.cable:
        for one, other in ends(cable, boards):
            _join(nets, _pin(one, parts, kinds, cable), _pin(other, parts, kinds, cable))
    return Whole(parts, kinds, {net: tuple(pins) for net, pins in nets.items()})


def ends(cable: Cable, boards: dict[str, Circuit]) -> Iterator[tuple[str, str]]:
    """Yield the two ends of each of a cable's wires, as `tile3.J1.7` or `SERVO.+`."""
    if cable.ribbon:
        one, other = cable.ribbon
        board, connector = one.split(".")
        for pin in boards[board].kind(connector).pins:
            yield f"{one}.{pin}", f"{other}.{pin}"
    yield from ((one, other) for one, other, _ in cable.wires)


def _pin(end: str, parts: dict[str, Part], kinds: dict[str, Kind], cable: Cable) -> str:
    """Return an end as a pin: `tile3/J1.7` for `tile3.J1.7`, `SERVO.2` for `SERVO.+`."""
    owner, _, name = end.rpartition(".")
    ref = owner.replace(".", "/")
    numbers = kinds[parts[ref].part].numbers(name) if ref in parts else []
    if len(numbers) != 1:
        raise BadSource(f"cables.toml: {cable.name}: there is no {end}")
    return f"{ref}.{numbers[0]}"


def _join(nets: dict[str, list[str]], one: str, other: str) -> None:
    """Merge the nets of two pins that a wire joins. A board's net keeps its name; a bare pin has none."""
    first, second = (next((net for net, pins in nets.items() if pin in pins), pin) for pin in (one, other))
    if first not in nets:
        first, second, one, other = second, first, other, one
    joined = nets.setdefault(first, [one])
    if first != second:
        joined += nets.pop(second, [other])
