"""What each table of the guide is made of, and what it costs: electronics, materials and whole circuits, by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

import msgspec
from hardware.making.dimensions import load_dimensions
from hardware.making.lengths import lengths
from hardware.making.source import CIRCUITS, HARDWARE, BadSource, decoded, load, load_kinds

SOURCE = HARDWARE / "mechanics" / "materials.toml"
CABLES = "cables"


class Material(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is bought and is no electronic part. What the fields say: the head of materials.toml."""

    is_: str = msgspec.field(name="is")
    needs: str
    price: float
    unit: str = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    estimated: date
    kind: dict[str, Material]
    evening: dict[str, int]
    old_board: dict[str, int]
    reference: dict[str, int]


@dataclass(frozen=True)
class Line:
    """So many of one thing."""

    name: str
    count: int
    what: Material

    @property
    def cost(self) -> float:
        """Of all of them."""
        return self.count * self.what.price


def lists(source: Path = SOURCE) -> dict[str, list[Line]]:
    """What to get, by the names of the tables. Raises BadSource for what is neither a part nor a material."""
    file = decoded(source, _File)
    known = things(source)
    wanted = {"evening": file.evening, "old-board": file.old_board, "reference": file.reference}
    for table, counts in wanted.items():
        for name in counts.keys() - known.keys():
            raise BadSource(f"{source.name}: [{table}]: there is no part {name!r}")
    found = {table: [Line(name, n, known[name]) for name, n in counts.items()] for table, counts in wanted.items()}
    return found | {"reference": found["reference"] + printed()}


def printed() -> list[Line]:
    """What a printer makes for the reference table, of its filament."""
    return [Line(part.name, part.count, Material(part.is_, "", 0)) for part in load_dimensions().part if part.count]


def materials(source: Path = SOURCE) -> Mapping[str, Material]:
    """What is bought besides electronics."""
    return decoded(source, _File).kind


def estimated(source: Path = SOURCE) -> date:
    """When the prices of materials were estimated."""
    return decoded(source, _File).estimated


def things(source: Path = SOURCE) -> Mapping[str, Material]:
    """All that a list or a step may name: materials, parts electronic and printed, whole circuits, cables."""
    return {**materials(source), **_electronics(), **{one.name: one.what for one in printed()}}


@cache
def _electronics() -> dict[str, Material]:
    kinds = load_kinds()
    parts = {name: Material(kind.is_, kind.needs, kind.price) for name, kind in kinds.items() if kind.needs}
    circuits = {name: Material(f"all that is soldered onto the {name}", "see above", _on(name)) for name in CIRCUITS}
    return parts | circuits | {CABLES: Material("all cables", "see above", sum(one.cost for one in lengths()))}


def _on(circuit: str) -> float:
    """The price of all parts of a circuit."""
    loaded = load(circuit)
    return sum(loaded.kind(ref).price for ref in loaded.parts)
