"""The sockets on which the page is served."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from tests.real.tools import miss

from mouseboard.serving.connections import STALL
from mouseboard.serving.server import EVERYWHERE, LOOPBACK, beside, listen


@pytest.fixture(params=[LOOPBACK, EVERYWHERE, "IPv6 beside"])
def listening(request: pytest.FixtureRequest) -> Iterator[socket.socket]:
    with ExitStack() as stack:
        if request.param != "IPv6 beside":
            yield stack.enter_context(listen(request.param, 0))
        elif not _has_ipv6():
            miss("IPv6: this computer has no address of it")
        else:
            yield stack.enter_context(beside(stack.enter_context(listen(EVERYWHERE, 0)))[0])


def _has_ipv6() -> bool:
    with socket.socket(socket.AF_INET6) as probe:
        try:
            probe.bind(("::1", 0))
        except OSError:
            return False
    return True


def test_an_answer_goes_out_at_once_and_does_not_wait_for_the_last_one_to_be_acknowledged(
    listening: socket.socket,
) -> None:
    assert asyncio.run(_accepted_with(listening, socket.TCP_NODELAY)) != 0


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system has no such timeout")
def test_a_connection_ends_if_nothing_of_what_is_sent_is_acknowledged_for_ten_seconds(
    listening: socket.socket,
) -> None:
    assert asyncio.run(_accepted_with(listening, socket.TCP_USER_TIMEOUT)) == STALL * 1000


async def _accepted_with(listening: socket.socket, option: int) -> int:
    """Return a TCP option of an accepted connection."""
    accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    class Answering(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            accepted.set_result(transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, option))
            transport.close()

    server = await asyncio.get_running_loop().create_server(Answering, sock=listening)
    async with server:
        with socket.socket(listening.family) as asking:
            asking.connect(("::1" if listening.family == socket.AF_INET6 else LOOPBACK, listening.getsockname()[1]))
            return await asyncio.wait_for(accepted, 10)
