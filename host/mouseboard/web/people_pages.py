"""The routes for joining (the host's URL, the join code, the spectators' link) and for taking seats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from mouseboard.lang import translate
from mouseboard.rules import RulesError
from mouseboard.say import reason, say
from mouseboard.store import StoreError
from mouseboard.web.addresses import Reach, is_neighbour, qr_path
from mouseboard.web.answering import BUSY, Unfit
from mouseboard.web.assets import Assets
from mouseboard.web.changes import Asked, BecameHost, Changed, Face, Refused, Sat, StoodIn
from mouseboard.web.door import NEVER, UNKNOWN, Door, as_json, read
from mouseboard.web.evening import Evening
from mouseboard.web.forwarding import is_forwarded
from mouseboard.web.guesses import TooManyTries
from mouseboard.web.guests import Guest, Role, TooManyGuests
from mouseboard.web.may import check
from mouseboard.web.requests import AskForSeat, ChangeSeat, LeaveSeat, PlayFor, SeatRequest, TakeSeat

NO_TV = say("This page is for TVs at home. Elsewhere, open the spectators' link that the host can show.")


class JoinPost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /join`: the code, unless the sender is in already, and the seat they would like."""

    code: str = ""
    seat: int | None = None
    name: str | None = None
    face: Face | None = None
    """The animal of somebody who cannot write."""
    ask: bool | None = None
    """Ask for a seat, because none can be taken; or with false, ask no more."""

    def requests(self) -> Iterator[SeatRequest]:
        """Yield what it asks for."""
        if self.seat is not None:
            yield TakeSeat(self.seat, self.name, self.face)
        if self.ask is not None:
            yield AskForSeat((self.name or "") if self.ask else None)


class SeatPost(Changed, frozen=True):
    """The body of `POST /seats`. Only what is given changes."""

    stand_in: bool = False
    """Play for a person whom nobody acts for; nothing else is changed."""

    def request(self, own: int | None) -> SeatRequest:
        """Return what its sender, who has this seat of their `own`, asks for. Guests may leave it."""
        change = Changed(self.seat, self.kind, self.name, self.help, self.free, self.was)
        if self.stand_in:
            return PlayFor(self.seat)
        leaves = own == self.seat and change == Changed(self.seat, free=True, was=self.was)
        return LeaveSeat(self.was) if leaves else ChangeSeat(change)


def status_of(refused: Refused) -> int:
    """Return the HTTP status of a refusal."""
    return 403 if refused.refusal.is_forbidden else 409


def _redirect(to: str) -> Response:
    """Redirect to a relative URL, because only a proxy knows the path before it."""
    return RedirectResponse(to, 303, {"Cache-Control": NEVER})


