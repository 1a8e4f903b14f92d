"""The simulated table at a pty. These tests run in real time, so they are short and have quick hands."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from mouseboard.link import ContactChange, Link, LinkEvent, Reconnected, SerialPort
from mouseboard.sim.pty_port import PtyPort
from mouseboard.sim.runner import Runner
from mouseboard.sim.table import SimulatedTable


def with_pty(path: Path, do: Callable[[SimulatedTable, Link], Awaitable[None]]) -> None:
    """Run a table at this path, with a host that opens it like any serial port."""

    async def main() -> None:
        table = SimulatedTable(seed=1, pace=5)
        port = SerialPort(str(path))
        async with asyncio.timeout(10), table, PtyPort(table.cable, path), Link(port) as link:
            await do(table, link)

    asyncio.run(main())


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.005)


def test_a_program_at_the_serial_port_hears_the_hands(tmp_path: Path) -> None:
    async def do(table: SimulatedTable, link: Link) -> None:
        news: list[LinkEvent] = []
        link.watch(news.append)
        await Runner(table).run("put red on 7\nput red on 6")
        await until(lambda: len(news) == 3)
        seen = [(one.contact, one.closed) for one in news if isinstance(one, ContactChange)]
        assert seen == [(7, True), (7, False), (6, True)]

    with_pty(tmp_path / "port", do)


@pytest.mark.parametrize("mishap", ["unplug\nwait 50 ms\nreplug", "power cut\nwait 50 ms\npower on"])
def test_the_port_disappears_with_the_board_and_comes_back_under_its_path(tmp_path: Path, mishap: str) -> None:
    path = tmp_path / "port"

    async def do(table: SimulatedTable, link: Link) -> None:
        news: list[LinkEvent] = []
        link.watch(news.append)
        runner = Runner(table)
        before, after = mishap.split("\n", 1)
        await runner.run_command(before)
        await until(lambda: not path.is_symlink())
        await runner.run(after)
        await until(lambda: any(isinstance(one, Reconnected) for one in news))
        assert link.info

    with_pty(path, do)


def test_the_path_of_the_port_is_free_again_afterwards(tmp_path: Path) -> None:
    async def do(_table: SimulatedTable, _link: Link) -> None:
        assert list(tmp_path.iterdir()) == [tmp_path / "port"]

    with_pty(tmp_path / "port", do)
    assert list(tmp_path.iterdir()) == []


def test_a_path_that_is_taken_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "port"
    path.write_text("mine")

    async def do(_table: SimulatedTable, _link: Link) -> None:
        pytest.fail("there is no port to open")

    with pytest.raises(FileExistsError, match=r"exists already.*/port"):
        with_pty(path, do)
    assert path.read_text() == "mine"


def test_the_link_left_by_a_killed_table_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "port"
    path.symlink_to("/dev/pts/1000000")

    async def do(_: SimulatedTable, link: Link) -> None:
        assert link.info

    with_pty(path, do)


def test_a_dangling_link_that_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "port"
    path.symlink_to(tmp_path / "nowhere")
    with pytest.raises(FileExistsError):
        with_pty(path, lambda *_: asyncio.sleep(0))
    assert path.is_symlink()


def test_a_path_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "port"
    with pytest.raises(FileNotFoundError) as raised:
        with_pty(path, lambda *_: asyncio.sleep(0))
    assert raised.value.filename == str(path)
