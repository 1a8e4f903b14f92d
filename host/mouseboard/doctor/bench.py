"""The doctor's bench: the table, its layout file and the person.

The table can also answer a question itself, by a button or by the contact that the question is about. If the table
goes away, the doctor waits for it, and repeats the interrupted step from its start.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from mouseboard.doctor.talk import BrokenOff, Question, Talk
from mouseboard.link import ContactChange, Disconnected, LinkEvent, Reconnected, Style
from mouseboard.say import Say, quoted, say
from mouseboard.table import Table

SETTLE_S = 0.25
"""Seconds without a change after which a hand has let go."""
RESTLESS_S = 2.0
"""The longest wait for that, in seconds."""
TRIES = 3
"""Tries at a step during which the table goes away."""

P = ParamSpec("P")
T = TypeVar("T")


class KeepsLeaving(Exception):
    """The table kept going away during the same step."""


@dataclass
class Bench:
    """One table being examined. `token` makes the crank's ids unique: no table has seen them before."""

    table: Table
    talk: Talk
    token: str
    buttons_answer: bool = True
    """Whether the table's buttons are known to work, or at least not known to be broken."""
    tile: int = 0
    """The number that a tile alone must have; 0 for any."""
    revision: int | None = None
    """The boards' revision to keep on the table; None for the one that it has kept, or that a person reads."""
    restarts: list[str] = field(default_factory=list)
    heard: list[ContactChange] = field(default_factory=list)
    """Contacts that changed since the last question."""
    _turns: int = 0
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when something was heard or answered."""
    _gone: asyncio.Event = field(default_factory=asyncio.Event)
    _there: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.settings = self.table.info.config
        self.table.watch(self._hear)

    def _hear(self, event: LinkEvent) -> None:
        if isinstance(event, ContactChange):
            self.heard.append(event)
        elif isinstance(event, Disconnected):
            self._there.clear()
            self._gone.set()
        elif isinstance(event, Reconnected):
            self._gone.clear()
            self._there.set()
            self.settings = event.info.config
            if event.rebooted:
                self.restarts.append(event.info.reset_cause)
        self._changed.set()

    async def keep(self, setting: str, value: int) -> None:
        """Store a setting on the table. Raises Refused."""
        self.settings = await self.table.service.set_setting(setting, value)

    # A table that goes away

    async def uninterrupted(self, step: Callable[[], Awaitable[T]]) -> T:
        """Run a step and return its result. If the table goes away meanwhile, start the step over.

        Steps do not nest. Raises KeepsLeaving.
        """
        for _ in range(TRIES):
            await self._presence()
            doing, gone = asyncio.ensure_future(step()), asyncio.ensure_future(self._gone.wait())
            try:
                await asyncio.wait((doing, gone), return_when=asyncio.FIRST_COMPLETED)
                if doing.done():
                    return doing.result()
            finally:
                await _end(doing, gone)
        raise KeepsLeaving

    async def _presence(self) -> None:
        """Wait until the table answers."""
        if self.table.connected:
            return
        reminding = asyncio.create_task(self._remind())
        try:
            await self._there.wait()
        finally:
            await _end(reminding)
        self.talk.tell(say("The table answers again."))

    async def _remind(self) -> None:
        """Say that the table is away. Anything typed meanwhile is meant for this message, and answers no question."""
        with suppress(BrokenOff):
            while True:
                text = say("The table does not answer. Is its cable in? I wait for it.")
                await self.talk.ask(Question("cable", text))

    # Contacts

    def name(self, contact: int) -> str:
        """Return a direct contact's name, or the input's number."""
        return self.table.info.direct_name(contact) or str(contact)

    async def settle(self) -> None:
        """Wait until nothing has changed for SETTLE_S seconds, but at most RESTLESS_S: a contact may never rest."""
        with suppress(TimeoutError):
            async with asyncio.timeout(RESTLESS_S):
                while True:
                    self._changed.clear()
                    await asyncio.wait_for(self._changed.wait(), SETTLE_S)

    # The person

    async def ask(self, question: Question) -> str:
        """Return a person's answer, by word or by button B (Enter)."""
        return await self.ask_or_feel(question, lambda _: False) or ""

    async def ask_or_feel(self, question: Question, felt: Callable[[ContactChange], bool]) -> str | None:
        """Return the person's answer, or None as soon as an awaited contact changes. `heard` has all changes."""
        self.heard.clear()
        asking = asyncio.create_task(self._ask(question))
        asking.add_done_callback(lambda _: self._changed.set())
        try:
            while not asking.done():
                if any(map(felt, self.heard)):
                    return None
                if not question.needed and any(map(self._says_yes, self.heard)):
                    return ""
                self._changed.clear()
                await self._changed.wait()
            return asking.result()
        finally:
            await _end(asking)

    async def _ask(self, question: Question) -> str:
        while True:
            said = await self.talk.ask(question)
            answer = question.read(said)
            if answer is not None:
                return answer
            self.talk.tell(say("{said} is no answer here; allowed: {words}", said=quoted(said), words=question.allowed))

    def _says_yes(self, change: ContactChange) -> bool:
        return self.buttons_answer and change.closed and self.name(change.contact) == "b"

    async def agrees(self, task: str, text: Say) -> bool:
        """Require a plain yes in words: an accidental key must not start anything that moves."""
        asked = say("{question} ({yes}/{no})", question=text, yes=say("yes"), no=say("no"))
        return await self.ask(Question(task, asked, answers=("yes", "no"), needed=True)) == "yes"

    # Lamps and crank

    def light_all(self, places: Iterable[str], colour: str) -> None:
        """Light the lamps of these places in one colour, rrggbb; all others are dark."""
        steady: Style = (colour, "steady")
        self.table.show({"a": steady}, dict.fromkeys(places, "a"))

    def dark(self) -> None:
        """Turn all lamps off."""
        self.table.show({}, {})

    async def turn(self) -> str:
        """Turn the crank as in a game, and return the table's result. Raises Refused, TableRestarted."""
        self._turns += 1
        return await self.table.turn_crank(f"doctor-{self.token}-{self._turns}", "classic")


def step(
    do: Callable[Concatenate[Bench, P], Awaitable[T]],
) -> Callable[Concatenate[Bench, P], Coroutine[Any, Any, T]]:
    """Make a function of a bench a step: it then runs in `Bench.uninterrupted`."""

    @wraps(do)
    async def again(bench: Bench, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await bench.uninterrupted(partial(do, bench, *args, **kwargs))

    return again


async def _end(*tasks: asyncio.Future[Any]) -> None:
    """Cancel these tasks, and wait until they have cleaned up."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
