"""The sheets to print: the reference table's drill template and every game's overlay, whole and in pages.

`python -m hardware.making.sheets` makes them in hardware/sheets; `--check` proves that the files there are up to date.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hardware.making.made import make_or_check

from mouseboard import layouts
from mouseboard.layouts.reference import REFERENCE
from mouseboard.sheets.paper import PAPERS, WHOLE
from mouseboard.sheets.printing import sheet

FOLDER = Path("hardware", "sheets")
SHEETS = {"drill": (REFERENCE, "template")} | {f"{name}-overlay": (name, "overlay") for name in layouts.shipped()}
"""Layout and kind of each sheet, by the beginning of its files' names."""


def make(root: Path) -> Iterator[Path]:
    (root / FOLDER).mkdir(parents=True, exist_ok=True)
    for start, (layout, kind) in SHEETS.items():
        for paper in (WHOLE, *PAPERS):
            name = FOLDER / f"{start}-{paper}.pdf"
            (root / name).write_bytes(sheet(layout, kind, paper, "en")[0])
            yield name


if __name__ == "__main__":
    make_or_check(make)
