"""Listening on a socket of our own, in the loop in which the game runs, and going away without a trace."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import socket
from collections.abc import AsyncIterator, Iterator

import uvicorn
from starlette.types import ASGIApp

from mouseboard.web import PageError
from mouseboard.web.connections import Connection
from mouseboard.web.newest import Newest

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
PATIENCE = 1
"""Seconds that a client which reads nothing may hold up the end."""


class _Server(uvicorn.Server):
    """Leaves signals to those who run the game."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def listen(host: str, port: int) -> socket.socket:
    """A socket for the page; port 0 takes a free one. Raises PageError."""
    if not 0 <= port < 1 << 16:
        raise PageError(f"there is no port {port}; ports are 0 to 65535, and 0 takes a free one")
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (socket.gaierror, UnicodeError) as error:
        raise PageError(f"there is no computer {host!r} to serve the page on") from error
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it means that others may listen on the same port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen()  # from now on: whoever is told the address may ask at once
    except OSError as error:
        listening.close()
        raise PageError(_why(error, host, port)) from error
    listening.setblocking(False)
    return listening


def _why(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"port {port} is taken; another mouseboard may be serving: end it, or use --port 0 for a free one"
        case errno.EADDRNOTAVAIL:
            return f"{host} is no address of this computer; leave --host away, or use --phones for all it has"
        case errno.EACCES:
            return f"port {port} may not be used by you; take one above 1023"
    return f"the page cannot be served on {host}, port {port}: {error.strerror}"


@contextlib.asynccontextmanager
async def serving(app: ASGIApp, listening: socket.socket, news: Newest) -> AsyncIterator[None]:
    """Serve the app while inside. At the end whoever reads `news` is let go first, so that no stream is cut off."""
    quiet = logging.getLogger("uvicorn.error")
    quiet.addFilter(_is_no_farewell)
    config = uvicorn.Config(
        app,
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=PATIENCE,
        http=Connection,
        ws="none",
    )
    server = _Server(config)
    task = asyncio.create_task(server.serve(sockets=[listening]), name="page")
    try:
        yield
    finally:
        news.close()
        server.should_exit = True
        with contextlib.suppress(asyncio.CancelledError):
            await task
        quiet.removeFilter(_is_no_farewell)


def _is_no_farewell(record: logging.LogRecord) -> bool:
    """Streams of clients that read nothing are cut at the end: no reason for a traceback each."""
    return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError)) and (
        "timeout graceful shutdown exceeded" not in record.getMessage()
    )
