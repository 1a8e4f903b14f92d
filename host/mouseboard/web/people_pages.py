"""The routes for joining (the host's URL, the join code, the spectators' link) and for taking seats."""

from __future__ import annotations

from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from mouseboard import players
from mouseboard.lang import translate
from mouseboard.rules import RulesError
from mouseboard.say import reason, say
from mouseboard.store import PERSON, StoreError
from mouseboard.web.addresses import Reach, is_neighbour, qr_path
from mouseboard.web.answering import BUSY, NOT_LEADING, ONLY_WATCHING, Unfit
from mouseboard.web.assets import Assets
from mouseboard.web.door import NEVER, UNKNOWN, Door, as_json, read
from mouseboard.web.evening import Evening
from mouseboard.web.forwarding import is_forwarded
from mouseboard.web.guesses import TooManyTries
from mouseboard.web.guests import Face, Guest, Role, TooManyGuests
from mouseboard.web.stage import OnStage
from mouseboard.web.wish import HELP, NOBODY

NO_TV = say("This page is for TVs at home. Elsewhere, open the spectators' link that the host can show.")
OTHERS = say("Somebody has just changed the seats. Look again!")


class JoinPost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /join`: the code or invitation, unless the sender is in, and the seat they would like."""

    code: str = ""
    seat: int | None = None
    name: str | None = None
    face: Face | None = None
    """The animal of somebody who cannot write."""
    ask: bool | None = None
    """Ask for a seat, because none can be taken; or with false, ask no more."""


class SeatChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /seats`. Only what is given changes."""

    seat: int
    kind: str | None = None
    """`person`, a kind of computer player, or in the lobby `nobody`."""
    name: str | None = None
    help: str | None = None
    free: bool = False
    """Take the seat from whoever acts for it. Guests may leave their own."""
    stand_in: bool = False
    """Play for a person whom nobody acts for. Guests may do this, too; nothing else is changed."""
    was: str | None = None
    """The player there when that was chosen, as the seat's `who` says. If another plays there now, it is refused."""


def _redirect(to: str) -> Response:
    """Redirect to a relative URL, because only a proxy knows the path before it."""
    return RedirectResponse(to, 303, {"Cache-Control": NEVER})


