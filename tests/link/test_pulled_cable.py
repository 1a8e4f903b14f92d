"""The link when its cable is pulled and put back."""

from __future__ import annotations

import asyncio

import pytest
from tests.link.witness import Witness, at_the_table, now

from mouseboard.link import Disconnected, Gap, Reconnected


@pytest.mark.parametrize("seconds", [0.05, 0.3, 1.5])
def test_a_replugged_table_answers_within_150_ms_and_no_change_is_lost(seconds: float) -> None:
    async def test(w: Witness) -> None:
        flickering = asyncio.create_task(w.flicker(150))
        for _ in range(3):
            await asyncio.sleep(0.2)
            pulling = asyncio.create_task(w.pull(seconds))
            await asyncio.sleep(0.001)
            asking = asyncio.create_task(w.link.ask("get", "chain"))
            await pulling
            replugged = now()
            assert await asking == ("81",)
            assert now() - replugged <= 0.150
        await flickering
        await asyncio.sleep(0.3)
        assert w.told() == w.done
        assert w.numbers() == list(range(1, 151))
        assert [news.rebooted for news in w.news if isinstance(news, Reconnected)] == [False] * 3
        assert len([news for news in w.news if isinstance(news, Disconnected)]) == 3
        assert w.link.stats.reconnects == 3

    at_the_table(test)


def test_more_changes_than_the_table_can_keep_are_told_as_a_gap() -> None:
    async def test(w: Witness) -> None:
        await w.flicker(10)
        pulling = asyncio.create_task(w.pull(6))
        await w.flicker(250)
        await pulling
        await asyncio.sleep(1)
        (gap,) = [news for news in w.news if isinstance(news, Gap)]
        assert w.told() == w.done[: gap.first - 1] + w.done[gap.last :]
        assert w.numbers() == [*range(1, gap.first), *range(gap.last + 1, 261)]
        assert w.link.contacts == bytes(w.table.world.levels)
        assert w.link.stats.gaps == 1
        await w.flicker(5)
        await asyncio.sleep(0.1)
        assert w.told()[-5:] == w.done[-5:]

    at_the_table(test)


def test_the_lamps_show_the_same_again_after_a_pulled_cable_and_a_power_cut() -> None:
    async def test(w: Witness) -> None:
        w.link.show({"r": ("ff0000", "steady")}, "r" + 80 * ".")
        await w.pull(2)
        await asyncio.sleep(0.2)
        assert w.table.lamp(0) == (255, 0, 0)
        w.table.power_cut()
        w.table.power_on()
        await asyncio.sleep(0.2)
        assert w.table.lamp(0) == (255, 0, 0)

    at_the_table(test)


@pytest.mark.parametrize(("seconds", "result"), [(0.05, "caught"), (0.3, "caught"), (1.5, "fault-host")])
def test_a_cable_pulled_while_the_crank_turns_does_not_turn_it_again(seconds: float, result: str) -> None:
    async def test(w: Witness) -> None:
        cranking = asyncio.create_task(w.link.crank("g-1"))
        await asyncio.sleep(0.4)
        await w.pull(seconds)
        assert await cranking == result
        assert w.turns == 1

    at_the_table(test)
