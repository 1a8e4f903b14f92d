"""Readers of the newest value learn of each newer one, skip those in between, and never block the writer."""

from __future__ import annotations

import asyncio

from tests.referee.sitting import virtual

from mouseboard.serving.newest import Newest


@virtual
async def test_a_slow_reader_gets_the_newest_and_not_the_backlog() -> None:
    news, read = Newest(), list[int]()

    async def reading() -> None:
        while not news.closed:
            if await news.newer(read[-1] if read else 0, within=60):
                read.append(news.serial)
                await asyncio.sleep(1)

    reader = asyncio.create_task(reading())
    for _ in range(25):
        await asyncio.sleep(0.1)
        news.change()
    await asyncio.sleep(2)
    news.close()
    await reader
    assert read[0] == 1 and 25 in read and len(read) < 7


@virtual
async def test_nothing_new_is_told_after_a_while_and_the_end_at_once() -> None:
    news, loop = Newest(), asyncio.get_running_loop()
    assert not await news.newer(0, within=15)
    assert 14.9 < loop.time() < 15.1
    waiting = asyncio.create_task(news.newer(0, within=15))
    await asyncio.sleep(1)
    news.close()
    assert await waiting
    assert loop.time() < 16.5


@virtual
async def test_what_changed_before_one_looked_is_not_waited_for() -> None:
    news = Newest()
    news.change()
    assert await news.newer(0, within=15)
    assert asyncio.get_running_loop().time() == 0
