"""A port on the network: faults in its URL, and a line that comes and goes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest
from serial import rfc2217
from tests.helpers import ports
from tests.link.bridge import Bridge, run_fast

from mouseboard.link import Disconnected, Link, LinkError, LinkEvent, PortError, Reconnected, SerialPort, Stream
from mouseboard.sim.table import SimulatedTable

NOT_A_URL = "not the URL of a port; allowed are socket://HOST:PORT and rfc2217://HOST:PORT"


def refusal(url: str) -> str:
    with pytest.raises(PortError) as caught:
        asyncio.run(SerialPort(url).open(lambda _: None, lambda _: None))
    return str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "http://pi:4000",
        "spy:///dev/ttyACM0",
        "socket://pi",
        "socket://:4000",
        "socket://pi:0",
        "socket://pi:70000",
        "socket://pi:four",
        "socket://[pi:4000",
        "rfc2217://",
        "rfc2217://pi:4000?speed=9600",
        "://",
    ],
)
def test_an_invalid_port_url_is_refused_in_one_line(url: str) -> None:
    assert refusal(url) == f"{url}: {NOT_A_URL}"


@pytest.mark.parametrize("scheme", ["socket", "rfc2217"])
def test_a_url_where_nothing_listens_is_refused(scheme: str) -> None:
    with ports.held() as holding:
        url = f"{scheme}://127.0.0.1:{ports.number(holding)}"
        assert refusal(url) == f"{url}: nothing listens there"


@pytest.mark.parametrize("host", ["no-such-host.invalid", "x" * 70])
def test_a_host_without_an_address_is_named(host: str) -> None:
    assert refusal(f"socket://{host}:4000") == f"socket://{host}:4000: no such host"


class Words:
    """A port that keeps what is written to it, and lets the test send bytes and end the connection."""

    def __init__(self) -> None:
        self.came: list[bytes] = []

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> Stream:
        self.lost = lost
        self.say = receive
        return self

    def write(self, data: bytes) -> None:
        self.came.append(data)

    def close(self) -> None:
        pass


@pytest.mark.parametrize("scheme", ["socket", "rfc2217"])
def test_every_byte_passes_both_ways_unchanged(scheme: str) -> None:
    every = bytes(range(256)) * 8

    async def talk() -> bytes:
        came, words = bytearray(), Words()
        async with Bridge(words, scheme) as bridge, asyncio.timeout(10):
            stream = await SerialPort(bridge.url).open(came.extend, print)
            stream.write(every)
            while len(b"".join(words.came)) < len(every):
                await asyncio.sleep(0.001)
            words.say(every)
            while len(came) < len(every):
                await asyncio.sleep(0.001)
            stream.close()
        assert b"".join(words.came) == every
        return bytes(came)

    assert asyncio.run(talk()) == every


@pytest.mark.parametrize("scheme", ["socket", "rfc2217"])
def test_a_connection_closed_at_the_other_end_is_reported_once(scheme: str) -> None:
    lost: list[str] = []

    async def talk() -> None:
        async with Bridge(Words(), scheme) as bridge, asyncio.timeout(10):
            await SerialPort(bridge.url).open(print, lost.append)
            while not bridge.served:
                await asyncio.sleep(0.001)
            await bridge.cut()
            while not lost:
                await asyncio.sleep(0.001)
            await asyncio.sleep(0.2)

    asyncio.run(talk())
    assert lost == ["its other end closed the connection"]


def test_bytes_that_arrive_together_are_read_together() -> None:
    came: list[bytes] = []

    async def talk() -> None:
        words = Words()
        async with Bridge(words) as bridge, asyncio.timeout(10):
            stream = await SerialPort(bridge.url).open(came.append, print)
            stream.write(b"?")
            while not words.came:
                await asyncio.sleep(0.001)
            words.say(b"x" * 2000)
            while len(b"".join(came)) < 2000:
                await asyncio.sleep(0.001)
            stream.close()

    asyncio.run(talk())
    assert len(came) <= 2


@pytest.mark.parametrize("scheme", ["socket", "rfc2217"])
def test_a_table_is_found_again_when_the_network_returns(scheme: str) -> None:
    events: list[LinkEvent] = []

    async def talk() -> None:
        async with (
            SimulatedTable() as table,
            Bridge(table.cable, scheme) as bridge,
            Link(SerialPort(bridge.url)) as link,
        ):
            link.watch(events.append)
            await bridge.cut()
            asking = asyncio.create_task(link.ask("get", "chain"))
            await asyncio.sleep(10)
            await bridge.restore()
            async with asyncio.timeout(600):
                assert await asking == ("81",)

    run_fast(talk())
    kinds = [type(event) for event in events if isinstance(event, Disconnected | Reconnected)]
    assert kinds[:2] == [Disconnected, Reconnected]


def test_a_link_to_a_network_that_is_away_closes_at_once() -> None:
    async def talk() -> None:
        async with SimulatedTable() as table, Bridge(table.cable) as bridge:
            link = Link(SerialPort(bridge.url))
            await link.open()
            await bridge.cut()
            await asyncio.sleep(1)
            start = time.perf_counter()
            await link.close()
            assert time.perf_counter() - start < 0.5

    run_fast(talk())


def test_a_server_that_ignores_control_lines_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """ser2net does that if it cannot set the lines."""
    answer = rfc2217.PortManager.rfc2217_send_subnegotiation

    def silent(manager: rfc2217.PortManager, option: bytes, value: bytes = b"") -> None:
        if option != rfc2217.SERVER_SET_CONTROL:
            answer(manager, option, value)

    async def talk() -> None:
        async with Bridge(Words(), "rfc2217") as bridge:
            (await SerialPort(bridge.url).open(print, print)).close()

    monkeypatch.setattr(rfc2217.PortManager, "rfc2217_send_subnegotiation", silent)
    asyncio.run(talk())


def test_a_url_where_something_else_listens_has_no_table() -> None:
    async def talk() -> None:
        async with Bridge(Words()) as bridge:
            await Link(SerialPort(bridge.url)).open()

    with pytest.raises(LinkError, match=r"^socket://127.0.0.1:\d+: no answer for a second; `mouseboard table flash`"):
        run_fast(talk())
