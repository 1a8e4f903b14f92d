"""Fabrication files for board houses, made from the boards in the repository by KiCad, and a check of both.

A zip of gerbers and drill files, as every house takes it, and for each house what its machine needs to place the parts.
`python -m hardware.making.fabrication` makes the files. `--check` proves that KiCad's rules hold, that the schematic
agrees, and that board and files come out as in the repository, byte for byte.
"""

from __future__ import annotations

import math
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from hardware.making import kept
from hardware.making.assembly import files, placed
from hardware.making.circuit_board import NAMES, Design, load_design, write
from hardware.making.circuit_board import complaints as board_complaints
from hardware.making.kicad import KEPT_BY, cli, undated, version, violations
from hardware.making.made import instead_of
from hardware.making.shops import load_order

LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.SilkS,B.SilkS,F.Paste,Edge.Cuts"


def main(arguments: list[str]) -> int:
    designs = [load_design(name) for name in NAMES]
    if arguments == ["--check"]:
        wrong = [line for design in designs for line in complaints(design, design.file)]
        print("\n".join(wrong) or f"{', '.join(NAMES)}: nothing is wrong")
        return 1 if wrong else 0
    for design in designs:
        with instead_of(design.file.with_name("fabrication")) as folder:
            make(design, design.file, folder)
        with TemporaryDirectory() as folder:
            for picture in list(make_pictures(design, Path(folder))):
                shutil.copyfile(picture, design.file.with_name(picture.name))
    return 0


def make(design: Design, board: Path, folder: Path) -> None:
    """Write the zip and each house's files for assembly. The origin is the lower left corner."""
    folder.mkdir(exist_ok=True)
    origin = "--use-drill-file-origin"
    with TemporaryDirectory() as temporary:
        drawn, positions = Path(temporary, "drawn"), Path(temporary, "positions.csv")
        drawn.mkdir()
        cli("pcb", "export", "gerbers", "-o", f"{drawn}/", "-l", LAYERS, "--subtract-soldermask", origin, board)
        cli("pcb", "export", "drill", "-o", f"{drawn}/", "--excellon-separate-th", "--drill-origin", "plot", board)
        cli("pcb", "export", "pos", "-o", positions, "--format", "csv", "--units", "mm", "--smd-only", origin, board)
        _zip(drawn, folder / f"{board.stem}-gerbers.zip")
        parts = placed(positions.read_text("utf-8"))
    for name, text in files(design.circuit, parts, load_order()):
        (folder / name).write_text(text, "utf-8")


def contents(file: Path) -> dict[str, bytes]:
    """Return what is in a file, by name; of a zip each of its members, because packing differs between machines."""
    if file.suffix != ".zip":
        return {file.name: file.read_bytes()}
    with ZipFile(file) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def make_pictures(design: Design, folder: Path, models: Path | None = None) -> Iterator[Path]:
    """Render both sides of the board, and yield the paths; with models of the parts only the front, and all on it."""
    wide, high = design.size
    zoom = 0.69 * math.hypot(wide, high) / high  # KiCad fits the diagonal into the height
    size = ("-w", "1200", "-h", f"{1200 * high / wide:.0f}", "--zoom", f"{zoom:.2f}", "--background", "opaque")
    for side, name in [("top", "parts")] if models else [("top", "front"), ("bottom", "back")]:
        picture = folder / f"{design.file.stem}-{name}.png"
        cli("pcb", "render", "--side", side, *size, "-o", picture, design.file, models=models)
        yield picture


def complaints(design: Design, board: Path) -> Iterator[str]:
    """Yield a sentence for each fault of a board in the repository, or of its fabrication files.

    Only the KiCad that wrote the board can reproduce it: another 9.x orders lines and compares footprints differently.
    """
    same_kicad = version() == KEPT_BY
    yield from (line for line in violations(board) if same_kicad or not line.startswith("lib_footprint_mismatch"))
    yield from board_complaints(design, kept.read(board))
    with TemporaryDirectory() as folder:
        again, fabrication = Path(folder, board.name), Path(folder, "fabrication")
        if same_kicad:
            write(design, again, kept.read(board).routed)
            yield from _differ(board, again)
        make(design, board, fabrication)
        kept_files = board.with_name("fabrication")
        for name in sorted({path.name for files in (kept_files, fabrication) for path in files.iterdir()}):
            yield from _differ(kept_files / name, fabrication / name)


def _zip(drawn: Path, packed: Path) -> None:
    """Pack gerbers and drill files without dates, next to each other; KiCad's own job file stays out."""
    with ZipFile(packed, "w", ZIP_DEFLATED) as zipped:
        for file in sorted(drawn.iterdir()):
            if file.suffix != ".gbrjob":
                zipped.writestr(ZipInfo(file.name), undated(file.read_text("utf-8")), ZIP_DEFLATED)


def _differ(kept_file: Path, made: Path) -> Iterator[str]:
    """Yield a sentence if a file in the repository differs from the one made now."""
    if not (kept_file.exists() and made.exists() and contents(kept_file) == contents(made)):
        yield f"{kept_file.name} is not what would be made now: make hardware"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
