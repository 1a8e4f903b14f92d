"""Hands at the simulated table that are moved on the page, and what happens to it there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Literal

from mouseboard.actors.person import Person
from mouseboard.say import say
from mouseboard.sim.hands import Hands
from mouseboard.sim.magnets import Point
from mouseboard.sim.runner import Runner
from mouseboard.sim.scenario import ScenarioError
from mouseboard.sim.table import SimulatedTable
from mouseboard.sim.trap import SET
from mouseboard.web.answering import TOO_FAST, TOO_LONG, Unfit

PACE = 8.0
"""The finger has made the way already."""

LONGEST = 30.0
"""Seconds that a mishap may take, or a deed of the hands with all that are waited for before it."""
MOST_WAITING = 8
"""Deeds that are being done or wait to be."""
FARTHEST = 3000.0
"""Longest way of a piece from the board's corner, in millimetres."""
MOST_POINTS = 64
"""Points of its way."""

Whose = Literal["table", "page"]
"""Who moves the mice of all seats: the person who comes with the simulated table, or people on the page."""


class PageHands:
    """At one table, at which `person` stands, too: it moves all mice until somebody moves a mouse here."""

    def __init__(self, table: SimulatedTable, person: Person, pieces: Sequence[str]) -> None:
        """`pieces` are those of the game."""
        self._table = table
        self.person = person
        self._pieces = pieces
        self._hands = Hands(table.world, table.trap, Random(), PACE)
        self._runner = Runner(table)
        self._busy = asyncio.Lock()
        self._deeds = set[asyncio.Timeout]()
        self.whose: Whose = "table"

    def give(self, whose: Whose) -> None:
        """From now on these hands move the mice; what others are doing is broken off."""
        self.whose = whose
        self.person.leave_to_others(whose == "page")
        if whose == "table":
            for deed in self._deeds:
                deed.reschedule(0)

    async def put(self, piece: str, to: str | None, via: Sequence[tuple[float, float]]) -> None:
        """Take a piece up, carry it that way in mm, and put it on a place, or beside the board. Raises Unfit."""
        is_known = piece in self._pieces and (to is None or to in self._table.sensed)
        is_near = all(abs(mm) <= FARTHEST for at in via for mm in at)
        if not is_known or not is_near or len(via) > MOST_POINTS:
            raise Unfit(409, say("Nothing can be put so."))
        async with self._deed():
            await self._hands.carry(piece, (Point(*at) for at in via))
            if to is None:
                await self._hands.remove(piece)
            else:
                await self._hands.put(piece, self._table.place(to))

    async def set_trap(self) -> None:
        """Put it together where it is not: on the page a word does that. Raises Unfit."""
        async with self._deed():
            if self._table.trap.stage != SET:
                await self._hands.set_trap()

    @asynccontextmanager
    async def _deed(self) -> AsyncIterator[None]:
        """The hands are free while inside. Raises Unfit."""
        if len(self._deeds) >= MOST_WAITING:
            raise Unfit(429, TOO_FAST)
        try:
            async with asyncio.timeout(LONGEST) as deed:
                self._deeds.add(deed)
                try:
                    async with self._busy:
                        yield
                finally:
                    self._deeds.discard(deed)
        except TimeoutError:
            raise Unfit(409, TOO_LONG) from None

    async def befall(self, line: str) -> None:
        """Have a line of the scenario language happen. Raises Unfit."""
        try:
            async with asyncio.timeout(LONGEST):
                await self._runner.run_command(line)
        except ScenarioError as error:
            raise Unfit(409, say("{why}", why=str(error))) from error
        except TimeoutError:
            raise Unfit(409, TOO_LONG) from None
