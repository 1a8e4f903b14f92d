"""Checks of every request before anything else reads it: for us, from our own page, small. Headers of every answer.

There is no TLS in a home network. The guard stops attacks by a foreign page in somebody's browser: a name that was
pointed to this computer a minute ago (DNS rebinding), and posts in the browser owner's name. `names.py` knows which
names and pages are ours, `door.py` who is who.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mouseboard.say import Say, printed, say, told
from mouseboard.serving.door import Door
from mouseboard.serving.names import Names
from mouseboard.serving.unfit import Unfit

DIGITS = 9  # most digits of a Content-Length that we parse
READING_S = 10.0
"""Seconds within which a whole body must arrive."""

POLICY = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
SAID = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Headers of every answer."""


class Guard:
    """Passes requests on that are for this computer, from its own page, and small enough.

    `trouble` is called with a line for each fault of our own.
    """

    def __init__(
        self, app: ASGIApp, names: Names, door: Door[Any], trouble: Callable[[Say], None] = lambda _: None
    ) -> None:
        self._app = app
        self._names = names
        self._door = door
        self._trouble = trouble

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        request = Request(scope, receive)

        async def tell(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SAID)
            await send(message)

        try:
            self._names.check_host(request.headers)
            if request.method not in ("GET", "HEAD"):
                check_method(request.method)
                self._names.check_origin(request.headers)
                check_kind(request.headers)
                receive = _given(await _body(request, self._door.allow(request)))
            await self._app(scope, receive, tell)
        except Unfit as unfit:
            refused = self._door.turn_away(request, unfit)
            refused.headers["Connection"] = "close"
            await refused(scope, receive, tell)
        except Exception as fault:  # the app has answered already
            self._trouble(printed(f"{request.method} {request.url.path} failed: {told(fault)}"))


def check_method(method: str) -> None:
    """Raise Unfit for a method that our own page does not use."""
    if method != "POST":
        raise Unfit(405, say("Only GET and POST are understood here."))


def check_kind(headers: Headers) -> None:
    """Raise Unfit for a Content-Type that our own page does not send."""
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Unfit(415, say("What is posted must be JSON (Content-Type application/json)."))


async def _body(request: Request, most: int) -> bytes:
    """Return the whole body. Raises Unfit if it has more than `most` bytes, or takes too long."""
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or len(length) > DIGITS or int(length) > most:
        raise Unfit(413, say("That is too large: at most {n} bytes can be posted.", n=most))
    try:
        async with asyncio.timeout(READING_S):
            return await request.body()
    except ClientDisconnect:
        raise Unfit(400, say("That broke off on its way. Please try again.")) from None
    except TimeoutError:
        raise Unfit(408, say("That did not arrive in time. Please try again.")) from None


def _given(body: bytes) -> Receive:
    """Return a `receive` that supplies a body already read."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        return messages.pop() if messages else {"type": "http.disconnect"}

    return receive
