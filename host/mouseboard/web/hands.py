"""Hands at the simulated table that are moved on the page, and what befalls it there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random

from mouseboard.actors.person import Person
from mouseboard.say import say
from mouseboard.sim.hands import Hands
from mouseboard.sim.magnets import Point
from mouseboard.sim.runner import Runner
from mouseboard.sim.scenario import ScenarioError
from mouseboard.sim.table import SimulatedTable
from mouseboard.web.answering import Unfit

PACE = 8.0
"""The finger has made the way already."""

PATIENCE = 8.0
"""Seconds in which the simulated person lets others mend by themselves what they have done."""

LONGEST = 30.0
"""Seconds that a mishap may take."""


class PageHands:
    """At one table, at which `person` stands, too, and does what the table asks for."""

    def __init__(self, table: SimulatedTable, person: Person, pieces: Sequence[str]) -> None:
        """`pieces` are those of the game."""
        self._table = table
        self._person = person
        self._pieces = pieces
        self._hands = Hands(table.world, table.trap, Random(), PACE)
        self._runner = Runner(table)
        self._busy = asyncio.Lock()

    async def put(self, piece: str, to: str | None, via: Sequence[tuple[float, float]]) -> None:
        """Take a piece up, carry it that way in mm, and put it on a place, or beside the board. Raises Unfit."""
        if piece not in self._pieces or not (to is None or to in self._table.sensed):
            raise Unfit(409, say("Nothing can be put so."))
        async with self._busy:
            self._person.step_back(LONGEST)
            await self._hands.carry(piece, (Point(*at) for at in via))
            if to is None:
                await self._hands.remove(piece)
            else:
                await self._hands.put(piece, self._table.place(to))
            self._person.step_back(PATIENCE)

    async def befall(self, line: str) -> None:
        """Have a line of the scenario language happen. Raises Unfit."""
        try:
            async with asyncio.timeout(LONGEST):
                await self._runner.run_command(line)
        except ScenarioError as error:
            raise Unfit(409, say("{why}", why=str(error))) from error
        except TimeoutError:
            raise Unfit(409, say("That takes too long.")) from None
