"""The kept board under KiCad's own rules, and files for a board house that are what would be made now."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from hardware.making.fabrication import FABRICATION, complaints
from hardware.making.kicad import undated, violations
from hardware.making.tile_board import TILE

NEEDS_KICAD = pytest.mark.kicad


def planted(folder: Path, old: str, new: str) -> Path:
    """A copy of the board in which the first of such a text is replaced; its footprints stay where they are."""
    text, found = re.subn(old, new, TILE.read_text("utf-8"), count=1)
    assert found, f"{old} is not in {TILE.name}"
    beside = folder / "boards" / "tile"
    shutil.copytree(TILE.parent, beside)
    (folder / "boards" / "lib").symlink_to(TILE.parents[1] / "lib")
    board = beside / TILE.name
    board.write_text(text, "utf-8")
    return board


def test_no_kept_file_bears_a_date() -> None:
    files = [TILE, *FABRICATION.iterdir()]
    assert len(files) > 10
    assert [file.name for file in files if undated(file.read_text("utf-8")) != file.read_text("utf-8")] == []
    assert not any(re.search(r"20\d\d-\d\d-\d\d", file.read_text("utf-8")) for file in files)


@NEEDS_KICAD
def test_nothing_is_wrong_with_the_kept_board_and_what_is_made_from_it() -> None:
    assert list(complaints(TILE)) == []


SIGNAL = r"\(segment(?:\s*\((?:start|end) [^)]*\)){2}\s*\(width 0\.25\)(?:[^()]|\([^()]*\))*\)"

FAULTS = {
    "a cut track": (SIGNAL, "", "unconnected_items"),
    "a broken clearance": (r"(\(segment\s+\(start [^)]*\)\s+\(end )[^)]*", r"\g<1>60 60", "clearance"),
    "a pad on another's net": (r'(\t\t\t\(net )\d+ "/REED_1"', r'\g<1>1 "+3V3"', "shorting_items"),
    "another net than in the schematic": (r'(\t\t\t\(net )\d+ "/REED_1"', r'\g<1>1 "+3V3"', "net_conflict"),
    "a part elsewhere": (
        r'(\(footprint "mouseboard:Reed(?:[^()]|\([^a][^()]*\))*\(at )[\d.]+',
        r"\g<1>70",
        "unconnected_items",
    ),
    "a hole drilled too small": (r"(\(drill )0.4\)", r"\g<1>0.2)", "drill_out_of_range"),
}


@NEEDS_KICAD
@pytest.mark.parametrize("fault", FAULTS)
def test_kicad_finds(fault: str, tmp_path: Path) -> None:
    old, new, told = FAULTS[fault]
    assert told in {line.split(":")[0] for line in violations(planted(tmp_path, old, new))}


@NEEDS_KICAD
def test_another_placement_makes_another_board(tmp_path: Path) -> None:
    board = planted(tmp_path, r'(gr_text )"IN"', r'\1"INTO"')
    assert f"{TILE.name} is not what would be made now: make hardware" in complaints(board)
