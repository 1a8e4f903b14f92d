"""A phone becomes a host by a gesture at the table: one phone at a time, for half a minute.

Strangers may try, because somebody must be the first. All that they can do is keep others waiting: nobody makes the
gesture for a phone that only guesses. A simulated table proves nothing, so the gesture is made at the one plugged in.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Literal

import msgspec

from mouseboard.evening.evening import Evening
from mouseboard.evening.playing import SIMULATED
from mouseboard.lang import word
from mouseboard.link import AUTO, Link, LinkError
from mouseboard.link.serial_port import SerialPort
from mouseboard.match import Running
from mouseboard.referee.situation import Paused
from mouseboard.say import say
from mouseboard.serving.limits import Rate, network
from mouseboard.serving.unfit import TOO_FAST, Unfit
from mouseboard.table import TableEvent, TableTooSmall
from mouseboard.table.table import Table
from mouseboard.web.gesture import BUTTONS, LISTENING, Gesture, Lifting, Pressing, any_order

CLAIM_S = 30.0
"""Time limit for the gesture, in seconds."""
HOLD_S = 1.0
"""Seconds to hold both buttons, or to keep both pieces up."""
GONE_S = 6.0
"""Seconds without a word from a phone before it may begin again. A page asks every second."""
QUIET_S = 10.0
"""Seconds without both buttons held, after a phone's time is up, until another may try: hands may still be on them."""
LOOK_S = 0.2
"""The interval between looks at the buttons meanwhile."""
TRIES_PER_S, TRIES_AT_ONCE = 1 / 60, 5.0
"""Rate limit of one address."""

OVER = say("Time is up. Try again!")
BUSY = say("Somebody else is using the table just now. Wait half a minute, then try again.")
NO_TABLE = say("The table does not answer. Is it plugged in, and used by nothing else? Then try again.")
PAUSE_FIRST = say("A game is on. Ask a player to pause it in the menu, then try again.")
TWO_PLACES = say("Put a piece on each of two spaces, then try again.")

By = Literal["buttons", "pieces"]


class ClaimShown(msgspec.Struct, frozen=True):
    """The part that only the phone that asks sees."""

    claim: str
    """The secret to ask again with."""
    by: By
    steps: tuple[str, ...]
    """The buttons, or the names of places."""
    armed: bool
    """Whether the steps count by now: both buttons have been held, or both pieces lifted."""
    done: int
    """The number of steps made."""
    connected: bool
    """Whether the table can be reached."""
    seconds: int
    """The time that is left."""


class Claim:
    """One try of one phone at a table. While it listens, it comes before the game that is on there."""

    def __init__(self, gesture: Gesture, table: Table, now: Callable[[], float]) -> None:
        self.id = secrets.token_urlsafe(16)
        self._gesture = gesture
        self._table = table
        self._now = now
        self._ends = now() + CLAIM_S
        self._asked = now()

    @property
    def is_made(self) -> bool:
        """Whether the gesture has been made."""
        return self._gesture.done == len(self._gesture.steps)

    @property
    def is_left(self) -> bool:
        """Whether the phone does not ask any more."""
        return self._now() >= self._asked + GONE_S

    def shown(self, language: str) -> ClaimShown:
        """Return the progress, as the phone that asks sees it."""
        self._asked = self._now()
        gesture, left = self._gesture, max(0, round(self._ends - self._now()))
        by: By = "buttons" if isinstance(gesture, Pressing) else "pieces"
        steps = tuple(word(step, language) for step in gesture.steps)
        return ClaimShown(self.id, by, steps, gesture.armed, gesture.done, self._table.connected, left)

    @contextmanager
    def listening(self, running: Running | None) -> Iterator[None]:
        """Listen while inside; `running` is the match at this table, which gets everything else that is felt."""

        def hear(event: TableEvent) -> None:
            was_shown = self._is_shown
            is_ours = not self.is_made and self._gesture.hear(event)
            if self._gesture.is_held(self._table):
                asyncio.get_running_loop().call_later(HOLD_S, hold)
            if self._is_shown != was_shown:
                light()
            if running and not is_ours:
                running.inbox.put_nowait(event)

        def hold() -> None:
            if self._now() < self._ends and self._gesture.is_held(self._table) and not self.is_made:
                self._gesture.arm()
                light()

        def light() -> None:
            if self._is_shown:
                self._table.show_all(LISTENING)
            elif running:
                running.light()
            else:
                self._table.show({}, {})

        self._table.notify(hear)
        light()
        try:
            yield
        finally:
            self._ends = self._now()
            if running:
                self._table.notify(running.inbox.put_nowait)
                running.light()

    @property
    def _is_shown(self) -> bool:
        """Whether the lamps show that the table listens."""
        return self._gesture.armed and not self.is_made


