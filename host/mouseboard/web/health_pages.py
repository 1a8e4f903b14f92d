"""The table's health over the page: seen by those who play, its lamps tested by whoever started."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mouseboard.link import Link
from mouseboard.say import say
from mouseboard.web.answering import ONLY_WATCHING, Unfit
from mouseboard.web.door import Door, as_json, read
from mouseboard.web.guests import Role
from mouseboard.web.health import health, test_lamps
from mouseboard.web.stage import Live, Stage


class Test(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /health` takes."""

    lamps: Literal["test", "off"]
    """All lamps in all colours from now on; or no more."""


class HealthPages:
    """For the table of the game that is on."""

    def __init__(self, stage: Stage, door: Door) -> None:
        self._stage = stage
        self._door = door
        self._testing: asyncio.Task[None] | None = None

    def routes(self) -> list[Route]:
        """Address and what answers it."""
        return [Route("/health", self._health), Route("/health", self._test, methods=["POST"])]

    async def _health(self, request: Request) -> Response:
        if self._door.who(request).role is Role.SPECTATOR:
            raise Unfit(403, ONLY_WATCHING)
        live, link = self._reached()
        return as_json(await health(live, link, self._door.language(request)))

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
