"""The door: who sent a request, what they may post, and the language and form of the answer."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable, Mapping
from html import escape
from typing import Any, Generic, Literal, Protocol, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from mouseboard.lang import direction, languages, name_of, page_words, translate
from mouseboard.say import LONGEST_REFUSAL, Say, reason, say, shortened
from mouseboard.serving.addresses import address
from mouseboard.serving.forwarding import is_forwarded
from mouseboard.serving.limits import Caller, Rate, device, network
from mouseboard.serving.names import PublicUrl
from mouseboard.serving.unfit import BROKEN, TOO_FAST, UNREADABLE, Unfit

NEVER = "no-store"
FOR_EVER = "public, max-age=31536000, immutable"
YEAR = 365 * 24 * 3600
MOST_LIKED = 20
"""Languages in a browser's Accept-Language that are looked at."""

LIKED = re.compile(r"\s*(?P<code>[a-z]+)(-[a-z0-9-]+)?\s*(;\s*q=(?P<weight>0(\.[0-9]{0,3})?|1(\.0{0,3})?)\s*)?")
"""A language in an Accept-Language, perhaps with a region and a weight: `de-at;q=0.8` (RFC 9110)."""

UNKNOWN = say("Who are you? Open the page by its whole address.")

ENTER = "/enter"
"""The path at which a page enters by the token of its address."""
LARGEST_POST = 64 * 1024
LARGEST_OF_STRANGER = 1024
"""Bytes."""
POSTS_PER_S, POSTS_AT_ONCE = 10.0, 60.0
"""Rate limit of one person."""
JOINS_PER_S, JOINS_AT_ONCE = 2.0, 30.0
"""Rate limit of all strangers at one address; those with an invitation have another as large."""
HOUSEHOLD = 2
"""How many times as much a /64 of IPv6 may post."""

TURNED_AWAY = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mouseboard</title>
<h1>Mouseboard</h1>
<p>{said}</p>
"""
BY_ADDRESS = """<p><a href="{url}">{url}</a></p>
"""
TO_START = """<p><a href="{url}">Mouseboard</a></p>
"""


class Visitor(Protocol):
    """Somebody who has been let in."""

    @property
    def token(self) -> str:
        """The key of their limits."""

    @property
    def is_host(self) -> bool:
        """Whether they started the page, or may do as much."""


T = TypeVar("T")
V = TypeVar("V", bound=Visitor)


class _Joins:
    """Posts of strangers, by device and by household: each join writes a file."""

    def __init__(self) -> None:
        self._devices = Rate(JOINS_PER_S, JOINS_AT_ONCE)
        self._households = Rate(HOUSEHOLD * JOINS_PER_S, HOUSEHOLD * JOINS_AT_ONCE)

    def count(self, address: str, now: float) -> None:
        """Count a post from an address. Raises Unfit if it comes too fast."""
        _count(self._devices, device(address), now)
        _count(self._households, network(address), now)


class EnterPost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /enter`: how the page's address lets its browser in."""

    token: str = ""
    tv: bool = False


