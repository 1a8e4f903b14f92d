"""What is asked of the page and what it answers, address by address. PAGE.md lists them for others to build on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from mouseboard.lang import languages, page_words, translate
from mouseboard.say import Say, say
from mouseboard.web.answering import NOT_NOW, ONLY_WATCHING, Post, Unfit, answer_to
from mouseboard.web.board import board, board_key
from mouseboard.web.guard import Guard
from mouseboard.web.guests import Guest, Role, TooManyTries
from mouseboard.web.picture import past
from mouseboard.web.stage import OnStage, Stage
from mouseboard.web.streams import Streams

PAGE = Path(str(files(__package__))) / "page"
"""The files that browsers load."""

FOR_EVER = "public, max-age=31536000, immutable"
NEVER = "no-store"
YEAR = 365 * 24 * 3600

T = TypeVar("T")

UNKNOWN = say("Who are you? Open the page by its whole address, or join with the code.")
UNREADABLE = say("That cannot be read.")


class App:
    """Answers requests about one stage; `language` is spoken where a request names none that is known."""

    def __init__(self, stage: Stage, language: str, port: int) -> None:
        self._stage = stage
        self._language = language
        self._cookie = f"mouseboard_{port}"  # cookies do not know ports: two servers must not take each other's
        self._streams = Streams(stage)

    def asgi(self, names: frozenset[str]) -> ASGIApp:
        """All of it, guarded; `names` are those by which this computer may be called."""
        get, post = partial(self._route, method="GET"), partial(self._route, method="POST")
        routes = [
            get("/", self._enter),
            get("/j/{code}", self._file),
            get("/watch/{token}", self._watch),
            get("/events", self._events),
            get("/board/{key}", self._board),
            get("/position/{position:int}", self._position),
            get("/words", self._words),
            post("/answer", self._answer),
            post("/join", self._join),
            Mount("/page", _Files(directory=PAGE, check_dir=False)),
        ]
        app = Starlette(routes=routes, exception_handlers={Unfit: self._unfit, HTTPException: self._wrong})
        return Guard(app, names)

    def _route(self, path: str, handle: Callable[[Request], Awaitable[Response]], method: str) -> Route:
        return Route(path, handle, methods=[method])

    # Who asks, and in which language.

    def _token(self, request: Request) -> str:
        """By cookie; programs show it in a header, or in the address."""
        scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return bearer
        return request.query_params.get("token") or request.cookies.get(self._cookie, "")

    def _who(self, request: Request) -> Guest:
        """Raises Unfit for somebody who was never let in."""
        guest = self._stage.guests.who(self._token(request))
        if guest is None:
            raise Unfit(403, UNKNOWN)
        return guest

    def _host(self, request: Request) -> Guest:
        """Raises Unfit for anybody but whoever started the page."""
        guest = self._who(request)
        if guest.role is not Role.HOST:
            raise Unfit(403, say("Only whoever started the page can do that."))
        return guest

    def language(self, request: Request) -> str:
        """The one asked for, or the first that the browser likes and we speak."""
        wanted = request.query_params.get("lang")
        accepted = request.headers.get("accept-language", "").split(",")
        likes = (wanted, *(part.partition(";")[0].strip().partition("-")[0].lower() for part in accepted))
        return next((code for code in likes if code in languages()), self._language)

    def _on(self) -> OnStage:
        """Raises Unfit where no game is on."""
        if self._stage.on is None or self._stage.on.situation is None:
            raise Unfit(409, say("No game is on."))
        return self._stage.on

    # Answers.

    async def _enter(self, request: Request) -> Response:
        """The page; or if a token comes along, that as a cookie first."""
        token = request.query_params.get("token")
        if token is None:
            return await self._file(request)
        if self._stage.guests.who(token) is None:
            raise Unfit(403, UNKNOWN)
        return self._let_in(token, RedirectResponse("/", 303, {"Cache-Control": NEVER}))

    async def _watch(self, request: Request) -> Response:
        """The spectators' link; with `?overlay` for a stream."""
        token = request.path_params["token"]
        if self._stage.guests.who(token) is None:
            raise Unfit(403, UNKNOWN)
        to = "/?overlay" if "overlay" in request.query_params else "/"
        mine = self._stage.guests.who(request.cookies.get(self._cookie, ""))
        entered = RedirectResponse(to, 303, {"Cache-Control": NEVER})
        return entered if mine else self._let_in(token, entered)  # a player who looks does not lose the seat

    async def _file(self, request: Request) -> Response:
        return FileResponse(PAGE / "index.html", headers={"Cache-Control": "no-cache"})

    async def _events(self, request: Request) -> Response:
        guest, language = self._who(request), self.language(request)
        stream = self._streams.open(guest, language)
        if stream is None:
            raise Unfit(503, say("Too many are watching already. Close a page, or wait a little."))
        return StreamingResponse(stream, media_type="text/event-stream", headers={"Cache-Control": NEVER})

    async def _board(self, request: Request) -> Response:
        self._who(request)
        game = self._on().game
        if request.path_params["key"] != board_key(game):
            raise Unfit(404, NOT_NOW)
        return _json(board(game, self.language(request)), keep=FOR_EVER)

    async def _position(self, request: Request) -> Response:
        self._who(request)
        on, position = self._on(), request.path_params["position"]
        assert on.situation
        if position > len(on.situation.history):
            raise Unfit(404, NOT_NOW)
        return _json(past(on.situation, position, self._stage.around(on), self.language(request)))

    async def _words(self, request: Request) -> Response:
        """The page's own words."""
        language = self.language(request)
        return _json({"language": language, "languages": languages_by_name(), "words": page_words(language)})

    async def _answer(self, request: Request) -> Response:
        guest = self._who(request)
        post = await _read(request, Post)
        if not post.is_one:
            raise Unfit(400, UNREADABLE)
        if guest.role is Role.SPECTATOR:
            raise Unfit(403, ONLY_WATCHING)
        on = self._on()
        assert on.situation
        on.inbox.put_nowait(answer_to(post, on.situation, self._stage.seats_of(guest)))
        return _json({})

    async def _join(self, request: Request) -> Response:
        """Let somebody in who knows the code, or give a seat to somebody who is in."""
        wish = await _read(request, Wish)
        guests = self._stage.guests
        token, guest = self._token(request), guests.who(self._token(request))
        if guest is None or guest.role is Role.SPECTATOR:
            try:
                token = guests.join(wish.code) or ""
            except TooManyTries as tries:
                raise Unfit(429, say("Too many wrong codes. Wait {n} seconds.", n=int(tries.seconds) + 1)) from None
            guest = guests.who(token)
        if guest is None:
            raise Unfit(403, say("That is not the code."))
        if wish.seat is not None:
            self._sit(guest, wish.seat, wish.name)
        self._stage.change()
        return self._let_in(token, _json({"seats": sorted(self._stage.seats_of(guest))}))

    def _sit(self, guest: Guest, seat: int, name: str | None) -> None:
        """Raises Unfit where that is nobody's seat to take."""
        people = self._on().people
        if seat not in people:
            raise Unfit(409, say("That seat is not for a person."))
        if self._stage.guests.holder(seat) not in (None, guest):
            raise Unfit(409, say("That seat is taken."))
        self._stage.guests.sit(guest, seat, name)

    def _let_in(self, token: str, response: Response) -> Response:
        response.set_cookie(self._cookie, token, max_age=YEAR, httponly=True, samesite="strict")
        return response

    # What goes wrong.

    async def _unfit(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, Unfit)
        return self._refuse(request, error.status, error.said)

    async def _wrong(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        said = say("There is no such page.") if error.status_code == 404 else say("That cannot be done here.")
        return self._refuse(request, error.status_code, said)

    def _refuse(self, request: Request, status: int, said: Say) -> Response:
        return _json({"error": translate(said, self.language(request))}, status)


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /join` takes."""

    code: str = ""
    seat: int | None = None
    name: str | None = None


class _Files(StaticFiles):
    """Browsers ask for them again each time, but are sent only what has changed."""

    def file_response(self, *args: object, **more: object) -> Response:
        response: Response = super().file_response(*args, **more)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "no-cache"
        return response


def languages_by_name() -> dict[str, str]:
    """What each language is called in it."""
    return {code: str(page_words(code).get("language", code)) for code in languages()}


def _json(value: object, status: int = 200, keep: str = NEVER) -> Response:
    return Response(msgspec.json.encode(value), status, {"Cache-Control": keep}, "application/json")


async def _read(request: Request, kind: type[T]) -> T:
    """The post as that. Raises Unfit."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Unfit(400, UNREADABLE) from error
