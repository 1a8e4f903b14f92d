"""A serial port: bytes come in chunks, a lost port is noticed, and each error is one clear line."""

from __future__ import annotations

import asyncio
import errno
import grp
import os
import re
import subprocess
import sys
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from mouseboard.link import port
from mouseboard.link.port import AUTO, PortError
from mouseboard.link.serial_port import SerialPort
from mouseboard.link.trouble import why_lost, why_not_opened


class Wire:
    """A pty. A program opens `path`; `end` is the descriptor of the other end."""

    def __init__(self) -> None:
        self.end, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.path = os.ttyname(self.slave)
        self.came: list[bytes] = []
        self.lost: list[str] = []

    async def open(self) -> port.Stream:
        return await SerialPort(self.path).open(self.came.append, self.lost.append)

    def hang_up(self) -> None:
        for descriptor in (self.end, self.slave):
            os.close(descriptor)
        self.end = self.slave = -1


@pytest.fixture
def wire() -> Iterator[Wire]:
    wire = Wire()
    yield wire
    if wire.end >= 0:
        wire.hang_up()


async def soon(wire: Wire) -> None:
    async with asyncio.timeout(5):
        while not wire.came and not wire.lost:
            await asyncio.sleep(0.001)


def test_bytes_written_at_one_end_are_read_in_one_chunk_at_the_other(wire: Wire) -> None:
    async def talk() -> None:
        stream = await wire.open()
        stream.write(b"1 poll\n")
        assert os.read(wire.end, 100) == b"1 poll\n"
        os.write(wire.end, b"1 ok\n" * 100)
        await soon(wire)
        assert wire.came == [b"1 ok\n" * 100]
        stream.close()

    asyncio.run(talk())


def test_a_lost_port_is_reported_once(wire: Wire) -> None:
    async def talk() -> None:
        stream = await wire.open()
        wire.hang_up()
        await soon(wire)
        stream.write(b"into the void")
        stream.close()
        await asyncio.sleep(0.01)
        assert len(wire.lost) == 1

    asyncio.run(talk())


def test_a_closed_stream_calls_nobody_back(wire: Wire) -> None:
    async def talk() -> None:
        (await wire.open()).close()
        os.write(wire.end, b"late\n")
        await asyncio.sleep(0.01)
        assert (wire.came, wire.lost) == ([], [])

    asyncio.run(talk())


def test_bytes_that_nobody_reads_are_dropped_and_do_not_block(wire: Wire) -> None:
    async def talk() -> None:
        stream = await wire.open()
        for _ in range(1000):
            stream.write(b"x" * 255)
        stream.close()

    asyncio.run(talk())
    assert wire.lost == []


def refusal(name: str) -> str:
    with pytest.raises(PortError) as caught:
        asyncio.run(SerialPort(name).open(lambda _: None, lambda _: None))
    return str(caught.value)


def test_a_missing_port_is_refused() -> None:
    assert refusal("/dev/nothing") == "/dev/nothing: no such port"


def test_a_file_that_is_no_serial_port_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert refusal(str(file)) == f"{file}: not a serial port"
    assert refusal("/dev/null") == "/dev/null: not a serial port"


def test_a_port_that_another_program_has_open_is_refused_as_busy(wire: Wire) -> None:
    with serial.Serial(wire.path, exclusive=True):
        assert refusal(wire.path) == f"{wire.path}: busy: another program has it open"