class Door(Generic[V]):
    """Finds out who sent a request. Answers are in `language` if a request asks for none that is spoken."""

    def __init__(
        self,
        who: Callable[[str], V | None],
        language: str,
        port: int,
        now: Callable[[], float] = time.monotonic,
        url: PublicUrl | None = None,
        unknown: Say = UNKNOWN,
        takes: Mapping[str, bool] = {},
        is_invited: Callable[[V], bool] = lambda _: True,
        is_resident: Callable[[V], bool] = lambda visitor: visitor.is_host,
    ) -> None:
        """`who` returns the owner of a token. `url` is where a reverse proxy serves the page.

        `unknown` is what strangers are told. `takes` has the paths to which they may post, each with whether the door
        counts that. Somebody who has a token but is not `is_invited` counts as a stranger except to look. Nobody else
        uses up what an `is_resident` may ask.
        """
        self._who = who
        self._url = url
        self._unknown = unknown
        self._takes = takes
        self._is_invited = is_invited
        self._is_resident = is_resident
        self._now = now
        self._posts = Rate(POSTS_PER_S, POSTS_AT_ONCE)
        self._joins, self._invited_joins = _Joins(), _Joins()
        self._language = language
        self._cookie = f"mouseboard_{port}"  # cookies ignore ports: two servers on this computer must not share one

    def token(self, request: Request) -> str:
        """Return the sender's token. Browsers send a cookie; programs send a header, or put the token in the URL."""
        scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return bearer
        return request.query_params.get("token") or self._token_of_cookie(request)

    def owner(self, token: str) -> V | None:
        """Return the owner of a token, or None."""
        return self._who(token)

    def by_cookie(self, request: Request) -> V | None:
        """Return the owner of the request's cookie, whatever token its URL has."""
        return self.owner(self._token_of_cookie(request))

    def _token_of_cookie(self, request: Request) -> str:
        """Return the value of our cookie. Python's own parser takes 0.4 s for a cookie of 15 kB of backslashes."""
        pairs = (pair.partition("=") for pair in request.headers.get("cookie", "").split(";"))
        return next((value.strip() for name, _, value in pairs if name.strip() == self._cookie), "")

    def known(self, request: Request) -> V | None:
        """Return the sender, or None if they were not let in."""
        return self.owner(self.token(request))

    def invited(self, request: Request) -> V | None:
        """Return the sender, or None for a stranger, also for one with a token that nobody had to give."""
        guest = self.known(request)
        return guest if guest and self._is_invited(guest) else None

    def caller(self, request: Request) -> Caller | None:
        """Return who is asking, as limits know them; None for a stranger."""
        guest = self.invited(request)
        return Caller(guest.token, self._is_resident(guest)) if guest else None

    def allow(self, request: Request) -> int:
        """Count a post; return how many bytes it may have. Raises Unfit for strangers, and for posts too fast."""
        guest = self.invited(request)
        if guest is None:
            if request.url.path not in self._takes:
                raise Unfit(403, self._unknown)
            if self._takes[request.url.path]:
                self._joins.count(self.address(request), self._now())
            return LARGEST_OF_STRANGER
        _count(self._posts, guest.token, self._now())
        return LARGEST_POST

    def allow_to_join(self, request: Request, is_invited: bool) -> None:
        """Count a stranger who would like to join. Raises Unfit if their address tries too often.

        Those with an invitation are counted apart, so that nobody without one shuts them out.
        """
        (self._invited_joins if is_invited else self._joins).count(self.address(request), self._now())

    @staticmethod
    def address(request: Request) -> str:
        """Return the address of the sender."""
        return request.client.host if request.client else ""

    def who(self, request: Request) -> V:
        """Return the sender. Raises Unfit if they were not let in."""
        guest = self.known(request)
        if guest is None:
            raise Unfit(403, self._unknown)
        return guest

    def host(self, request: Request) -> V:
        """Return the sender if they started the page. Raises Unfit for anybody else."""
        guest = self.who(request)
        if not guest.is_host:
            raise Unfit(403, say("Only the host can do that."))
        return guest

    def language(self, request: Request) -> str:
        """Return the language asked for by `?lang=`, or else the one of ours that Accept-Language likes best.

        If it names none of ours, this is the page's own language, or another one if that is excluded.
        """
        weights = _weights(request.headers.get("accept-language", ""))
        liked = sorted(filter(weights.get, weights), key=weights.__getitem__, reverse=True)
        others = (code for code in (self._language, *languages()) if code not in weights)
        wanted = (request.query_params.get("lang"), *liked, *others)
        return next((code for code in wanted if code in languages()), self._language)

    def words(self, request: Request, part: Literal["page", "photo"]) -> Response:
        """Send the page's own words, and the languages that it speaks."""
        language = self.language(request)
        named = {code: name_of(code) for code in languages()}
        words = page_words(language, part)
        return as_json({"language": language, "dir": direction(language), "languages": named, "words": words})

    def let_in(self, request: Request, token: str, response: Response) -> Response:
        """Add a cookie to the response that lets its receiver in from now on.

        Only a post is answered with one: browsers send no cookie along with a link on another page, so a GET does not
        show whether they have a better one already.
        """
        secure = request.url.scheme == "https" or (self._url is not None and self._url.is_safe_for(request.headers))
        response.set_cookie(self._cookie, token, max_age=YEAR, httponly=True, samesite="strict", secure=secure)
        return response

    def handlers(self) -> Mapping[Any, Callable[[Request, Any], Awaitable[Response]]]:
        """Return the exception handlers. Each answers with one sentence in the sender's language."""

        async def unfit(request: Request, error: Unfit) -> Response:
            return self._refuse_visit(request, error.status, error.said)

        async def wrong(request: Request, error: HTTPException) -> Response:
            said = say("There is no such page.") if error.status_code == 404 else say("That cannot be done here.")
            return self._refuse_visit(request, error.status_code, said)

        async def unwritten(request: Request, error: OSError) -> Response:
            return self.unwritten(request, reason(error))

        async def broken(request: Request, _: Exception) -> Response:
            return self.refuse(request, 500, BROKEN)

        return {Unfit: unfit, HTTPException: wrong, OSError: unwritten, Exception: broken}

    def refuse(self, request: Request, status: int, said: Say) -> Response:
        """Answer with one sentence, in the sender's language. It may quote what was posted, so it is shortened."""
        return as_json({"error": shortened(translate(said, self.language(request)), LONGEST_REFUSAL)}, status)

    def unwritten(self, request: Request, why: Say) -> Response:
        """Answer that something cannot be written, and why."""
        return self.refuse(request, 507, say("That cannot be written down: {why}.", why=why))

    def turn_away(self, request: Request, unfit: Unfit) -> Response:
        """Answer a request that is not passed on to the app with one sentence.

        A browser gets it as a page. That links to the same path at the IP address that the request reached, because
        most such requests used a foreign name.
        """
        if not _wants_page(request):
            return self.refuse(request, unfit.status, unfit.said)
        is_direct = not is_forwarded(request.headers)
        link = BY_ADDRESS.format(url=escape(_by_address(request))) if is_direct else ""
        return self._page(request, unfit.status, unfit.said, link)

    def _refuse_visit(self, request: Request, status: int, said: Say) -> Response:
        """Answer with one sentence. Whoever opened this address in a browser gets a page, with a link to the start."""
        if not _wants_page(request):
            return self.refuse(request, status, said)
        up = "../" * (request.url.path.count("/") - 1)  # under whatever path a proxy has put before it
        return self._page(request, status, said, TO_START.format(url=up or "./"))

    def _page(self, request: Request, status: int, said: Say, link: str) -> Response:
        """Answer with a page that has one sentence and a link."""
        language = self.language(request)
        page = TURNED_AWAY.format(language=language, said=escape(translate(said, language)))
        return HTMLResponse(page + link, status, {"Cache-Control": NEVER})


