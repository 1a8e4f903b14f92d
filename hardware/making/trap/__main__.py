"""Make the trap's files and figures.

`python -m hardware.making.trap` makes them in hardware/trap; `--check` proves that the files there are up to date.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hardware.making.made import make_or_check
from hardware.making.printed import files
from hardware.making.trap import pictures
from hardware.making.trap.measures import load_measures
from hardware.making.trap.page import page
from hardware.making.trap.pieces import PIECES, on_bed

from mouseboard.trap import course

FOLDER = Path("hardware/trap")


def make(root: Path) -> Iterator[Path]:
    """Write all files below a root and yield their paths."""
    of, folder = load_measures(), root / FOLDER
    for kind in ("stl", "step", "pictures"):
        (folder / kind).mkdir(parents=True, exist_ok=True)
    written = {f"pictures/{name}.svg": figure for name, figure in pictures.all_of_them(of, course()).items()}
    written["README.md"] = page(of, course())
    for name, text in written.items():
        (folder / name).write_text(text, "utf-8")
        yield FOLDER / name
    for piece in PIECES:
        yield from (FOLDER / name for name in files.write(piece.file, on_bed(of, piece.name), folder))


if __name__ == "__main__":
    make_or_check(make)
