"""How people come in: by the starter's address, the join code, or the spectators' link; and who sits where."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from mouseboard.say import say
from mouseboard.store import PERSON
from mouseboard.web.addresses import address, qr_path
from mouseboard.web.answering import Unfit
from mouseboard.web.assets import Assets
from mouseboard.web.door import NEVER, UNKNOWN, Door, as_json, read
from mouseboard.web.evening import HELP, Evening
from mouseboard.web.guesses import TooManyTries
from mouseboard.web.guests import Guest, Role
from mouseboard.web.stage import OnStage


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /join` takes: the code, if one is not in already, and the seat one would like."""

    code: str = ""
    seat: int | None = None
    name: str | None = None


class SeatChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /seats` takes: whatever is given is changed."""

    seat: int
    kind: str | None = None
    """`person`, or a kind of computer player."""
    name: str | None = None
    help: str | None = None
    free: bool = False
    """Whoever acts for it does so no longer."""


class PeoplePages:
    """For one evening; `invited` is where phones find the page, `assets` has the page itself."""

    def __init__(self, evening: Evening, door: Door, invited: tuple[str, int] | None, assets: Assets) -> None:
        self._evening = evening
        self._stage = evening.stage
        self._door = door
        self._invited = invited
        self._assets = assets

    def routes(self) -> list[Route]:
        """Address and what answers it."""
        return [
            Route("/", self._enter),
            Route("/j/{code}", self._page),
            Route("/watch/{token}", self._watch),
            Route("/invite", self._invite),
            Route("/join", self._join, methods=["POST"]),
            Route("/seats", self._seats, methods=["POST"]),
        ]

    async def _enter(self, request: Request) -> Response:
        """The page; or if a token comes along, that as a cookie first."""
        token = request.query_params.get("token")
        if token is None:
            return await self._page(request)
        self._door.who(request)
        return self._door.let_in(token, RedirectResponse("/", 303, {"Cache-Control": NEVER}))

    async def _page(self, request: Request) -> Response:
        return self._assets.answer(request, "index.html")

    async def _watch(self, request: Request) -> Response:
        """The spectators' link; with `?overlay` for a stream. A player who follows it does not lose the seat."""
        token = request.path_params["token"]
        if self._door.guests.who(token) is None:
            raise Unfit(403, UNKNOWN)
        to = "/?overlay" if "overlay" in request.query_params else "/"
        entered = RedirectResponse(to, 303, {"Cache-Control": NEVER})
        return entered if self._door.known(request) else self._door.let_in(token, entered)

    async def _invite(self, request: Request) -> Response:
        """For the host: what to show those who would like to play, or to watch."""
        self._door.host(request)
        host, port = self._invited or (request.url.hostname or "", request.url.port or 80)
        guests = self._door.guests
        join = address(host, port, f"/j/{guests.code}")
        side, dark = qr_path(join)
        return as_json(
            {
                "code": guests.code,
                "join": join,
                "watch": address(host, port, f"/watch/{guests.watch_token}"),
                "phones": self._invited is not None,
                "qr": {"side": side, "dark": dark},
            }
        )

    async def _join(self, request: Request) -> Response:
        """Let somebody in who knows the code, or give a seat to somebody who is in."""
        wish = await read(request, Wish)
        token, guest = self._door.token(request), self._door.known(request)
        if guest is None or guest.role is Role.SPECTATOR:
            token, guest = self._admit(wish.code, request.client.host if request.client else "")
        if wish.seat is not None:
            self._sit(guest, wish.seat, wish.name)
        self._stage.reseat()
        return self._door.let_in(token, as_json({"seats": sorted(self._stage.seats_of(guest))}))

    def _admit(self, code: str, address: str) -> tuple[str, Guest]:
        """A token and whose it is. Raises Unfit where the code is wrong, or codes are being guessed from there."""
        guests = self._door.guests
        try:
            token = guests.join(code, address) or ""
        except TooManyTries as tries:
            raise Unfit(429, say("Too many wrong codes. Wait {n} seconds.", n=int(tries.seconds) + 1)) from None
        guest = guests.who(token)
        if guest is None:
            raise Unfit(403, say("That is not the code."))
        return token, guest

    def _sit(self, guest: Guest, seat: int, name: str | None) -> None:
        """Raises Unfit where that is nobody's seat to take."""
        if seat not in self._on().people:
            raise Unfit(409, say("That seat is not for a person."))
        if self._door.guests.holder(seat) not in (None, guest):
            raise Unfit(409, say("That seat is taken."))
        self._door.guests.sit(guest, seat, name)

    async def _seats(self, request: Request) -> Response:
        """Whoever started the page gives seats away, to people and computers."""
        self._door.host(request)
        change, on, guests = await read(request, SeatChange), self._on(), self._door.guests
        if not 0 <= change.seat < on.game.players:
            raise Unfit(409, say("There is no such seat."))
        if change.kind not in (None, PERSON, *on.levels) or change.help not in (None, *HELP):
            raise Unfit(409, say("That cannot be done here."))
        if change.free or change.kind not in (None, PERSON):
            guests.free(change.seat)
        if change.name is not None:
            guests.name(change.seat, change.name)
        if change.help is not None:
            on.help[change.seat] = change.help
        if change.kind is not None and change.kind != on.kinds[change.seat]:
            self._evening.seat(change.seat, change.kind)
        self._stage.reseat()
        return as_json({})

    def _on(self) -> OnStage:
        """Raises Unfit where no game is on."""
        if self._stage.on is None:
            raise Unfit(409, say("No game is on."))
        return self._stage.on
