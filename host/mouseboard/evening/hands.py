"""The page's hands at a simulated table, and mishaps that people start there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Literal

from mouseboard.actors.person import Person
from mouseboard.evening.refusals import TOO_FAST, TOO_LONG, Refusal, Refused
from mouseboard.say import reason, say
from mouseboard.sim.hands import Hands
from mouseboard.sim.magnets import Point
from mouseboard.sim.runner import Runner
from mouseboard.sim.scenario import ScenarioError
from mouseboard.sim.table import SimulatedTable
from mouseboard.sim.trap import SET

PACE = 8.0
"""Speed of these hands. They are fast, because the finger has already travelled the way."""

LONGEST_S = 30.0
"""Seconds that a mishap may take, or a deed of the hands with all deeds queued before it."""
MOST_WAITING = 8
"""Deeds that may be in progress or queued."""
FARTHEST_MM = 3000.0
"""Largest coordinate on a piece's way, measured from the board's corner, in millimetres."""
MOST_POINTS = 64
"""Most points on a piece's way."""

Whose = Literal["table", "page"]
"""The mover of all mice: the simulated person at the table, or people on the page."""


class PageHands:
    """The page's hands at one simulated table. Its `person` moves all mice until somebody moves a mouse here."""

    def __init__(self, table: SimulatedTable, person: Person, pieces: Sequence[str]) -> None:
        """`pieces` are the game's pieces."""
        self._table = table
        self.person = person
        self._pieces = pieces
        self._hands = Hands(table.world, table.trap, Random(), PACE)
        self._runner = Runner(table)
        self._busy = asyncio.Lock()
        self._deeds = set[asyncio.Timeout]()
        self.whose: Whose = "table"

    def give(self, whose: Whose) -> None:
        """Let the page or the table move the mice from now on, and cut short what the other is doing."""
        self.whose = whose
        self.person.leave_to_others(whose == "page")
        if whose == "table":
            for deed in self._deeds:
                deed.reschedule(0)

    async def put(
        self, piece: str, to: str | None, via: Sequence[tuple[float, float]], check: Callable[[], None]
    ) -> None:
        """Lift a piece, carry it along `via` (in mm), and put it on a place or beside the board. Raises Refused.

        `check` raises Refused if that may not be done any more: once the hands are free, or above the place. From there
        the piece is put back where it was.
        """
        is_known = piece in self._pieces and (to is None or to in self._table.sensed)
        is_near = all(abs(mm) <= FARTHEST_MM for at in via for mm in at)
        if not is_known or not is_near or len(via) > MOST_POINTS:
            raise Refused(Refusal(say("It cannot go there.")))
        async with self._deed():
            check()
            home, way = self._table.world.where(piece), [Point(*at) for at in via]
            if to is None:
                await self._hands.carry(piece, way)
                await self._hands.remove(piece)
                return
            target = self._table.place(to)
            await self._hands.carry(piece, (*way, target))
            try:
                check()
            except Refused:
                await self._hands.put(piece, home)
                raise
            await self._hands.put(piece, target)

    async def set_trap(self) -> None:
        """Set the trap if it is not set: the page sets it by a button instead of by hand. Raises Refused."""
        async with self._deed():
            if self._table.trap.stage != SET:
                await self._hands.set_trap()

    @asynccontextmanager
    async def _deed(self) -> AsyncIterator[None]:
        """Wait until the hands are free, and own them while inside. Raises Refused."""
        if len(self._deeds) >= MOST_WAITING:
            raise Refused(TOO_FAST)
        try:
            async with asyncio.timeout(LONGEST_S) as deed:
                self._deeds.add(deed)
                try:
                    async with self._busy:
                        yield
                finally:
                    self._deeds.discard(deed)
        except TimeoutError:
            raise Refused(TOO_LONG) from None

    async def befall(self, line: str) -> None:
        """Run a line of the scenario language. Raises Refused."""
        try:
            async with asyncio.timeout(LONGEST_S):
                await self._runner.run_command(line)
        except ScenarioError as error:
            raise Refused(Refusal(reason(error))) from error
        except TimeoutError:
            raise Refused(TOO_LONG) from None
