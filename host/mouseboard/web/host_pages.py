"""The route that makes a phone a host: it asks, its owner makes a gesture at the table, it asks again."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mouseboard.evening.changes import BecameHost
from mouseboard.evening.guests import Guest
from mouseboard.evening.roster import Roster
from mouseboard.serving.door import Door, as_json, read
from mouseboard.web.claiming import By, Claiming


class HostPost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /host`: nothing to begin, later the secret of the claim."""

    claim: str | None = None
    by: By = "buttons"
    """How to begin: by the table's buttons, or by its pieces."""


class HostPages:
    """The route for one evening."""

    def __init__(self, roster: Roster, door: Door[Guest], claiming: Claiming) -> None:
        self._roster = roster
        self._door = door
        self._claiming = claiming

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [Route("/host", self._claim, methods=["POST"])]

    async def _claim(self, request: Request) -> Response:
        """Send what the phone has to show. Once the gesture is made, let it in as a host."""
        post = await read(request, HostPost)
        if post.claim is None:
            claim = await self._claiming.begin(post.by, self._door.address(request))
        else:
            claim = self._claiming.of(post.claim)
        if not claim.is_made:
            return as_json(claim.shown(self._door.language(request)))
        await self._claiming.end()
        former = self._door.known(request)
        if former and not former.only_watches:
            self._roster.apply(BecameHost(former))
        return self._door.let_in(request, self._roster.guests.admit_from_table(), as_json({"host": True}))
