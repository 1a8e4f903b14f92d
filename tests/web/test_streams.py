"""Who gets a stream when all streams are taken."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from mouseboard.web.guests import Guest, Guests, Role
from mouseboard.web.stage import Stage
from mouseboard.web.streams import MOST, MOST_OF_ONE, Streams, TooMany


class Watched:
    """An evening's streams. `gone` lists the addresses whose streams were cut off."""

    def __init__(self, folder: Path) -> None:
        self._streams = Streams(Stage(Guests(folder / "guests")))
        self.gone: list[str] = []
        self.kept: list[object] = []

    async def open(self, address: str, guest: Guest) -> None:
        stream = self._streams.open(guest, address, "en", lambda: self.gone.append(address))
        await anext(stream)
        self.kept.append(stream)


def test_a_newcomer_gets_a_stream_of_the_crowd_though_a_player_has_more_of_them(tmp_path: Path) -> None:
    async def evening() -> None:
        watched = Watched(tmp_path)
        player = Guest("player", Role.GUEST, seats=[0])
        for _ in range(MOST_OF_ONE):
            await watched.open("player", player)
        for n in range(MOST - MOST_OF_ONE):
            await watched.open(f"crowd {n % 40}", Guest(f"guest {n}", Role.GUEST))
        await watched.open("newcomer", Guest("newcomer", Role.GUEST))
        assert watched.gone == ["crowd 0"]

    asyncio.run(evening())


def test_nobody_gets_a_further_stream_while_everybody_has_as_few(tmp_path: Path) -> None:
    async def evening() -> None:
        watched = Watched(tmp_path)
        for n in range(MOST):
            await watched.open(f"home {n}", Guest(f"guest {n}", Role.GUEST))
        with pytest.raises(TooMany):
            await watched.open("home 0", Guest("another", Role.GUEST))
        assert watched.gone == []

    asyncio.run(evening())
