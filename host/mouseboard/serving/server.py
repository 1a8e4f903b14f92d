"""Serves the page on a socket of our own, in the game's event loop, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import socket
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any

import uvicorn
from starlette.requests import Request
from starlette.types import ASGIApp

from mouseboard.holders import holder_of_port
from mouseboard.say import Say, quoted, reason, say
from mouseboard.serving import PageError
from mouseboard.serving.connections import MOST, STALL_S, Gate
from mouseboard.serving.limits import Caller
from mouseboard.serving.newest import Newest

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
EVERYWHERE_6 = "::"
PATIENCE_S = 1
"""Seconds that a client which does not read may delay the shutdown."""
SPARE = 128
"""File descriptors reserved for other things than connections: the journal, ports, what Python reads."""
LEAST = 64
"""The fewest connections to serve with: those of ten browsers, each of which opens six."""

TAKEN_BY = "port {port} is taken by {program}: end it, or use --port 0 for a free one"
TAKEN = "port {port} is taken; another mouseboard may be serving: end it, or use --port 0 for a free one"
UNOPENED = "no browser can open {host}; leave --host away, or use --phones for all addresses of this computer"
NOT_OURS = "{host} is no address of this computer; leave --host away, or use --phones for all it has"
TOO_FEW = (
    "the page needs {needed} open files, and this system allows {allowed}: "
    "raise the limit (`ulimit -n`, in a service LimitNOFILE), or use another terminal"
)


class _Server(uvicorn.Server):
    """A uvicorn server that leaves signals to the program."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket for the page; port 0 picks a free one. Raises PageError."""
    if not 0 <= port < 1 << 16:
        raise PageError(say("there is no port {port}; ports are 0 to 65535, and 0 takes a free one", port=port))
    if (allowed := _descriptors()) < LEAST + SPARE:
        raise PageError(say(TOO_FEW, needed=LEAST + SPARE, allowed=allowed))
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError) as error:
        raise PageError(say("there is no computer {host} to serve the page on", host=quoted(host))) from error
    usable = [(family, address) for family, _, _, _, address in found if not is_scoped(ip_address(address[0]))]
    if not usable:
        raise PageError(say(UNOPENED, host=host))
    family, address = usable[0]
    try:
        return _listening(family, address)
    except OSError as error:
        raise PageError(_why(error, host, port)) from error


def is_scoped(ip: IPv4Address | IPv6Address) -> bool:
    """Return whether the address (fe80::) needs an adapter to mean anything. A link in a browser cannot name one."""
    return ip.version == 6 and ip.is_link_local


def beside(listening: socket.socket) -> list[socket.socket]:
    """Return the listening socket for IPv6 that belongs beside one that listens everywhere; otherwise none.

    It is a second socket, because one for both would see IPv4 addresses as IPv6 ones.
    """
    host, port = listening.getsockname()[:2]
    if host != EVERYWHERE or not socket.has_ipv6:
        return []
    with contextlib.suppress(OSError):  # no IPv6 here, or its port is taken
        return [_listening(socket.AF_INET6, (EVERYWHERE_6, port), beside_v4=True)]
    return []


def _listening(family: int, address: tuple[Any, ...], beside_v4: bool = False) -> socket.socket:
    """Return a socket that listens already, so that its address can be used at once. Raises OSError.

    Its protocol is given as TCP, because only then asyncio disables Nagle's algorithm and sends small answers at once.
    """
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # on Windows it would let others listen on the same port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # accepted connections inherit it: a phone may vanish without a word
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(STALL_S * 1000))
        if beside_v4:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listening.bind(address)
        listening.listen()
    except OSError:
        listening.close()
        raise
    listening.setblocking(False)
    return listening


def _why(error: OSError, host: str, port: int) -> Say:
    match error.errno:
        case errno.EADDRINUSE:
            holder = holder_of_port(port)
            return say(TAKEN_BY, port=port, program=holder) if holder else say(TAKEN, port=port)
        case errno.EADDRNOTAVAIL:
            return say(NOT_OURS, host=host)
        case errno.EACCES:
            return say("port {port} may not be used by you; take one above 1023", port=port)
    return say("the page cannot be served on {host}, port {port}: {why}", host=host, port=port, why=reason(error))


@contextlib.asynccontextmanager
async def serving(
    app: ASGIApp,
    listening: socket.socket,
    news: Newest,
    who: Callable[[Request], Caller | None],
    proxies: Collection[str] = (),
) -> AsyncIterator[None]:
    """Serve the app while inside. At the end the readers of `news` are let go first, so that no stream is cut off.

    `who` returns the sender of a request, or None for a stranger: strangers wait for all others. Requests from
    addresses in `proxies` count as requests of the visitors named in X-Forwarded-For.
    """
    config = uvicorn.Config(
        app,
        lifespan="off",
        log_config=None,
        log_level=logging.CRITICAL,  # the sender hears what is wrong with a request; `Guard` reports our faults
        access_log=False,
        proxy_headers=False,  # `forwarding.py` reads them, before a request has its turn
        server_header=False,
        timeout_graceful_shutdown=PATIENCE_S,
        ws="none",
    )
    server = _Server(config)
    gate = Gate(config, server.server_state, min(MOST, _descriptors() - SPARE), who, proxies)
    task = asyncio.create_task(server.serve(sockets=[]), name="page")
    accepting = [await gate.open(each) for each in (listening, *beside(listening))]
    try:
        yield
    finally:
        for each in accepting:
            each.close()
        news.close()
        server.should_exit = True
        with contextlib.suppress(asyncio.CancelledError):
            await task


def _descriptors() -> int:
    """Return how many files and sockets this process may have open, after asking for as many as we can use."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST + SPARE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + SPARE if hard == resource.RLIM_INFINITY else min(hard, MOST + SPARE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted
