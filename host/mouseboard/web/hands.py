"""Hands at the simulated table that are moved on the page, and what happens to it there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
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
from mouseboard.web.answering import Unfit

PACE = 8.0
"""The finger has made the way already."""

LONGEST = 30.0
"""Seconds that a mishap may take."""


Whose = Literal["table", "page"]
"""Who moves the mice of all seats: the person who comes with the simulated table, or people on the page."""


class PageHands:
    """At one table, at which `person` stands, too: it moves all mice until somebody moves a mouse here."""

    def __init__(self, table: SimulatedTable, person: Person, pieces: Sequence[str]) -> None:
        """`pieces` are those of the game."""
        self._table = table
        self._person = person
        self._pieces = pieces
        self._hands = Hands(table.world, table.trap, Random(), PACE)
        self._runner = Runner(table)
        self._busy = asyncio.Lock()
        self.whose: Whose = "table"

    def give(self, whose: Whose) -> None:
        """From now on these hands move the mice."""
        self.whose = whose
        self._person.leave_to_others(whose == "page")

    def lend_a_hand(self) -> None:
        """The person does what is asked for now, once."""
        self._person.lend_a_hand()

    async def put(self, piece: str, to: str | None, via: Sequence[tuple[float, float]]) -> None:
        """Take a piece up, carry it that way in mm, and put it on a place, or beside the board. Raises Unfit."""
        if piece not in self._pieces or not (to is None or to in self._table.sensed):
            raise Unfit(409, say("Nothing can be put so."))
        async with self._busy:
            await self._hands.carry(piece, (Point(*at) for at in via))
            if to is None:
                await self._hands.remove(piece)
            else:
                await self._hands.put(piece, self._table.place(to))

    async def set_trap(self) -> None:
        """Put it together where it is not: on the page a word does that."""
        async with self._busy:
            if self._table.trap.stage != SET:
                await self._hands.set_trap()

    async def befall(self, line: str) -> None:
        """Have a line of the scenario language happen. Raises Unfit."""
        try:
            async with asyncio.timeout(LONGEST):
                await self._runner.run_command(line)
        except ScenarioError as error:
            raise Unfit(409, say("{why}", why=str(error))) from error
        except TimeoutError:
            raise Unfit(409, say("That takes too long.")) from None
