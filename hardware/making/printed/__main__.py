"""The printed parts' files, list and pictures, in hardware/printed.

python -m hardware.making.printed            make them
python -m hardware.making.printed --check    make them elsewhere, and compare
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hardware.making.made import make_or_check
from hardware.making.printed import files, sliced
from hardware.making.printed.figures import ALL
from hardware.making.printed.listed import page
from hardware.making.printed.parts import SHAPES, part

FOLDER = Path("hardware/printed")
PICTURES = FOLDER / "pictures"


def everything(root: Path) -> Iterator[Path]:
    """Write files, list and pictures below a root, and yield their paths."""
    yield from parts(root)
    yield from pictures(root)


def parts(root: Path) -> Iterator[Path]:
    """Write STL and STEP files and the list below a root, and yield their paths."""
    for folder in ("stl", "step"):
        (root / FOLDER / folder).mkdir(parents=True, exist_ok=True)
    for name in SHAPES:
        yield from (FOLDER / file for file in files.write(name, part(name), root / FOLDER))
    found = sliced.update(root / "hardware")
    yield Path("hardware") / sliced.KEPT
    yield _written(root, FOLDER / "parts.md", page(found))


def pictures(root: Path) -> Iterator[Path]:
    """Write all pictures below a root, and yield their paths."""
    (root / PICTURES).mkdir(parents=True, exist_ok=True)
    for name, picture in ALL.items():
        yield _written(root, PICTURES / f"{name}.svg", picture())


def _written(root: Path, name: Path, text: str) -> Path:
    (root / name).write_text(text, "utf-8")
    return name


if __name__ == "__main__":
    make_or_check(everything)
