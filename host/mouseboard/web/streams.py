"""Server-sent events: to everybody who watches the whole newest picture, and who they are to us."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator

import msgspec

from mouseboard.web.guests import Guest, Role
from mouseboard.web.stage import Stage

MOST = 320
"""Streams that are open at once."""
MOST_OF_ONE = 24
"""Of one guest: a phone holds six at most."""
MOST_WATCHING = 240
"""Of those who only watch, who share one token: players always get in."""
ALIVE = 15.0
"""Seconds after which a line is sent though there is nothing new: who is gone shows only when written to."""

BEGIN = b"retry: 500\n\n"
STILL_HERE = b": still here\n\n"


class Streams:
    """The open streams of one stage."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._open: Counter[str] = Counter()

    def open(self, guest: Guest, language: str) -> AsyncIterator[bytes] | None:
        """A stream for somebody; None where there are too many."""
        most = MOST_WATCHING if guest.role is Role.SPECTATOR else MOST_OF_ONE
        if self._open.total() >= MOST or self._open[guest.token] >= most:
            return None
        return self._stream(guest, language)

    async def _stream(self, guest: Guest, language: str) -> AsyncIterator[bytes]:
        stage, token = self._stage, guest.token
        self._open[token] += 1
        try:
            with stage.watching(lambda: stage.seats_of(guest)) as count:
                yield BEGIN
                seatings = sent = -1
                while not stage.news.closed:
                    if stage.seatings > seatings:
                        seatings = stage.seatings
                        count()
                        yield b"event: you\ndata: %b\n\n" % self.you(guest)
                    if stage.news.serial > sent:
                        sent = stage.news.serial
                        yield b"id: %b-%d\ndata: %b\n\n" % (stage.start.encode(), sent, stage.picture(language))
                    elif not await stage.news.newer(sent, ALIVE):
                        yield STILL_HERE
        finally:
            self._open[token] -= 1

    def you(self, guest: Guest) -> bytes:
        """Who somebody is to us, as JSON."""
        stage, host = self._stage, guest.role is Role.HOST
        taken = {seat: stage.guests.holder(seat) not in (None, guest) for seat in (stage.on.people if stage.on else ())}
        return msgspec.json.encode(
            {
                "seats": sorted(stage.seats_of(guest)),
                "host": host,
                "spectator": guest.role is Role.SPECTATOR,
                "code": stage.guests.code if host else None,
                "lobby": stage.lobby,
                "free": sorted(seat for seat, is_taken in taken.items() if not is_taken),
            }
        )
