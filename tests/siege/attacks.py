"""Attacks on the page from many addresses. `python -m tests.siege.attacks NAME URL CODE SECONDS PLACE` runs one.

Each attack is bounded in time and connections, and stays on the loopback. It prints how many attempts it made.
"""

from __future__ import annotations

import asyncio
import json
import re
import resource
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

from tests.siege.asking import connect, request
from tests.siege.places import PLACES, numbered

FILES = 8192
"""Limit of open files for an attacker, including connections."""


class Attacker:
    """A client at one address with bad intentions."""

    def __init__(self, url: str, code: str, address: str, end: float) -> None:
        self.url = url
        self.code = code
        self.address = address
        self.end = end
        self.cookie = ""
        self.done = 0

    @property
    def goes_on(self) -> bool:
        return asyncio.get_running_loop().time() < self.end

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """Open a connection and abort it at the end of the attack at the latest. Raises OSError, TimeoutError."""
        async with asyncio.timeout_at(self.end):
            reader, writer = await connect(self.url, self.address)
            try:
                yield reader, writer
            finally:
                writer.transport.abort()

    async def ask(self, what: str, body: object = None, cookie: str = "") -> bytes:
        """Return the answer; empty if the connection fails."""
        with suppress(OSError, TimeoutError):
            async with self.connection() as (reader, writer):
                content = b"" if body is None else json.dumps(body, ensure_ascii=False).encode()
                writer.write(request(self.url, what, content, cookie, more="Connection: close\r\n"))
                self.done += 1
                return await reader.read()
        await asyncio.sleep(0.001)
        return b""

    async def join(self, **wish: object) -> str:
        """Return the cookie of a new guest; empty if the page refuses."""
        found = re.search(rb"set-cookie: ([^;]+)", await self.ask("POST /join", {"code": self.code, **wish}))
        return found[1].decode() if found else ""


# Each function makes one attempt; `attack` repeats it until the end.


async def unread(attacker: Attacker) -> None:
    """Ask for a file 300 times on one connection, and never read."""
    async with attacker.connection() as (_, writer):
        writer.write(request(attacker.url, "GET /page/board/board.js") * 300)
        attacker.done += 1
        await asyncio.sleep(30)


async def endless(attacker: Attacker) -> None:
    """Begin a post whose body never ends."""
    async with attacker.connection() as (_, writer):
        writer.write(request(attacker.url, "POST /join", b'{"code": "', length=900))
        attacker.done += 1
        for _ in range(60):
            await asyncio.sleep(0.5)
            writer.write(b"A")
            await writer.drain()


async def hang_up(attacker: Attacker) -> None:
    """Connect and leave."""
    async with attacker.connection():
        attacker.done += 1


async def linger(attacker: Attacker) -> None:
    """Connect and stay silent until the server closes the connection."""
    async with attacker.connection() as (reader, _):
        attacker.done += 1
        await reader.read()


async def get(attacker: Attacker) -> None:
    """Load the page and small files, one after another."""
    for path in ("/", "/page/kit/icon.svg", "/page/kit/ask.js"):
        await attacker.ask(f"GET {path}")


async def stream(attacker: Attacker) -> None:
    """Ask for the stream without a token."""
    await attacker.ask("GET /events")


async def flood(attacker: Attacker) -> None:
    """Send requests on one connection as fast as answers come."""
    async with attacker.connection() as (reader, writer):
        while attacker.goes_on:
            writer.write(request(attacker.url, "GET /words/sheets") * 10)
            attacker.done += 10
            if not await reader.read(1 << 16):
                break


async def chunks(attacker: Attacker) -> None:
    """Send input that is slow to read: a body in one-byte chunks, a head with many lines, odd cookies, long lists."""
    bodies = (
        request(attacker.url, "POST /join", more="Transfer-Encoding: chunked\r\n", length=0) + b"1\r\nx\r\n" * 40_000
    )
    heads = request(attacker.url, "GET /", more="a: b\r\n" * 2_500)
    cookies = request(attacker.url, "GET /words", cookie=f'mouseboard="{15_000 * chr(92)}"')
    fields = request(attacker.url, f"GET /words?{'&' * 8_000}")
    languages = request(attacker.url, "GET /words", more=f"Accept-Language: {',' * 15_000}\r\n")
    for sent in (bodies, heads, cookies, fields, languages):
        async with attacker.connection() as (reader, writer):
            writer.write(sent)
            attacker.done += 1
            await reader.read(100)


