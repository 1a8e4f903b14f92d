"""The link does not give up when the computer sleeps for hours, or when the line is dead after that.

While a computer sleeps, its USB ports lose their power, and its network peers forget it. asyncio's clock stands still
meanwhile on Linux and macOS, and goes on on Windows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from mouseboard.link import Disconnected, Link, LinkEvent, Port, PortError, Reconnected, Stream
from mouseboard.sim.clock import VirtualLoop, run_virtual
from mouseboard.sim.table import SimulatedTable

HOURS = 3600.0


class Lid:
    """A port of a computer that can sleep. A deaf port stays open, but nothing passes through it any more."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._lost: Callable[[str], None] = lambda _: None
        self.asleep = False
        self.opened = 0

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> Stream:
        if self.asleep:
            raise PortError("/dev/ttyACM0: no such port")
        self.opened += 1
        self._lost = lost
        self._receive = receive
        self._stream: Stream | None = await self._port.open(self._came, lost)
        return self

    def _came(self, data: bytes) -> None:
        if self._stream:
            self._receive(data)

    def write(self, data: bytes) -> None:
        if self._stream:
            self._stream.write(data)

    def close(self) -> None:
        if self._stream:
            self._stream.close()
            self._stream = None

    def go_deaf(self) -> None:
        """Lose the connection without telling either end."""
        self.close()

    def shut(self) -> None:
        self.asleep = True
        self.close()
        self._lost("nobody is at its other end")

    def wake(self) -> None:
        self.asleep = False


def test_a_table_is_back_at_once_after_hours_without_a_port() -> None:
    events: list[LinkEvent] = []

    async def evening() -> float:
        async with SimulatedTable() as table:
            lid = Lid(table.cable)
            async with Link(lid) as link:
                link.watch(events.append)
                lid.shut()
                await asyncio.sleep(HOURS / 6)
                lid.wake()
                woken = asyncio.get_running_loop().time()
                await link.ask("get", "chain")
                return asyncio.get_running_loop().time() - woken

    assert run_virtual(evening()) < 0.2
    assert [type(event) for event in events] == [Disconnected, Reconnected]


def test_a_dead_connection_is_reopened() -> None:
    async def evening() -> tuple[float, int]:
        async with SimulatedTable() as table:
            lid = Lid(table.cable)
            async with Link(lid) as link:
                await asyncio.sleep(1)
                lid.go_deaf()
                deaf = asyncio.get_running_loop().time()
                await asyncio.sleep(0.1)
                await link.ask("get", "chain")
                return asyncio.get_running_loop().time() - deaf, lid.opened

    seconds, opened = run_virtual(evening())
    assert seconds < 2
    assert opened == 2


@pytest.mark.parametrize("hours", [1, 8])
def test_a_clock_that_leaps_during_a_request_does_not_end_the_link(hours: float) -> None:
    events: list[LinkEvent] = []

    async def evening() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        async with SimulatedTable() as table, Link(table.cable) as link:
            link.watch(events.append)
            asking = asyncio.create_task(link.ask("get", "chain"))
            await asyncio.sleep(0)
            loop.leap(hours * HOURS)
            woken = loop.time()
            async with asyncio.timeout(2):
                assert await asking == ("81",)
            assert loop.time() - woken < 2

    run_virtual(evening())
    assert {type(event) for event in events} <= {Disconnected, Reconnected}
