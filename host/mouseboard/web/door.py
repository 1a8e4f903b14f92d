"""At the door: whose request it is, in which language they want to be answered, and how answers are written."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from mouseboard.lang import languages, translate
from mouseboard.say import Say, say
from mouseboard.web.answering import Unfit
from mouseboard.web.guests import Guest, Guests, Role

NEVER = "no-store"
FOR_EVER = "public, max-age=31536000, immutable"
YEAR = 365 * 24 * 3600

UNKNOWN = say("Who are you? Open the page by its whole address, or join with the code.")
UNREADABLE = say("That cannot be read.")

T = TypeVar("T")


class Door:
    """Knows those who have been let in; `language` is spoken where a request names none that is known."""

    def __init__(self, guests: Guests, language: str, port: int) -> None:
        self.guests = guests
        self._language = language
        self._cookie = f"mouseboard_{port}"  # cookies do not know ports: two servers must not take each other's

    def token(self, request: Request) -> str:
        """By cookie; programs show it in a header, or in the address."""
        scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return bearer
        return request.query_params.get("token") or request.cookies.get(self._cookie, "")

    def known(self, request: Request) -> Guest | None:
        """Who asks, if they were let in."""
        return self.guests.who(self.token(request))

    def who(self, request: Request) -> Guest:
        """Who asks. Raises Unfit for somebody who was never let in."""
        guest = self.known(request)
        if guest is None:
            raise Unfit(403, UNKNOWN)
        return guest

    def host(self, request: Request) -> Guest:
        """Whoever started the page. Raises Unfit for anybody else."""
        guest = self.who(request)
        if guest.role is not Role.HOST:
            raise Unfit(403, say("Only whoever started the page can do that."))
        return guest

    def language(self, request: Request) -> str:
        """The one asked for, or the first that the browser likes and we speak."""
        accepted = request.headers.get("accept-language", "").split(",")
        likes = (part.partition(";")[0].strip().partition("-")[0].lower() for part in accepted)
        wanted = (request.query_params.get("lang"), *likes)
        return next((code for code in wanted if code in languages()), self._language)

    def let_in(self, token: str, response: Response) -> Response:
        """The response, with a cookie that lets its receiver in from now on."""
        response.set_cookie(self._cookie, token, max_age=YEAR, httponly=True, samesite="strict")
        return response

    def refuse(self, request: Request, status: int, said: Say) -> Response:
        """One sentence, in the language of whoever asks."""
        return as_json({"error": translate(said, self.language(request))}, status)


def as_json(value: object, status: int = 200, keep: str = NEVER) -> Response:
    """A value as JSON, to be kept as told."""
    return Response(msgspec.json.encode(value), status, {"Cache-Control": keep}, "application/json")


async def read(request: Request, kind: type[T]) -> T:
    """The body of a post as that. Raises Unfit."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Unfit(400, UNREADABLE) from error
