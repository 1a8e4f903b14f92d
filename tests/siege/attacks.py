"""Attacks on the page from sixteen addresses. `python -m tests.siege.attacks NAME PORT CODE SECONDS` does one of them.

Each is bounded in time, in connections and by the loopback. What it prints is how often it did what it does.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

ADDRESSES = [f"127.0.1.{n}" for n in range(1, 17)]


class Attacker:
    """Somebody at one address who means no good."""

    def __init__(self, port: int, code: str, address: str, end: float) -> None:
        self.port = port
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
        """A connection until the end at most. Raises OSError, TimeoutError."""
        async with asyncio.timeout_at(self.end):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
            try:
                yield reader, writer
            finally:
                writer.transport.abort()

    def request(
        self, what: str, body: bytes = b"", cookie: str = "", length: int | None = None, more: str = ""
    ) -> bytes:
        here = f"127.0.0.1:{self.port}"
        size = f"Content-Length: {len(body) if length is None else length}\r\n" if what.startswith("POST") else ""
        kind = f"Origin: http://{here}\r\nContent-Type: application/json\r\n" if size else ""
        shown = f"Cookie: {cookie}\r\n" if cookie else ""
        return f"{what} HTTP/1.1\r\nHost: {here}\r\n{kind}{shown}{more}{size}\r\n".encode() + body

    async def ask(self, what: str, body: object = None, cookie: str = "") -> bytes:
        """Return the answer, as far as it came."""
        with suppress(OSError, TimeoutError):
            async with self.connection() as (reader, writer):
                content = b"" if body is None else json.dumps(body).encode()
                writer.write(self.request(what, content, cookie, more="Connection: close\r\n"))
                self.done += 1
                return await reader.read()
        await asyncio.sleep(0.001)
        return b""

    async def join(self, **wish: object) -> str:
        """Return the cookie of one more guest; empty where nobody is let in."""
        found = re.search(rb"set-cookie: ([^;]+)", await self.ask("POST /join", {"code": self.code, **wish}))
        return found[1].decode() if found else ""


# Each does it once; it is done again until the end.


async def unread(attacker: Attacker) -> None:
    """Ask for a file 300 times on one connection, and never read."""
    async with attacker.connection() as (_, writer):
        writer.write(attacker.request("GET /page/board.js") * 300)
        attacker.done += 1
        await asyncio.sleep(30)


async def endless(attacker: Attacker) -> None:
    """Begin a post whose body never ends."""
    async with attacker.connection() as (_, writer):
        writer.write(attacker.request("POST /join", b'{"code": "', length=900))
        attacker.done += 1
        for _ in range(60):
            await asyncio.sleep(0.5)
            writer.write(b"A")
            await writer.drain()


async def connect(attacker: Attacker) -> None:
    """Connect and go away."""
    async with attacker.connection():
        attacker.done += 1


async def flood(attacker: Attacker) -> None:
    """Ask on one connection, as fast as answers come."""
    async with attacker.connection() as (reader, writer):
        while attacker.goes_on:
            writer.write(attacker.request("GET /words/sheets") * 10)
            attacker.done += 10
            if not await reader.read(1 << 16):
                break


async def chunks(attacker: Attacker) -> None:
    """Post a body in chunks of one byte, and a head of many lines."""
    bodies = attacker.request("POST /join", more="Transfer-Encoding: chunked\r\n", length=0) + b"1\r\nx\r\n" * 40_000
    heads = attacker.request("GET /", more="a: b\r\n" * 2_500)
    for sent in (bodies, heads):
        async with attacker.connection() as (reader, writer):
            writer.write(sent)
            attacker.done += 1
            await reader.read(100)


async def guess(attacker: Attacker) -> None:
    """Guess a join code."""
    await attacker.ask("POST /join", {"code": f"X{attacker.done:04}"})


async def crowd(attacker: Attacker) -> None:
    """Join, take a seat, and keep twice as many streams open as one may have."""

    async def watch(cookie: str) -> None:
        with suppress(OSError, TimeoutError):
            async with attacker.connection() as (reader, writer):
                writer.write(attacker.request("GET /events", cookie=cookie))
                while await reader.read(1 << 16):
                    pass

    if cookie := await attacker.join(seat=attacker.done % 2):
        await asyncio.gather(*(watch(cookie) for _ in range(24)))


async def meddle(attacker: Attacker) -> None:
    """Post all that a guest may, in every wrong way."""
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
    ("GET /how/classic", None),
    ("GET /position/0", None),
]

ATTACKS: dict[str, tuple[Callable[[Attacker], Awaitable[None]], int]] = {
    "unread": (unread, 34),
    "endless": (endless, 38),
    "connect": (connect, 4),
    "flood": (flood, 4),
    "chunks": (chunks, 2),
    "guess": (guess, 4),
    "crowd": (crowd, 20),
    "meddle": (meddle, 4),
}
"""Each with how many do it at once from each address."""


async def attack(name: str, port: int, code: str, seconds: float) -> int:
    """Attack for that long, from all addresses; return how often."""
    do, at_once = ATTACKS[name]
    end = asyncio.get_running_loop().time() + seconds
    attackers = [Attacker(port, code, address, end) for address in ADDRESSES for _ in range(at_once)]

    async def keep_at_it(attacker: Attacker) -> None:
        while attacker.goes_on:
            try:
                await do(attacker)
            except (OSError, TimeoutError):  # refused
                await asyncio.sleep(0.005)

    await asyncio.gather(*map(keep_at_it, attackers))
    return sum(attacker.done for attacker in attackers)


if __name__ == "__main__":
    print(asyncio.run(attack(sys.argv[1], int(sys.argv[2]), sys.argv[3], float(sys.argv[4]))))
