"""Files for a house that places a board's flat parts by machine: a list of parts, and where each lies.

Both come from KiCad's own list of positions, so they have the same parts. Solder bridges and parts with wires are not
among them.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hardware.making.shops import Columns, House, Order, numbers
from hardware.making.source import Circuit


@dataclass(frozen=True)
class Placed:
    """A part on the board: millimetres from the lower left corner, degrees counter-clockwise."""

    ref: str
    x: float
    y: float
    rotation: float
    side: str


def placed(positions: str) -> list[Placed]:
    """Return the parts in KiCad's list of positions, in the order C1, C2, C10."""
    rows = csv.DictReader(io.StringIO(positions))
    found = (Placed(r["Ref"], float(r["PosX"]), float(r["PosY"]), float(r["Rot"]), r["Side"]) for r in rows)
    return sorted(found, key=lambda part: _in_order(part.ref))


def files(circuit: Circuit, parts: list[Placed], order: Order) -> Iterator[tuple[str, str]]:
    """Yield the name and text of each house's two files; nothing if no part is placed by machine."""
    for key, house in order.house.items() if parts else ():
        rows = (_position(circuit, part, house, order.turned(key, _name(circuit, part.ref)), order) for part in parts)
        yield f"{circuit.name}-{key}-bom.csv", _csv(house.bom, _lines(circuit, parts, house, order))
        yield f"{circuit.name}-{key}-positions.csv", _csv(house.positions, rows)


def package(footprint: str) -> str:
    """Return a footprint's case as houses name it: 0805, SOIC-16, SOT-23-5; otherwise its full name."""
    found = re.search(r"_(\d{4})_\d{4}Metric", footprint) or re.match(r"([A-Z]+(?:-\d+)+)(?:_|$)", footprint)
    return found[1] if found else footprint


def _lines(circuit: Circuit, parts: list[Placed], house: House, order: Order) -> Iterator[dict[str, object]]:
    """Yield the fields of each kind of part."""

    refs_of: dict[str, list[str]] = {}
    for part in parts:
        refs_of.setdefault(circuit.parts[part.ref].part, []).append(part.ref)
    for refs in refs_of.values():
        yield _about(circuit, refs[0], house, order) | {"refs": ",".join(refs), "count": len(refs)}


def _position(circuit: Circuit, part: Placed, house: House, turned: int, order: Order) -> dict[str, object]:
    return _about(circuit, part.ref, house, order) | {
        "ref": part.ref,
        "x": f"{part.x:.4f}",
        "y": f"{part.y:.4f}",
        "rotation": f"{(part.rotation + turned) % 360:g}",
        "side": part.side,
        "Side": part.side.title(),
    }


def _about(circuit: Circuit, ref: str, house: House, order: Order) -> dict[str, object]:
    """Return what is known about a part; the house's own number only if a page told us."""
    kind, footprint = circuit.kind(ref), _name(circuit, ref)
    found = numbers(kind)
    stock = order.in_stock(house.shop, circuit.parts[ref].part)
    return {
        "value": circuit.value(ref),
        "needs": kind.needs,
        "footprint": footprint,
        "package": package(footprint),
        "number": found[0].number if found else "",
        "maker": found[0].maker if found else "",
        "stock": stock.stock if stock else "",
        "smt": "smt",
    }


def _name(circuit: Circuit, ref: str) -> str:
    return circuit.kind(ref).footprint.split(":")[1]


def _csv(columns: Columns, rows: Iterable[dict[str, object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([row[field] for field in columns.values()] for row in rows)
    return out.getvalue()


def _in_order(ref: str) -> tuple[str, int]:
    """Return a key that sorts C2 before C10."""
    letters = ref.rstrip("0123456789")
    return letters, int(ref[len(letters) :] or 0)
