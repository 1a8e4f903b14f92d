"""Honest visitors, each at its own address: they load the page, open its stream and post once a second.

`python -m tests.siege.visitors URL CODE SECONDS PLACE` prints JSON: how many were refused, why, and how late pictures
came. A visitor is refused if it meets an error, a reset, or three seconds without an answer. A picture is late if it
comes more than `CHANGE_EVERY` after the last. That includes time that attackers, visitors and proxy take from this
computer.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.siege.asking import connect, request
from tests.siege.places import PLACES, numbered

PATIENCE = 3.0
"""Longest wait for an answer, in seconds."""
ARRIVING = 5.0
"""Seconds over which the arrivals are spread."""
CHANGE_EVERY = 0.1
"""Interval between pictures, in seconds."""


class Refused(Exception):
    """The page did not serve an honest visitor."""


class Visitor:
    """A person with a browser at `address`."""

    def __init__(self, url: str, code: str, address: str, cookie: str = "") -> None:
        self.late: list[float] = []
        """The delay of each picture, in seconds."""
        self.has_place = False
        """Whether it has a seat, or is the host and acts for one."""
        self._url = url
        self._code = code
        self._address = address
        self._cookie = cookie

    async def stay(self, seconds: float) -> None:
        """Arrive, and stay for `seconds`. Raises Refused."""
        for path in await self._page():
            await self._ask(f"GET {path}")
        if not self._cookie:
            await self.join()
        reader, writer = await self._stream()
        reading = asyncio.create_task(self._read(reader))
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        try:
            while loop.time() < end:
                await asyncio.sleep(1.0)
                if reading.done():
                    reading.result()
                await self._ask("POST /join", {})
        finally:
            reading.cancel()
            await asyncio.wait([reading])
            writer.close()

    async def join(self, **wish: object) -> str:
        """Join with the code, and return the cookie. Raises Refused."""
        said = await self._ask("POST /join", {"code": self._code, **wish})
        (self._cookie,) = re.findall(r"set-cookie: ([^;]+)", said)
        return self._cookie

    async def enter(self, token: str) -> str:
        """Come in by the host's address, and return the cookie. Raises Refused."""
        said = await self._ask("POST /enter", {"token": token})
        (self._cookie,) = re.findall(r"set-cookie: ([^;]+)", said)
        return self._cookie

    async def _page(self) -> Sequence[str]:
        """Return the paths of the page's files and words."""
        text = await self._ask("GET /")
        return [f"/{path.lstrip('/')}" for path in re.findall(r'(?:src|href)="([^"]+\.(?:js|css|svg))"', text)] + [
            "/words"
        ]

    async def _ask(self, what: str, body: object = None) -> str:
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await self._send(what, body, "Connection: close\r\n")
                answer = await reader.read()
                writer.close()
        except (OSError, TimeoutError) as error:
            raise Refused(f"{what}: {type(error).__name__}") from error
        status = answer.split(b" ", 2)[1:2]
        if status not in ([b"200"], [b"304"], [b"303"]):
            raise Refused(f"{what}: {answer[:40]!r}")
        return answer.decode()

    async def _stream(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await self._send("GET /events")
                head = await reader.readuntil(b"\r\n\r\n")
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            raise Refused(f"stream: {type(error).__name__}") from error
        if b" 200 " not in head[:20]:
            raise Refused(f"stream: {head[:40]!r}")
        return reader, writer

    async def _read(self, reader: asyncio.StreamReader) -> None:
        """Read pictures without end. Raises Refused if the stream ends or falls silent.

        Silence is a failure because the game changes all the time.
        """
        loop = asyncio.get_running_loop()
        due = math.inf
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    event = await reader.readuntil(b"\n\n")
            except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
                raise Refused(f"the stream: {type(error).__name__}") from error
            if b"event: you" in event and b'"seats":[]' in event and self.has_place:
                raise Refused("somebody else has the seat")
            if b"id: " in event:
                now = loop.time()
                self.late.append(max(0.0, now - due))
                due = now + CHANGE_EVERY

    async def _send(
        self, what: str, body: object = None, more: str = ""
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await connect(self._url, self._address)
        content = b"" if body is None else json.dumps(body).encode()
        writer.write(request(self._url, what, content, self._cookie, more=more))
        await writer.drain()
        return reader, writer


async def visit(url: str, code: str, seconds: float, place: str) -> dict[str, Any]:
    """Have all visitors arrive and stay; return the counts and delays."""
    where = PLACES[place]
    visitors = [Visitor(url, code, numbered(where.visitors, n)) for n in range(where.visiting)]

    async def one(n: int) -> str | None:
        await asyncio.sleep(ARRIVING * n / where.visiting)
        try:
            await visitors[n].stay(seconds)
        except Refused as refused:
            return str(refused)
        return None

    refused = Counter(why for why in await asyncio.gather(*map(one, range(where.visiting))) if why)
    late = sorted(late for visitor in visitors for late in visitor.late) or [PATIENCE]
    ms = {"late": round(1000 * late[len(late) * 99 // 100]), "latest": round(1000 * late[-1])}
    return ms | {"refused": refused.total(), "why": refused.most_common(5)}


if __name__ == "__main__":
    url, code, seconds, place = sys.argv[1:]
    print(json.dumps(asyncio.run(visit(url, code, float(seconds), place))))
