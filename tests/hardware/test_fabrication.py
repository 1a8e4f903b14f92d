"""The kept boards under KiCad's own rules, and up-to-date files for a board house."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from hardware.making.circuit_board import NAMES, load_design
from hardware.making.fabrication import complaints
from hardware.making.kicad import KEPT_BY, undated, version, violations

NEEDS_KICAD = pytest.mark.kicad
DESIGN = load_design("tile")
TILE = DESIGN.file


def planted(folder: Path, old: str, new: str) -> Path:
    """Copy the board, with the first match of `old` replaced. Its footprints stay where they are."""
    text, found = re.subn(old, new, TILE.read_text("utf-8"), count=1)
    assert found, f"{old} is not in {TILE.name}"
    beside = folder / "boards" / "tile"
    shutil.copytree(TILE.parent, beside)
    (folder / "boards" / "lib").symlink_to(TILE.parents[1] / "lib")
    board = beside / TILE.name
    board.write_text(text, "utf-8")
    return board


@pytest.mark.parametrize("name", NAMES)
def test_no_kept_file_has_a_date(name: str) -> None:
    board = load_design(name).file
    files = [board, *board.with_name("fabrication").iterdir()]
    assert len(files) > 10
    assert [file.name for file in files if undated(file.read_text("utf-8")) != file.read_text("utf-8")] == []
    assert not any(re.search(r"20\d\d-\d\d-\d\d", file.read_text("utf-8")) for file in files)


@NEEDS_KICAD
@pytest.mark.parametrize("name", NAMES)
def test_a_kept_board_and_the_files_made_from_it_have_no_complaints(name: str) -> None:
    design = load_design(name)
    assert list(complaints(design, design.file)) == []


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
def test_kicad_finds_a_planted_fault(fault: str, tmp_path: Path) -> None:
    old, new, told = FAULTS[fault]
    assert told in {line.split(":")[0] for line in violations(planted(tmp_path, old, new))}


@NEEDS_KICAD
def test_a_changed_board_no_longer_matches_its_source(tmp_path: Path) -> None:
    board = planted(tmp_path, r'(gr_text )"IN"', r'\1"INTO"')
    noticed = f"{TILE.name} is not what would be made now: make hardware" in complaints(DESIGN, board)
    assert noticed == (version() == KEPT_BY), "another KiCad 9 would write it otherwise anyhow"
