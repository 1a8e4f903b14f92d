"""The kept schematics match the source, and KiCad finds no fault in them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hardware.making import footprints, symbols
from hardware.making.kicad import KEPT_BY, complaints_of_schematic, version
from hardware.making.schematic import BOARDS, drawing, printed, used
from hardware.making.source import ALL_CIRCUITS, CIRCUITS, BadSource, load
from tests.hardware.plant import plant


@pytest.mark.parametrize("name", CIRCUITS)
def test_the_kept_schematics_match_the_source(name: str) -> None:
    made = drawing(name)
    assert (BOARDS / name / f"{name}.kicad_sch").read_text("utf-8") == made.text()
    assert (BOARDS / name / "sym-lib-table").read_text("utf-8") == symbols.table(made.symbols)
    assert (BOARDS / name / "fp-lib-table").read_text("utf-8") == footprints.table(made.footprints)


def test_the_kept_symbols_are_those_in_use() -> None:
    kept = {f"{path.stem}:{name}" for path in symbols.KEPT.glob("*.kicad_sym") for name in symbols.names(path)}
    assert kept == used()


def test_the_kept_footprints_are_those_of_circuits_and_perfboards() -> None:
    """The registers have no schematic, but their perfboard is drawn with the bodies of its parts."""
    kept = {f"{path.parent.stem}:{path.stem}" for path in footprints.KEPT.glob("*/*.kicad_mod")}
    assert kept == {footprint for name in ALL_CIRCUITS for footprint in footprints.used(load(name))}


def test_a_part_that_is_not_drawn_is_named(tmp_path: Path) -> None:
    source = plant(tmp_path, "drawing.toml", ("R17 = [170, 84]\n", ""))
    with pytest.raises(BadSource, match=r"drawing.toml: tile: R17 is not drawn"):
        drawing("tile", source)


@pytest.mark.kicad
@pytest.mark.parametrize("name", CIRCUITS)
def test_kicad_finds_no_fault_in_a_kept_schematic(name: str) -> None:
    assert complaints_of_schematic(BOARDS / name / f"{name}.kicad_sch") == []


@pytest.mark.kicad
@pytest.mark.parametrize("name", CIRCUITS)
def test_the_kept_pdf_is_what_kicad_prints(name: str, tmp_path: Path) -> None:
    """Byte for byte with the KiCad version that made it; another version prints slightly different files."""
    page, kept = printed(name, tmp_path).read_bytes(), (BOARDS / name / f"{name}.pdf").read_bytes()
    assert page.startswith(b"%PDF")
    assert page == kept or version() != KEPT_BY


@pytest.mark.kicad
@pytest.mark.parametrize(
    ("name", "change", "expected"),
    [
        ("tile", ('SR_MIDDLE = ["U1.DS", "U2.Q7"]', 'SR_MIDDLE = ["U2.Q7"]'), "U1"),
        ("controller", ('"U1.1OE", ', ""), "U1"),
        ("power", ('SERVO_PWM = ["J7.8", "J6.1", "R7.1"]', 'SERVO_PWM = ["J7.8", "J6.1"]'), "R7"),
    ],
)
def test_kicad_finds_an_unconnected_pin(name: str, change: tuple[str, str], expected: str, tmp_path: Path) -> None:
    """The drawing lacks the mark for a pin that is meant to be free, as if the pin had been forgotten."""
    source = plant(tmp_path, f"{name}.toml", change)
    folder = tmp_path / "boards" / name
    shutil.copytree(BOARDS / "lib", tmp_path / "boards" / "lib")
    shutil.copytree(BOARDS / name, folder)
    text = drawing(name, source).text()
    lines = [line for line in text.splitlines(keepends=True) if "(no_connect" not in line]
    (folder / f"{name}.kicad_sch").write_text("".join(lines), "utf-8")
    found = complaints_of_schematic(folder / f"{name}.kicad_sch")
    assert any(one.startswith("pin_not_connected") and f"Symbol {expected}" in one for one in found)