class PeoplePages:
    """The routes for one evening. `reach` knows the URLs for phones, `assets` has the page itself."""

    def __init__(self, evening: Evening, door: Door, reach: Reach, assets: Assets) -> None:
        self._evening = evening
        self._roster = evening.roster
        self._door = door
        self._reach = reach
        self._assets = assets

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/", self._enter),
            Route("/j/{code}", self._invited_in),
            Route("/watch/{token}", self._watch),
            Route("/tv", self._tv),
            Route("/invite", self._invite),
            Route("/join", self._join, methods=["POST"]),
            Route("/seats", self._seats, methods=["POST"]),
        ]

    async def _enter(self, request: Request) -> Response:
        """Send the page. If the URL has a token, make it a cookie first and redirect."""
        token = request.query_params.get("token")
        if token is None:
            return self._assets.answer(request, "index.html")
        return self._let_in(request, token, "./")

    async def _invited_in(self, request: Request) -> Response:
        """Redirect a join link to the page, below any path that a proxy has put before it."""
        return _redirect(f"../?join={quote(request.path_params['code'], safe='')}")

    async def _watch(self, request: Request) -> Response:
        """Let a spectator in by the link; with `?overlay` the page is a stream's overlay."""
        to = "../?overlay" if "overlay" in request.query_params else "../"
        return self._let_in(request, request.path_params["token"], to)

    def _let_in(self, request: Request, token: str, to: str) -> Response:
        """Give a cookie for a token, unless the browser's cookie already allows as much or more.

        A browser with an unknown token, such as one of another evening, gets the page, which asks for the code. For a
        program this raises Unfit.
        """
        comes, is_already, entered = self._door.guests.who(token), self._door.by_cookie(request), _redirect(to)
        if comes is None and is_already is None and "text/html" not in request.headers.get("accept", ""):
            raise Unfit(403, UNKNOWN)
        if comes is None or (is_already and is_already.rank >= comes.rank):
            return entered
        if is_already:
            self._roster.apply(BecameHost(is_already))
        return self._door.let_in(request, token, entered)

    async def _tv(self, request: Request) -> Response:
        """Let in a screen that only watches; a browser that has been let in gets its own page.

        Raises Unfit outside this computer's networks.
        """
        guests, is_here, is_already = self._door.guests, self._door.is_here(request), self._door.by_cookie(request)
        if is_already and not guests.is_tv(is_already):
            return _redirect("./")
        if not is_here and (is_forwarded(request.headers) or not is_neighbour(self._door.address(request))):
            raise Unfit(403, NO_TV)
        token = guests.own_tv_token if is_here else guests.tv_token
        return self._door.let_in(request, token, _redirect("./?tv"))

    async def _invite(self, request: Request) -> Response:
        """Send the host, and this computer's own TV, what to show those who would like to play or watch."""
        if not self._door.guests.may_show_code(self._door.who(request)):
            self._door.host(request)
        bases = self._reach.bases()
        first, *others = bases or [str(request.base_url)]
        why = None if bases else translate(self._reach.why_not(), self._door.language(request))
        invitation = {"code": self._door.guests.code, "phones": bool(bases), "why": why}
        return as_json(invitation | self._links(first) | {"others": [self._links(base) for base in others]})

    def _links(self, base: str) -> dict[str, object]:
        """Return the links and the QR code for a URL of the page."""
        guests = self._door.guests
        join = f"{base}j/{guests.code}"
        side, dark = qr_path(join)
        return {
            "address": base,
            "join": join,
            "watch": f"{base}watch/{guests.watch_token}",
            "qr": {"side": side, "dark": dark},
        }

    async def _join(self, request: Request) -> Response:
        """Let in somebody who knows the code; give a seat to somebody who is in."""
        post = await read(request, JoinPost)
        token, guest = self._door.token(request), self._door.known(request)
        if guest is None or guest.role is Role.SPECTATOR:
            token, guest = self._admit(post.code, self._door.address(request))
        try:
            for wanted in post.requests():
                await self._do(guest, wanted)
            answer = as_json({"seats": sorted(self._roster.seats.acts_for(guest))})
        except Refused as refused:  # they are in nevertheless, and may pick another seat
            answer = self._door.refuse(request, status_of(refused), refused.refusal.said)
        except Unfit as unfit:
            answer = self._door.refuse(request, unfit.status, unfit.said)
        except StoreError as error:
            answer = self._door.unwritten(request, error)
        return self._door.let_in(request, token, answer)

    def _admit(self, code: str, address: str) -> tuple[str, Guest]:
        """Return a new token and its owner. Raises Unfit if the code is wrong, or nobody can be let in now."""
        guests = self._door.guests
        try:
            token = guests.join(code, address) or ""
        except TooManyTries as tries:
            raise Unfit(429, say("Too many wrong codes. Wait {n} seconds.", n=int(tries.seconds) + 1)) from None
        except TooManyGuests:
            raise Unfit(503, say("The table is full. Can somebody close a page?")) from None
        guest = guests.who(token)
        if guest is None:
            raise Unfit(403, say("That is not the code."))
        return token, guest

    async def _seats(self, request: Request) -> Response:
        """Change who has a seat, leave one's own, or play for somebody else."""
        guest, post = self._door.who(request), await read(request, SeatPost)
        await self._do(guest, post.request(self._roster.seats.of(guest)))
        return as_json({})

    async def _do(self, guest: Guest, wanted: SeatRequest) -> None:
        """Do what somebody asks for, if they may. Raises Refused, Unfit, StoreError."""
        check(guest, wanted, self._roster.seats)
        if self._evening.is_changing and not isinstance(wanted, AskForSeat):
            raise Unfit(409, BUSY)  # somebody is beginning a game: its seats are settled already
        try:
            match wanted:
                case TakeSeat(seat, name, face):
                    self._roster.apply(Sat(guest, seat, name, face))
                case AskForSeat(name):
                    self._roster.apply(Asked(guest, name))
                case LeaveSeat(was):
                    await self._evening.stand_up(guest, was)
                case PlayFor(seat):
                    self._roster.apply(StoodIn(guest, seat))
                case ChangeSeat(change):
                    self._roster.apply(change)
                case _:
                    assert_never(wanted)
        except RulesError as error:  # there is no such computer player
            raise Unfit(409, reason(error)) from error
