"""The table on the bench: what the doctor's parts have in their hands - the link, the layout file, the person.

Whatever is asked can also be answered by the table: by a button, or by the contact the question is about.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from mouseboard.doctor.talk import Question, Talk
from mouseboard.layouts import Layout
from mouseboard.link import ContactChange, Link, LinkEvent, Reconnected, Style

DIRECT = ("cage", "a", "b", "rail")
"""The contacts behind the chain's bytes, in the firmware's order (scan.py)."""
SETTLE = 0.25
"""Seconds without a change after which a hand has let go."""
RESTLESS = 2.0
"""Seconds after which nobody waits for that any longer."""


@dataclass
class Bench:
    """One table being examined. `token` makes the crank's numbers new ones: no table has seen it before."""

    link: Link
    layout: Layout
    talk: Talk
    token: str
    buttons_answer: bool = True
    """Whether the table's buttons are known to work, or at least not known to be broken."""
    restarts: list[str] = field(default_factory=list)
    heard: list[ContactChange] = field(default_factory=list)
    """Contacts that changed since the last question was put."""
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.link.watch(self._hear)

    def _hear(self, event: LinkEvent) -> None:
        if isinstance(event, ContactChange):
            self.heard.append(event)
        elif isinstance(event, Reconnected) and event.rebooted:
            self.restarts.append(event.info.reset_cause)
        self._changed.set()

    # Contacts

    @property
    def inputs(self) -> int:
        """How many the chain has."""
        assert self.link.info
        return self.link.info.inputs

    def closed(self) -> frozenset[int]:
        """The chain's inputs that are closed now."""
        return frozenset(number for number in range(self.inputs) if self.link.closed(number))

    def direct(self) -> frozenset[str]:
        """The other contacts that are closed now, by name."""
        return frozenset(name for name in DIRECT if self.link.closed(self._number(name)))

    def _number(self, name: str) -> int:
        return (self.inputs + 7) // 8 * 8 + DIRECT.index(name)

    def name(self, contact: int) -> str:
        """A direct contact's name, or the input's number."""
        direct = contact - self._number(DIRECT[0])
        return DIRECT[direct] if direct >= 0 else f"input {contact}"

    async def settle(self) -> None:
        """Until nothing has changed for a while; a contact that never rests is not waited for."""
        with suppress(TimeoutError):
            async with asyncio.timeout(RESTLESS):
                while await self._something_changes():
                    pass

    async def _something_changes(self) -> bool:
        self._changed.clear()
        try:
            await asyncio.wait_for(self._changed.wait(), SETTLE)
        except TimeoutError:
            return False
        return True

    # The person

    async def ask(self, question: Question) -> str:
        """A person's answer, by word or by button B (Enter)."""
        return await self.ask_or_feel(question, lambda _: False) or ""

    async def ask_or_feel(self, question: Question, felt: Callable[[ContactChange], bool]) -> str | None:
        """The person's answer, or None as soon as a contact changes that was waited for. `heard` has all changes."""
        self.heard.clear()
        asking = asyncio.create_task(self._ask(question))
        try:
            while not asking.done():
                if any(map(felt, self.heard)):
                    return None
                if not question.needed and any(map(self._says_yes, self.heard)):
                    return ""
                await self._news_or(asking)
            return asking.result()
        finally:
            asking.cancel()
            with suppress(asyncio.CancelledError):
                await asking

    async def _ask(self, question: Question) -> str:
        while True:
            said = await self.talk.ask(question)
            answer = question.read(said)
            if answer is not None:
                return answer
            self.talk.tell(f"{said!r} is no answer here; allowed: {question.allowed}")

    async def _news_or(self, asking: asyncio.Task[str]) -> None:
        self._changed.clear()
        waiting = asyncio.create_task(self._changed.wait())
        await asyncio.wait((asking, waiting), return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()

    def _says_yes(self, change: ContactChange) -> bool:
        return self.buttons_answer and change.closed and self.name(change.contact) == "b"

    async def agrees(self, task: str, text: str) -> bool:
        """A plain yes, said in words: nothing that moves may begin by an accidental key."""
        return await self.ask(Question(task, f"{text} (yes/no)", answers=("yes", "no"), needed=True)) == "yes"

    # Lamps

    def light(self, places: dict[str, str], styles: dict[str, Style]) -> None:
        """Light the lamps of these places, each in a style; all others are dark."""
        assert self.link.info
        picture = ["."] * self.link.info.lamps
        for place, style in places.items():
            for lamp in self.layout.by_name[place].lamps:
                picture[lamp] = style
        self.link.show(styles, "".join(picture))

    def light_all(self, places: Iterable[str], colour: str) -> None:
        """Light the lamps of these places in one colour, rrggbb."""
        self.light(dict.fromkeys(places, "a"), {"a": (colour, "steady")})

    def dark(self) -> None:
        self.light({}, {})

    # The table's own word

    async def setting(self, name: str) -> int:
        (value,) = await self.link.ask("get", name)
        return int(value)

    async def power(self) -> tuple[int, int]:
        """mV of the supply, mA of the servo."""
        millivolts, milliamps, *_ = await self.link.ask("power")
        return int(millivolts), int(milliamps)
