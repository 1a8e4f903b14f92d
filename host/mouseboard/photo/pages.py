"""The photograph page, served to this computer alone: its routes and their handlers."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from mouseboard import board, kit, rules
from mouseboard.lang import translate, word
from mouseboard.layouts import MOST_WIRES
from mouseboard.photo.camera import Camera
from mouseboard.photo.sketch import Sketch, between, judged
from mouseboard.photo.work import Work
from mouseboard.say import Say, reason, say
from mouseboard.serving.addresses import address, own_host
from mouseboard.serving.assets import Assets
from mouseboard.serving.door import ENTER, NEVER, UNKNOWN, Door, EnterPost, as_json, read
from mouseboard.serving.guard import Guard
from mouseboard.serving.names import Names
from mouseboard.serving.newest import Newest
from mouseboard.serving.server import serving
from mouseboard.serving.unfit import Unfit
from mouseboard.serving.where import Where

PAGE = Path(__file__).with_name("page")


@dataclass(frozen=True)
class Owner:
    """Whoever started the page: the only one who is let in."""

    token: str
    is_host: bool = True

    def who(self, token: str) -> Owner | None:
        """Return the owner, if the token is theirs."""
        return self if secrets.compare_digest(token.encode(), self.token.encode()) else None


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /line`: the pixels of two places, and how many others lie evenly between them."""

    sketch: Sketch
    source: tuple[float, float]
    target: tuple[float, float]
    count: Annotated[int, msgspec.Meta(ge=1, le=MOST_WIRES)]


class PhotoPages:
    """The routes for one photograph."""

    def __init__(self, work: Work, door: Door[Owner]) -> None:
        self._work = work
        self._door = door
        self._own = Assets(PAGE)

    def application(self, names: Names) -> ASGIApp:
        """Return the whole application behind a guard."""
        routes = [
            Route("/", self._page),
            Route("/enter", self._enter, methods=["POST"]),
            Route("/photo", self._photo),
            Route("/words", self._words),
            Route("/setup", self._setup),
            Route("/sketch", self._sketch, methods=["POST"]),
            Route("/line", self._line, methods=["POST"]),
            Route("/save", self._save, methods=["POST"]),
            *self._own.routes("photo"),
            *Assets(kit.PAGE).routes("page/kit"),
            *Assets(board.PAGE).routes("page/board"),
        ]
        app = Starlette(routes=routes, exception_handlers=self._door.handlers())
        app.router.redirect_slashes = False
        return Guard(app, names, self._door)

    async def _page(self, request: Request) -> Response:
        """Send the page. No cache keeps it under an address with a token."""
        self._door.host(request)
        page = self._own.answer(request, "index.html")
        page.headers["Cache-Control"] = NEVER
        return page

    async def _enter(self, request: Request) -> Response:
        """Give the host a cookie for the token that the page's address has."""
        post = await read(request, EnterPost)
        if self._door.owner(post.token) is None:
            raise Unfit(403, UNKNOWN)
        return self._door.let_in(request, post.token, as_json({}))

    async def _photo(self, request: Request) -> Response:
        self._door.host(request)
        return Response(self._work.content, headers={"Cache-Control": NEVER}, media_type=self._work.kind)

    async def _words(self, request: Request) -> Response:
        return self._door.words(request, "photo")

    async def _setup(self, request: Request) -> Response:
        """Send the games with their kinds of places, and what was clicked before."""
        self._door.host(request)
        language = self._door.language(request)
        games = {
            name: {"title": word(kind.title, language), **_kinds(name, language)}
            for name, kind in rules.games().items()
        }
        return as_json({"games": games, "sketch": self._work.sketch, "photo": self._work.photo})

    async def _sketch(self, request: Request) -> Response:
        """Keep the clicks; send the places in millimetres, and how accurate they are."""
        self._door.host(request)
        sketch = await read(request, Sketch)
        self._work.keep(sketch)
        measured, said = await asyncio.to_thread(judged, sketch)
        language = self._door.language(request)
        found: dict[str, object] = {"said": [translate(sentence, language) for sentence in said]}
        if measured:
            clicked = (n for n, point in enumerate(sketch.points) if point.pixel is not None)
            found["misses"] = dict(zip(clicked, measured.camera.misses, strict=True))
            found["places"], found["grid"] = measured.places, measured.grid
        return as_json(found)

    async def _line(self, request: Request) -> Response:
        self._door.host(request)
        line = await read(request, Line)
        return as_json({"pixels": between(_camera(line.sketch), line.source, line.target, line.count)})

    async def _save(self, request: Request) -> Response:
        self._door.host(request)
        sketch = await read(request, Sketch)
        if not sketch.places:
            raise Unfit(409, say("Click the places first."))
        camera = _camera(sketch)
        self._work.keep(sketch)
        try:
            saved = await asyncio.to_thread(self._work.save, sketch, camera, self._door.language(request))
        except OSError as error:
            raise Unfit(507, say("It cannot be written: {why}", why=_named(error))) from error
        return as_json(saved)


def _named(error: OSError) -> Say:
    return say("{file}: {why}", file=str(error.filename), why=reason(error))


def _camera(sketch: Sketch) -> Camera:
    """Fit the camera to the sketch's known points. Raises Unfit if there are too few."""
    measured, _ = judged(sketch)
    if measured is None:
        raise Unfit(409, say("Click the known points first."))
    return measured.camera


def _kinds(game: str, language: str) -> dict[str, object]:
    """Return the kinds of places on the game's own layout: all with their names, the first place's, the usual one."""
    try:
        places = rules.make(game, None, {}).layout.place
    except rules.RulesError:
        return {"kinds": {}, "first": "", "usual": ""}
    count = Counter(place.kind for place in places)
    kinds = {kind: word(kind, language) for kind in count if kind}
    return {"kinds": kinds, "first": places[0].kind, "usual": count.most_common(1)[0][0]}


@asynccontextmanager
async def opened(work: Work, where: Where, language: str) -> AsyncIterator[str]:
    """Serve the page while inside, and yield its URL. Raises PageError."""
    with where.listen() as listening:
        port = int(listening.getsockname()[1])
        owner = Owner(secrets.token_urlsafe(16))
        door = Door(owner.who, language, port, takes={ENTER: False})
        async with serving(PhotoPages(work, door).application(where.names), listening, Newest(), door.caller):
            yield address(own_host(where.listens_on), port, f"/?token={owner.token}")