def _weights(accepted: str) -> dict[str, float]:
    """Return the weight of each language in an Accept-Language, by its code: from 1 down to 0, which is never."""
    weights: dict[str, float] = {}
    for part in accepted.lower().split(",")[:MOST_LIKED]:
        if found := LIKED.fullmatch(part):
            code, weight = found["code"], float(found["weight"] or 1)
            weights[code] = max(weight, weights.get(code, 0.0))
    return weights


def _count(rate: Rate, key: str, now: float) -> None:
    """Count a post. Raises Unfit if it comes too fast."""
    if not rate.take(key, now):
        raise Unfit(429, TOO_FAST)


def _wants_page(request: Request) -> bool:
    """Return whether a person opens an address in a browser. Our own page asks for no HTML."""
    return "text/html" in request.headers.get("accept", "")


def _by_address(request: Request) -> str:
    """Return the request's URL with the IP address and port at which it arrived."""
    host, port = request.scope["server"]
    query = f"?{request.url.query}" if request.url.query else ""
    return address(host, port, f"{request.url.path}{query}")


def as_json(value: object, status: int = 200, keep: str = NEVER) -> Response:
    """Send a value as JSON; `keep` is its Cache-Control."""
    return Response(msgspec.json.encode(value), status, {"Cache-Control": keep}, "application/json")


async def read(request: Request, kind: type[T]) -> T:
    """Decode the JSON body of a post. Raises Unfit."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Unfit(400, UNREADABLE) from error
