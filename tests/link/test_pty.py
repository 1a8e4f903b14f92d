"""The link over a real serial port, in real time, to the real firmware on a real MicroPython."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo
from tests.helpers.unix_table import UnixTable

from mouseboard.link import AUTO, ContactChange, Disconnected, Link, LinkEvent, PortError, Reconnected, SerialPort
from mouseboard.link.port import PICO
from mousetable import wire

Test = Callable[[UnixTable, Link, list[LinkEvent]], Coroutine[Any, Any, None]]


def at_the_table(micropython: str, test: Test) -> None:
    async def run() -> None:
        with UnixTable(micropython) as table:
            news: list[LinkEvent] = []
            link = Link(SerialPort(table.path))
            link.watch(news.append)
            async with link, asyncio.timeout(20):
                await test(table, link, news)

    asyncio.run(run())


async def until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(0.002)


def test_requests_are_answered_and_changes_told_over_a_real_port(micropython: str) -> None:
    async def test(table: UnixTable, link: Link, news: list[LinkEvent]) -> None:
        for _ in range(500):
            assert await link.ask("get", "chain") == ("144",)
        for contact in range(20):
            table.contact(contact, True)
            await asyncio.sleep(0.01)
        await until(lambda: len(news) >= 20)
        assert [(told.contact, told.closed) for told in news if isinstance(told, ContactChange)] == [
            (contact, True) for contact in range(20)
        ]
        assert link.closed(19)
        assert not link.closed(20)

    at_the_table(micropython, test)


def test_the_crank_turns_over_a_real_line(micropython: str) -> None:
    async def test(table: UnixTable, link: Link, _: list[LinkEvent]) -> None:
        table.contact(147, True)  # the servo's rail
        await until(lambda: link.closed(147))
        for setting in ("turn_classic", "back"):
            await link.ask("set", setting, "200")
        await link.ask("set", "watch", "0")
        assert await link.crank("g-1") == "missed"
        assert await link.crank("g-1") == "missed"

    at_the_table(micropython, test)


def test_a_table_that_was_without_power_is_found_again_under_its_path(micropython: str) -> None:
    async def test(table: UnixTable, link: Link, news: list[LinkEvent]) -> None:
        table.stop()
        await until(lambda: any(isinstance(told, Disconnected) for told in news))
        asking = asyncio.create_task(link.ask("get", "chain"))
        await asyncio.sleep(0.2)
        table.start()
        assert await asking == ("144",)
        assert [told.rebooted for told in news if isinstance(told, Reconnected)] == [True]

    at_the_table(micropython, test)


def test_a_table_that_comes_back_under_another_path_is_found_by_its_usb_ids(
    micropython: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a sleep, or on another socket of a hub, the number of ttyACM or COM changes."""

    async def run() -> None:
        with UnixTable(micropython) as table:
            monkeypatch.setattr(list_ports, "comports", lambda: [pico(os.path.realpath(table.path))])
            async with Link(SerialPort(AUTO)) as link, asyncio.timeout(20):
                before = os.path.realpath(table.path)
                table.stop()
                ours, theirs = os.openpty()  # takes the old number
                table.start()
                assert await link.ask("get", "chain") == ("144",)
                assert os.path.realpath(table.path) != before
                os.close(ours)
                os.close(theirs)

    asyncio.run(run())


def pico(path: str) -> ListPortInfo:
    """Return what pyserial reports of a Pico at this path."""
    info = ListPortInfo(path)
    info.vid, info.pid = PICO
    return info


def test_a_host_that_was_suspended_goes_on_with_the_same_table(micropython: str) -> None:
    async def test(_: UnixTable, link: Link, news: list[LinkEvent]) -> None:
        time.sleep(wire.DEADMAN_MS / 1000 + 0.2)
        assert await link.ask("get", "chain") == ("144",)
        assert [type(told) for told in news] == [Disconnected, Reconnected]
        assert [told.rebooted for told in news if isinstance(told, Reconnected)] == [False]

    at_the_table(micropython, test)


def test_a_table_s_port_has_only_one_host_at_a_time(micropython: str) -> None:
    async def test(table: UnixTable, link: Link, _: list[LinkEvent]) -> None:
        with pytest.raises(PortError, match="busy: another program has it open"):
            await Link(SerialPort(table.path)).open()
        assert await link.ask("get", "chain") == ("144",)

    at_the_table(micropython, test)
