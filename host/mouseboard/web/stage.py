"""What everybody who watches sees: the game that is on, or the lobby. Whole pictures, made once a language."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import msgspec

from mouseboard import players
from mouseboard.lang import translate
from mouseboard.link import Link
from mouseboard.referee.situation import Inbox, Situation
from mouseboard.rules import Game
from mouseboard.say import Say, say
from mouseboard.store import PERSON
from mouseboard.web.guests import Guest, Guests, Role
from mouseboard.web.hands import PageHands, Whose
from mouseboard.web.newest import Newest
from mouseboard.web.picture import Around, Chair, picture


@dataclass
class OnStage:
    """A game that is on."""

    game: Game
    number: int
    """In the journal."""
    kinds: list[str]
    """PERSON or the kind of computer player, by seat."""
    help: list[str]
    """How much help each seat gets: `none`, `hints`, `warnings`."""
    inbox: Inbox
    hands: PageHands | None = None
    """Those of the page at a simulated table."""
    link: Link | None = None
    """To the table, once that is reached."""
    situation: Situation | None = None
    """The newest; None while the table is waking up."""
    asked: int = 0
    """The picture with which came what is asked now."""
    asked_at: float = 0.0
    """When that was, by the loop's clock."""

    @cached_property
    def levels(self) -> tuple[str, ...]:
        """The kinds of computer players there are; looked up once, since that takes a while."""
        return players.kinds(self.game)

    @property
    def whose(self) -> Whose | None:
        """Who moves the mice, where the page may."""
        return self.hands.whose if self.hands else None

    @property
    def people(self) -> set[int]:
        """The seats on which persons decide."""
        return {seat for seat, kind in enumerate(self.kinds) if kind == PERSON}


class Live(NamedTuple):
    """A game that is on, and the newest of it."""

    on: OnStage
    situation: Situation


class Stage:
    """At first it is empty: everybody is in the lobby."""

    def __init__(self, guests: Guests, lobby: bool = True) -> None:
        """Without a `lobby` there will be one game and no other."""
        self.guests = guests
        self.lobby = lobby
        self.news = Newest()
        self.start = secrets.token_hex(4)
        """Names this run of the server, as its counting of pictures begins again with each."""
        self.on: OnStage | None = None
        self.trouble: Say | str | None = None
        """What went wrong with the last game."""
        self.seatings = 0
        """Counts how often who acts for which seat was changed."""
        self._watching: Counter[int] = Counter()
        self._encoded: dict[str, bytes] = {}

    @property
    def live(self) -> Live | None:
        """The game that is on, once something of it can be seen."""
        return Live(self.on, self.on.situation) if self.on and self.on.situation else None

    @property
    def moves_mice(self) -> bool:
        """Whether all mice are moved on the page."""
        return bool(self.on and self.on.whose == "page")

    def enter(self, on: OnStage | None, trouble: Say | str | None = None) -> None:
        """Another game is on; or none, and why."""
        self.on, self.trouble = on, trouble
        self.reseat()

    def show(self, situation: Situation) -> None:
        """What the referee shows."""
        on = self.on
        assert on
        is_new = on.situation is None or on.situation.ask != situation.ask
        on.situation = situation
        self.change()
        if is_new:
            on.asked, on.asked_at = self.news.serial, asyncio.get_running_loop().time()

    def reseat(self) -> None:
        """Who acts for which seat is different now."""
        self.seatings += 1
        self.change()

    def change(self) -> None:
        """Something about the picture is different now."""
        self._encoded.clear()
        self.news.change()

    def picture(self, language: str) -> bytes:
        """What everybody with this language is sent now, as JSON."""
        if language not in self._encoded:
            self._encoded[language] = msgspec.json.encode(self._picture(language))
        return self._encoded[language]

    def _picture(self, language: str) -> object:
        if live := self.live:
            return picture(live.situation, self.around(live.on), language)
        said: Say | str = say("The table is waking up ...") if self.on else self.trouble or ""
        return {
            "at": "waking" if self.on else "lobby",
            "language": language,
            "start": self.start,
            "serial": self.news.serial,
            "prompt": translate(said, language) if isinstance(said, Say) else said,
        }

    def around(self, on: OnStage) -> Around:
        """Who sits around that game."""
        names = self.guests.names
        chairs = (
            Chair(kind, names.get(seat, "") if kind == PERSON else "", self._watching[seat] > 0, on.help[seat])
            for seat, kind in enumerate(on.kinds)
        )
        return Around(tuple(chairs), on.number, on.whose, on.levels, self.start, self.news.serial)

    def seats_of(self, guest: Guest) -> set[int]:
        """The seats that somebody acts for now: the host for all people who have no phone of their own."""
        people = self.on.people if self.on else set()
        if guest.role is Role.HOST:
            return {seat for seat in people if self.guests.holder(seat) in (None, guest)}
        return people & set(guest.seats)

    @contextmanager
    def watching(self, seats: Callable[[], Collection[int]]) -> Iterator[Callable[[], None]]:
        """While somebody watches who acts for those seats; call what is given when they may have changed."""
        counted: set[int] = set()

        def count(now: Collection[int]) -> None:
            before = +self._watching
            self._watching.subtract(counted)
            self._watching.update(now)
            counted.clear()
            counted.update(now)
            if set(before) != set(+self._watching):
                self.change()

        try:
            yield lambda: count(seats())
        finally:
            count(())
