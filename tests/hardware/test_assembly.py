"""Each board house gets its own columns and angles, the same parts in both files, and no number without a page."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path

import pytest
from hardware.making.assembly import files, package, placed
from hardware.making.circuit_board import NAMES, load_design
from hardware.making.shops import load_order, numbers
from hardware.making.source import BadSource, load, load_kinds
from msgspec.structs import replace
from tests.hardware.plant import plant

ORDER = load_order()
HOUSES = list(ORDER.house)
POSITIONS = """Ref,Val,Package,PosX,PosY,Rot,Side
"U1","74HC165","SOIC-16",86.000000,40.000000,180.000000,top
"R10","10k","R_0805",54.500000,84.500000,0.000000,top
"R2","10k","R_0805",79.000000,39.500000,90.000000,bottom
"D1","WS2812B","LED",32.500000,32.500000,180.000000,top
"""


def made(name: str) -> list[dict[str, str]]:
    """Return the rows of a file that is made from four positions."""
    texts = dict(files(load("tile"), placed(POSITIONS), ORDER))
    return list(csv.DictReader(texts[f"tile-{name}.csv"].splitlines()))


def kept(board: str, name: str) -> list[dict[str, str]]:
    file = load_design(board).file.with_name("fabrication") / f"{board}-{name}.csv"
    return list(csv.DictReader(file.read_text("utf-8").splitlines()))


def test_jlcpcb_gets_its_columns_and_its_own_angles() -> None:
    assert made("jlcpcb-positions") == [
        {"Designator": "D1", "Mid X": "32.5000", "Mid Y": "32.5000", "Layer": "Top", "Rotation": "0"},
        {"Designator": "R2", "Mid X": "79.0000", "Mid Y": "39.5000", "Layer": "Bottom", "Rotation": "90"},
        {"Designator": "R10", "Mid X": "54.5000", "Mid Y": "84.5000", "Layer": "Top", "Rotation": "0"},
        {"Designator": "U1", "Mid X": "86.0000", "Mid Y": "40.0000", "Layer": "Top", "Rotation": "90"},
    ]


@pytest.mark.parametrize("house", ["pcbway", "aisler"])
def test_other_houses_get_the_angles_of_kicad(house: str) -> None:
    assert [row["rotation"] for row in made(f"{house}-positions")] == ["180", "90", "0", "180"]


def test_jlcpcb_gets_a_stock_number_where_a_page_told_us_and_an_empty_column_elsewhere() -> None:
    rows = {row["Designator"]: row["JLCPCB Part #"] for row in made("jlcpcb-bom")}
    assert rows == {"D1": "C114586", "R2,R10": "C84376", "U1": "C5613"}
    other = dict(files(load("tile"), placed(POSITIONS), replace(ORDER, stock=())))
    assert {row["JLCPCB Part #"] for row in csv.DictReader(other["tile-jlcpcb-bom.csv"].splitlines())} == {""}


def test_pcbway_gets_what_it_calls_necessary() -> None:
    (row,) = (row for row in made("pcbway-bom") if row["Designator"] == "R2,R10")
    assert (row["Quantity"], row["MPN"], row["Package"]) == ("2", "RC0805FR-0710KL", "0805")


@pytest.mark.parametrize("house", HOUSES)
def test_a_kept_list_and_its_positions_have_the_same_parts(house: str) -> None:
    """JLCPCB places only what is in both files."""
    listed = [ref for row in kept("tile", f"{house}-bom") for ref in row["Designator"].split(",")]
    positions = [row.get("Designator") or row["designator"] for row in kept("tile", f"{house}-positions")]
    assert sorted(listed) == sorted(positions)
    assert len(set(listed)) == len(listed) >= 39
    assert not {ref for ref in listed if ref.startswith(("S", "J", "H"))}, "these are soldered by hand"


@pytest.mark.parametrize("house", HOUSES)
def test_every_part_in_a_kept_list_has_a_number_of_its_maker_or_of_the_house(house: str) -> None:
    assert [row for row in kept("tile", f"{house}-bom") if not (row.get("MPN") or row.get("Comment"))] == []


@pytest.mark.parametrize("board", NAMES)
def test_only_boards_with_flat_parts_have_files_for_assembly(board: str) -> None:
    flat = any("_SMD:" in load_design(board).circuit.kind(ref).footprint for ref in load_design(board).circuit.parts)
    assert bool([*load_design(board).file.with_name("fabrication").glob("*-bom.csv")]) == flat


def test_every_fact_about_a_house_or_a_shop_names_a_page() -> None:
    pages = [page for house in ORDER.house.values() for page in house.pages]
    pages += [page for one in ORDER.rotation for page in one.pages] + [one.page for one in ORDER.stock]
    assert all(re.match(r"https://[\w.]+/\S+$", page) for page in pages)
    assert all(one.stock in one.page for one in ORDER.stock), "the page's address has the number"
    assert all(re.sub(r"\W", "", one.number).lower() in re.sub(r"\W", "", one.page).lower() for one in ORDER.stock)


def test_every_suggested_part_has_a_number_that_can_be_ordered() -> None:
    kinds = [kind for kind in load_kinds().values() if kind.suggested and not kind.suggested.startswith("any")]
    assert [kind.value for kind in kinds if not numbers(kind)] == []


def test_a_stock_number_of_another_part_than_the_suggested_one_is_refused(tmp_path: Path) -> None:
    source = plant(tmp_path, "parts.toml", ("RC0805FR-0710KL", "RC0805FR-0711KL"))
    with pytest.raises(BadSource, match=r"C84376: parts.toml does not suggest RC0805FR-0710KL as 10k-0805"):
        load_order(source)


@pytest.mark.parametrize(
    ("footprint", "case"),
    [
        ("R_0805_2012Metric_Pad1.20x1.40mm_HandSolder", "0805"),
        ("SOIC-16_3.9x9.9mm_P1.27mm", "SOIC-16"),
        ("SOT-23-5", "SOT-23-5"),
        ("SOT-353_SC-70-5", "SOT-353"),
        ("LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm", "LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm"),
    ],
)
def test_a_case_is_named_as_houses_name_it(footprint: str, case: str) -> None:
    assert package(footprint) == case


@pytest.mark.parametrize("board", NAMES)
def test_a_board_s_file_has_the_makers_numbers_that_pcbway_s_and_aisler_s_plug_ins_look_for(board: str) -> None:
    design = load_design(board)
    suggested = Counter(found[0].number for ref in design.circuit.parts if (found := numbers(design.circuit.kind(ref))))
    drawn, board_file = (
        re.findall(r'\(property "MPN" "([^"]+)"', design.file.with_suffix(f".kicad_{end}").read_text("utf-8"))
        for end in ("sch", "pcb")
    )
    assert Counter(board_file) == suggested
    assert set(drawn) == set(suggested)