class Claiming:
    """At most one claim at a time, at the table of an evening."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._tries = Rate(TRIES_PER_S, TRIES_AT_ONCE)
        self._claim: Claim | None = None
        self._address = ""
        """The address for which the table is kept."""
        self._listening: asyncio.Task[None] | None = None

    async def begin(self, by: By, address: str) -> Claim:
        """Listen at the table for the gesture of somebody at this address. Raises Unfit."""
        loop = asyncio.get_running_loop()
        if address == self._address and (self._claim is None or self._claim.is_left):
            await self.end()
        if self._listening or self._evening.is_changing:
            raise Unfit(409, BUSY)
        if not self._tries.take(network(address), loop.time()):
            raise Unfit(429, TOO_FAST)
        self._address = address
        begun: asyncio.Future[Claim] = loop.create_future()
        self._listening = asyncio.create_task(self._listen(by, begun), name="claim")
        return await begun

    def of(self, secret: str) -> Claim:
        """Return the claim with this secret. Raises Unfit once its time is up."""
        if self._claim is None or not secrets.compare_digest(self._claim.id.encode(), secret.encode()):
            raise Unfit(409, OVER)
        return self._claim

    async def end(self) -> None:
        """Listen no longer, so that the table is free for others."""
        if self._listening:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening

    async def _listen(self, by: By, begun: asyncio.Future[Claim]) -> None:
        """Listen until the time is up; after the gesture, too, so that the phone can fetch its rights.

        Then keep the table until hands are off it: they may still mean this claim, and must not make another phone's.
        """
        running = self._evening.at_table
        try:
            async with self._table(running) as table:
                claim = self._claim = Claim(self._gesture(by, table, running), table, asyncio.get_running_loop().time)
                with claim.listening(running):
                    _tell(begun, claim)
                    await asyncio.sleep(CLAIM_S)
                self._claim = None
                await _quiet(table)
        except Unfit as unfit:
            _tell(begun, unfit)
        except (OSError, LinkError, TableTooSmall):
            _tell(begun, Unfit(409, NO_TABLE))
        finally:
            self._claim = self._listening = None
            _tell(begun, Unfit(409, OVER))

    @asynccontextmanager
    async def _table(self, running: Running | None) -> AsyncIterator[Table]:
        """Open the table that is plugged in, unless a game is on there. Raises OSError, LinkError."""
        if running and running.table:
            yield running.table
            return
        wish = self._evening.wish
        is_named = wish and wish.setup.table != SIMULATED
        async with Link(SerialPort(wish.setup.table if wish and is_named else AUTO)) as link:
            game = self._evening.game
            assert game
            yield Table(link, game.layout)

    def _gesture(self, by: By, table: Table, running: Running | None) -> Gesture:
        """Return a gesture that nobody knows yet. Raises Unfit."""
        if by == "buttons":
            return Pressing(any_order(*BUTTONS))
        live = self._evening.live
        if running and live and not (live.situation.over or isinstance(live.situation.ask, Paused)):
            raise Unfit(409, PAUSE_FIRST)
        places = sorted(table.occupied - table.blind)
        if len(places) < 2:
            raise Unfit(409, TWO_PLACES)
        return Lifting(any_order(*secrets.SystemRandom().sample(places, 2)), table.occupied)


async def _quiet(table: Table) -> None:
    """Return after QUIET_S without both buttons held."""
    loop = asyncio.get_running_loop()
    end = loop.time() + QUIET_S
    while loop.time() < end:
        await asyncio.sleep(LOOK_S)
        if table.closed_direct >= {*BUTTONS}:
            end = loop.time() + QUIET_S


def _tell(begun: asyncio.Future[Claim], news: Claim | Unfit) -> None:
    """Answer whoever waits for a claim to begin, unless that has happened or they have hung up."""
    if begun.done():
        return
    if isinstance(news, Unfit):
        begun.set_exception(news)
    else:
        begun.set_result(news)
