"""Who gets a stream when all streams are taken, and who has some that nobody else can use up."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import pytest
from tests.referee.sitting import virtual

from mouseboard.evening.changes import Entered, Sat, StoodIn
from mouseboard.evening.evening import Evening
from mouseboard.evening.guests import Guest, Role
from mouseboard.evening.refusals import Refused
from mouseboard.evening.roster import Roster
from mouseboard.evening.seats import AWAY_S, Takes
from mouseboard.serving.limits import network
from mouseboard.store import PERSON
from mouseboard.web.stage import Stage
from mouseboard.web.streams import (
    HOUSEHOLD,
    MOST,
    MOST_OF_ONE,
    MOST_PLAYING,
    MOST_TVS,
    RESERVED,
    Kind,
    Open,
    Streams,
    TooMany,
    goes_for,
)

RESIDENTS = {"host", "seated"}
HOME = "2001:db8:1:2::"
"""The /64 of a household."""


def stream(token: str, address: str, kind: Kind = "player") -> Open:
    role = Role.GUEST if kind == "player" else Role.SPECTATOR
    return Open(Guest(token, role), address, network(address), kind, lambda: None)


def streams(count: int, token: str, address: str, kind: Kind = "player") -> list[Open]:
    """Return the streams of one guest."""
    one = stream(token, address, kind)
    return [one._replace(hang_up=lambda: None) for _ in range(count)]


def crowd(tokens: int, each: int, address: str) -> list[Open]:
    """Return the streams of so many guests at one address."""
    return [one for n in range(tokens) for one in streams(each, f"guest {n} at {address}", address)]


def tvs(count: int, address: str) -> list[Open]:
    return streams(count, "tv", address, "tv")


@pytest.mark.parametrize(
    ("wanting", "taken", "goes"),
    [
        (stream("host", "home"), crowd(6, 11, "home"), None),
        (stream("seated", f"{HOME}7"), crowd(6, 11, f"{HOME}7") + crowd(6, 11, f"{HOME}8"), None),
        (stream("guest", "home"), crowd(6, 11, "home"), "guest 0 at home"),
        (stream("guest", f"{HOME}9"), crowd(8, 8, f"{HOME}7") + crowd(8, 8, f"{HOME}8"), f"guest 0 at {HOME}7"),
        (stream("guest", "elsewhere"), crowd(8, 8, "home"), None),
        (stream("tv", "home", "tv"), tvs(MOST_TVS - 1, "home") + crowd(6, 11, "home"), None),
        (stream("tv", "kitchen", "tv"), tvs(MOST_TVS, "home"), None),
        (stream("tv", f"{HOME}9", "tv"), tvs(MOST_TVS, f"{HOME}7") + tvs(MOST_TVS, f"{HOME}8"), "tv"),
    ],
)
def test_a_newcomer_gets_a_stream_of_whoever_has_the_most(wanting: Open, taken: list[Open], goes: str | None) -> None:
    found = goes_for(wanting, taken, RESIDENTS)
    assert (found.guest.token if found else None) == goes


@pytest.mark.parametrize(
    ("wanting", "taken"),
    [
        (stream("tv", "home", "tv"), tvs(MOST_TVS, "home")),
        (stream("guest", "home"), streams(MOST_OF_ONE, "guest", "home")),
        (stream("guest 0 at home", "home"), crowd(6, 11, "home")),
        (stream("another", "home"), crowd(MOST_PLAYING, 1, "home")),
        (stream("guest", "home 0"), [one for n in range(MOST) for one in streams(1, f"guest {n}", f"home {n}")]),
    ],
)
def test_nobody_gives_up_a_stream_for_somebody_with_as_many(wanting: Open, taken: list[Open]) -> None:
    own = [one._replace(guest=wanting.guest) if one.guest.token == wanting.guest.token else one for one in taken]
    with pytest.raises(TooMany):
        goes_for(wanting, own, RESIDENTS)


def filled(reserved: Iterable[Open]) -> list[Open]:
    """Return streams that fill the page: these, and those of guests at addresses of their own."""
    first = list(reserved)
    return first + [stream(f"guest {n}", f"elsewhere {n}") for n in range(MOST - len(first))]


def test_a_resident_gets_a_stream_when_all_are_taken_and_no_reserve_is_given_up() -> None:
    taken = filled(streams(RESERVED, "host", "home"))
    assert goes_for(stream("seated", "home"), taken, RESIDENTS) is taken[RESERVED]


def test_a_reserve_has_the_newest_streams_of_its_resident() -> None:
    taken = filled(streams(RESERVED + 2, "host", "home"))
    assert goes_for(stream("seated", "home"), taken, RESIDENTS) is taken[0]


def test_a_household_has_twice_the_streams_of_each_of_its_addresses() -> None:
    taken = [one for n in range(HOUSEHOLD) for one in crowd(MOST_PLAYING // 4, 4, f"{HOME}{n + 1}")]
    assert goes_for(stream("guest", f"{HOME}99"), taken[1:], RESIDENTS) is None
    assert goes_for(stream("guest", f"{HOME}99"), taken, RESIDENTS) is taken[0]


class Watched:
    """An evening's streams. `gone` lists the addresses whose streams were cut off."""

    def __init__(self) -> None:
        self.roster = Roster()
        self._streams = Streams(Stage(Evening(self.roster)))
        players = MOST // RESERVED + 1
        self.roster.apply(Entered(1, Takes((players,), (), ""), (PERSON,) * players))
        self.gone: list[str] = []
        self.kept: list[object] = []

    async def open(self, address: str, guest: Guest) -> None:
        stream = self._streams.open(guest, address, "en", lambda: self.gone.append(address))
        await anext(stream)
        self.kept.append(stream)

    def seated(self, seat: int) -> Guest:
        guests = self.roster.guests
        guest = guests.who(guests.admit_guest(f"192.168.{seat}.1"))
        assert guest
        self.roster.apply(Sat(guest, seat))
        return guest


