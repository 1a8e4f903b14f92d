"""The sockets on which the page is served."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.real.tools import miss

from mouseboard.serving.connections import STALL_S
from mouseboard.serving.server import EVERYWHERE, LEAST, LOOPBACK, SPARE, beside, listen


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
    assert asyncio.run(_accepted_with(listening, socket.TCP_USER_TIMEOUT)) == STALL_S * 1000


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


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv.pop(1)),) * 2)
from mouseboard.cli import main
sys.exit(main())
"""
"""The command, where only so many files may be open."""


def limited(most: int, folder: Path) -> list[str]:
    return [sys.executable, "-c", LIMITED, str(most), "serve", "--port", "0", "--journal", str(folder / "journal.db")]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_too_few_open_files_for_a_family_are_told_in_one_line_before_the_page_opens(tmp_path: Path) -> None:
    ran = subprocess.run(limited(LEAST + SPARE - 1, tmp_path), capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (2, "")
    (line,) = ran.stderr.splitlines()
    assert line.startswith("mouseboard: the page needs 192 open files, and this system allows 191: raise the limit")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_nothing_is_said_of_open_files_where_there_are_enough(tmp_path: Path) -> None:
    with subprocess.Popen(
        limited(LEAST + SPARE, tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout and process.stderr
        assert process.stdout.readline().startswith("page: ")
        process.terminate()
        assert "open files" not in process.stderr.read()
