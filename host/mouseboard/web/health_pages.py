"""The table's health over the page: seen by those who play, its lamps tested by whoever started."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Literal, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mouseboard.link import Link
from mouseboard.say import say
from mouseboard.web.answering import ONLY_WATCHING, Unfit
from mouseboard.web.door import Door, as_json, read
from mouseboard.web.guests import Role
from mouseboard.web.health import Health, health, test_lamps
from mouseboard.web.stage import Live, Stage


class Test(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /health` takes."""

    lamps: Literal["test", "off"]
    """All lamps in all colours from now on; or no more."""


FRESH = 0.5
"""Seconds for which an answer of the table serves all who ask: its line is the game's."""


class _Asked(NamedTuple):
    """When the table was asked, and what it says."""

    at: float
    health: asyncio.Task[Health]


class HealthPages:
    """For the table of the game that is on."""

    def __init__(self, stage: Stage, door: Door) -> None:
        self._stage = stage
        self._door = door
        self._testing: asyncio.Task[None] | None = None
        self._asked: dict[tuple[int, str], _Asked] = {}
        """By game and language."""

    def routes(self) -> list[Route]:
        """Address and what answers it."""
        return [Route("/health", self._health), Route("/health", self._test, methods=["POST"])]

    async def _health(self, request: Request) -> Response:
        if self._door.who(request).role is Role.SPECTATOR:
            raise Unfit(403, ONLY_WATCHING)
        live, link = self._reached()
        language, now = self._door.language(request), asyncio.get_running_loop().time()
        key = (live.on.number, language)
        if key not in self._asked or now - self._asked[key].at > FRESH:
            self._asked = {other: asked for other, asked in self._asked.items() if now - asked.at <= FRESH}
            self._asked[key] = _Asked(now, asyncio.create_task(health(live, link, language)))
        return as_json(await asyncio.shield(self._asked[key].health))

    async def _test(self, request: Request) -> Response:
        self._door.host(request)
        wanted, (live, link) = await read(request, Test), self._reached()
        if self._testing:
            self._testing.cancel()
            with suppress(asyncio.CancelledError):
                await self._testing
            self._testing = None
        if wanted.lamps == "test":
            self._testing = asyncio.create_task(test_lamps(live, link), name="lamps")
        return as_json({})

    def _reached(self) -> tuple[Live, Link]:
        """Raises Unfit where there is no table."""
        live = self._stage.live
        if live is None or live.on.link is None:
            raise Unfit(409, say("No game is on."))
        return live, live.on.link
