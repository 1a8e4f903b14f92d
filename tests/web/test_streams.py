"""Who gets a stream when all streams are taken."""

from __future__ import annotations

import asyncio

import pytest

from mouseboard.store import PERSON
from mouseboard.web.changes import Entered, Sat
from mouseboard.web.evening import Evening
from mouseboard.web.guests import Guest, Role
from mouseboard.web.roster import Roster
from mouseboard.web.seats import Takes
from mouseboard.web.stage import Stage
from mouseboard.web.streams import MOST, MOST_OF_ONE, Streams, TooMany


class Watched:
    """An evening's streams. `gone` lists the addresses whose streams were cut off."""

    def __init__(self) -> None:
        self._stage = Stage(Evening(Roster()))
        self._streams = Streams(self._stage)
        self.gone: list[str] = []
        self.kept: list[object] = []

    def seat(self, guest: Guest) -> None:
        """Give somebody the only seat of a game."""
        roster = self._stage.evening.roster
        roster.apply(Entered(1, Takes((1,), (), ""), (PERSON,)))
        roster.apply(Sat(guest, 0))

    async def open(self, address: str, guest: Guest) -> None:
        stream = self._streams.open(guest, address, "en", lambda: self.gone.append(address))
        await anext(stream)
        self.kept.append(stream)


def test_a_newcomer_gets_a_stream_of_the_crowd_though_a_player_has_more_of_them() -> None:
    async def evening() -> None:
        watched = Watched()
        player = Guest("player", Role.GUEST)
        watched.seat(player)
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
