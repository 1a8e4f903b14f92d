"""The kept boards under KiCad's own rules, and up-to-date files for a board house."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from zipfile import ZipFile

import pytest
from hardware.making.circuit_board import NAMES, load_design
from hardware.making.fabrication import complaints, contents
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
def test_no_kept_file_has_a_date_but_that_of_its_revision(name: str) -> None:
    design = load_design(name)
    board = design.file
    files = [board, *board.with_name("fabrication").iterdir()]
    texts = {name: text.decode() for file in files for name, text in contents(file).items()}
    assert len(texts) > 10
    assert [name for name, text in texts.items() if undated(text) != text] == []
    dates = {date for text in texts.values() for date in re.findall(r"20\d\d-\d\d-\d\d", text)}
    assert dates == {design.circuit.date.isoformat()}


@pytest.mark.parametrize("name", NAMES)
def test_the_zip_for_board_houses_has_every_layer_and_both_drill_files_beside_each_other(name: str) -> None:
    packed = contents(load_design(name).file.with_name("fabrication") / f"{name}-gerbers.zip")
    layers = "B_Cu.gbl B_Mask.gbs B_Silkscreen.gbo Edge_Cuts.gm1 F_Cu.gtl F_Mask.gts F_Paste.gtp F_Silkscreen.gto"
    assert list(packed) == [f"{name}-{layer}" for layer in (*layers.split(), "NPTH.drl", "PTH.drl")]
    assert all(gerber.rstrip().endswith(b"M02*") for file, gerber in packed.items() if not file.endswith(".drl"))
    assert all(drill.rstrip().endswith(b"M30") for file, drill in packed.items() if file.endswith(".drl"))


def test_a_zip_with_another_gerber_is_no_longer_what_would_be_made(tmp_path: Path) -> None:
    kept, other = TILE.with_name("fabrication") / "tile-gerbers.zip", tmp_path / "tile-gerbers.zip"
    with ZipFile(other, "w") as packed:
        for name, text in contents(kept).items():
            packed.writestr(name, text.replace(b"X120000000Y0D02", b"X121000000Y0D02"))
    assert contents(other) != contents(kept)
    assert contents(other).keys() == contents(kept).keys()


@NEEDS_KICAD
@pytest.mark.parametrize("name", NAMES)
def test_a_kept_board_and_the_files_made_from_it_have_no_complaints(name: str) -> None:
    design = load_design(name)
    assert list(complaints(design, design.file)) == []


NUMBER = re.search(r'\(net (\d+) "/SR_MISO"\)', TILE.read_text("utf-8"))
assert NUMBER
SIGNAL = rf"\(segment(?:\s*\((?:start|end|width|layer) [^)]*\)){{4}}\s*\(net {NUMBER[1]}\)(?:[^()]|\([^()]*\))*\)"

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
