"""Run a match at a table: the players, the observers, and the clock that the referee does not have."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from mouseboard.link import Link, Port, TableInfo
from mouseboard.match.match import Match
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.referee import Breathe, Job, Referee, Think, TurnCrank
from mouseboard.referee.seating import Seating
from mouseboard.referee.signals import glows
from mouseboard.referee.situation import Answer, Finished, Situation
from mouseboard.rules import Action, Game, State
from mouseboard.store import ActionRecord
from mouseboard.table import GameTable

CELEBRATION = 3.0
"""Seconds for which the winner's lamp is lit at the end, after hands have done something last."""

DONE = Finished("")
"""Put into the inbox when the present job is done."""


def _ignore(_: object) -> None:
    pass


@dataclass(frozen=True)
class Observer:
    """Callbacks of somebody who watches."""

    show: Callable[[Situation], None] = _ignore
    on_played: Callable[[ActionRecord], None] = _ignore
    on_link: Callable[[Link], None] = _ignore
    """Called as soon as the link to the table is open."""
    on_again: Callable[[], None] = lambda: None
    """Called when people press B at the table after the end, for another game."""


class Running:
    """A match with its players and observers. Put what people answer into `inbox`."""

    def __init__(self, match: Match, seating: Seating, *observers: Observer, inbox: Inbox | None = None) -> None:
        self.match = match
        self.seating = seating
        self.inbox = inbox or Inbox()
        self._observers = [*observers]
        self._shown: Situation | None = None
        self._job: asyncio.Task[Action | str] | None = None

    def watch(self, observer: Observer) -> None:
        """Call this observer from now on."""
        self._observers.append(observer)

    async def play(self, port: Port, *, quiet: bool = False, stay: bool = False, obedient: bool = False) -> State:
        """Play to the end on the table at a port, silently if `quiet`, and return the final state.

        With `stay`, people may take the last move back for as long as they like: it does not return until cancelled.
        Raises OSError and LinkError if no table answers, TableTooSmall, StoreError, BadGame.
        """
        async with Link(port) as link:
            for observer in self._observers:
                observer.on_link(link)
            table = GameTable(link, self.match.game.layout, quiet, obedient)
            await table.recall_blind()
            table.notify(self.inbox.put_nowait)
            referee = Referee(self.match.played, self.match.writer, table, self.seating, self._played, self._again)
            try:
                await self._run(referee, table, stay)
            finally:
                if self._job:
                    self._job.cancel()
                self.seating.close()
            return referee.state

    async def _run(self, referee: Referee, table: GameTable, stay: bool) -> None:
        time = asyncio.get_running_loop().time
        referee.receive(None, time())
        self._show(referee.situation, table)
        event, leaving = None, inf
        while True:
            if stay or not referee.over:
                leaving = inf
            elif event or leaving == inf:
                leaving = time() + CELEBRATION
            due = min(referee.due, leaving)
            event = await self._next(referee, table, due - time())
            if event is None and due == leaving:
                return
            referee.receive(event, time() if event else max(due, time()))  # a timer may be a tick early
            self._show(referee.situation, table)

    async def _next(self, referee: Referee, table: GameTable, seconds: float) -> Answer | None:
        """Return the next event, or None after that much time without one."""
        if job := referee.take_job():
            self._job = asyncio.create_task(self._do(job, table), name="job")
            self._job.add_done_callback(lambda _: self.inbox.put_nowait(DONE))
        event = await self.inbox.get(None if seconds == inf else max(0.0, seconds))
        return Finished(self._job.result()) if event is DONE and self._job else event

    async def _do(self, job: Job, table: GameTable) -> Action | str:
        match job:
            case Think(player, state, random):
                return await self.seating.think(player, state, random)
            case TurnCrank(crank, profile, begun):
                return await (table.cranked if begun else table.crank)(crank, profile)
            case Breathe(seconds):
                await asyncio.sleep(seconds)
                return ""

    def _show(self, situation: Situation, table: GameTable) -> None:
        """Show the situation to everyone if it has changed."""
        if situation != self._shown:
            self._shown = situation
            table.light(glows(situation))
            for observer in self._observers:
                observer.show(situation)

    def _again(self) -> None:
        for observer in self._observers:
            observer.on_again()

    def _played(self, record: ActionRecord) -> None:
        for observer in self._observers:
            observer.on_played(record)


async def look_for_table(port: Port, game: Game) -> TableInfo:
    """Return which table answers at the port, before the game is journaled as begun.

    Raises OSError, LinkError, TableTooSmall.
    """
    async with Link(port) as link:
        return GameTable(link, game.layout).info
