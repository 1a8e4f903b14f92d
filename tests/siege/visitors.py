"""Honest visitors, each at an address of its own: they load the page, open its stream and post once a second.

`python -m tests.siege.visitors PORT CODE SECONDS` prints how many were refused, and why, as JSON. Refused
is a visitor who meets an error, a reset, or three seconds without an answer.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections import Counter
from collections.abc import Sequence

VISITORS = 200
PATIENCE = 3.0
"""Seconds."""
ARRIVING = 5.0
"""Seconds in which all arrive, one after the other."""


class Refused(Exception):
    """Somebody honest was not served."""


class Visitor:
    """Somebody with a browser at `address`."""

    def __init__(self, port: int, code: str, address: str) -> None:
        self._port = port
        self._code = code
        self._address = address
        self._cookie = ""

    async def stay(self, seconds: float) -> None:
        """Come, and stay for so long. Raises Refused."""
        for path in await self._page():
            await self._ask(f"GET {path}")
        said = await self._ask("POST /join", {"code": self._code})
        (self._cookie,) = re.findall(r"set-cookie: ([^;]+)", said)
        reader, writer = await self._stream()
        reading = asyncio.create_task(self._read(reader))
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while loop.time() < end:
            await asyncio.sleep(1.0)
            if reading.done():
                reading.result()
            await self._ask("POST /join", {})
        reading.cancel()
        writer.close()

    async def _page(self) -> Sequence[str]:
        """Return what the page is made of."""
        text = await self._ask("GET /")
        return [f"/{path.lstrip('/')}" for path in re.findall(r'(?:src|href)="([^"]+\.(?:js|css|svg))"', text)] + [
            "/words"
        ]

    async def _ask(self, what: str, body: object = None) -> str:
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await self._connect()
                await self._send(writer, what, body, "Connection: close\r\n")
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
                reader, writer = await self._connect()
                await self._send(writer, "GET /events", None, "")
                head = await reader.readuntil(b"\r\n\r\n")
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            raise Refused(f"stream: {type(error).__name__}") from error
        if b" 200 " not in head[:20]:
            raise Refused(f"stream: {head[:40]!r}")
        return reader, writer

    async def _read(self, reader: asyncio.StreamReader) -> None:
        """Raises Refused where the stream ends, or brings nothing for a while: something changes all the time."""
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    if not await reader.read(1 << 16):
                        raise Refused("the stream ended")
            except (OSError, TimeoutError) as error:
                raise Refused(f"the stream: {type(error).__name__}") from error

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self._port, local_addr=(self._address, 0))

    async def _send(self, writer: asyncio.StreamWriter, what: str, body: object, more: str) -> None:
        here = f"127.0.0.1:{self._port}"
        content = b"" if body is None else json.dumps(body).encode()
        cookie = f"Cookie: {self._cookie}\r\n" if self._cookie else ""
        origin = f"Origin: http://{here}\r\nContent-Type: application/json\r\n" if content else ""
        head = f"{what} HTTP/1.1\r\nHost: {here}\r\n{origin}{cookie}{more}Content-Length: {len(content)}\r\n\r\n"
        writer.write(head.encode() + content)
        await writer.drain()


async def visit(port: int, code: str, seconds: float) -> Counter[str]:
    """Have all of them come; return why some were refused."""

    async def one(n: int) -> str | None:
        await asyncio.sleep(ARRIVING * n / VISITORS)
        try:
            await Visitor(port, code, f"127.0.2.{n + 1}").stay(seconds)
        except Refused as refused:
            return str(refused)
        return None

    return Counter(why for why in await asyncio.gather(*map(one, range(VISITORS))) if why)


if __name__ == "__main__":
    port, code, seconds = sys.argv[1:]
    refused = asyncio.run(visit(int(port), code, float(seconds)))
    print(json.dumps({"refused": refused.total(), "why": refused.most_common(5)}))
