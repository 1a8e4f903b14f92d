"""The sheets to print: the reference table's drill template and every game's overlay, whole and in pages.

`python -m hardware.making.sheets` makes them in hardware/sheets; `--check` proves that the files there are up to date.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hardware.making.made import make_or_check
from hardware.making.men_boards import BOARDS
from hardware.making.men_sheets import MenOverlay, written

from mouseboard import layouts
from mouseboard.layouts.reference import REFERENCE
from mouseboard.sheets.paper import PAPERS, WHOLE, Paging, pdf, tiled, whole
from mouseboard.sheets.printing import sheet

FOLDER = Path("hardware", "sheets")
MEN = {f"{board.name}-overlay": board for board in BOARDS}
"""The boards for men, by the beginning of their files' names."""
MICE = [name for name in layouts.shipped() if f"{name}-overlay" not in MEN]
SHEETS = {"drill": (REFERENCE, "template")} | {f"{name}-overlay": (name, "overlay") for name in MICE}
"""Layout and kind of each other sheet, likewise."""


def men_sheet(start: str, paper: str) -> tuple[bytes, Paging]:
    """Return the PDF of an overlay for men, and its paging."""
    drawing = MenOverlay(MEN[start])
    paging = whole(drawing) if paper == WHOLE else tiled(drawing, PAPERS[paper])
    return pdf(drawing, paging, f"{MEN[start].title}: overlay", "en"), paging


def make(root: Path) -> Iterator[Path]:
    (root / FOLDER).mkdir(parents=True, exist_ok=True)
    for start, (layout, kind) in SHEETS.items():
        for paper in (WHOLE, *PAPERS):
            name = FOLDER / f"{start}-{paper}.pdf"
            (root / name).write_bytes(sheet(layout, kind, paper, "en")[0])
            yield name
    for start in MEN:
        for paper in (WHOLE, *PAPERS):
            name = FOLDER / f"{start}-{paper}.pdf"
            (root / name).write_bytes(men_sheet(start, paper)[0])
            yield name
    for board in BOARDS:
        name = FOLDER / f"{board.name}.toml"
        (root / name).write_text(written(board), "utf-8")
        yield name


if __name__ == "__main__":
    make_or_check(make)
