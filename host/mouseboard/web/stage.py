"""What everybody who watches sees: the game that is on, or the lobby. Whole pictures, made once a language."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from mouseboard import players
from mouseboard.lang import translate
from mouseboard.link import Link
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.situation import Situation
from mouseboard.rules import Game
from mouseboard.say import Say, say
from mouseboard.store import PERSON
from mouseboard.web.guests import Guest, Guests, Role
from mouseboard.web.hands import PageHands
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
    fault: asyncio.Future[None] | None = None
    """While it is played: fails with what the game's own code fails with when its picture is made."""

    @property
    def people(self) -> set[int]:
        """The seats on which persons decide."""
        return {seat for seat, kind in enumerate(self.kinds) if kind == PERSON}


AWAY_S = 10.0
"""Time without a stream after which somebody who sits is taken for away: longer than a page takes to load again."""


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
        self.trouble: Say | None = None
        """What went wrong with the last game."""
        self.entered = 0
        """The first picture since another game, or none, is on."""
        self.seatings = 0
        """Counts how often who acts for which seat was changed."""
        self._left: dict[str, float] = {}
        """When the last stream of a guest ended, by the loop's clock. A guest without one counts from the start."""
        self._began = asyncio.get_running_loop().time()
        self._stand_ins: dict[int, Guest] = {}
        """Guests who play on for somebody away, by seat."""
        self._encoded: dict[str, bytes] = {}

    @property
    def live(self) -> Live | None:
        """The game that is on, once something of it can be seen."""
        return Live(self.on, self.on.situation) if self.on and self.on.situation else None

    @property
    def moves_mice(self) -> bool:
        """Whether all mice are moved on the page."""
        return bool(self.on and self.on.hands and self.on.hands.whose == "page")

    def enter(self, on: OnStage | None, trouble: Say | None = None) -> None:
        """Another game is on; or none, and why."""
        self.on, self.trouble = on, trouble
        self._stand_ins.clear()
        self.reseat()
        self.entered = self.news.serial

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
            try:
                return picture(live.situation, self.around(live.on), language)
            except Exception as error:
                if live.on.fault is None:
                    raise
                if not live.on.fault.done():
                    live.on.fault.set_exception(error)
        said = say("The table is waking up ...") if self.on else self.trouble
        return {
            "at": "waking" if self.on else "lobby",
            "language": language,
            "start": self.start,
            "serial": self.news.serial,
            "prompt": translate(said, language) if said else "",
        }

    def around(self, on: OnStage) -> Around:
        """Who sits around that game."""
        chairs = tuple(self._chair(on, seat) for seat in range(len(on.kinds)))
        whose = on.hands.whose if on.hands else None
        return Around(chairs, on.number, whose, players.kinds(on.game), self.start, self.news.serial)

    def _chair(self, on: OnStage, seat: int) -> Chair:
        kind = on.kinds[seat]
        if kind != PERSON:
            return Chair(kind, help=on.help[seat])
        return Chair(
            kind,
            self.guests.names.get(seat, ""),
            self._is_watched(seat),
            on.help[seat],
            self.away(seat),
            self._stand_in(seat) is not None,
        )

    # Who acts for which seat.

    def seats_of(self, guest: Guest) -> set[int]:
        """Return the seats that somebody acts for now: the host for all people who have no phone of their own."""
        people = self.on.people if self.on else set()
        if guest.role is Role.HOST:
            own = {seat for seat in people if self.guests.holder(seat) in (None, guest)}
        else:
            own = people & set(guest.seats)
        return own | {seat for seat in people if self._stand_in(seat) is guest}

    def sit(self, guest: Guest, seat: int, name: str | None) -> None:
        """Give somebody a seat."""
        self.guests.sit(guest, seat, name)
        self._stand_ins.pop(seat, None)
        self._left[guest.token] = asyncio.get_running_loop().time()  # if they have no stream yet
        self.reseat()

    def away(self, seat: int) -> int | None:
        """Return for how many seconds the phone of a seat has been away; None where it is here, or there is none."""
        holder = self.guests.holder(seat)
        if holder is None or self.guests.connected[holder.token]:
            return None
        gone = asyncio.get_running_loop().time() - self._left.get(holder.token, self._began)
        return int(gone) if gone >= AWAY_S else None

    def stand_in(self, seat: int, guest: Guest) -> bool:
        """Let somebody play on for a person who is away, until they come back. False where another does so already."""
        if self._stand_in(seat) not in (None, guest):
            return False
        self._stand_ins[seat] = guest
        self.reseat()
        return True

    def _stand_in(self, seat: int) -> Guest | None:
        """Return who plays on for the person on a seat, if that is gone and the other is here."""
        other, holder, connected = self._stand_ins.get(seat), self.guests.holder(seat), self.guests.connected
        is_needed = holder is not None and not connected[holder.token]
        return other if other and is_needed and connected[other.token] else None

    @contextmanager
    def watching(self, guest: Guest) -> Iterator[None]:
        """While somebody has a stream."""
        connected = self.guests.connected
        connected[guest.token] += 1
        if connected[guest.token] == 1:
            self._came(guest)
        try:
            yield
        finally:
            connected[guest.token] -= 1
            if not connected[guest.token]:
                del connected[guest.token]
                self._went(guest)

    def _came(self, guest: Guest) -> None:
        for seat in guest.seats:
            self._stand_ins.pop(seat, None)
        if self.seats_of(guest):
            self.reseat()

    def _went(self, guest: Guest) -> None:
        if self.seats_of(guest):
            loop = asyncio.get_running_loop()
            self._left[guest.token] = loop.time()
            self.reseat()
            loop.call_later(AWAY_S, self.reseat)

    def _is_watched(self, seat: int) -> bool:
        """Whether a phone or screen that acts for that seat shows the game."""
        holder = self.guests.holder(seat)
        if holder is None:
            return self.guests.host_is_connected
        return self.guests.connected[holder.token] > 0