@pytest.fixture
def program(wire: Wire) -> Iterator[subprocess.Popen[str]]:
    """Another program that has the port open."""
    hold = "import serial, sys; port = serial.Serial(sys.argv[1], exclusive=True); print(flush=True); input()"
    holding = [sys.executable, "-c", hold, wire.path]
    with subprocess.Popen(holding, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout
        program.stdout.readline()
        yield program
        program.communicate("\n")


def test_the_program_that_has_a_port_open_is_named(wire: Wire, program: subprocess.Popen[str]) -> None:
    assert re.fullmatch(rf"{wire.path}: busy: python\S* \(process {program.pid}\) has it open", refusal(wire.path))


@pytest.mark.usefixtures("program")
def test_a_port_from_which_another_program_reads_is_busy_and_not_gone(wire: Wire) -> None:
    error = serial.SerialException("device reports readiness to read but returned no data (... multiple access ...)")
    assert why_lost(wire.path, error) == "busy: another program has it open"


@pytest.fixture
def denied(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> Wire:
    """A port that may not be opened. Tests often run as root, which is denied nothing."""

    def deny(*_: object, **__: object) -> None:
        raise serial.SerialException(errno.EACCES, "Permission denied")

    monkeypatch.setattr(serial, "Serial", deny)
    Path(wire.path).chmod(0o660)
    if os.geteuid() == 0:
        os.chown(wire.path, -1, grp.getgrnam("tty").gr_gid)
    return wire


@pytest.mark.parametrize("has_groups", [True, False])
def test_a_port_without_permission_is_refused_with_the_group_to_join_where_there_are_any(
    denied: Wire, monkeypatch: pytest.MonkeyPatch, has_groups: bool
) -> None:
    group = grp.getgrgid(Path(denied.path).stat().st_gid).gr_name
    advice = f"; it belongs to group {group}: `sudo usermod -aG {group} $USER`, then log in again"
    if not has_groups:
        monkeypatch.setitem(sys.modules, "grp", None)  # as on Windows
    assert refusal(denied.path) == f"{denied.path}: no permission{advice if has_groups else ''}"


ADVICE = "no permission; only root may open it: `sudo chown $USER {port}` lends it to you until it is unplugged"


def test_nobody_is_told_to_join_a_group_that_may_only_write(denied: Wire) -> None:
    Path(denied.path).chmod(0o620)
    assert refusal(denied.path) == f"{denied.path}: {ADVICE.format(port=denied.path)}"


def test_nobody_is_told_to_join_the_group_of_root() -> None:
    said = why_not_opened("/dev/null", PermissionError(errno.EACCES, "Permission denied"))
    assert str(said) == ADVICE.format(port="/dev/null")


def test_a_closed_port_can_be_opened_again_at_once(wire: Wire) -> None:
    async def talk() -> None:
        for _ in range(10):
            (await wire.open()).close()

    asyncio.run(talk())


def plugged(monkeypatch: pytest.MonkeyPatch, *paths: str) -> None:
    """Pretend that Picos are plugged in at these paths, a modem at another, and that the computer has a port, too."""
    found = [ListPortInfo("/dev/ttyS0"), ListPortInfo("/dev/ttyACM9"), *(ListPortInfo(path) for path in paths)]
    found[1].vid, found[1].pid = 1, 2
    for info in found[2:]:
        info.vid, info.pid = 0x2E8A, 0x0005
    monkeypatch.setattr(list_ports, "comports", lambda: found)


def test_auto_opens_the_only_pico_by_its_usb_ids(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    plugged(monkeypatch, wire.path)

    async def talk() -> None:
        stream = await SerialPort(AUTO).open(wire.came.append, wire.lost.append)
        stream.write(b"hello\n")
        assert os.read(wire.end, 100) == b"hello\n"
        stream.close()

    asyncio.run(talk())


def test_auto_without_a_pico_says_what_it_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged(monkeypatch)
    assert refusal(AUTO) == port.NO_TABLE


def test_auto_with_two_picos_wants_one_named(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged(monkeypatch, "/dev/ttyACM1", "/dev/ttyACM0")
    assert refusal(AUTO) == "several tables found, name one of /dev/ttyACM0, /dev/ttyACM1"


def test_ports_on_usb_are_listed_with_picos_first(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged(monkeypatch, "/dev/ttyACM0")
    assert [(found.path, found.is_pico) for found in port.find_ports()] == [
        ("/dev/ttyACM0", True),
        ("/dev/ttyACM9", False),
    ]
