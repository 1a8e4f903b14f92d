"""What everybody sees: the game that is on, or the lobby, and what each of them may do.

Each picture is complete, and made once per language; the rights once per person.
"""

from __future__ import annotations

import asyncio
import secrets

import msgspec

from mouseboard import players
from mouseboard.evening.evening import Evening, OnStage
from mouseboard.evening.guests import Guest, Role
from mouseboard.evening.may import allowed, leads, may
from mouseboard.evening.requests import SeeInvitation
from mouseboard.evening.seats import Seats
from mouseboard.lang import translate
from mouseboard.referee.situation import Situation
from mouseboard.say import say
from mouseboard.serving.newest import Newest
from mouseboard.store import PERSON
from mouseboard.web.fields import LobbyPicture, Picture, QuestionShown, Waking, You
from mouseboard.web.picture import Around, Chair, lobby_picture, picture
from mouseboard.web.questions import OPEN, question


class Stage:
    """The stage that everybody watches. At first it is empty, and everybody is in the lobby."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.news = Newest()
        self.start = secrets.token_hex(4)
        """Identifies this run of the server, because each run numbers pictures from 0."""
        self.entered = 0
        """The serial of the first picture since a game was entered or left."""
        self.asked = 0
        """The serial of the picture that asked the present question first."""
        self.asked_at = 0.0
        """When that picture was shown, by the loop's clock."""
        self.doubted = 0
        """The serial of the first picture with the present question about the table itself."""
        self._waved: QuestionShown | None = None
        """The open question, untranslated, if people have answered that all is as it should be."""
        self._shown: Situation | None = None
        self._encoded: dict[str, bytes] = {}  # by language
        self._told: dict[Guest, bytes] = {}
        self._timer: asyncio.TimerHandle | None = None
        evening.watch(self)
        evening.roster.listen(self._reseat)

    def enter(self) -> None:
        """Show another game, or the lobby."""
        self._shown = self._waved = None
        self.reseat()
        self.entered = self.news.serial

    def show(self, situation: Situation) -> None:
        """Show the referee's newest situation."""
        last, self._shown = self._shown, situation
        self.change()
        if last is None or question(last, str) != question(situation, str):
            self.doubted = self.news.serial
        if last is None or last.asked != situation.asked:
            self.asked, self.asked_at = self.news.serial, asyncio.get_running_loop().time()

    def wave(self) -> bool:
        """Ask nobody any more whether all is as it should be. Return False if no such question is open."""
        live = self.evening.live
        asked = question(live.situation, str) if live else None
        if asked is None or asked.kind not in OPEN:
            return False
        self._waved = asked
        self.change()
        return True

    def _reseat(self, _: Seats) -> None:
        self.reseat()

    def reseat(self) -> None:
        """Publish that somebody else acts for a seat, or counts as away, and again when the next one does."""
        self.change()
        if self._timer:
            self._timer.cancel()
        due = self.evening.roster.seats.due(self.evening.roster.now)
        self._timer = None if due is None else asyncio.get_running_loop().call_at(due, self.reseat)

    def change(self) -> None:
        """Publish a new picture."""
        self._encoded.clear()
        self._told.clear()
        self.news.change()

    def picture(self, language: str) -> bytes:
        """Return the newest picture in a language, as JSON."""
        if language not in self._encoded:
            self._encoded[language] = msgspec.json.encode(self.view(language))
        return self._encoded[language]

    def you(self, guest: Guest) -> bytes:
        """Return somebody's role, seats and what they may do, as JSON. Spectators share it: they share a token."""
        if guest not in self._told:
            self._told[guest] = msgspec.json.encode(self._you(guest))
        return self._told[guest]

    def _you(self, guest: Guest) -> You:
        roster, seats, moment = self.evening.roster, self.evening.roster.seats, self.evening.moment
        return You(
            seats=tuple(sorted(seats.acts_for(guest))),
            own=seats.of(guest),
            host=guest.role is Role.HOST,
            spectator=guest.only_watches,
            code=roster.guests.code if may(guest, SeeInvitation(), moment) is None else None,
            leads=leads(guest, seats),
            lobby=self.evening.wish is not None,
            asks=guest.token in seats.asking,
            asking=seats.asked if leads(guest, seats) else (),
            may=allowed(guest, moment, self.evening.moves_mice),
        )

    def view(self, language: str) -> Picture | LobbyPicture | Waking:
        """Return the newest picture in a language."""
        evening = self.evening
        if live := evening.live:
            try:
                return picture(live.situation, self.around(live.on), language)
            except Exception as error:
                if live.on.fault is None:
                    raise
                if not live.on.fault.done():
                    live.on.fault.set_exception(error)
        said = say("The table is waking up ...") if evening.on else evening.trouble
        prompt = translate(said, language) if said else ""
        if evening.on is None and evening.wish:
            seats, chairs = evening.roster.seats, self.chairs
            return lobby_picture(evening.wish, seats, chairs, language, prompt, self.start, self.news.serial)
        return Waking(language, self.start, self.news.serial, prompt)

    def around(self, on: OnStage) -> Around:
        """Return who sits around a game, and the rest that a picture needs."""
        whose = on.hands.whose if on.hands else None
        kinds = players.kinds(on.game)
        serial, minutes = self.news.serial, on.minutes
        return Around(self.chairs, on.number, whose, kinds, on.own_die, self.start, serial, minutes, self._waved)

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """Who sits on each seat, as everybody sees it."""
        return tuple(self._chair(self.evening.roster.seats, n) for n in range(len(self.evening.roster.seats)))

    def _chair(self, seats: Seats, n: int) -> Chair:
        seat = seats.seats[n]
        if seat.kind != PERSON:
            return Chair(seat.kind, help=seat.help, who=seats.who(n))
        return Chair(
            PERSON,
            seat.name,
            bool(seats.hosts) if seat.holder is None else seats.is_here(seat.holder),
            seat.help,
            seats.away(n, self.evening.roster.now),
            seats.plays_for(n) is not None,
            seat.face,
            has_phone=seat.holder is not None,
            who=seats.who(n),
            tonight=seats.crowns(seat.played),
            is_ready=seat.is_ready,
        )