def test_a_newcomer_gets_a_stream_of_the_crowd_though_a_player_has_more_of_them() -> None:
    async def evening() -> None:
        watched = Watched()
        player = watched.seated(0)
        for _ in range(MOST_OF_ONE):
            await watched.open("player", player)
        for n in range(MOST - MOST_OF_ONE):
            await watched.open(f"crowd {n % 40}", Guest(f"guest {n}", Role.GUEST))
        await watched.open("newcomer", Guest("newcomer", Role.GUEST))
        assert watched.gone == ["crowd 0"]

    asyncio.run(evening())


def test_nobody_gets_a_further_stream_while_everybody_has_as_few() -> None:
    async def evening() -> None:
        watched = Watched()
        for n in range(MOST):
            await watched.open(f"home {n}", Guest(f"guest {n}", Role.GUEST))
        with pytest.raises(TooMany):
            await watched.open("home 0", Guest("another", Role.GUEST))
        assert watched.gone == []

    asyncio.run(evening())


@virtual
async def test_somebody_whose_stream_is_refused_is_not_away_and_nobody_stands_in_for_them() -> None:
    watched = Watched()
    late, others = watched.seated(0), [watched.seated(n + 1) for n in range(MOST // RESERVED)]
    for guest in others:
        for _ in range(RESERVED):
            await watched.open("home", guest)
    await asyncio.sleep(2 * AWAY_S)
    assert watched.roster.away(0) == 2 * AWAY_S
    for _ in range(3):
        with pytest.raises(TooMany):
            await watched.open("home", late)
        assert watched.roster.away(0) is None
        with pytest.raises(Refused):
            watched.roster.apply(StoodIn(Guest("attacker", Role.GUEST), 0))
        await asyncio.sleep(0.9 * AWAY_S)
    await asyncio.sleep(0.2 * AWAY_S)
    assert watched.roster.away(0) == 11
