"""The routes for joining (the host's URL, the join code, the spectators' link) and for taking seats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from mouseboard.evening.changes import Asked, BecameHost, Changed, Face, Sat, StoodIn
from mouseboard.evening.evening import Evening
from mouseboard.evening.guests import Guest, TooManyGuests
from mouseboard.evening.may import check
from mouseboard.evening.refusals import Refused, Why
from mouseboard.evening.requests import AskForSeat, ChangeSeat, LeaveSeat, PlayFor, SeatRequest, SeeInvitation, TakeSeat
from mouseboard.lang import translate
from mouseboard.rules import RulesError
from mouseboard.say import Say, reason, say
from mouseboard.serving.addresses import Reach, is_neighbour, qr_path
from mouseboard.serving.assets import Assets
from mouseboard.serving.door import NEVER, Door, EnterPost, as_json, read
from mouseboard.serving.forwarding import is_forwarded
from mouseboard.serving.guesses import TooManyTries
from mouseboard.serving.unfit import Unfit
from mouseboard.store import StoreError
from mouseboard.web.answering import BUSY
from mouseboard.web.entrance import UNKNOWN, Admission, unwritten
from mouseboard.web.fields import Invitation, Links, QrCode

NO_TV = say("This page is for TVs at home. Elsewhere, open the spectators' link that the host can show.")


class JoinPost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /join`: the code or invitation, unless the sender is in, and the seat they would like."""

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


STATUS = {Why.FORBIDDEN: 403, Why.NOT_NOW: 409, Why.TOO_MUCH: 429}


def status_of(refused: Refused) -> int:
    """Return the HTTP status of a refusal."""
    return STATUS[refused.refusal.why]


def _redirect(to: str) -> Response:
    """Redirect to a relative URL, because only a proxy knows the path before it."""
    return RedirectResponse(to, 303, {"Cache-Control": NEVER})


