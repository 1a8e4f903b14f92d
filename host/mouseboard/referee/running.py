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

TURNED = Finished("")
"""What the inbox holds once the crank has turned."""

CELEBRATION = 3.0
"""Seconds in which the winner's mouse is lit before the host leaves."""


async def run(
    played: Replay, journal: Writer, table: GameTable, seating: Seating, observer: Observer, inbox: Inbox
) -> State:
    """Play a match to its end. People answer by `inbox`, the observer is shown everything.

    Raises StoreError, LinkError, TableTooSmall, BadGame.
    """
    running = _Running(Referee(played, journal, table, seating, observer.on_played), table, seating, observer, inbox)
    return await running.run()


class _Running:
    """The referee's clock, ears and hands."""

    def __init__(self, referee: Referee, table: GameTable, seating: Seating, observer: Observer, inbox: Inbox) -> None:
        self._referee = referee
        self._table = table
        self._seating = seating
        self._observer = observer
        self._inbox = inbox
        self._shown: Situation | None = None
        self._turning: asyncio.Task[str] | None = None

    async def run(self) -> State:
        loop = asyncio.get_running_loop()
        self._table.notify(self._inbox.put_nowait)
        try:
            self._referee.receive(None, loop.time())
            while not self._referee.over:
                self._show()
                due = self._referee.due
                event = await self._next(due - loop.time())
                # A timer may be a tick early.
                self._referee.receive(event, loop.time() if event else max(due, loop.time()))
            self._show()
            await asyncio.sleep(CELEBRATION)
            return self._referee.state
        finally:
            if self._turning:
                self._turning.cancel()

    def _show(self) -> None:
        """Show everyone how all stands by now, if that has changed."""
        situation = self._referee.situation
        if situation != self._shown:
            self._shown = situation
            self._table.light(glows(situation))
            self._observer.show(situation)

    async def _next(self, seconds: float) -> Answer | None:
        """What happens next, or None when that much time has passed."""
        match self._referee.take_job():
            case Think(player, state, random):
                return Finished(await self._seating.think(player, state, random))
            case Turn() as turn:
                self._turning = asyncio.create_task(self._turn(turn))
                self._turning.add_done_callback(lambda _: self._inbox.put_nowait(TURNED))
        event = await self._inbox.get(None if seconds == inf else max(0.0, seconds))
        return Finished(self._turning.result()) if event is TURNED and self._turning else event

    async def _turn(self, turn: Turn) -> str:
        return await (self._table.cranked if turn.begun else self._table.crank)(turn.crank, turn.profile)
