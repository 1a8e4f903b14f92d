"""`mouseboard table list`: the ports, and the firmware on those that may have a table."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.cli.conftest import Run

from mouseboard.cli.commands.table import listing
from mouseboard.link import FoundPort, port
from mouseboard.sim.pty_port import PtyPort
from mouseboard.sim.table import SimulatedTable
from mousetable.build import VERSION


def test_ports_on_usb_are_listed_a_pico_first(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    vid, pid = port.PICO
    found = [
        SimpleNamespace(device="/dev/ttyS0", description="n/a", vid=None, pid=None),
        SimpleNamespace(device="/dev/ttyACM0", description="a modem", vid=1, pid=2),
        SimpleNamespace(device="/dev/ttyUSB9", description="Board in FS mode", vid=vid, pid=pid),
    ]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: found)
    assert run("table", "list").out.splitlines() == [
        "/dev/ttyUSB9  a Pico with MicroPython: /dev/ttyUSB9: no such port",
        "/dev/ttyACM0  a modem",
    ]


def test_a_table_is_listed_with_its_firmware_and_its_chip(tmp_path: Path) -> None:
    path = tmp_path / "port"

    async def main() -> list[str]:
        async with asyncio.timeout(30), SimulatedTable() as table, PtyPort(table.cable, path):
            return await listing([FoundPort(str(path), "Board in FS mode", is_pico=True)])

    assert asyncio.run(main()) == [
        f"{path}  a Pico with MicroPython: 81 sensors, 81 lamps, firmware {VERSION}, chip simulated"
    ]


def test_an_empty_list_of_ports_says_what_can_be_done(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    assert run("table", "list").out == (
        "no serial port found; `mouseboard play` plays on a simulated table without one\n"
    )
