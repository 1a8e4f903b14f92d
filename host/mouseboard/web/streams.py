"""Server-sent events: the newest picture for everybody who watches, and for each their own role and seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from typing import NamedTuple

import msgspec

from mouseboard.web.guests import Guest, Role
from mouseboard.web.may import allowed, leads, may
from mouseboard.web.requests import SeeInvitation
from mouseboard.web.stage import Stage

MOST = 400
"""Most streams open at once."""
MOST_OF_ONE = 12
"""Most streams of one guest: a browser opens up to six."""
MOST_PLAYING = 64
"""Most streams of all guests at one address."""
MOST_WATCHING = 120
"""Most streams of all spectators at one address."""
ALIVE = 4.0
"""Seconds without news after which an event tells that the stream is alive. After 9 without any, the page gives up."""

BEGIN = b"retry: 500\n\n"
STILL_HERE = b"event: alive\ndata: {}\n\n"


class TooMany(Exception):
    """The limit of streams for somebody is reached."""


class _Open(NamedTuple):
    """A stream that is open."""

    guest: Guest
    address: str
    hang_up: Callable[[], None]


class Streams:
    """The open streams of one stage."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._open: list[_Open] = []  # the oldest first

    def open(self, guest: Guest, address: str, language: str, hang_up: Callable[[], None]) -> AsyncIterator[bytes]:
        """Return a stream for somebody; `hang_up` cuts it off. Raises TooMany.

        If MOST are open, the address with the most streams of people without a seat loses the oldest of those.
        """
        beside = [one for one in self._open if one.address == address]
        if self._has_enough(guest, beside):
            raise TooMany
        if len(self._open) >= MOST:
            seatless = [one for one in self._open if self._stage.evening.roster.seats.of(one.guest) is None]
            heaviest, count = next(iter(Counter(one.address for one in seatless).most_common(1)), ("", 0))
            if count <= len(beside) + 1:
                raise TooMany
            goes = next(one for one in seatless if one.address == heaviest)
            self._open.remove(goes)
            goes.hang_up()
        return self._stream(_Open(guest, address, hang_up), language)

    @staticmethod
    def _has_enough(guest: Guest, beside: Sequence[_Open]) -> bool:
        watching = sum(one.guest.only_watches for one in beside)
        if guest.only_watches:
            return watching >= MOST_WATCHING
        return len(beside) - watching >= MOST_PLAYING or sum(one.guest == guest for one in beside) >= MOST_OF_ONE

    async def _stream(self, mine: _Open, language: str) -> AsyncIterator[bytes]:
        stage, guest = self._stage, mine.guest
        self._open.append(mine)
        try:
            with stage.evening.roster.watching(guest):
                yield BEGIN
                sent, told = -1, b""
                while not stage.news.closed:
                    if stage.news.serial > sent:
                        sent = stage.news.serial
                        if told != (told := self.you(guest)):
                            yield b"event: you\ndata: %b\n\n" % told
                        yield b"id: %b-%d\ndata: %b\n\n" % (stage.start.encode(), sent, stage.picture(language))
                    elif not await stage.news.newer(sent, ALIVE):
                        yield STILL_HERE
        finally:
            if mine in self._open:
                self._open.remove(mine)

    def you(self, guest: Guest) -> bytes:
        """Return a guest's role, seats and what they may do, as JSON."""
        evening = self._stage.evening
        roster, seats, moment = evening.roster, evening.roster.seats, evening.moment
        return msgspec.json.encode(
            {
                "seats": sorted(seats.acts_for(guest)),
                "host": guest.role is Role.HOST,
                "spectator": guest.only_watches,
                "code": roster.guests.code if may(guest, SeeInvitation(), moment) is None else None,
                "leads": leads(guest, seats),
                "lobby": evening.wish is not None,
                "asks": guest.token in seats.asking,
                "asking": seats.asked if leads(guest, seats) else (),
                "may": allowed(guest, moment, evening.moves_mice),
            }
        )
