"""A witness of a table and a link to it. Shared by tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

from mouseboard.link import ContactChange, Link, LinkEvent
from mouseboard.link.link import HEARTBEAT_S
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.table import SimulatedTable
from mousetable.debounce import HOLD_MS

SETTINGS = {"chain": "81", "lamps": "81", "debounce": str(HOLD_MS), "servo_rest": "1000", "servo_end": "2000"}
Change = tuple[int, bool]


class Witness:
    """A table, a link to it, and what happened at either end."""

    def __init__(self, seed: int = 1, heartbeat: float = HEARTBEAT_S) -> None:
        self.table = SimulatedTable(seed=seed, chance=1.0)
        self.link = Link(self.table.cable, heartbeat=heartbeat)
        self.news: list[LinkEvent] = []
        self.done: list[Change] = []  # the changes made
        self.turns = 0  # how often the servo was switched on
        self.link.watch(self.news.append)
        self._random = Random(seed)

    def told(self) -> list[Change]:
        return [(news.contact, news.closed) for news in self.news if isinstance(news, ContactChange)]

    def numbers(self) -> list[int]:
        return [news.number for news in self.news if isinstance(news, ContactChange)]

    async def flicker(self, count: int, every: float = 0.02) -> None:
        """Change one random reed every `every` seconds."""
        for _ in range(count):
            contact = self._random.randrange(81)
            closed = not self.table.world.reeds[contact].closed
            self.table.world.reeds[contact].move(closed)
            self.done.append((contact, closed))
            await asyncio.sleep(every)

    async def pull(self, seconds: float) -> None:
        self.table.cable.unplug()
        await asyncio.sleep(seconds)
        self.table.cable.replug()

    async def count_turns(self) -> None:
        before = 0
        while True:
            self.turns += bool(self.table.servo_us and not before)
            before = self.table.servo_us
            await asyncio.sleep(0.002)


def at_the_table(test: Callable[[Witness], Coroutine[Any, Any, None]], heartbeat: float = HEARTBEAT_S) -> None:
    async def run() -> None:
        witness = Witness(heartbeat=heartbeat)
        async with witness.table:
            counting = asyncio.create_task(witness.count_turns())
            async with witness.link:
                await test(witness)
            counting.cancel()

    run_virtual(run())


async def answers(witness: Witness, count: int) -> None:
    """Ask for settings, and compare each answer with the right one."""
    for number in range(count):
        name = list(SETTINGS)[number % len(SETTINGS)]
        assert await witness.link.ask("get", name) == (SETTINGS[name],)


def now() -> float:
    return asyncio.get_running_loop().time()
