"""The doctor at a simulated tile alone on the bench finds each planted fault, and no others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

import pytest
from tests.doctor.clinic import found

from mouseboard.actors.tile import TileTechnician, soldered, tile_on_bench
from mouseboard.doctor import TILE_PARTS, Report, examine, tile_layout
from mouseboard.doctor.tile import pin_of
from mouseboard.lang import translate
from mouseboard.layouts import check, tiles
from mouseboard.link import Link
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.runner import Runner
from mouseboard.sim.table import SimulatedTable

Prepare = Callable[[SimulatedTable], None]


def examined(
    number: int = 1,
    scenario: str = "",
    wanted: int = 0,
    last: bool | None = None,
    out: bool = True,
    code: Collection[int] | None = None,
    prepare: Prepare = lambda _: None,
    chain: int = tiles.INPUTS,
) -> Report:
    """Return the report on a tile with this number and these faults. `chain` is what the board is set to at first."""

    async def examination() -> Report:
        async with tile_on_bench(number, last, code) as table:
            prepare(table)
            await Runner(table).run(scenario)
            if chain != tiles.INPUTS:
                async with Link(table.cable) as link:
                    await link.set_setting("chain", chain)
                table.power_cut()
                table.power_on()
                await asyncio.sleep(1)
            report, _ = await examine(
                table.cable, tile_layout(), TileTechnician(table, out=out), TILE_PARTS, tile=wanted
            )
            return report

    return run_virtual(examination())


def test_the_layout_of_a_tile_is_sound_and_its_places_go_as_the_lamps_data_does() -> None:
    layout = tile_layout()
    check(layout)
    assert [place.lamps for place in layout.place] == [(lamp,) for lamp in range(9)]
    assert [place.name for place in layout.place] == [str(number) for number in range(1, 10)]


@pytest.mark.parametrize("number", range(1, tiles.TILES + 1))
def test_a_good_tile_is_healthy_whatever_its_number(number: int) -> None:
    report = examined(number, wanted=number)
    assert (found(report), str(report.verdict), report.rewired) == ([], "healthy", {})


def test_the_pico_of_the_one_evening_table_is_set_to_a_tile_s_inputs_first() -> None:
    report = examined(chain=9)
    assert (str(report.verdict), report.inputs) == ("healthy", 16)


# Code, number, LAST TILE, ribbons


def test_a_tile_that_does_not_answer_is_one_finding_and_its_reeds_are_not_asked_for() -> None:
    report = examined(code=())
    assert found(report) == ["tile silent"]
    assert translate(report.verdict, "en") == "1 finding; not looked at: sensors"


def test_a_ribbon_without_ground_reads_all_closed_and_is_silent_too() -> None:
    assert found(examined(code=range(tiles.INPUTS))) == ["tile silent"]


@pytest.mark.parametrize(
    ("changed", "finding"),
    [
        ({5}, "tile code U1.D2"),
        ({6}, "tile code U1.D1"),
        ({7}, "tile code U1.D0"),
    ],
)
def test_a_bad_joint_in_the_code_is_named_by_its_pin(changed: set[int], finding: str) -> None:
    assert found(examined(code=soldered(1) ^ changed)) == [finding]


@pytest.mark.parametrize(
    ("number", "wanted", "finding"),
    [(0, 0, "tile unnumbered"), (3, 4, "tile other 3 4"), (9, 4, "tile last"), (11, 0, "tile no-such 11")],
)
def test_a_wrong_number_is_found(number: int, wanted: int, finding: str) -> None:
    assert finding in found(examined(number, wanted=wanted))


def test_last_tile_bridged_on_any_but_the_ninth_is_found() -> None:
    assert found(examined(4, last=True)) == ["tile last"]


def test_last_tile_open_on_the_ninth_is_found() -> None:
    assert found(examined(9, last=False)) == ["tile not-last 9"]


def test_a_pattern_that_does_not_come_back_from_out_is_found() -> None:
    assert found(examined(2, out=False)) == ["tile out"]


# Reeds

LINES = {
    "stuck reed 4": "tile: reed S5 reads closed with no magnet near. Look for a short at U1.D3 and under the reed",
    "dead reed 8": "tile: reed S6 does not close. Solder its two joints and U2.D7 again",
    "join reeds 0 1": "tile: reed S1 closes U1.D6 too. Look for solder between U1.D7 and U1.D6",
    "swap reeds 0 1": "tile: reed S1 is not felt at U1.D7 but at U1.D6. Look where its wires go",
}


@pytest.mark.parametrize(("scenario", "line"), LINES.items())
def test_each_fault_of_a_reed_has_one_clear_line(scenario: str, line: str) -> None:
    report = examined(scenario=scenario)
    assert str(report.findings[0].sentence).startswith(line)
    assert len(report.findings) == 1


@pytest.mark.parametrize("number", range(9))
def test_each_of_the_nine_reeds_is_asked_for(number: int) -> None:
    place = tile_layout().place[number]
    (bit,) = place.sensors
    assert found(examined(scenario=f"dead reed {bit}")) == [f"tile open S{place.name} {pin_of(bit)}"]


def test_a_reed_that_closes_a_bit_of_the_number_too_is_found() -> None:
    def solder(table: SimulatedTable) -> None:
        (reed,) = tile_layout().by_name["9"].sensors
        table.world.rewire({13: (13, reed)})

    assert found(examined(1, prepare=solder)) == ["tile joined S9 U2.D2 U2.D4"]


def test_a_weak_magnet_is_not_blamed_on_the_tile() -> None:
    assert found(examined(scenario="weak magnet red")) in ([], ["sensors magnet 9"])


# Lamps


@pytest.mark.parametrize(
    ("dark", "finding"),
    [({3}, "tile lamp-dark D4"), ({6, 7, 8}, "tile lamps-cut D6 D7"), (set(range(9)), "tile lamps-dark")],
    ids=["one", "from one on", "all"],
)
def test_dark_lamps_are_found(dark: set[int], finding: str) -> None:
    assert found(examined(prepare=lambda table: table.dead_lamps.update(dark))) == [finding]


def test_lamps_in_another_order_are_found() -> None:
    class Swapped(dict[int, int]):
        def __missing__(self, lamp: int) -> int:
            return lamp

    def swap(table: SimulatedTable) -> None:
        other, seen = Swapped({1: 2, 2: 1}), table.lamp
        table.lamp = lambda number: seen(other[number])  # type: ignore[method-assign]

    assert found(examined(prepare=swap)) == ["tile lamp-order D2 D3"]


def test_several_faults_are_all_named() -> None:
    report = examined(4, "dead reed 0\nstuck reed 11\ndead lamp 8", last=True, code=soldered(4) | {6})
    assert found(report) == [
        "tile code U1.D1",
        "tile lamp-dark D9",
        "tile last",
        "tile open S1 U1.D7",
        "tile short S9 U2.D4",
    ]
