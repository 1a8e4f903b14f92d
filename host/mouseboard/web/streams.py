"""Server-sent events: the newest picture for everybody who watches, and for each their own role and seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from typing import Literal, NamedTuple

from mouseboard.evening.changes import TurnedAway
from mouseboard.evening.guests import Guest
from mouseboard.serving.limits import network
from mouseboard.web.stage import Stage

MOST = 400
"""Most streams open at once."""
RESERVED = 4
"""Streams of a resident that count towards no limit, and that are hung up for nobody."""
MOST_OF_ONE = 12
"""Most streams of one guest: a browser opens up to six."""
MOST_PLAYING, MOST_WATCHING, MOST_TVS = 64, 120, 8
Kind = Literal["player", "spectator", "tv"]
MOST_BESIDE: dict[Kind, int] = {"player": MOST_PLAYING, "spectator": MOST_WATCHING, "tv": MOST_TVS}
"""Most streams of each kind at one address. A TV needs one, and another while it comes back."""
HOUSEHOLD = 2
"""How many times as many all addresses in a /64 of IPv6 have."""
ALIVE_S = 4.0
"""Seconds without news after which an event tells that the stream is alive. After 9 without any, the page gives up."""

BEGIN = b"retry: 500\n\n"
STILL_HERE = b"event: alive\ndata: {}\n\n"


class TooMany(Exception):
    """The limit of streams for somebody is reached."""


class Open(NamedTuple):
    """A stream that is open, or about to be."""

    guest: Guest
    address: str
    household: str
    kind: Kind
    hang_up: Callable[[], None]


def goes_for(mine: Open, streams: Sequence[Open], residents: Collection[str]) -> Open | None:
    """Return which of the open `streams`, the oldest first, is hung up for one more; None if none is. Raises TooMany.

    Guests share what an address may have, addresses what a household may have, and households all streams. Whoever has
    the most gives up the oldest, and nobody does for somebody with as many. A resident's reserve is never given up.
    """
    own = sum(one.guest == mine.guest for one in streams)
    if mine.kind == "player" and own >= MOST_OF_ONE:
        raise TooMany
    free = _unreserved(streams, residents)
    if mine.guest.token in residents and own < RESERVED:
        return _of_heaviest(free) if len(streams) >= MOST else None
    most = MOST_BESIDE[mine.kind]
    household = [one for one in free if one.household == mine.household and one.kind == mine.kind]
    beside = [one for one in household if one.address == mine.address]
    for shared, is_full, party in (
        (beside, len(beside) >= most, _guest),
        (household, len(household) >= HOUSEHOLD * most, _address),
        (free, len(streams) >= MOST, _household),
    ):
        if is_full:
            heaviest, count = Counter(map(party, shared)).most_common(1)[0] if shared else ("", 0)
            if count <= sum(party(one) == party(mine) for one in shared) + 1:
                raise TooMany
            return _of_heaviest([one for one in shared if party(one) == heaviest])
    return None


def _guest(stream: Open) -> str:
    return stream.guest.token


def _address(stream: Open) -> str:
    return stream.address


def _household(stream: Open) -> str:
    return stream.household


def _unreserved(streams: Sequence[Open], residents: Collection[str]) -> list[Open]:
    """Return the streams beyond the reserves, each of which has its resident's newest."""
    count, free = Counter[str](), []
    for one in reversed(streams):
        count[one.guest.token] += 1
        if one.guest.token not in residents or count[one.guest.token] > RESERVED:
            free.append(one)
    return free[::-1]


def _of_heaviest(streams: Sequence[Open]) -> Open:
    """Return the oldest stream of whoever has the most: of households, of its addresses, of the guests there."""
    for party in (_household, _address, _guest):
        if not streams:
            raise TooMany
        heaviest = Counter(map(party, streams)).most_common(1)[0][0]
        streams = [one for one in streams if party(one) == heaviest]
    return streams[0]


class Streams:
    """The open streams of one stage."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._roster = stage.evening.roster
        self._open: list[Open] = []  # the oldest first

    def open(self, guest: Guest, address: str, language: str, hang_up: Callable[[], None]) -> AsyncIterator[bytes]:
        """Return a stream for somebody; `hang_up` cuts it off. Raises TooMany."""
        mine = Open(guest, address, network(address), self._kind(guest), hang_up)
        try:
            goes = goes_for(mine, self._open, self._residents(mine))
        except TooMany:
            self._roster.apply(TurnedAway(guest))
            raise
        if goes:
            self._open.remove(goes)
            goes.hang_up()
        return self._stream(mine, language)

    def _residents(self, mine: Open) -> set[str]:
        """Return the residents among those who have streams."""
        guests = {one.guest for one in (*self._open, mine)}
        return {guest.token for guest in guests if self._roster.is_resident(guest)}

    def _kind(self, guest: Guest) -> Kind:
        if self._roster.guests.is_tv(guest):
            return "tv"
        return "spectator" if guest.only_watches else "player"

    async def _stream(self, mine: Open, language: str) -> AsyncIterator[bytes]:
        stage, guest = self._stage, mine.guest
        self._open.append(mine)
        try:
            with stage.evening.roster.watching(guest):
                yield BEGIN
                sent, told = -1, b""
                while not stage.news.closed:
                    if stage.news.serial > sent:
                        sent = stage.news.serial
                        if told != (told := stage.you(guest)):
                            yield b"event: you\ndata: %b\n\n" % told
                        yield b"id: %b-%d\ndata: %b\n\n" % (stage.start.encode(), sent, stage.picture(language))
                    elif not await stage.news.newer(sent, ALIVE_S):
                        yield STILL_HERE
        finally:
            if mine in self._open:
                self._open.remove(mine)
