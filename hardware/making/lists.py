"""The parts and costs of each table in the guide: electronics, materials and whole circuits, by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

import msgspec
from hardware.making.dimensions import MECHANICS, load_dimensions
from hardware.making.lengths import lengths
from hardware.making.source import CIRCUITS, HARDWARE, BadSource, decoded, load, load_kinds

SOURCE = HARDWARE / "mechanics" / "materials.toml"
CABLES = "cables"
LOOSE = "hole"
"""A screw through a board. It is on the list by itself, since lids take the same."""


class Material(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bought item that is not an electronic part. The head of materials.toml explains the fields."""

    is_: str = msgspec.field(name="is")
    needs: str
    price: float
    unit: str = ""
    suggested: str = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    estimated: date
    kind: dict[str, Material]
    evening: dict[str, int]
    old_board: dict[str, int]
    reference: dict[str, int]


@dataclass(frozen=True)
class Line:
    """A number of one thing."""

    name: str
    count: int
    what: Material

    @property
    def cost(self) -> float:
        """EUR for all of them."""
        return self.count * self.what.price

    @property
    def amount(self) -> str:
        """The number with its unit."""
        unit = self.what.unit
        return f"{self.count} {unit}{'s' if self.count > 1 and len(unit) > len('kg') else ''}".strip()


def lists(source: Path = SOURCE) -> dict[str, list[Line]]:
    """Return the things to get for each table, by its name. Raises BadSource for an unknown name."""
    file = decoded(source, _File)
    known = things(source)
    wanted = {"evening": file.evening, "old-board": file.old_board, "reference": file.reference}
    for table, counts in wanted.items():
        for name in counts.keys() - known.keys():
            raise BadSource(f"{source.name}: [{table}]: there is no part {name!r}")
    found = {table: [Line(name, n, known[name]) for name, n in counts.items()] for table, counts in wanted.items()}
    return found | {"reference": found["reference"] + printed(source.parent)}


def printed(folder: Path = MECHANICS) -> list[Line]:
    """Return the reference table's printed parts; their filament is listed as a material."""
    return [
        Line(part.name, part.count, Material(part.is_, "", 0)) for part in load_dimensions(folder).part if part.count
    ]


def materials(source: Path = SOURCE) -> Mapping[str, Material]:
    """Return the bought items that are not electronic parts."""
    return decoded(source, _File).kind


def estimated(source: Path = SOURCE) -> date:
    """Return the date of the material prices' estimate."""
    return decoded(source, _File).estimated


def things(source: Path = SOURCE) -> Mapping[str, Material]:
    """Return everything that a list or a step may name: materials, electronic and printed parts, circuits, cables."""
    return {**materials(source), **_electronics(), **{one.name: one.what for one in printed()}}


@cache
def _electronics() -> dict[str, Material]:
    kinds = load_kinds()
    parts = {
        name: Material(kind.is_, kind.needs, kind.price, suggested=kind.suggested)
        for name, kind in kinds.items()
        if kind.needs
    }
    circuits = {name: Material(f"all that is soldered onto the {name}", "see above", _on(name)) for name in CIRCUITS}
    return parts | circuits | {CABLES: Material("all cables", "see above", sum(one.cost for one in lengths()))}


def _on(circuit: str) -> float:
    """Return the price of all parts that are soldered onto a circuit's board."""
    loaded = load(circuit)
    return sum(loaded.kind(ref).price for ref, part in loaded.parts.items() if part.part != LOOSE)
