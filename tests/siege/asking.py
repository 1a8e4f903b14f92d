"""Requests to the page, as attackers and visitors send them: by its URL, each from its own address."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from tests.siege.places import SERVER, SERVER_6


async def connect(url: str, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to the page on this computer, whatever the host in the URL. Raises OSError."""
    server = SERVER_6 if ":" in address else SERVER
    return await asyncio.open_connection(server, urlsplit(url).port, local_addr=(address, 0))


def request(
    url: str, what: str, body: bytes = b"", cookie: str = "", length: int | None = None, more: str = ""
) -> bytes:
    """Return a request in the form that our own page sends. `what` is a method and a path below the URL.

    The default of `length` is the length of the body.
    """
    page = urlsplit(url)
    method, path = what.split(" ")
    size = f"Content-Length: {len(body) if length is None else length}\r\n" if method == "POST" else ""
    kind = f"Origin: {page.scheme}://{page.netloc}\r\nContent-Type: application/json\r\n" if size else ""
    shown = f"Cookie: {cookie}\r\n" if cookie else ""
    line = f"{method} {page.path.rstrip('/')}{path} HTTP/1.1\r\n"
    return f"{line}Host: {page.netloc}\r\n{kind}{shown}{more}{size}\r\n".encode() + body
