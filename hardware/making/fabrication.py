"""What a board house needs, made from the kept board by KiCad; and the proof that what is kept is what it should be.

`python -m hardware.making.fabrication` makes, with `--check` it proves: KiCad's rules hold, the schematic agrees, and
board and files come out as they are kept, byte for byte.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from hardware.making import kept, tile_board
from hardware.making.kicad import cli, undated, violations
from hardware.making.tile_board import TILE

FABRICATION = TILE.parent / "fabrication"
LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.SilkS,B.SilkS,F.Paste,Edge.Cuts"
PICTURES = {"top": TILE.parent / "tile-front.png", "bottom": TILE.parent / "tile-back.png"}


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        wrong = list(complaints(TILE))
        print("\n".join(wrong) or f"{TILE.name}: nothing is wrong")
        return 1 if wrong else 0
    make(TILE, FABRICATION)
    make_pictures(TILE, PICTURES)
    return 0


def make(board: Path, folder: Path) -> None:
    """Gerbers, drill files, and positions for a machine that places parts. They count from the lower left corner."""
    folder.mkdir(exist_ok=True)
    origin = "--use-drill-file-origin"
    cli("pcb", "export", "gerbers", "-o", f"{folder}/", "-l", LAYERS, "--subtract-soldermask", origin, board)
    cli("pcb", "export", "drill", "-o", f"{folder}/", "--excellon-separate-th", "--drill-origin", "plot", board)
    positions = folder / f"{board.stem}-positions.csv"
    cli("pcb", "export", "pos", "-o", positions, "--format", "csv", "--units", "mm", "--smd-only", origin, board)
    for file in folder.iterdir():
        file.write_text(undated(file.read_text("utf-8")), "utf-8")


def make_pictures(board: Path, pictures: dict[str, Path]) -> None:
    """How both sides will look."""
    size = ("-w", "1200", "-h", "1200", "--zoom", "0.98", "--background", "opaque")
    for side, picture in pictures.items():
        cli("pcb", "render", "--side", side, *size, "-o", picture, board)


def complaints(board: Path) -> Iterator[str]:
    """What is wrong with a kept board, or with what is kept beside it."""
    yield from violations(board)
    yield from tile_board.complaints(kept.read(board))
    with TemporaryDirectory() as made:
        again = Path(made, board.name)
        tile_board.write(again, kept.read(board).routed)
        yield from _differ(board, again)
        make(board, Path(made, "fabrication"))
        for file in sorted(
            {path.name for folder in (FABRICATION, Path(made, "fabrication")) for path in folder.iterdir()}
        ):
            yield from _differ(FABRICATION / file, Path(made, "fabrication", file))


def _differ(kept_file: Path, made: Path) -> Iterator[str]:
    """A sentence if a kept file is not what is made now."""
    if not (kept_file.exists() and made.exists() and kept_file.read_bytes() == made.read_bytes()):
        yield f"{kept_file.name} is not what would be made now: make hardware"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