class PeoplePages:
    """The routes for one evening. `reach` knows the URLs for phones, `assets` has the page itself."""

    def __init__(self, evening: Evening, door: Door[Guest], reach: Reach, assets: Assets) -> None:
        self._evening = evening
        self._roster = evening.roster
        self._admission = Admission(evening.roster.guests)
        self._door = door
        self._reach = reach
        self._assets = assets

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/", self._page),
            Route("/j/{code}", self._invited_in),
            Route("/watch/{token}", self._watch),
            Route("/tv", self._tv),
            Route("/enter", self._enter, methods=["POST"]),
            Route("/invite", self._invite),
            Route("/join", self._join, methods=["POST"]),
            Route("/seats", self._seats, methods=["POST"]),
        ]

    async def _page(self, request: Request) -> Response:
        """Send the page. No cache keeps it under an address with a token."""
        page = self._assets.answer(request, "index.html")
        if "token" in request.query_params:
            page.headers["Cache-Control"] = NEVER
        return page

    async def _invited_in(self, request: Request) -> Response:
        """Redirect a join link to the page, below any path that a proxy has put before it."""
        return _redirect(f"../?join={quote(request.path_params['code'], safe='')}")

    async def _watch(self, request: Request) -> Response:
        """Redirect the spectators' link to the page, which enters by its token; with `?overlay` it is an overlay."""
        overlay = "&overlay" if "overlay" in request.query_params else ""
        return _redirect(f"../?token={quote(request.path_params['token'], safe='')}{overlay}")

    async def _tv(self, request: Request) -> Response:
        """Redirect a screen to the page, which enters as a TV, by its token if it has one.

        Raises Unfit outside this computer's networks, for browsers without any token.
        """
        token = request.query_params.get("token")
        if token is None and self._door.by_cookie(request) is None:
            self._check_at_home(request)
        return _redirect("./?tv" if token is None else f"./?tv&token={quote(token, safe='')}")

    def _check_at_home(self, request: Request) -> None:
        """Raise Unfit for somebody outside this computer's networks."""
        if is_forwarded(request.headers) or not is_neighbour(self._door.address(request)):
            raise Unfit(403, NO_TV)

    async def _enter(self, request: Request) -> Response:
        """Give a cookie for what the page's address has, unless the sender's own already allows as much or more.

        The answer says whether the sender is a TV now.
        """
        post, guests = await read(request, EnterPost), self._roster.guests
        token, already = post.token, self._door.by_cookie(request)
        if post.tv and already is None and guests.who(token) is None:
            self._check_at_home(request)
            token = guests.tv_token
        comes = guests.who(token)
        if comes and (already is None or comes.role.rank > already.role.rank):
            if already:
                self._roster.apply(BecameHost(already))
            return self._door.let_in(request, token, as_json({"tv": guests.is_tv(comes)}))
        if already is None:
            raise Unfit(403, UNKNOWN)
        return as_json({"tv": guests.is_tv(already)})

    async def _invite(self, request: Request) -> Response:
        """Send the host, and the screens that it opened, what to show those who would like to play or watch."""
        check(self._door.who(request), SeeInvitation(), self._evening.moment)
        bases = self._reach.bases()
        first, *others = bases or [str(request.base_url)]
        return as_json(
            Invitation(
                **msgspec.structs.asdict(self._links(first)),
                code=self._roster.guests.code,
                phones=bool(bases),
                why=None if bases else translate(self._reach.why_not(), self._door.language(request)),
                others=tuple(map(self._links, others)),
            )
        )

    def _links(self, base: str) -> Links:
        """Return the links and the QR code for a URL of the page."""
        guests = self._roster.guests
        join = f"{base}j/{guests.invitation}"
        return Links(
            address=base,
            join=join,
            watch=f"{base}watch/{guests.watch_token}",
            tv=f"{base}tv?token={guests.screen_token}",
            qr=QrCode(*qr_path(join)),
        )

    async def _join(self, request: Request) -> Response:
        """Let in somebody who knows the code; give a seat to somebody who is in."""
        post = await read(request, JoinPost)
        token, guest = self._door.token(request), self._door.known(request)
        if guest is None or guest.only_watches:
            token, guest = self._admit(request, post.code)
        try:
            former = self._roster.seats.of(guest)
            for wanted in post.requests():
                await self._do(guest, wanted)
            told = self._moved(former, self._roster.seats.of(guest))
            said = {"told": translate(told, self._door.language(request))} if told else {}
            answer = as_json({"seats": sorted(self._roster.seats.acts_for(guest))} | said)
        except Refused as refused:  # they are in nevertheless, and may pick another seat
            answer = self._door.refuse(request, status_of(refused), refused.refusal.said)
        except Unfit as unfit:
            answer = self._door.refuse(request, unfit.status, unfit.said)
        except StoreError as error:
            answer = unwritten(self._door, request, error)
        return self._door.let_in(request, token, answer)

    def _admit(self, request: Request, code: str) -> tuple[str, Guest]:
        """Return a new token and its owner. Raises Unfit if the code is wrong, or nobody can be let in now."""
        guests = self._roster.guests
        self._door.allow_to_join(request, guests.is_invitation(code))
        try:
            token = self._admission.join(code, self._door.address(request)) or ""
        except TooManyTries as tries:
            raise Unfit(429, say("Too many wrong codes. Wait {n} seconds.", n=int(tries.seconds) + 1)) from None
        except TooManyGuests:
            raise Unfit(503, say("The table is full. Can somebody close a page?")) from None
        guest = guests.who(token)
        if guest is None:
            raise Unfit(403, say("That is not the code."))
        return token, guest

    def _moved(self, former: int | None, seat: int | None) -> Say | None:
        """Return what to tell somebody who has given up a seat for another, perhaps one of another tab."""
        game = self._evening.game
        if former is None or seat is None or former == seat or game is None:
            return None
        before, now = (game.sides[one].name for one in (former, seat))
        return say("{before} is free again. You play {now} now.", before=before, now=now)

    async def _seats(self, request: Request) -> Response:
        """Change who has a seat, leave one's own, or play for somebody else."""
        guest, post = self._door.who(request), await read(request, SeatPost)
        await self._do(guest, post.request(self._roster.seats.of(guest)))
        return as_json({})

    async def _do(self, guest: Guest, wanted: SeatRequest) -> None:
        """Do what somebody asks for, if they may. Raises Refused, Unfit, StoreError."""
        check(guest, wanted, self._evening.moment)
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
