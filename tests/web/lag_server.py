"""Serve a long game of barriers; measure how late the loop is between `begin` and `end` on standard input.

Time that the machine spends on other processes does not count.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.web.shown import put_on, show
from tests.web.test_picture import game_of

from mouseboard.evening.evening import OnStage
from mouseboard.referee.inbox import Inbox
from mouseboard.serving.where import Where
from mouseboard.store import Journal
from mouseboard.web.opening import page

EVERY = 0.002
"""Interval of the measuring timer, in seconds."""


async def main(folder: Path) -> None:
    where = Where()
    situations = list(game_of("barriers", 4))
    situation = situations[len(situations) // 2]
    game = situation.state.game
    with where.listen() as listening, Journal.open(folder / "journal.db") as journal:
        async with page(where, listening, journal, "en", print) as opened:
            stage = opened.stage
            put_on(stage, OnStage(game, 1, Inbox()))
            show(stage, situation)
            token = opened.url.partition("token=")[2]
            print(listening.getsockname()[1], token, stage.evening.roster.guests.code, flush=True)
            lines = asyncio.StreamReader()
            await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
            while await lines.readline():
                print("measuring", flush=True)
                stop = asyncio.Event()
                measuring = asyncio.create_task(measure(stop))
                changing = asyncio.create_task(change(stage.change, stop))
                await lines.readline()
                stop.set()
                await changing
                print(await measuring, flush=True)


async def change(do: Callable[[], None], stop: asyncio.Event) -> None:
    """Change the game ten times a second, to keep the server making pictures."""
    while not stop.is_set():
        do()
        await asyncio.sleep(0.1)


async def measure(stop: asyncio.Event) -> float:
    """Return the greatest delay of a timer, in seconds.

    The process time used meanwhile caps each delay, so a busy machine does not count.
    """
    loop, worst = asyncio.get_running_loop(), 0.0
    while not stop.is_set():
        due, busy = loop.time() + EVERY, time.process_time()
        await asyncio.sleep(EVERY)
        worst = max(worst, min(loop.time() - due, time.process_time() - busy))
    return worst


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(main(Path(folder)))
