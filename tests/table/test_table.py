"""One table over its line. What hands do arrives as events, in order and with the table's own time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from tests.doctor.clinic import small_layout

from mouseboard.actors.table import table_for_layout
from mouseboard.layouts import Layout, load
from mouseboard.layouts.reference import reference_table
from mouseboard.layouts.tiles import TileFault
from mouseboard.link import Link, Refused
from mouseboard.link.link import HEARTBEAT_S
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.look import colour
from mouseboard.sim.table import PIECES, SimulatedTable
from mouseboard.table import Changed, GameTable, Missed, PlaceChanged, Press, Released, Table, TableEvent, TableTooSmall
from mouseboard.table.lamps import BLINK, FLASH, PULSE, STEADY, Glow


class Sat:
    """A table, and all events that it has published."""

    def __init__(self, simulated: SimulatedTable, table: Table) -> None:
        self.simulated = simulated
        self.hands = simulated.hands
        self.table = table
        self.told: list[TableEvent] = []
        table.notify(self.told.append)

    async def put(self, piece: str, place: str) -> None:
        await self.hands.put(piece, self.simulated.place(place))
        await asyncio.sleep(0.1)

    def places(self) -> list[str]:
        """Return the changes of places: `+p5` if p5 became occupied, `-p5` if it became free."""
        changes = [event for event in self.told if isinstance(event, PlaceChanged)]
        return [f"{'+' if change.occupied else '-'}{change.place}" for change in changes]


def at_table(test: Callable[[Sat], Coroutine[Any, Any, None]], real: Layout | None = None) -> None:
    """Run a test with a layout of twelve places. `real` is the layout of the table itself, if it differs."""

    async def main() -> None:
        layout = small_layout()
        async with table_for_layout(real or layout, PIECES, 1, chance=1) as simulated, Link(simulated.cable) as link:
            await test(Sat(simulated, Table(link, layout)))

    run_virtual(main())


def test_each_change_of_a_place_is_told_in_order_with_time_and_occupancy() -> None:
    async def test(sat: Sat) -> None:
        began = asyncio.get_running_loop().time()
        await sat.put("red", "p3")
        await sat.put("blue", "p7")
        await sat.put("red", "p4")
        assert sat.places() == ["+p3", "+p7", "-p3", "+p4"]
        changes = [event for event in sat.told if isinstance(event, PlaceChanged)]
        assert [sorted(change.occupancy) for change in changes] == [["p3"], ["p3", "p7"], ["p7"], ["p4", "p7"]]
        times = [change.time for change in changes]
        assert times == sorted(times)
        now = asyncio.get_running_loop().time()
        assert began < times[0] < times[-1] < now  # the table's clock started with the test's
        assert sat.table.occupied == {"p4", "p7"}

    at_table(test)


def test_places_that_are_occupied_at_the_start_are_known() -> None:
    async def main() -> None:
        layout = small_layout()
        async with table_for_layout(layout, PIECES, 1) as simulated:
            await simulated.hands.put("red", simulated.place("p3"))
            async with Link(simulated.cable) as link:
                assert Table(link, layout).occupied == {"p3"}

    run_virtual(main())


def test_buttons_have_events_of_their_own_and_the_cage_is_a_plain_change() -> None:
    async def test(sat: Sat) -> None:
        await sat.hands.press("b")
        await sat.hands.press("a")
        await asyncio.sleep(0.1)
        assert sat.told == [Press("b"), Released("b"), Press("a"), Released("a")]
        assert not sat.table.cage_down
        await sat.hands.drop_cage()
        await asyncio.sleep(0.1)
        assert sat.table.cage_down and "cage" in sat.table.closed_direct
        assert sat.told[-1] == Changed()

    at_table(test)


def test_an_input_without_a_place_is_a_plain_change() -> None:
    async def test(sat: Sat) -> None:
        sat.simulated.world.reeds[13].move(True)
        await asyncio.sleep(0.1)
        assert sat.told == [Changed()]
        assert not sat.table.occupied and sat.table.closed_inputs == {13}

    at_table(test, real=small_layout(spare=3))


def test_a_table_misses_nothing_while_the_cable_is_out() -> None:
    async def test(sat: Sat) -> None:
        sat.simulated.cable.unplug()
        await sat.put("red", "p3")
        await sat.put("red", "p4")
        assert (sat.told, sat.table.connected) == ([Changed()], False)
        sat.simulated.cable.replug()
        await asyncio.sleep(0.5)
        assert sat.table.connected
        assert sat.places() == ["+p3", "-p3", "+p4"]
        assert not any(isinstance(event, Missed) for event in sat.told)

    at_table(test)


def test_changes_during_a_restart_are_missed_but_the_occupancy_is_known() -> None:
    async def test(sat: Sat) -> None:
        await sat.put("red", "p3")
        sat.simulated.power_cut()
        await sat.put("red", "p4")
        sat.simulated.power_on()
        await asyncio.sleep(0.5)
        assert sat.places() == ["+p3"]
        assert [event for event in sat.told if isinstance(event, Missed)] == [Missed(frozenset({"p4"}))]
        assert sat.table.occupied == {"p4"}

    at_table(test)


def test_the_time_of_changes_does_not_go_back_when_the_table_restarts() -> None:
    async def test(sat: Sat) -> None:
        await asyncio.sleep(100)
        await sat.put("red", "p3")
        sat.simulated.power_cut()
        sat.simulated.power_on()
        await asyncio.sleep(0.5)
        await sat.put("red", "p4")
        times = [event.time for event in sat.told if isinstance(event, PlaceChanged)]
        assert len(times) == 3
        assert times == sorted(times)

    at_table(test)


def test_changes_beyond_the_table_s_memory_are_missed_but_the_occupancy_is_known() -> None:
    async def test(sat: Sat) -> None:
        sat.simulated.cable.unplug()
        reed = sat.simulated.world.reeds[5]
        for number in range(301):
            reed.move(number % 2 == 0)
            await asyncio.sleep(0.05)
        sat.simulated.cable.replug()
        await asyncio.sleep(0.5)
        assert [event for event in sat.told if isinstance(event, Missed)] == [Missed(frozenset({"p5"}))]
        assert sat.table.occupied == {"p5"}

    at_table(test)


def test_a_place_is_lit_by_its_own_lamps_on_a_longer_strip() -> None:
    async def test(sat: Sat) -> None:
        sat.table.show({"r": ("600000", "steady")}, {"p0": "r"})
        await asyncio.sleep(0.1)
        lit = [lamp for lamp in range(20) if colour(sat.simulated.lamp(lamp)) == "red"]
        assert lit == [11]

    at_table(test, real=longer())


def longer() -> Layout:
    """Return the layout with a strip of 20 lamps."""
    layout = small_layout()
    return Layout(layout.game, layout.title, layout.edition, layout.size, layout.sensors, 20, layout.place)


def test_a_table_too_small_for_the_layout_is_refused() -> None:
    async def main() -> None:
        async with table_for_layout(small_layout(), PIECES, 1) as simulated, Link(simulated.cable) as link:
            with pytest.raises(TableTooSmall, match="needs 15 sensors and 12 lamps; this table has 12 and 12"):
                GameTable(link, small_layout(spare=3))

    run_virtual(main())


def test_a_refused_crank_answers_the_referee_in_one_word_and_others_with_the_reason() -> None:
    async def main() -> None:
        layout = small_layout()
        async with table_for_layout(layout, PIECES, 1) as simulated, Link(simulated.cable) as link:
            await simulated.hands.drop_cage()
            await asyncio.sleep(0.1)
            assert await GameTable(link, layout).crank("g1", "classic") == "cage"
            with pytest.raises(Refused, match="cage"):
                await Table(link, layout).turn_crank("g1", "classic")

    run_virtual(main())


# The tiles' codes


def at_reference(test: Callable[[Sat], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        layout = reference_table()
        async with table_for_layout(layout, PIECES, 1) as simulated, Link(simulated.cable) as link:
            await test(Sat(simulated, Table(link, layout)))

    run_virtual(main())


def cut(simulated: SimulatedTable, tile: int, closed: bool | None) -> None:
    """Pull the ribbon into a tile, so every input behind it reads `closed`. None plugs it in again."""
    for reed in simulated.world.reeds[16 * (tile - 1) :]:
        reed.force(closed)


def test_a_table_whose_chain_is_noisy_is_not_sure_until_the_noise_is_over() -> None:
    async def test(sat: Sat) -> None:
        sat.simulated.sense("noise", 200)
        await asyncio.sleep(HEARTBEAT_S)
        assert not sat.table.sure
        await asyncio.sleep(0.3)
        assert sat.table.sure
        assert sat.told == [Changed(), Changed()]  # so that the page shows it

    at_table(test)


def test_a_table_with_a_silent_tile_tells_no_place_and_afterwards_the_whole_occupancy() -> None:
    async def test(sat: Sat) -> None:
        assert sat.table.sure
        await sat.put("red", "0")
        cut(sat.simulated, 4, closed=True)
        await asyncio.sleep(0.1)
        assert not sat.table.sure
        assert sat.table.tile_faults == (TileFault("silent", 4),)
        await sat.put("blue", "1")
        assert Missed(frozenset()) not in sat.told
        cut(sat.simulated, 4, closed=None)
        await asyncio.sleep(0.1)
        assert sat.table.sure
        after = next(n for n, event in enumerate(sat.told) if isinstance(event, Missed))
        assert sat.told[after] == Missed(frozenset({"0", "1"}))
        await sat.put("green", "2")
        assert sat.places()[-1] == "+2"

    at_reference(test)


def test_a_table_that_starts_with_a_wrong_code_reports_it_at_once() -> None:
    async def main() -> None:
        layout = reference_table()
        simulated = table_for_layout(layout, PIECES, 1)
        simulated.world.reeds[16 + 13].force(False)
        async with simulated, Link(simulated.cable) as link:
            assert Table(link, layout).tile_faults == (TileFault("unnumbered", 2),)

    run_virtual(main())


def test_the_inputs_of_codes_count_neither_as_closed_nor_as_reeds() -> None:
    async def test(sat: Sat) -> None:
        assert sat.table.closed_inputs == frozenset()
        assert not sat.table.is_reed(5)
        assert sat.table.is_reed(8)

    at_reference(test)


@pytest.mark.parametrize(
    ("glows", "shown"),
    [
        ({"a1": Glow("red", STEADY), "b1": Glow("green", BLINK)}, "green"),
        ({"a1": Glow("red", BLINK), "b1": Glow("green", STEADY)}, "red"),
        ({"a1": Glow("red", BLINK), "b1": Glow("green", FLASH), "c1": Glow("blue", PULSE)}, "green"),
    ],
)
def test_a_shared_lamp_shows_the_most_urgent_glow_of_its_places(glows: dict[str, Glow], shown: str) -> None:
    async def main() -> None:
        layout = load("pantry")
        async with table_for_layout(layout, PIECES, 1, chance=1) as simulated, Link(simulated.cable) as link:
            GameTable(link, layout).light(glows)
            seen = set()
            for _ in range(50):
                await asyncio.sleep(0.03)
                seen.add(colour(simulated.lamp(0)))
            assert seen == {shown, "dark"}

    run_virtual(main())