async def guess(attacker: Attacker) -> None:
    """Guess a join code."""
    await attacker.ask("POST /join", {"code": f"X{attacker.done:04}"})


async def watch(attacker: Attacker, cookie: str) -> None:
    """Keep a stream open."""
    with suppress(OSError, TimeoutError):
        async with attacker.connection() as (reader, writer):
            writer.write(request(attacker.url, "GET /events", cookie=cookie))
            while await reader.read(1 << 16):
                pass


async def crowd(attacker: Attacker) -> None:
    """Join, take a seat, and keep open twice as many streams as a guest may have."""
    if cookie := await attacker.join(seat=attacker.done % 2):
        await asyncio.gather(*(watch(attacker, cookie) for _ in range(24)))


async def tv(attacker: Attacker) -> None:
    """Get a TV's token without any code, and keep open as many streams as possible."""
    found = re.search(rb"set-cookie: ([^;]+)", await attacker.ask("GET /tv"))
    if found:
        await asyncio.gather(*(watch(attacker, found[1].decode()) for _ in range(24)))


async def hold(attacker: Attacker) -> None:
    """Join, and begin posts whose bodies never end."""

    async def post(cookie: str) -> None:
        with suppress(OSError, TimeoutError):
            async with attacker.connection() as (reader, writer):
                writer.write(request(attacker.url, "POST /answer", b"{", cookie, length=900))
                await reader.read()

    if cookie := await attacker.join():
        await asyncio.gather(*(post(cookie) for _ in range(24)))


async def meddle(attacker: Attacker) -> None:
    """Send all posts that a guest may send, in every wrong way."""
    attacker.cookie = attacker.cookie or await attacker.join(seat=0)
    for what, body in MEDDLING:
        await attacker.ask(what, body, attacker.cookie)


MEDDLING: list[tuple[str, object]] = [
    ("POST /answer", {"hint": True}),
    ("POST /answer", {"press": "b"}),
    ("POST /answer", {"action": "d2"}),
    ("POST /hand", {"piece": "red", "to": "d2", "via": [[1e308, 1e308]]}),
    ("POST /hands", {"whose": "page"}),
    ("POST /mishap", {"line": "power cut"}),
    ("POST /seats", {"seat": 1, "stand_in": True}),
    ("POST /lobby", {"leave": True}),
    ("POST /join", {"seat": 0, "name": "a" + "\N{COMBINING ACUTE ACCENT}\N{COMBINING GRAVE ACCENT BELOW}" * 15_000}),
    ("GET /how/classic", None),
    ("GET /position/0", None),
]


class Attack(NamedTuple):
    """A kind of attempt, the number of addresses, and how many run at once from each."""

    do: Callable[[Attacker], Awaitable[None]]
    addresses: int
    at_once: int


ATTACKS = {
    "unread": Attack(unread, 16, 100),
    "endless": Attack(endless, 16, 100),
    "connect": Attack(hang_up, 16, 4),
    "flood": Attack(flood, 16, 4),
    "get": Attack(get, 1, 100),
    "stream": Attack(stream, 16, 100),
    "chunks": Attack(chunks, 16, 2),
    "guess": Attack(guess, 16, 4),
    "crowd": Attack(crowd, 16, 20),
    "meddle": Attack(meddle, 16, 4),
    "tv": Attack(tv, 16, 10),
    "hold": Attack(hold, 16, 4),
    "multitude": Attack(linger, 600, 2),
    "stampede": Attack(get, 600, 1),
}


async def attack(name: str, url: str, code: str, seconds: float, place: str) -> int:
    """Attack for `seconds` from all addresses; return the number of attempts."""
    do, addresses, at_once = ATTACKS[name]
    end = asyncio.get_running_loop().time() + seconds
    attackers = [
        Attacker(url, code, numbered(PLACES[place].attackers, n), end) for n in range(addresses) for _ in range(at_once)
    ]

    async def keep_at_it(attacker: Attacker) -> None:
        while attacker.goes_on:
            try:
                await do(attacker)
            except (OSError, TimeoutError):  # refused
                await asyncio.sleep(0.005)

    await asyncio.gather(*map(keep_at_it, attackers))
    return sum(attacker.done for attacker in attackers)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    name, url, code, seconds, place = sys.argv[1:]
    print(asyncio.run(attack(name, url, code, float(seconds), place)))
