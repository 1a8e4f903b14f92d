"""The monitor on a simulated table, in simulated time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from types import SimpleNamespace

import pytest
from tests.cli.conftest import Run

from mouseboard.cli.board_monitor import EVERY, monitor
from mouseboard.link import port
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.table import SimulatedTable


def monitored(deeds: Callable[[SimulatedTable], Coroutine[None, None, None]]) -> list[str]:
    """What is told while the deeds are done, without the times."""
    told: list[str] = []

    async def watch() -> None:
        async with SimulatedTable() as table:
            monitoring = asyncio.create_task(monitor(table.cable, told.append))
            await asyncio.sleep(1)
            await deeds(table)
            await asyncio.sleep(1)
            monitoring.cancel()
            await asyncio.gather(monitoring, return_exceptions=True)

    run_virtual(watch())
    return [line[10:] for line in told]


async def nothing(_: SimulatedTable) -> None:
    await asyncio.sleep(60)


def test_changes_are_told_as_frames_and_in_words() -> None:
    async def deeds(table: SimulatedTable) -> None:
        await table.hands.put("red", table.place("7"))
        await table.hands.press("a")
        await table.hands.drop_cage()

    told = monitored(deeds)
    words = [line for line in told if line.startswith("=")]
    assert words[0].startswith("= ")
    assert "81 inputs, 81 lamps; power-on" in words[0]
    assert [line.partition(" (")[0] for line in words[1:]] == [
        "= input 7 closed",
        "= button A pressed",
        "= button A released",
        "= cage down",
    ]
    assert any(line.startswith("< 0 events 1 ") for line in told)
    assert any(line.startswith("> 1 hello") for line in told)


def test_heartbeats_that_bring_nothing_new_are_not_told() -> None:
    told = monitored(nothing)
    assert not [line for line in told if line.startswith(">") and "poll" in line]
    assert len([line for line in told if line.startswith("< ") and " ok " in line]) < 15


def test_both_ends_counters_come_at_intervals_and_at_the_end() -> None:
    here = [line for line in monitored(nothing) if line.startswith("# here: ")]
    assert len(here) == 60 // EVERY + 1
    assert "0 resent, 0 bad, 0 gaps, 0 reconnects" in here[-1]
    table = [line for line in monitored(nothing) if line.startswith("# table: ")]
    assert "scans/s, events 0, lost 0, " in table[-1]
    assert table[-1].endswith("reset power-on")


def test_a_pulled_cable_and_its_return_are_told() -> None:
    async def deeds(table: SimulatedTable) -> None:
        table.cable.unplug()
        await asyncio.sleep(0.5)
        table.cable.replug()

    told = monitored(deeds)
    lost = next(n for n, line in enumerate(told) if line.startswith("= lost: "))
    assert "= back" in told[lost:]


def test_ports_are_listed_a_pico_first(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    vid, pid = port.PICO
    found = [
        SimpleNamespace(device="/dev/ttyS0", description="a modem", vid=None, pid=None),
        SimpleNamespace(device="/dev/ttyUSB9", description="Board in FS mode", vid=vid, pid=pid),
    ]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: found)
    assert run("board", "list").out.splitlines() == [
        "/dev/ttyUSB9  a Pico with MicroPython",
        "/dev/ttyS0  a modem",
    ]


def test_without_a_port_the_list_says_what_can_be_done(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    assert run("board", "list").out == (
        "no serial port found; `mouseboard play GAME` plays on a simulated table without one\n"
    )
