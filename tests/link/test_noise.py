"""The link over a noisy line: spoilt frames are resent, and nothing happens twice."""

from __future__ import annotations

import asyncio

import pytest
from tests.link.witness import Witness, answers, at_the_table, now

from mouseboard.link import Disconnected


def test_a_line_with_every_thousandth_byte_spoilt_loses_and_doubles_nothing() -> None:
    async def test(w: Witness) -> None:
        w.table.cable.set_noise(1e-3)
        flickering = asyncio.create_task(w.flicker(500))
        await answers(w, 3000)
        await flickering
        w.table.cable.set_noise(0)
        await asyncio.sleep(0.3)
        assert w.told() == w.done
        assert w.link.stats.resends > 0
        assert not [news for news in w.news if isinstance(news, Disconnected)]

    at_the_table(test)


@pytest.mark.campaign
@pytest.mark.parametrize("rate", [5e-4, 2e-3])
def test_each_of_a_hundred_thousand_requests_on_a_noisy_line_gets_the_right_answer_soon(rate: float) -> None:
    async def test(w: Witness) -> None:
        w.table.cable.set_noise(rate)
        worst = 0.0
        for _ in range(100_000):
            asked = now()
            await answers(w, 1)
            worst = max(worst, now() - asked)
        assert worst <= 0.2  # three newlines lost in a row take as long; tests/bench has the figures

    at_the_table(test)


def test_the_crank_turns_once_on_a_noisy_line() -> None:
    async def test(w: Witness) -> None:
        w.table.cable.set_noise(1e-2)
        assert await w.link.crank("g-1") == "caught"
        assert w.turns == 1

    at_the_table(test)
