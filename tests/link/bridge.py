"""A port shared on the network, as ser2net does it, and an event loop with a fast clock for games over such a port.

`python -m tests.link.bridge PORT SCHEME` shares a serial port of this computer and prints its URL.
"""

from __future__ import annotations

import asyncio
import selectors
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Self, TypeVar

import serial
from serial.rfc2217 import PortManager
from tests.helpers import ports

from mouseboard.link import Port, SerialPort

T = TypeVar("T")

HOME = "127.0.0.1"
FAST = 10
"""Speed of the fast clock, relative to real time. A game takes long, but sockets and threads react at once."""


class _FastSelector(selectors.SelectSelector):
    """Waits for a fraction of each time. A busy computer that lets it wait longer counts as in time.

    Otherwise both ends of a line would miss each other for ever on a computer that is busy enough.
    """

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        began = time.monotonic()
        found = super().select(timeout and timeout / FAST)
        waited = FAST * (time.monotonic() - began)
        self.now += waited if timeout is None else min(waited, timeout)
        return found


class _FastLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._clock = _FastSelector()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.now


def run_fast(main: Coroutine[Any, Any, T]) -> T:
    """Like `asyncio.run`, on a clock FAST times as fast as real time, which stands while something is computed."""
    with asyncio.Runner(loop_factory=_FastLoop) as runner:
        return runner.run(main)


class Bridge:
    """A port shared at `bridge.url` inside `async with Bridge(port) as bridge:`, with one client at a time.

    `spoil` changes the bytes on their way over the network.
    """

    def __init__(self, port: Port, scheme: str = "socket", spoil: Callable[[bytes], bytes] = lambda data: data) -> None:
        self._port = port
        self._scheme = scheme
        self._spoil = spoil
        self._holding = ports.held()
        self._turn = asyncio.Lock()
        self._server: asyncio.Server
        self._clients: set[asyncio.StreamWriter] = set()
        self.served = 0

    async def __aenter__(self) -> Self:
        await self.restore()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.cut()
        self._holding.close()

    @property
    def url(self) -> str:
        return f"{self._scheme}://{HOME}:{ports.number(self._holding)}"

    async def cut(self) -> None:
        """Stop listening, and cut every client off."""
        self._server.close()
        for client in self._clients:
            client.transport.abort()
        while self._clients:
            await asyncio.sleep(0.001)

    async def restore(self) -> None:
        self._server = await asyncio.start_server(self._serve, HOME, ports.number(self._holding))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._clients.add(writer)
        try:
            async with self._turn:
                await self._join(reader, writer)
        finally:
            self._clients.discard(writer)
            writer.close()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        telnet = _Telnet(writer) if self._scheme == "rfc2217" else None

        def up(data: bytes) -> None:
            data = self._spoil(data)
            writer.write(telnet.encode(data) if telnet else data)

        with suppress(OSError):  # table or client is gone
            stream = await self._port.open(up, lambda _: writer.close())
            self.served += 1
            try:
                while data := await reader.read(4096):
                    stream.write(self._spoil(telnet.decode(data) if telnet else data))
            finally:
                stream.close()


class _Telnet:
    """The server's half of RFC 2217, by pyserial. The settings of the port are ignored."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        make: Any = PortManager  # its type stubs are wrong
        self._manager = make(serial.serial_for_url("loop://"), writer)

    def decode(self, data: bytes) -> bytes:
        return b"".join(self._manager.filter(data))

    def encode(self, data: bytes) -> bytes:
        return b"".join(self._manager.escape(data))


async def share(path: str, scheme: str) -> None:
    async with Bridge(SerialPort(path), scheme) as bridge:
        print(bridge.url, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(share(*sys.argv[1:]))
