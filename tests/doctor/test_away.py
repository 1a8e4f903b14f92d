"""A table that disappears during an examination: the doctor says so, waits, and repeats the interrupted step."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import cache

import pytest
from tests.doctor.clinic import Case, found

from mouseboard.actors.technician import Technician
from mouseboard.doctor import Report
from mouseboard.doctor.examination import LEFT
from mouseboard.sim.table import SimulatedTable

AWAY = "The table does not answer. Is its cable in? I wait for it."
BACK = "The table answers again."
FAULTS = "dead reed 5\nswap reeds 6 7\ndead lamp 3\nsupply 4.95"
PARTS = ("chain", "power", "buttons", "lamps", "sensors", "stop", "cage", "servo")

Mishap = Callable[[SimulatedTable], Coroutine[None, None, None]]


async def tugged(table: SimulatedTable) -> None:
    table.cable.unplug()
    await asyncio.sleep(0.3)
    table.cable.replug()


async def unplugged(table: SimulatedTable) -> None:
    """Unplug the cable for longer than the table waits for its host."""
    table.cable.unplug()
    await asyncio.sleep(3)
    table.cable.replug()


async def power_cut(table: SimulatedTable) -> None:
    table.power_cut()
    await asyncio.sleep(1)
    table.power_on()


@cache
def undisturbed(part: str) -> tuple[Report, float]:
    case = Case(FAULTS, (part,))
    return case.report(), case.took


@pytest.mark.parametrize("mishap", [tugged, unplugged, power_cut])
@pytest.mark.parametrize("share", [0.1, 0.35, 0.6, 0.85])
@pytest.mark.parametrize("part", PARTS)
def test_a_table_that_goes_away_during_a_part_changes_nothing_that_the_doctor_finds(
    part: str, share: float, mishap: Mishap
) -> None:
    expected, took = undisturbed(part)

    async def meanwhile(table: SimulatedTable) -> None:
        await asyncio.sleep(share * took)
        await mishap(table)

    case = Case(FAULTS, (part,), meanwhile=meanwhile)
    report = case.report()
    restarted = ["table restarted power-on"] if mishap is power_cut else []
    assert found(report) == sorted(found(expected) + restarted)
    assert report.observations.skipped == {}
    ((said, _),) = [(at, text) for at, text in case.heard if text == AWAY]
    assert said == pytest.approx(share * took, abs=0.01)
    assert [text for _, text in case.heard].count(BACK) == 1


def test_a_visit_that_was_interrupted_is_asked_for_again_and_no_other() -> None:
    class Clumsy(Technician):
        """Unplugs the cable once, on the way to p5."""

        pulled = False

        async def _put(self, place: str) -> str:
            if place == "p5" and not self.pulled:
                self.pulled = True
                self._table.cable.unplug()
            return await super()._put(place)

    case = Case("", ("sensors",), person=Clumsy)
    visits = case.report().observations.sensors
    assert visits and [visit.place for visit in visits.visits] == [f"p{number}" for number in range(12)]
    asked = [text for _, text in case.heard if text.startswith("Put the mouse on")]
    assert len(asked) == 13 and asked[5] == asked[6]


def test_the_crank_moves_again_only_after_another_yes() -> None:
    async def during_the_turn(table: SimulatedTable) -> None:
        while not any(" crank doctor-test-1 " in frame for frame in case.seen):
            await asyncio.sleep(0.1)
        await tugged(table)

    case = Case("", ("servo",), meanwhile=during_the_turn)
    assert case.report().healthy
    moving = [text for _, text in case.heard]
    back = moving.index(BACK)
    assert moving[back + 1].startswith("The crank will move now.") and moving[back + 2] == "> yes"


def test_a_table_that_restarts_whenever_a_part_begins_is_left_and_the_next_part_looked_at() -> None:
    class Puller(Technician):
        async def _name_dark(self, _: str) -> str:
            self._table.power_cut()
            self._table.power_on("watchdog")
            return ""

    report = Case("", ("lamps", "cage"), person=Puller).report()
    assert found(report) == ["table restarted watchdog"] * 3
    assert report.observations.skipped == {"lamps": str(LEFT)}
    assert report.observations.cage