class PeoplePages:
    """The routes for one evening. `reach` knows the URLs for phones, `assets` has the page itself."""

    def __init__(self, evening: Evening, door: Door, reach: Reach, assets: Assets) -> None:
        self._evening = evening
        self._stage = evening.stage
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
            self._stage.stand_up(is_already)
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
        join = f"{base}j/{guests.invitation}"
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
            token, guest = self._admit(request, post.code)
        try:
            if post.seat is not None:
                self._sit(guest, post.seat, post.name, post.face)
            if post.ask is not None:
                self._stage.ask(guest, (post.name or "") if post.ask else None)
            answer = as_json({"seats": sorted(self._stage.seats_of(guest))})
        except Unfit as unfit:  # they are in nevertheless, and may pick another seat
            answer = self._door.refuse(request, unfit.status, unfit.said)
        except StoreError as error:
            answer = self._door.unwritten(request, error)
        return self._door.let_in(request, token, answer)

    def _admit(self, request: Request, code: str) -> tuple[str, Guest]:
        """Return a new token and its owner. Raises Unfit if the code is wrong, or nobody can be let in now."""
        guests = self._door.guests
        self._door.allow_to_join(request, guests.is_invitation(code))
        try:
            token = guests.join(code, self._door.address(request)) or ""
        except TooManyTries as tries:
            raise Unfit(429, say("Too many wrong codes. Wait {n} seconds.", n=int(tries.seconds) + 1)) from None
        except TooManyGuests:
            raise Unfit(503, say("The table is full. Can somebody close a page?")) from None
        guest = guests.who(token)
        if guest is None:
            raise Unfit(403, say("That is not the code."))
        return token, guest

    def _sit(self, guest: Guest, seat: int, name: str | None, face: str | None) -> None:
        """Give a guest a seat, also that of a computer. Raises Unfit if the seat is taken or unknown."""
        self._not_changing()
        holder = self._door.guests.holder(seat)
        if holder not in (None, guest) and (self._stage.on or self._stage.away(seat) is None):
            raise Unfit(409, say("That seat is taken."))
        if not (self._open_in_game(self._stage.on, seat) if self._stage.on else self._open_in_lobby(seat)):
            raise Unfit(409, say("There is no such seat."))
        self._stage.sit(guest, seat, name, face)
        self._evening.write_names()

    def _open_in_game(self, on: OnStage, seat: int) -> bool:
        """Let a person play on a seat of the game. Return whether there is such a seat."""
        if not 0 <= seat < on.game.players:
            return False
        if seat not in on.people:
            self._give(seat, PERSON)
        return True

    def _open_in_lobby(self, seat: int) -> bool:
        """Let a person sit in the lobby. Return whether there is such a seat."""
        return self._stage.wish is not None and self._stage.wish.open(seat)

    async def _seats(self, request: Request) -> Response:
        """Let the host change who has a seat, and guests leave their own or stand in for each other.

        In the lobby the leader may change seats, too.
        """
        guest, change = self._door.who(request), await read(request, SeatChange)
        is_own = change == SeatChange(change.seat, free=True, was=change.was) and change.seat in guest.seats
        self._not_changing()
        if change.stand_in:
            self._stand_in(guest, change.seat)
        elif self._stage.on:
            if not is_own:
                self._door.host(request)
            self._change(change, self._stage.on)
            if is_own and self._evening.is_over:
                await self._evening.done(change.seat)
            elif is_own:
                self._stage.vacate(change.seat)
                self._forget_name(change.seat)
        else:
            if not (is_own or self._stage.may_lead(guest)):
                raise Unfit(403, NOT_LEADING)
            if change == SeatChange(change.seat, free=True) and not is_own and guest.role is not Role.HOST:
                raise Unfit(409, OTHERS)  # somebody who has led for a moment leaves a seat that was their own
            self._change_lobby(change)
        return as_json({})

    def _change_lobby(self, change: SeatChange) -> None:
        """Change a seat in the lobby. Raises Unfit."""
        wish, guests = self._stage.wish, self._door.guests
        if wish is None:
            raise Unfit(409, say("No game is on."))
        if change.kind not in (None, NOBODY, PERSON, *players.kinds(wish.game)) or change.help not in (None, *HELP):
            raise Unfit(409, say("That cannot be done here."))
        if change.was not in (None, wish.player(change.seat)):
            raise Unfit(409, OTHERS)
        closes = change.kind == NOBODY or (change.free and change.kind is None)
        opens = change.kind not in (None, NOBODY)
        if not (wish.open(change.seat) if opens else 0 <= change.seat < len(wish.setup.seats)):
            raise Unfit(409, say("There is no such seat."))
        if change.help is not None:
            wish.help(change.seat, change.help)
        if change.name is not None:
            guests.name(change.seat, change.name)
        if closes:
            wish.close(change.seat)
        elif change.free:
            guests.free(change.seat)
        elif change.kind not in (None, PERSON):
            wish.set(change.seat, change.kind)
        self._stage.reseat()

    def _forget_name(self, seat: int) -> None:
        """Forget who played on a seat of the game, because they have left it."""
        self._door.guests.name(seat, "")
        self._evening.write_names()
        self._stage.reseat()

    def _not_changing(self) -> None:
        """Raise Unfit while somebody is beginning a game: its seats are settled already."""
        if self._evening.is_changing:
            raise Unfit(409, BUSY)

    def _stand_in(self, guest: Guest, seat: int) -> None:
        """Let a guest play for a person whom nobody acts for. Players wait for a phone or a host. Raises Unfit."""
        if guest.role is Role.SPECTATOR:
            raise Unfit(403, ONLY_WATCHING)
        is_back_soon = seat not in self._stage.vacant and self._stage.away(seat) is None
        if not self._stage.is_left(seat) or (guest.seats and is_back_soon):
            raise Unfit(409, say("That seat is not free."))
        if not self._stage.stand_in(seat, guest):
            raise Unfit(409, say("Somebody else plays there now."))

    def _change(self, change: SeatChange, on: OnStage) -> None:
        """Change a seat of the game that is on. Raises Unfit."""
        guests = self._door.guests
        if not 0 <= change.seat < on.game.players:
            raise Unfit(409, say("There is no such seat."))
        if change.kind not in (None, PERSON, *players.kinds(on.game)) or change.help not in (None, *HELP):
            raise Unfit(409, say("That cannot be done here."))
        if change.was not in (None, self._stage.around(on).chairs[change.seat].who):
            raise Unfit(409, OTHERS)
        if change.kind is not None and change.kind != on.kinds[change.seat]:
            self._give(change.seat, change.kind)  # first, since it may fail
        if change.free or change.kind is not None or change.name is not None:
            self._stage.occupy(change.seat)
        if change.free or change.kind not in (None, PERSON):
            guests.free(change.seat)
        if change.name is not None:
            guests.name(change.seat, change.name)
            self._evening.write_names()
        if change.help is not None:
            on.help[change.seat] = change.help
        self._stage.reseat()

    def _give(self, seat: int, kind: str) -> None:
        """Give a seat of the game to a person or a computer from now on. Raises Unfit."""
        if self._evening.number is None:
            raise Unfit(409, say("The game is over."))
        try:
            self._evening.seat(seat, kind)
        except RulesError as error:
            raise Unfit(409, reason(error)) from error
