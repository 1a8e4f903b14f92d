"""Run a match at a table: the players, the observers, and the clock that the referee does not have."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from mouseboard.link import Link, LinkError, Port, TableInfo
from mouseboard.match.match import Match
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.referee import Breathe, Job, Referee, Think, TurnCrank
from mouseboard.referee.seating import Seating
from mouseboard.referee.signals import glows
from mouseboard.referee.situation import Answer, Finished, Situation
from mouseboard.rules import Action, Game, State
from mouseboard.say import Say, reason
from mouseboard.store import ActionRecord, Locked, Replay
from mouseboard.table import GameTable

LOOK_AGAIN_S = 0.5
"""The interval between looks for a table that is not there yet."""

CELEBRATION_S = 3.0
"""Seconds for which the winner's lamp is lit at the end, after hands have done something last."""

LOCKED_S = 60.0
"""Longest wait for another process that has locked the journal, in seconds."""

TRY_AGAIN_S = 0.5
"""The interval between attempts to write meanwhile."""

REST_S = 5.0
"""Time without an event after which the referee leaves the journal in order, in seconds."""

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
        self.table: GameTable | None = None
        """The table, while the match is played at it."""
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
            self.table = table
            try:
                return await self._play(table, stay)
            finally:
                self.table = None
                self.seating.close()

    async def _play(self, table: GameTable, stay: bool) -> State:
        """Play to the end, and wait meanwhile for whoever has locked the journal. Raises StoreError."""
        played = self.match.played
        while True:
            referee = Referee(played, self.match.writer, table, self.seating, self._played, self._again)
            try:
                await self._run(referee, table, stay)
            except Locked:
                played = await self._reread()
            else:
                return referee.state
            finally:
                self._drop_job()

    async def _reread(self) -> Replay:
        """Return the game as the journal has it, once it can be written again. Raises Locked after LOCKED_S.

        The game then goes on like one that is resumed: moves made by hand meanwhile count.
        """
        writer, end = self.match.writer, asyncio.get_running_loop().time() + LOCKED_S
        while True:
            await asyncio.sleep(TRY_AGAIN_S)
            try:
                writer.check_unlocked()
            except Locked:
                if asyncio.get_running_loop().time() > end:
                    raise
            else:
                self.inbox.keep_choices()
                return self.match.replay()

    async def _run(self, referee: Referee, table: GameTable, stay: bool) -> None:
        time = asyncio.get_running_loop().time
        referee.receive(None, time())
        self._show(referee.situation, table)
        event, leaving = None, inf
        while True:
            if stay or not referee.over:
                leaving = inf
            elif event or leaving == inf:
                leaving = time() + CELEBRATION_S
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
            self._job.add_done_callback(self._done)
        event = await self._event(referee, table, seconds)
        return Finished(self._job.result()) if event is DONE and self._job else event

    async def _event(self, referee: Referee, table: GameTable, seconds: float) -> Answer | None:
        """Return the next event, or None after that much time without one. Let the referee rest meanwhile."""
        if seconds > REST_S:
            if event := await self.inbox.get(REST_S):
                return event
            referee.rest()
            self._show(referee.situation, table)
            seconds -= REST_S
        return await self.inbox.get(None if seconds == inf else max(0.0, seconds))

    def _done(self, job: asyncio.Task[Action | str]) -> None:
        if job is self._job:
            self.inbox.put_nowait(DONE)

    def _drop_job(self) -> None:
        if self._job:
            self._job.cancel()
        self._job = None

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

    def light(self) -> None:
        """Light the lamps again, after somebody else has used them."""
        if self.table and self._shown:
            self.table.light(glows(self._shown))

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


async def wait_for_table(port: Port, game: Game, waits: Callable[[Say], None]) -> None:
    """Wait until a table answers at the port. `waits` is called with each new reason why none does.

    Raises TableTooSmall.
    """
    told = None
    while (why := await _why_away(port, game)) is not None:
        if why != told:
            waits(why)
        told = why
        await asyncio.sleep(LOOK_AGAIN_S)


async def _why_away(port: Port, game: Game) -> Say | None:
    """Return why no table answers at the port, or None if one does. Raises TableTooSmall."""
    try:
        await look_for_table(port, game)
    except (OSError, LinkError) as error:
        return reason(error)
    return None
