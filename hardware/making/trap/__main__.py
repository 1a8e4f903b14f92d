"""Makes the trap's files and figures.

`python -m hardware.making.trap` makes them in hardware/trap, with `--check` it proves that they are kept so.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hardware.making.made import make_or_check
from hardware.making.printed import files
from hardware.making.trap import pictures
from hardware.making.trap.measures import load_measures
from hardware.making.trap.page import written
from hardware.making.trap.pieces import PIECES, on_bed

from mouseboard.trap import course

FOLDER = Path("hardware/trap")


def make(root: Path) -> Iterator[Path]:
    """Writes below a folder, and tells what."""
    of, folder = load_measures(), root / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for piece in PIECES:
        for name in files.write(piece.file, on_bed(of, piece.name), folder):
            yield FOLDER / name
    for name, figure in pictures.all_of_them(of, course()).items():
        (folder / f"{name}.svg").write_text(figure, "utf-8")
        yield FOLDER / f"{name}.svg"
    (folder / "README.md").write_text(written(of, course()), "utf-8")
    yield FOLDER / "README.md"


if __name__ == "__main__":
    make_or_check(make)
