"""The link when the table, the host or the simulator restarts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

import pytest
from tests.link.witness import Witness, answers, at_the_table

from mouseboard.link import Disconnected, Link, LinkError, LinkEvent, Port, Reconnected, Stream, TableRestarted
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.table import SimulatedTable


def test_a_restarted_host_is_told_the_result_of_its_crank() -> None:
    async def test(w: Witness) -> None:
        cranking = asyncio.create_task(w.link.crank("g-1"))
        await asyncio.sleep(0.4)
        w.table.cable.unplug()  # before it can say bye
        await w.link.close()
        w.table.cable.replug()
        with pytest.raises(LinkError):
            await cranking
        async with Link(w.table.cable) as again:
            assert await again.crank("g-1") == "caught"
            assert await again.crank("g-1") == "caught"
        assert w.turns == 1

    at_the_table(test)


def test_a_restarted_host_starts_from_a_snapshot() -> None:
    async def test(w: Witness) -> None:
        await w.flicker(30)
        await w.link.close()
        await w.flicker(30)
        news: list[LinkEvent] = []
        again = Link(w.table.cable)
        again.watch(news.append)
        async with again:
            await asyncio.sleep(0.1)
            assert again.contacts == bytes(w.table.world.levels)
            assert news == []

    at_the_table(test)


def test_a_restarted_table_is_noticed_and_moves_nothing_by_itself() -> None:
    async def test(w: Witness) -> None:
        await w.flicker(20)
        w.table.power_cut()
        await w.flicker(5)
        w.table.power_on()
        await asyncio.sleep(0.3)
        assert [news.rebooted for news in w.news if isinstance(news, Reconnected)] == [True]
        assert w.link.contacts == bytes(w.table.world.levels)
        await w.flicker(3)
        await asyncio.sleep(0.1)
        assert w.told()[-3:] == w.done[-3:]
        assert w.numbers()[-3:] == [1, 2, 3]
        assert w.turns == 0

    at_the_table(test)


def test_a_crank_that_the_table_has_forgotten_is_not_asked_for_again() -> None:
    async def test(w: Witness) -> None:
        cranking = asyncio.create_task(w.link.crank("g-1"))
        await asyncio.sleep(0.4)
        w.table.power_cut()
        await asyncio.sleep(0.1)
        w.table.power_on()
        with pytest.raises(TableRestarted, match="nobody knows whether crank g-1 turned"):
            await cranking
        await asyncio.sleep(1)
        assert w.turns == 1
        assert w.link.last_crank("g-1") is None

    at_the_table(test)


class Successive:
    """A port with one table after the other behind it."""

    cable: Port

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> Stream:
        return await self.cable.open(receive, lost)


@pytest.mark.parametrize("restarts", [20, pytest.param(1000, marks=pytest.mark.campaign)])
def test_no_crank_turns_again_after_the_simulator_restarts_in_mid_turn(restarts: int) -> None:
    """Each restart has the same seed, as when somebody repeats the same command."""

    async def run() -> None:
        random, port = Random(1), Successive()
        link, cranks = Link(port), list[asyncio.Task[str]]()
        for number in range(restarts + 1):
            async with SimulatedTable(seed=1) as table:
                port.cable = table.cable
                if not number:
                    await link.open()
                for crank in cranks[-1:]:
                    with pytest.raises(TableRestarted):
                        await crank
                for _ in range(30):
                    await asyncio.sleep(0.01)
                    assert not table.servo_us
                cranks.append(asyncio.create_task(link.crank(f"g-{number}")))
                await asyncio.sleep(0.1 + random.random())
                assert table.servo_us, "in mid-turn"
        await link.close()
        with pytest.raises(LinkError):
            await cranks[-1]

    run_virtual(run())


def test_a_session_that_the_table_has_ended_is_reopened() -> None:
    async def test(w: Witness) -> None:
        await asyncio.sleep(1.3)
        await answers(w, 3)
        assert [type(news) for news in w.news] == [Disconnected, Reconnected]
        assert await w.link.crank("g-1") in ("caught", "fault-host")

    at_the_table(test, heartbeat=1.5)  # a host too busy to poll in time
