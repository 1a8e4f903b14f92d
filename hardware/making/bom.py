"""The bill of materials: what a whole table is made of, with the requirement beside a suggestion, and our own estimate.

python -m hardware.making.bom            writes hardware/bill-of-materials.csv and .md
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from hardware.making.source import CIRCUITS, HARDWARE, SOURCE, Kind, estimated, load, load_kinds
from hardware.making.whole import load_cables

NAME = "bill-of-materials"
SPARE = {"reed": 1.1, "magnet": 1.2}
"""What breaks, or is sorted out, is ordered with some to spare."""
MICE = 4
WANDS = 1
COLUMNS = (
    "part",
    "what it is",
    "must be",
    "suggested",
    "alternative",
    "in a tile",
    "in the table",
    "order",
    "EUR each",
    "EUR",
)


@dataclass(frozen=True)
class Row:
    """A kind of part, or of cable in metres."""

    name: str
    kind: Kind
    in_tile: int
    in_table: int

    @property
    def order(self) -> int:
        """How many to order."""
        return -(-round(self.in_table * SPARE.get(self.name, 1) * 100) // 100)

    @property
    def cost(self) -> float:
        """Of all that are ordered."""
        return self.order * self.kind.price


@dataclass(frozen=True)
class Length:
    """A kind of cable."""

    is_: str
    needs: str
    metres: float
    price: float

    @property
    def cost(self) -> float:
        """Of all of it."""
        return self.metres * self.price


def rows(source: Path = SOURCE) -> list[Row]:
    """Every kind of part that is used, in the order of parts.toml."""
    tile, *others = (load(name, source) for name in CIRCUITS)
    of_tile = Counter(part.part for part in tile.parts.values())
    of_others = Counter(part.part for circuit in others for part in circuit.parts.values())
    of_others.update(part.part for part in load_cables(source).part)
    of_others["magnet"] = MICE + WANDS
    counted = {name: (of_tile[name], of_tile[name] * tile.count + of_others[name]) for name in load_kinds(source)}
    return [
        Row(name, kind, *counted[name]) for name, kind in load_kinds(source).items() if counted[name][1] and kind.needs
    ]


def lengths(source: Path = SOURCE) -> list[Length]:
    """Every kind of cable, and how much of it."""
    cables = load_cables(source)
    metres: Counter[str] = Counter()
    for cable in cables.cable:
        metres[cable.kind] += round(100 * cable.length * max(1, len(cable.wires)))
    return [Length(kind.is_, kind.needs, metres[name] / 100, kind.price) for name, kind in cables.kind.items()]


def to_csv(source: Path = SOURCE) -> str:
    """For a spreadsheet, and for shops that read one."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows(source):
        kind = row.kind
        texts = (row.name, kind.is_, kind.needs, kind.suggested, kind.alternative)
        writer.writerow((*texts, row.in_tile, row.in_table, row.order, f"{kind.price:.2f}", f"{row.cost:.2f}"))
    for length in lengths(source):
        metres = f"{length.metres:.1f} m"
        writer.writerow(
            ("cable", length.is_, length.needs, "", "", "", metres, metres, length.price, f"{length.cost:.2f}")
        )
    return out.getvalue()


def to_markdown(source: Path = SOURCE) -> str:
    """For people."""
    table = [
        f"| {row.kind.is_} | {row.kind.needs} | {row.kind.suggested or '-'} | {row.kind.alternative or '-'} "
        f"| {row.in_tile or '-'} | {row.in_table} | {row.order} | {row.cost:.2f} |"
        for row in rows(source)
    ]
    cables = [f"| {one.is_} | {one.needs} | {one.metres:.1f} m | {one.cost:.2f} |" for one in lengths(source)]
    total = sum(row.cost for row in rows(source)) + sum(one.cost for one in lengths(source))
    return PAGE.format(date=estimated(source), total=round(total, -1), parts="\n".join(table), cables="\n".join(cables))


PAGE = """# Bill of materials

Made from [electronics/](electronics/) by `make hardware`; [bill-of-materials.csv](bill-of-materials.csv) is the same
for a spreadsheet.

What a part **must be** is what counts. The number beside it is one that we believe to fit; none has been bought, built
in or measured by us, so compare its data sheet with what it must be. **Measure ten reeds before you order all of
them.**

The prices are our own estimates of {date}, made without a shop, for single pieces with tax and without postage: about
{total:.0f} EUR in all, circuit boards, wood and printed parts not counted. Look them up on the day you order.

| part | must be | suggested | or | in a tile | in the table | order | EUR |
|---|---|---|---|---|---|---|---|
{parts}

## Cables

| cable | must be | length | EUR |
|---|---|---|---|
{cables}
"""


def make(folder: Path = HARDWARE) -> None:
    """Write both."""
    (folder / f"{NAME}.csv").write_text(to_csv(), "utf-8")
    (folder / f"{NAME}.md").write_text(to_markdown(), "utf-8")


if __name__ == "__main__":
    make()
