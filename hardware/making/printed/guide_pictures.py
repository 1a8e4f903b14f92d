"""Pictures of the guide's steps for the reference table, made from the models and the boards' placement.

python -m hardware.making.printed.guide_pictures            draws them into hardware/guide/steps
python -m hardware.making.printed.guide_pictures --check    draws them elsewhere, and compares
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from hardware.making.made import make_or_check
from hardware.making.printed import guide_plans as plans
from hardware.making.printed import guide_solids as solids

FOLDER = Path("hardware/guide/steps")
ALL: dict[str, Callable[[], str]] = {
    "sample": solids.sample,
    "tile-parts": solids.tile_parts,
    "cables": plans.cables,
    "tile": solids.tile,
    "reeds": solids.reeds,
    "plate": solids.plate,
    "plate-holes": plans.plate_holes,
    "row": solids.row,
    "between-tiles": plans.between_tiles,
    "mount": solids.mount,
    "sheet": solids.sheet,
    "connect": plans.connect,
    "table": solids.table,
}


def make(root: Path) -> Iterable[Path]:
    """Write all pictures below a root, and yield their paths."""
    (root / FOLDER).mkdir(parents=True, exist_ok=True)
    for name, draw in ALL.items():
        (root / FOLDER / f"{name}.svg").write_text(draw(), "utf-8")
        yield FOLDER / f"{name}.svg"


if __name__ == "__main__":
    make_or_check(make)
