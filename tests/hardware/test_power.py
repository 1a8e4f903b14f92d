"""The power budget adds up, its kept page is up to date, and overloads and thin wires are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hardware.making.made import ROOT
from hardware.making.power import budget, complaints
from hardware.making.power_page import PAGE, page
from hardware.making.whole import assemble, load_cables
from tests.hardware.plant import plant


def test_the_power_budget_has_no_complaints() -> None:
    assert list(complaints(budget())) == []


def test_the_kept_power_page_equals_a_new_one() -> None:
    assert (ROOT / PAGE).read_text("utf-8") == page(budget()), "make hardware"


def test_lamps_are_counted_and_capped() -> None:
    found = budget()
    assert (found.lamps, found.full, found.cap) == (81, 4860, 1500)
    assert found.lit == 1500 + 81


def test_the_3_volt_rail_feeds_every_pull_up_and_register_of_nine_tiles() -> None:
    found = budget()
    assert found.pulls == {10_000: 9 * 13, 100_000: 1}
    assert found.chips["74HC165"] == (18, 18)
    assert found.chips["74LVC2G17"] == (9, 9)
    assert found.rail == pytest.approx(117 * 0.33 + 0.033 + 18 + 9 + 1)


def test_a_row_s_wires_are_loaded_most_when_all_light_is_at_its_far_end() -> None:
    assert budget().row(3) == pytest.approx([1.527, 1.098, 0.549])


def test_a_track_of_2_5_mm_carries_what_ipc_2221_says() -> None:
    assert budget().trunk == 2.5
    assert budget().trunk_bears == pytest.approx(4.6, abs=0.1)


def test_a_higher_current_cap_is_refused() -> None:
    wrong = list(complaints(budget(cap=5000)))
    assert "F1, lamps: 4.94 A are more than 75% of 2.5 A" in wrong
    assert "supply: 7.66 A are more than 80% of its 6 A" in wrong


FAULTS = {
    "thin wires to the lamps": (
        "cables.toml",
        (('mm2 = 0.75', 'mm2 = 0.25'),),
        "cable lamps 1: 0.25 mm2 bear 1.50 A, and F1 lets 2.5 A through",
    ),
    "a thin cable from the supply": (
        "cables.toml",
        (('mm2 = 1.5', 'mm2 = 0.75'),),
        "cable supply: 0.75 mm2 bear less than the supply gives",
    ),
    "lamps far away": (
        "cables.toml",
        (('name = "lamps 1"\nkind = "lamp"\nlength = 0.6', 'name = "lamps 1"\nkind = "lamp"\nlength = 5.0'),),
        "the last lamp of a row has 4.21 V, 4.5 V are needed",
    ),
    "a larger fuse": (
        "parts.toml",
        (('value = "2.5 A"', 'value = "10 A"'),),
        "cable lamps 1: 0.75 mm2 bear 4.50 A, and F1 lets 10 A through",
    ),
    "a stronger servo": (
        "parts.toml",
        (("milliamps = 2500", "milliamps = 4000"),),
        "F2, servo: 4.00 A are more than 100% of 3 A",
    ),
    "stronger pull-ups": (
        "parts.toml",
        (("ohms = 10_000", "ohms = 1_000"),),
        "3.3 V: 414 mA, and the Pico gives 300 mA",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_refused(fault: str, tmp_path: Path) -> None:
    file, changes, found = FAULTS[fault]
    source = plant(tmp_path, file, *changes)
    assert found in list(complaints(budget(whole=assemble(source), cables=load_cables(source))))
