"""What everybody sees: the game that is on, or the lobby. Each picture is complete, and made once per language."""

from __future__ import annotations

import asyncio
import math
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from mouseboard import players
from mouseboard.lang import translate
from mouseboard.link import Link
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.situation import Ask, Consent, Situation
from mouseboard.rules import Game
from mouseboard.say import Say, say
from mouseboard.store import PERSON
from mouseboard.web.fields import QuestionShown
from mouseboard.web.guests import Guest, Guests, Role, plain_name
from mouseboard.web.hands import PageHands
from mouseboard.web.newest import Newest
from mouseboard.web.picture import Around, Chair, lobby_picture, picture
from mouseboard.web.questions import OPEN, question
from mouseboard.web.wish import Wish


@dataclass
class OnStage:
    """A game that is on."""

    game: Game
    number: int
    """In the journal."""
    kinds: list[str]
    """PERSON or a kind of computer player, by seat."""
    help: list[str]
    """How much help each seat gets: `none`, `hints`, `warnings`."""
    inbox: Inbox
    own_die: bool = False
    """Whether people roll their own die, and say what it shows."""
    hands: PageHands | None = None
    """The page's hands at a simulated table."""
    link: Link | None = None
    """The link to the table, once that is reached."""
    situation: Situation | None = None
    """The newest situation; None while the table is waking up."""
    asked: int = 0
    """The serial of the picture that asked the present question first."""
    doubted: int = 0
    """The serial of the first picture with the present question about the table itself."""
    asked_at: float = 0.0
    """When that picture was shown, by the loop's clock."""
    played_by: tuple[str, ...] = ()
    """The player of each seat when the game ended, as `Guests.person` tells them apart."""
    minutes: int | None = None
    """How long the game took, once it is over."""
    waved: QuestionShown | None = None
    """The open question, untranslated, if people have answered that all is as it should be."""
    fault: asyncio.Future[None] | None = None
    """While the game is played: gets the exception if the game's own code fails while a picture is made."""

    @property
    def people(self) -> set[int]:
        """The seats of people."""
        return {seat for seat, kind in enumerate(self.kinds) if kind == PERSON}


AWAY_S = 10.0
"""Seconds without a stream after which somebody who sits counts as away: longer than a page takes to reload."""
NOTED_S = 1.0
"""Seconds in which a guest's refusals are noted once."""


class Live(NamedTuple):
    """A game that is on, and its newest situation."""

    on: OnStage
    situation: Situation


