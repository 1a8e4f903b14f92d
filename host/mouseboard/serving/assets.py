"""The files that browsers load: read at the start, so that they fit this program even after it was updated.

They are sent without comments and indentation, which are removed when a browser first asks.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from pathlib import Path, PurePath

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mouseboard.say import say
from mouseboard.serving.unfit import Unfit

TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
}
TEXTS = (".css", ".html", ".js", ".json", ".svg")

COMMENTS = re.compile(r"^[ \t]*(?://[^\n]*|/\*.*?\*/)?[ \t]*\n|^[ \t]+|[ \t]+(?:// [^\n]*|/\*[^\n]*\*/)$", re.M | re.S)
"""Blank lines, comments, and indentation. Safe because no string of ours spans several lines or has ` // ` in it."""

SPACES = re.compile(r"\s*([{};])\s*|(?<=[:,])\s+")
"""Spaces that mean nothing in a style sheet. Safe because none of our quoted words has them."""


def squeezed(name: str, text: str) -> str:
    """Remove comments and spaces that mean nothing from a file of this name, so that phones load less."""
    if name.endswith(".json"):
        return msgspec.json.format(text, indent=-1)
    if not name.endswith((".css", ".js")):
        return text
    bare = COMMENTS.sub("", text)
    return SPACES.sub(r"\1", bare) if name.endswith(".css") else bare


@cache
def _sent(name: str, body: bytes) -> bytes:
    """Return what is sent for a file of this name."""
    return squeezed(name, body.decode()).encode() if name.endswith(TEXTS) else body


class Assets:
    """All files in a folder, by their paths from there. Nothing else on the disk can be requested."""

    def __init__(self, home: Path) -> None:
        found = (path for path in home.rglob("*") if path.suffix in TYPES)
        self._files = {path.relative_to(home).as_posix(): path.read_bytes() for path in found}

    def routes(self, under: str = "page") -> list[Route]:
        """Return the routes."""
        return [Route(f"/{under}/{{name:path}}", self._named)]

    async def _named(self, request: Request) -> Response:
        return self.answer(request, request.path_params["name"])

    def answer(self, request: Request, name: str) -> Response:
        """Send a file, or status 304 if the browser has it already. Raises Unfit."""
        if name not in self._files:
            raise Unfit(404, say("There is no such page."))
        body, kind = _sent(name, self._files[name]), TYPES[PurePath(name).suffix]
        headers = {"ETag": f'"{sha256(body).hexdigest()[:16]}"', "Cache-Control": "no-cache"}
        if headers["ETag"] in request.headers.get("if-none-match", ""):  # perhaps W/"...": a proxy has compressed it
            return Response(status_code=304, headers=headers)
        return Response(body, headers=headers, media_type=kind)
