"""Runs a referee at a real table: waits for what happens and for the time, and has everybody see what comes of it."""

from __future__ import annotations

import asyncio
from math import inf

from mouseboard.referee.inbox import Inbox
from mouseboard.referee.referee import Referee, Think, Turn
from mouseboard.referee.seating import Observer, Seating
from mouseboard.referee.signals import glows
from mouseboard.referee.situation import Answer, Finished, Situation
from mouseboard.rules import State
from mouseboard.store import Replay, Writer
from mouseboard.table import GameTable

CELEBRATION = 3.0
"""Seconds in which the winner's mouse is lit before the host leaves."""

TURNED = Finished("")
"""What the inbox holds once the crank has turned."""


class Running:
    """A match on a table. People answer by `inbox`, the observer is shown everything."""

    def __init__(
        self, played: Replay, journal: Writer, table: GameTable, seating: Seating, observer: Observer, inbox: Inbox
    ) -> None:
        """`played` is what the journal has of the match."""
        self._referee = Referee(played, journal, table, seating, observer.on_played)
        self._table = table
        self._seating = seating
        self._observer = observer
        self._inbox = inbox
        self._shown: Situation | None = None
        self._turning: asyncio.Task[str] | None = None

    async def run(self) -> State:
        """Play to the end. Raises StoreError, LinkError, TableTooSmall, BadGame."""
        time, referee = asyncio.get_running_loop().time, self._referee
        self._table.notify(self._inbox.put_nowait)
        try:
            referee.receive(None, time())
            while not referee.over:
                self._show()
                due = referee.due
                event = await self._next(due - time())
                referee.receive(event, time() if event else max(due, time()))  # a timer may be a tick early
        finally:
            if self._turning:
                self._turning.cancel()
        self._show()
        await asyncio.sleep(CELEBRATION)
        return referee.state

    def _show(self) -> None:
        """Show everyone how all stands by now, if that has changed."""
        situation = self._referee.situation
        if situation != self._shown:
            self._shown = situation
            self._table.light(glows(situation))
            self._observer.show(situation)

    async def _next(self, seconds: float) -> Answer | None:
        """What happens next, or None where nothing has for that long."""
        match self._referee.take_job():
            case Think(player, state, random):
                return Finished(await self._seating.think(player, state, random))
            case Turn(crank, profile, begun):
                turn = self._table.cranked if begun else self._table.crank
                self._turning = asyncio.create_task(turn(crank, profile), name="crank")
                self._turning.add_done_callback(lambda _: self._inbox.put_nowait(TURNED))
        event = await self._inbox.get(None if seconds == inf else max(0.0, seconds))
        return Finished(self._turning.result()) if event is TURNED and self._turning else event