class Stage:
    """The stage that everybody watches. At first it is empty, and everybody is in the lobby."""

    def __init__(self, guests: Guests, wish: Wish | None = None) -> None:
        """Without a wish the stage has one game, and no lobby."""
        self.guests = guests
        self.wish = wish
        """The game that the lobby is about to play."""
        self.news = Newest()
        self.start = secrets.token_hex(4)
        """Identifies this run of the server, because each run numbers pictures from 0."""
        self.on: OnStage | None = None
        self.trouble: Say | None = None
        """What went wrong with the last game."""
        self.entered = 0
        """The serial of the first picture since a game was entered or left."""
        self.seatings = 0
        """Counts changes of who acts for which seat."""
        self.away_s = AWAY_S
        """Seconds after which somebody whose streams have ended counts as away."""
        self._left: dict[str, float] = {}
        """When a guest's last stream ended, by the loop's clock. For guests not in it, `_began` counts."""
        self._refused: dict[str, float] = {}
        """When somebody who sits or is a host was last refused a stream, by the loop's clock; by token and by role."""
        self._began = asyncio.get_running_loop().time()
        self._host_left = self._began
        """When the last stream of a host ended."""
        self.vacant: dict[int, float] = {}
        """When people left their seats in the game that is on, by seat."""
        self._stand_ins: dict[int, Guest] = {}
        """Guests who play for somebody who is away, by seat."""
        self._asking: dict[str, str] = {}
        """The names of guests who have asked for a seat, by their tokens' hashes."""
        self.ready: set[int] = set()
        """The seats whose phones want to play again, once a game is over."""
        self.done: set[int] = set()
        """The seats whose people left them after the end."""
        self._encoded: dict[str, bytes] = {}

    @property
    def live(self) -> Live | None:
        """The game that is on, or None until its first situation."""
        return Live(self.on, self.on.situation) if self.on and self.on.situation else None

    @property
    def moves_mice(self) -> bool:
        """Whether people move all mice on the page."""
        return bool(self.on and self.on.hands and self.on.hands.whose == "page")

    def enter(self, on: OnStage | None, trouble: Say | None = None) -> None:
        """Put another game on, or none; `trouble` tells what went wrong with the last one."""
        self.on, self.trouble = on, trouble
        self._stand_ins.clear()
        self._asking.clear()
        self.vacant = dict.fromkeys(self.guests.left(on.number), asyncio.get_running_loop().time()) if on else {}
        self.ready.clear()
        self.done.clear()
        self.reseat()
        if on:  # who has not come by then is away
            asyncio.get_running_loop().call_later(self.away_s, self.reseat)
        self.entered = self.news.serial

    def show(self, situation: Situation) -> None:
        """Show the referee's newest situation."""
        on = self.on
        assert on
        is_new = on.situation is None or _asked(on.situation) != _asked(situation)
        is_doubted_anew = on.situation is None or question(on.situation, str) != question(situation, str)
        if situation.over != bool(on.situation and on.situation.over):
            self._crown(on, situation)
        on.situation = situation
        self.change()
        if is_doubted_anew:
            on.doubted = self.news.serial
        if is_new:
            on.asked, on.asked_at = self.news.serial, asyncio.get_running_loop().time()

    def _crown(self, on: OnStage, situation: Situation) -> None:
        """Note who has won, or that the end was taken back."""
        self.ready.clear()
        on.played_by = tuple(self.guests.person(seat) if seat in on.people else "" for seat in range(len(on.kinds)))
        won = situation.state.winners if situation.over else ()
        self.guests.crown(on.number, [person for seat in won if (person := on.played_by[seat])])

    def wave(self) -> bool:
        """Ask nobody any more whether all is as it should be. Return False if no such question is open."""
        live = self.live
        asked = question(live.situation, str) if live else None
        if live is None or asked is None or asked.kind not in OPEN:
            return False
        live.on.waved = asked
        self.change()
        return True

    def reseat(self) -> None:
        """Publish that somebody else acts for a seat."""
        self.seatings += 1
        self.change()
        if self.wish:
            self.wish.keep()

    def change(self) -> None:
        """Publish a new picture."""
        self._encoded.clear()
        self.news.change()

    def picture(self, language: str) -> bytes:
        """Return the newest picture in a language, as JSON."""
        if language not in self._encoded:
            self._encoded[language] = msgspec.json.encode(self.view(language))
        return self._encoded[language]

    def view(self, language: str) -> object:
        if live := self.live:
            try:
                return picture(live.situation, self.around(live.on), language)
            except Exception as error:
                if live.on.fault is None:
                    raise
                if not live.on.fault.done():
                    live.on.fault.set_exception(error)
        said = say("The table is waking up ...") if self.on else self.trouble
        prompt = translate(said, language) if said else ""
        if self.on is None and self.wish:
            return lobby_picture(self.wish, self._gathered(self.wish), language, prompt, self.start, self.news.serial)
        return {"at": "waking", "language": language, "start": self.start, "serial": self.news.serial, "prompt": prompt}

    def around(self, on: OnStage) -> Around:
        """Return who sits around a game, and the rest that a picture needs."""
        chairs = tuple(self._chair(on, seat) for seat in range(len(on.kinds)))
        whose = on.hands.whose if on.hands else None
        kinds = players.kinds(on.game)
        serial, minutes = self.news.serial, on.minutes
        return Around(chairs, on.number, whose, kinds, on.own_die, self.start, serial, minutes, on.waved)

    def _chair(self, on: OnStage, seat: int) -> Chair:
        kind = on.kinds[seat]
        if kind != PERSON:
            return Chair(kind, help=on.help[seat])
        tonight = self.guests.crowns(on.played_by[seat]) if on.played_by else 0
        return replace(self._persons(seat, on.help[seat]), tonight=tonight, is_ready=seat in self.ready)

    def _gathered(self, wish: Wish) -> tuple[Chair, ...]:
        """Return who sits in the lobby."""
        chairs = (
            self._persons(seat, setup.help) if setup.kind == PERSON else Chair(setup.kind, help=setup.help)
            for seat, setup in enumerate(wish.setup.seats)
        )
        return tuple(chairs)

    def _persons(self, seat: int, help: str) -> Chair:
        """Return a person's chair."""
        return Chair(
            PERSON,
            self.guests.names.get(seat, ""),
            self._is_watched(seat),
            help,
            self.away(seat),
            self._stand_in(seat) is not None,
            self.guests.faces.get(seat, ""),
            has_phone=self.guests.holder(seat) is not None,
            person=self.guests.person(seat),
        )

    # Who acts for which seat.

    def seats_of(self, guest: Guest) -> set[int]:
        """Return the seats that this guest acts for now: their own and those of people that they help out.

        The host also acts for all people without a phone.
        """
        if self.on is None:
            return set(guest.seats)
        people = self.on.people
        if guest.role is Role.HOST:
            own = {seat for seat in people if self.guests.holder(seat) in (None, guest)}
        else:
            own = people & set(guest.seats)
        return own | {seat for seat in people if self._stand_in(seat) is guest}

    def speaks_for(self, guest: Guest) -> set[int]:
        """Return the seats for which this guest may end the game by a word.

        A player speaks for no other player, and nobody for a phone that may just reload its page.
        """
        acting = self.seats_of(guest)
        if guest.role is Role.HOST:
            return acting
        return acting & set(guest.seats) or {seat for seat in acting if self.away(seat) is not None}

    def may_lead(self, guest: Guest) -> bool:
        """Return whether somebody may choose, start and end a game: the host, or the leader."""
        return guest.role is Role.HOST or guest is self.guests.leader

    def sit(self, guest: Guest, seat: int, name: str | None = None, face: str | None = None) -> None:
        """Give somebody a seat, which is theirs from now on."""
        self.guests.sit(guest, seat, name, face)
        self._asking.pop(guest.token, None)
        self._stand_ins.pop(seat, None)
        self.occupy(seat)
        self.done.discard(seat)
        self._left[guest.token] = asyncio.get_running_loop().time()  # they may have no stream yet
        self.reseat()

    def stand_up(self, guest: Guest) -> None:
        """Free the seat of somebody who becomes the host, and acts for it as that."""
        for seat in list(guest.seats):
            self.guests.free(seat)
        self.reseat()

    @property
    def all_ready(self) -> bool:
        """Whether everybody whose phone is here wants to play again."""
        on, holder = self.on, self.guests.holder
        phones = {seat for seat in (on.people if on else ()) if holder(seat) and self.away(seat) is None}
        return bool(phones) and phones <= self.ready

    def ask(self, guest: Guest, name: str | None) -> None:
        """Note that a guest asks for a seat, or without a name no more. Asking again tells nothing new.

        Nobody asks any more who has a seat or has closed the page, and everybody asks for one game only.
        """
        if (guest.token in self._asking) == (name is not None):
            return
        if name is None:
            del self._asking[guest.token]
        else:
            self._asking[guest.token] = plain_name(name)
        self.reseat()

    @property
    def asking(self) -> tuple[str, ...]:
        """The names of those who ask for a seat and are here; a name may be empty."""
        return tuple(name for token, name in self._asking.items() if self.guests.connected[token])

    def asks(self, guest: Guest) -> bool:
        """Return whether a guest asks for a seat."""
        return guest.token in self._asking

    def away(self, seat: int) -> int | None:
        """Return for how many seconds nobody has acted for a person; None below `away_s`, and if somebody does."""
        if not self.is_left(seat):
            return None
        holder = self.guests.holder(seat)
        since = self._left.get(holder.token, self._began) if holder else self.vacant.get(seat, self._host_left)
        gone = asyncio.get_running_loop().time() - since
        return int(gone) if gone >= self.away_s else None

    def is_left(self, seat: int) -> bool:
        """Return whether nobody acts for a person.

        Their phone has no stream, and was not just refused one: it sleeps, reloads the page, or has forgotten who it
        is. Or they have none: then they have left their seat, or can do nothing, because the table is simulated and no
        page of the host is open. Without a lobby, they play at a terminal.
        """
        holder, on = self.guests.holder(seat), self.on
        if holder:
            return not (self.guests.connected[holder.token] or self._is_refused(holder.token))
        if on is None or seat not in on.people:
            return False
        has_host = self.guests.host_is_connected or self._is_refused(Role.HOST)
        is_stranded = self.wish is not None and on.hands is not None and not has_host
        return seat in self.vacant or is_stranded

    def refuse(self, guest: Guest) -> None:
        """Note that somebody was refused a stream: they are not away, as if their last stream had just ended."""
        loop = asyncio.get_running_loop()
        now, token = loop.time(), guest.token
        if token not in self.guests.residents or now - self._refused.get(token, -math.inf) < NOTED_S:
            return
        self._left[token] = self._refused[token] = now
        if guest.role is Role.HOST:
            self._host_left = self._refused[Role.HOST] = now
        self.reseat()
        loop.call_later(self.away_s, self.reseat)

    def _is_refused(self, who: str) -> bool:
        """Return whether a guest, by their token's hash, or the host was refused a stream a moment ago."""
        return asyncio.get_running_loop().time() - self._refused.get(who, -math.inf) < self.away_s

    def vacate(self, seat: int) -> None:
        """Note that somebody has left their seat in the game that is on, so that others may play for it."""
        assert self.on
        loop = asyncio.get_running_loop()
        self.vacant[seat] = loop.time()
        self.guests.note_left(self.on.number, self.vacant)
        self.reseat()
        loop.call_later(self.away_s, self.reseat)

    def occupy(self, seat: int) -> None:
        """Note that somebody plays again on a seat, if it was left."""
        if self.on and seat in self.vacant:
            del self.vacant[seat]
            self.guests.note_left(self.on.number, self.vacant)

    def stand_in(self, seat: int, guest: Guest) -> bool:
        """Let somebody play for a person who is left alone, until that ends. Return False if another does.

        A helper who has a seat of their own makes room for somebody without one. That one gets
        the seat if its phone is away.
        """
        other = self._stand_in(seat)
        if other not in (None, guest) and not (self._has_seat(other) and not self._has_seat(guest)):
            return False
        self._stand_ins[seat] = guest
        self._asking.pop(guest.token, None)
        self.hand_over()
        self.reseat()
        return True

    @staticmethod
    def _has_seat(guest: Guest | None) -> bool:
        return guest is not None and (bool(guest.seats) or guest.role is Role.HOST)

    def hand_over(self) -> None:
        """Give seats of phones that are away to those who play on there and have no other.

        Most likely they are the owners, whose cookies are lost. If the phone comes back nevertheless, so does its seat,
        unless they have left it.
        """
        for seat in list(self._stand_ins):
            guest, owner = self._stand_in(seat), self.guests.holder(seat)
            if guest and owner and self.away(seat) is not None and not self._has_seat(guest):
                self.guests.sit(guest, seat, face=self.guests.faces.get(seat), owner=owner.owner or owner.token)

    def _stand_in(self, seat: int) -> Guest | None:
        """Return who plays for the person on a seat, if nobody else does and the stand-in has a stream."""
        other = self._stand_ins.get(seat)
        return other if other and self.is_left(seat) and self.guests.connected[other.token] else None

    @contextmanager
    def watching(self, guest: Guest) -> Iterator[None]:
        """Count somebody as connected while inside: they have a stream."""
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
                self._asking.pop(guest.token, None)
                self._went(guest)

    def _came(self, guest: Guest) -> None:
        if other := self.guests.sits_for(guest):
            self.guests.give_back(other, guest)
        for seat in list(self._stand_ins):
            if seat in guest.seats or (guest.role is Role.HOST and not self.is_left(seat)):
                del self._stand_ins[seat]
        if guest.role is Role.HOST or self.seats_of(guest):
            self.reseat()

    def _went(self, guest: Guest) -> None:
        if guest.role is Role.HOST or self.seats_of(guest):
            loop = asyncio.get_running_loop()
            self._left[guest.token] = loop.time()
            if guest.role is Role.HOST:
                self._host_left = loop.time()
            self.reseat()
            loop.call_later(self.away_s, self.reseat)

    def _is_watched(self, seat: int) -> bool:
        """Return whether a phone or screen that acts for the seat has a stream open."""
        holder = self.guests.holder(seat)
        if holder is None:
            return self.guests.host_is_connected
        return self.guests.connected[holder.token] > 0


def _asked(situation: Situation) -> Ask | None:
    """Return what is asked. Asking for consent stays the same question while one after the other agrees."""
    ask = situation.ask
    return replace(ask, waiting=()) if isinstance(ask, Consent) else ask
