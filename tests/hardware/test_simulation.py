"""The kept simulation matches the source, and what it computed is within limits."""

from __future__ import annotations

import os
import shutil
from typing import Any

import numpy as np
import pytest
from hardware.making import clock_lines, reversed_plugs, ribbon, simulation, spice
from hardware.making.clock_lines import AHC, DRAWS, END_NS, FALL_NS, HIGH, LOW, RIBBON_OHMS, TILES, budget, judge
from hardware.making.whole import load_cables

NEEDS_NGSPICE = pytest.mark.skipif(
    shutil.which("ngspice") is None and os.environ.get("CI") != "true", reason="there is no ngspice here"
)


def kept(study: str) -> Any:
    return simulation.load_figures()[study]["figures"]


def test_the_kept_simulation_matches_the_source() -> None:
    """A changed deck is run, so without ngspice a change is an error."""
    assert simulation.main(["--check"]) is None


@pytest.mark.parametrize("name", [*simulation.LINES, "pieces clock", "pieces load"])
def test_each_edge_crosses_each_level_once_at_all_18_registers_in_every_draw(name: str) -> None:
    found = kept(name)["draws"]
    assert found["runs"] > DRAWS
    assert (found["unclean"], found["crossings"]) == (0, 1)
    assert found["edge"] < 5
    assert found["lowest"] > -0.5
    assert found["highest"] < 3.3 + 0.5


def test_data_is_steady_around_every_clock_along_the_chain() -> None:
    margins = budget(kept("clock")["draws"], kept("data"))
    assert min(margins.setup, margins.hold, margins.pico, margins.mark) > 0


def test_data_is_steady_around_every_clock_along_the_pieces_of_an_old_board() -> None:
    margins = budget(kept("pieces clock")["draws"], kept("pieces data"), AHC)
    assert min(margins.setup, margins.hold, margins.pico, margins.mark) > 0


def test_one_piece_without_a_buffer_is_clean_and_more_are_not() -> None:
    found = kept("pieces former")
    assert {pieces: one["crossings"] > 1 for pieces, one in found.items()} == {
        "1": False,
        "2": True,
        "3": True,
        "9": True,
    }


@pytest.mark.parametrize("name", simulation.NEIGHBOURS)
def test_neighbours_in_the_ribbon_move_no_line_into_the_band(name: str) -> None:
    found = kept(name)
    assert found["runs"] > ribbon.DRAWS
    assert (found["unclean"], found["crossings"]) == (0, 1)
    assert found["edge"] < 5
    assert found["resting"] < min(LOW, 3.3 - HIGH)


def test_neighbours_in_the_ribbon_leave_data_its_level_while_registers_are_clocked() -> None:
    assert kept("ribbon clock")["data"] < min(LOW, 3.3 - HIGH)


def test_the_lines_of_a_ribbon_have_the_impedance_that_is_assumed_for_one_between_two_grounds() -> None:
    ground, between = ribbon.impedances()
    alone = 1 / (1 / ground["SR_SCK"] + sum(1 / ohms for pair, ohms in between.items() if "SR_SCK" in pair))
    assert alone == pytest.approx(RIBBON_OHMS, rel=0.1)
    assert min(between, key=lambda pair: between[pair]) in {("SR_PL", "SR_MISO"), ("SR_MISO", "SR_TEST")}


def test_a_neighbour_that_moves_a_resting_line_is_noticed() -> None:
    ns = np.linspace(0, ribbon.END_NS, 1000)
    clean = np.where((ns > 10) & (ns < ribbon.FALL_NS), 3.3, 0.0)
    lines = [clean] * (2 * TILES) + [3.3 - 1.5 * (abs(ns - 20) < 2)] * (2 * TILES) + [0.4 * (abs(ns - 30) < 2)]
    found = ribbon.judged(np.column_stack([ns * 1e-9, *lines]))
    assert found.line.crossings == 1
    assert [found.resting, found.data] == pytest.approx([1.5, 0.4])


def test_the_former_board_clocks_twice_and_its_repair_does_not() -> None:
    found = list(kept("former").values())
    assert found[0]["crossings"] > 1
    assert found[-1]["crossings"] == 1


def test_lamps_servo_and_sensors_see_good_levels() -> None:
    found = kept("supply")
    assert max(found["lamp_rise_ns"], found["lamp_fall_ns"]) < 150
    assert found["bus_volts"] > 2.3
    assert found["open_volts"] > 2.31
    assert found["closed_volts"] < 0.99
    assert 2.0 < found["rail_ok_volts"] < found["rail_ok_most"] < 3.6
    assert found["sense_most"] < 3.3


def test_no_reversed_cable_burns_anything() -> None:
    found = kept("reversed")
    assert {cable.name for cable in load_cables().cable} < found.keys()
    assert [name for name, one in found.items() if one["burns"]] == ["supply without Q3"]


def test_a_register_that_sees_an_edge_twice_is_noticed() -> None:
    ns = np.linspace(0, END_NS, 1000)
    clean = np.where((ns > 10) & (ns < FALL_NS), 3.3, 0.0)
    twice = np.where((ns > 20) & (ns < 25), 1.6, clean)
    assert judge(wave(ns, clean)).crossings == 1
    assert judge(wave(ns, twice)).crossings == 2


def test_a_register_without_a_clock_is_noticed() -> None:
    ns = np.linspace(0, END_NS, 1000)
    assert judge(wave(ns, 0 * ns)).crossings == 99


def wave(ns: np.ndarray[Any, Any], volts: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.column_stack([ns * 1e-9, *[volts] * (2 * TILES)])


def test_the_fuse_of_the_lamps_opens_before_the_controller_s_wire_is_too_warm() -> None:
    seconds = reversed_plugs.opening(6.3 / 2.5)
    assert seconds
    assert reversed_plugs.warming(6.3, 0.34, seconds) < reversed_plugs.CABLE_KELVIN
    assert reversed_plugs.warming(6.3, 0.14, seconds) > reversed_plugs.CABLE_KELVIN
    assert reversed_plugs.opening(1.5) is None


def test_the_firmware_s_clock_is_that_of_the_budget() -> None:
    assert clock_lines.chain_hz(144) == 2_288_000


@NEEDS_NGSPICE
def test_ngspice_gives_the_kept_figures_again() -> None:
    again = judge(spice.run(clock_lines.deck(clock_lines.line("SR_SCK"))))
    found = kept("clock")["nominal"]
    assert again.crossings == 1
    assert again.highest == pytest.approx(found["highest"], rel=0.01)
