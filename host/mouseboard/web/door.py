"""At the door: the sender of a request, what they may post, the language of the answer, and its form."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from html import escape
from typing import Any, Literal, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from mouseboard.lang import languages, page_words, translate
from mouseboard.say import Say, say
from mouseboard.store import StoreError
from mouseboard.web.addresses import address
from mouseboard.web.answering import TOO_FAST, Unfit
from mouseboard.web.forwarding import is_forwarded
from mouseboard.web.guests import Guest, Guests, Role
from mouseboard.web.limits import Rate, network
from mouseboard.web.names import PublicUrl

NEVER = "no-store"
FOR_EVER = "public, max-age=31536000, immutable"
YEAR = 365 * 24 * 3600
MOST_LIKED = 20
"""Languages of a browser that are looked at."""

UNKNOWN = say("Who are you? Open the page by its whole address, or join with the code.")
UNREADABLE = say("That cannot be read.")
BROKEN = say("Something went wrong here. Please try again.")

JOIN = "/join"
"""The only address that takes posts of strangers."""
LARGEST_POST = 64 * 1024
LARGEST_OF_STRANGER = 1024
"""Bytes."""
POSTS_PER_S, POSTS_AT_ONCE = 10.0, 60.0
"""Of one person."""
JOINS_PER_S, JOINS_AT_ONCE = 2.0, 30.0
"""Of the strangers at one address."""

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

T = TypeVar("T")


class Door:
    """Knows those who have been let in; `language` is spoken where a request names none that is known."""

    def __init__(
        self,
        guests: Guests,
        language: str,
        port: int,
        now: Callable[[], float] = time.monotonic,
        url: PublicUrl | None = None,
        unknown: Say = UNKNOWN,
    ) -> None:
        """`url` is where a reverse proxy shows the page, `unknown` is what strangers are told."""
        self.guests = guests
        self._url = url
        self._unknown = unknown
        self._now = now
        self._posts = Rate(POSTS_PER_S, POSTS_AT_ONCE)
        self._joins = Rate(JOINS_PER_S, JOINS_AT_ONCE)
        self._language = language
        self._cookie = f"mouseboard_{port}"  # cookies do not know ports: two servers must not take each other's

    def token(self, request: Request) -> str:
        """By cookie; programs show it in a header, or in the address."""
        scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return bearer
        return request.query_params.get("token") or self._token_of_cookie(request)

    def by_cookie(self, request: Request) -> Guest | None:
        """Return whose browser that is, whatever its address says."""
        return self.guests.who(self._token_of_cookie(request))

    def _token_of_cookie(self, request: Request) -> str:
        """What our cookie holds. Python's own reader takes 0.4 s for one of 15 kB with nothing but backslashes."""
        pairs = (pair.partition("=") for pair in request.headers.get("cookie", "").split(";"))
        return next((value.strip() for name, _, value in pairs if name.strip() == self._cookie), "")

    def known(self, request: Request) -> Guest | None:
        """Who asks, if they were let in."""
        return self.guests.who(self.token(request))

    def allow(self, request: Request) -> int:
        """Return how many bytes a post may have. Raises Unfit for strangers, and for people who post too fast."""
        guest = self.known(request)
        if guest is None and request.url.path != JOIN:
            raise Unfit(403, self._unknown)
        rate, key = (self._posts, guest.token) if guest else (self._joins, network(self.address(request)))
        if not rate.take(key, self._now()):
            raise Unfit(429, TOO_FAST)
        return LARGEST_POST if guest else LARGEST_OF_STRANGER

    @staticmethod
    def address(request: Request) -> str:
        """Return the address of whoever asks."""
        return request.client.host if request.client else ""

    def who(self, request: Request) -> Guest:
        """Who asks. Raises Unfit for somebody who was never let in."""
        guest = self.known(request)
        if guest is None:
            raise Unfit(403, self._unknown)
        return guest

    def host(self, request: Request) -> Guest:
        """Whoever started the page. Raises Unfit for anybody else."""
        guest = self.who(request)
        if guest.role is not Role.HOST:
            raise Unfit(403, say("Only whoever started the page can do that."))
        return guest

    def language(self, request: Request) -> str:
        """The one asked for, or the first that the browser likes and we speak."""
        accepted = request.headers.get("accept-language", "").split(",")[:MOST_LIKED]
        likes = (part.partition(";")[0].strip().partition("-")[0].lower() for part in accepted)
        wanted = (request.query_params.get("lang"), *likes)
        return next((code for code in wanted if code in languages()), self._language)

    def words(self, request: Request, part: Literal["page", "photo"]) -> Response:
        """The page's own words, and the languages that it speaks."""
        language = self.language(request)
        named = {code: page_words(code).get("language", code) for code in languages()}
        return as_json({"language": language, "languages": named, "words": page_words(language, part)})

    def let_in(self, request: Request, token: str, response: Response) -> Response:
        """The response, with a cookie that lets its receiver in from now on."""
        secure = request.url.scheme == "https" or (self._url is not None and self._url.is_safe_for(request.headers))
        response.set_cookie(self._cookie, token, max_age=YEAR, httponly=True, samesite="strict", secure=secure)
        return response

    def handlers(self) -> Mapping[Any, Callable[[Request, Any], Awaitable[Response]]]:
        """Return how exceptions are answered: one sentence each, in the language of whoever asks."""

        async def unfit(request: Request, error: Unfit) -> Response:
            return self.refuse(request, error.status, error.said)

        async def wrong(request: Request, error: HTTPException) -> Response:
            said = say("There is no such page.") if error.status_code == 404 else say("That cannot be done here.")
            return self.refuse(request, error.status_code, said)

        async def unwritten(request: Request, error: StoreError | OSError) -> Response:
            why = (isinstance(error, OSError) and error.strerror) or str(error)
            return self.refuse(request, 507, say("That cannot be written down: {why}.", why=why))

        async def broken(request: Request, _: Exception) -> Response:
            return self.refuse(request, 500, BROKEN)

        return {Unfit: unfit, HTTPException: wrong, StoreError: unwritten, OSError: unwritten, Exception: broken}

    def refuse(self, request: Request, status: int, said: Say) -> Response:
        """One sentence, in the language of whoever asks."""
        return as_json({"error": translate(said, self.language(request))}, status)

    def turn_away(self, request: Request, unfit: Unfit) -> Response:
        """One sentence for a request that is not passed on to the app.

        A browser gets it as a page, with a link to the same page by the address that has just been reached: most such
        requests came under a foreign name.
        """
        if "text/html" not in request.headers.get("accept", ""):
            return self.refuse(request, unfit.status, unfit.said)
        language = self.language(request)
        page = TURNED_AWAY.format(language=language, said=escape(translate(unfit.said, language)))
        if not is_forwarded(request.headers):
            page += BY_ADDRESS.format(url=escape(_by_address(request)))
        return HTMLResponse(page, unfit.status, {"Cache-Control": NEVER})


def _by_address(request: Request) -> str:
    """The same page, under the address on which the request arrived."""
    host, port = request.scope["server"]
    query = f"?{request.url.query}" if request.url.query else ""
    return address(host, port, f"{request.url.path}{query}")


def as_json(value: object, status: int = 200, keep: str = NEVER) -> Response:
    """A value as JSON, to be kept as told."""
    return Response(msgspec.json.encode(value), status, {"Cache-Control": keep}, "application/json")


async def read(request: Request, kind: type[T]) -> T:
    """The body of a post as that. Raises Unfit."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Unfit(400, UNREADABLE) from error
