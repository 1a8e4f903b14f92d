"""The bill of materials: every part of a table with its requirement, a suggested type and our own price estimate.

python -m hardware.making.bom            writes hardware/bill-of-materials.csv and .md
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from hardware.making import lists
from hardware.making.lengths import lengths
from hardware.making.source import CIRCUITS, HARDWARE, SOURCE, Kind, estimated, load, load_kinds
from hardware.making.whole import load_cables

NAME = "bill-of-materials"
SMALL = ("10k-0805", "100-0805", "330-0805", "100k-0805", "100n-0805")
TENTH = ("reed", "magnet", "WS2812B", "hole", *SMALL)
TWENTIETH = ("74HC165", "74LVC2G17", "100u", "74AHCT125", "1000u", "ribbon-10", "screw-2")
SPARE = dict.fromkeys(TENTH, 1.1) | dict.fromkeys(TWENTIETH, 1.05)
"""Factors to order more of parts that break, get lost, or may be rejected."""
AROUND = 8
"""Magnets that stand around a reed while it is measured. Four of them go into mice later."""
FEET = "box-foot"
"""Printed parts that take a screw each, of the kind that holds a tile: the lids of the boxes."""
WANDS = 1
"""Magnets that stay in the wand."""
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
    """A kind of part, and how many are needed."""

    name: str
    kind: Kind
    in_tile: int
    in_table: int

    @property
    def order(self) -> int:
        """Pieces to order."""
        return -(-round(self.in_table * SPARE.get(self.name, 1) * 100) // 100)

    @property
    def cost(self) -> float:
        """EUR for all pieces ordered."""
        return self.order * self.kind.price


def rows(source: Path = SOURCE) -> list[Row]:
    """Return every kind of part that is used, in the order of parts.toml."""
    tile, *others = (load(name, source) for name in CIRCUITS)
    of_tile = Counter(part.part for part in tile.parts.values())
    of_others = Counter(part.part for circuit in others for part in circuit.parts.values())
    of_others.update(part.part for part in load_cables(source).part)
    of_others["magnet"] = AROUND + WANDS
    of_others["hole"] = next(one.count for one in lists.printed() if one.name == FEET)
    counted = {name: (of_tile[name], of_tile[name] * tile.count + of_others[name]) for name in load_kinds(source)}
    return [
        Row(name, kind, *counted[name]) for name, kind in load_kinds(source).items() if counted[name][1] and kind.needs
    ]


def to_csv(source: Path = SOURCE) -> str:
    """Return the list for spreadsheets, and for shops that accept one."""
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
    for one in _materials():
        material = (one.name, one.what.is_, one.what.needs, one.what.suggested, "", "")
        writer.writerow((*material, one.amount, one.amount, f"{one.what.price:.2f}", f"{one.cost:.2f}"))
    return out.getvalue()


def to_markdown(source: Path = SOURCE) -> str:
    """Return the page for people."""
    table = [
        f"| `{row.name}` | {row.kind.is_} | {row.kind.needs} "
        f"| {row.kind.suggested or '-'} | {row.kind.alternative or '-'} "
        f"| {row.in_tile or '-'} | {row.in_table} | {row.order} | {row.cost:.2f} |"
        for row in rows(source)
    ]
    cables = [f"| {one.is_} | {one.needs} | {one.metres:.1f} m | {one.cost:.2f} |" for one in lengths(source)]
    total = sum(row.cost for row in rows(source)) + sum(one.cost for one in lengths(source))
    every = lists.lists()
    return PAGE.format(
        date=estimated(source),
        total=round(total, -1),
        parts="\n".join(table),
        cables="\n".join(cables),
        later=lists.estimated(),
        materials=_table(_materials()),
        printed="\n".join(f"| `{one.name}` | {one.what.is_} | {one.count} |" for one in lists.printed()),
        evening=_table(every["evening"]),
        evening_total=_sum(every["evening"]),
        old=_table(every["old-board"]),
        old_total=_sum(every["old-board"]),
        reference_total=_sum(every["reference"]),
    )


def _materials() -> list[lists.Line]:
    """Return the reference table's parts that are bought and not electronic."""
    bought = lists.materials()
    return [one for one in lists.lists()["reference"] if one.name in bought]


def _table(lines: list[lists.Line]) -> str:
    rows = [
        f"| `{one.name}` | {one.what.is_} | {one.what.needs} | {one.what.suggested or '-'} "
        f"| {one.amount} | {one.cost:.2f} |"
        for one in lines
    ]
    return "\n".join(["| name | what it is | must be | suggested | order | EUR |", "|---|---|---|---|---|---|", *rows])


def _sum(lines: list[lists.Line]) -> str:
    """Return the cost in whole euros, as the guide does."""
    return f"{sum(one.cost for one in lines):.0f}"


PAGE = """# Bill of materials

Made from [electronics/](electronics/) and [mechanics/](mechanics/) by `make hardware`.
[bill-of-materials.csv](bill-of-materials.csv) has the reference table's parts for a spreadsheet.

The column **must be** decides. The part number beside it is one that we believe fits. We have not bought, built in or
measured any of them, so compare the data sheet with what the part must be. **Measure ten reeds before you order all of
them.**

The prices are our own estimates of {date}, made without a shop, for single pieces with tax and without postage: about
{total:.0f} EUR for the electronics. Look the prices up on the day you order. [The guide](guide/GUIDE.md) says how to
build each table, and calls each part by its `name`. Four more names mean many parts together: `tile`, `controller` and
`power` are all parts that are soldered onto that board, `cables` is all wire and ribbon of the table of cables.

## Electronics of the reference table

| name | what it is | must be | suggested | or | in a tile | in the table | order | EUR |
|---|---|---|---|---|---|---|---|---|
{parts}

## Cables

| cable | must be | length | EUR |
|---|---|---|---|
{cables}

## What else the reference table takes

Prices of {later}, as above; with the electronics about {reference_total} EUR. The filament is for the printed parts
below.

{materials}

## What is printed

These parts take the filament above. [How each lies on the bed, what it weighs and how long it takes](printed/parts.md).
The fifteen pieces of the trap are listed [on its page](trap/README.md#what-to-print).

| name | what it is | how many |
|---|---|---|
{printed}

## A table in one evening

About {evening_total} EUR for everything: [one evening](guide/one-evening.md).

{evening}

## An old board

For a board of 48 places, about {old_total} EUR without the board itself: [an old board](guide/old-board.md).

{old}
"""


def make(folder: Path = HARDWARE) -> None:
    """Write both files."""
    for suffix, text in {"csv": to_csv(), "md": to_markdown()}.items():
        (folder / f"{NAME}.{suffix}").write_text(text, "utf-8")


if __name__ == "__main__":
    make()
