"""The routes for the table's health. Everybody but spectators may see it; only the host may test lamps."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Literal, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mouseboard.evening.evening import Evening, Live
from mouseboard.evening.guests import Guest
from mouseboard.evening.may import check
from mouseboard.evening.requests import SeeHealth, UseTable
from mouseboard.link import Link
from mouseboard.say import say
from mouseboard.serving.door import Door, as_json, read
from mouseboard.serving.unfit import Unfit
from mouseboard.web.health import Health, health, test_lamps


class Test(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /health`."""

    lamps: Literal["test", "off"]
    """Start the lamp test, or stop it."""


FRESH_S = 0.5
"""Seconds for which one answer of the table is cached for all, because its line is needed for the game."""


class _Asked(NamedTuple):
    """When the table was asked, and its answer."""

    at: float
    health: asyncio.Task[Health]


class HealthPages:
    """The routes for the table of the game that is on."""

    def __init__(self, evening: Evening, door: Door[Guest]) -> None:
        self._evening = evening
        self._door = door
        self._testing: asyncio.Task[None] | None = None
        self._asked: dict[tuple[int, str], _Asked] = {}
        """By the game's number and the language."""

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [Route("/health", self._health), Route("/health", self._test, methods=["POST"])]

    async def _health(self, request: Request) -> Response:
        check(self._door.who(request), SeeHealth(), self._evening.moment)
        live, link = self._reached()
        language, now = self._door.language(request), asyncio.get_running_loop().time()
        key = (live.on.number, language)
        if key not in self._asked or now - self._asked[key].at > FRESH_S:
            self._asked = {other: asked for other, asked in self._asked.items() if now - asked.at <= FRESH_S}
            self._asked[key] = _Asked(now, asyncio.create_task(health(live, link, language)))
        return as_json(await asyncio.shield(self._asked[key].health))

    async def _test(self, request: Request) -> Response:
        check(self._door.who(request), UseTable(), self._evening.moment)
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
        """Return the game that is on and the link to its table. Raises Unfit if there is none."""
        live = self._evening.live
        if live is None or live.on.link is None:
            raise Unfit(409, say("No game is on."))
        return live, live.on.link
