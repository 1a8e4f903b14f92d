"""Where bytes come from and go to: what a port must do, and the serial one.

A port opens a stream and calls back with what arrives; it does not wait, retry or understand anything.
"""

from __future__ import annotations

import asyncio
import errno
import grp
import os
import termios
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import serial
from serial.tools import list_ports

PICO = (0x2E8A, 0x0005)  # USB vendor and product of a Pico that runs MicroPython
AUTO = "auto"
CHUNK = 4096  # bytes read in one go; reading byte by byte would cost more than everything else


class PortError(OSError):
    """The port cannot be opened; one line says why and what to do."""


class Stream(Protocol):
    """An open port."""

    def write(self, data: bytes) -> None:
        """Send without blocking. What does not fit is dropped: the line repeats what matters."""

    def close(self) -> None:
        """Close; nothing is called back any more."""


class Port(Protocol):
    """Something that can be opened, again and again."""

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> Stream:
        """Open: `receive` gets what arrives, `lost` once why nothing more will. Raises OSError."""


@dataclass(frozen=True, slots=True)
class FoundPort:
    """A serial port of this computer."""

    path: str
    description: str
    is_pico: bool


def find_ports() -> list[FoundPort]:
    """The serial ports of this computer, those of a Pico with MicroPython first."""
    found = [FoundPort(p.device, p.description, (p.vid, p.pid) == PICO) for p in list_ports.comports()]
    return sorted(found, key=lambda port: (not port.is_pico, port.path))


def find_pico() -> str:
    """The path of the one Pico. Raises PortError if there is none, or more than one."""
    paths = [port.path for port in find_ports() if port.is_pico]
    if not paths:
        raise PortError("no table found: no USB port of a Pico with MicroPython (2e8a:0005)")
    if len(paths) > 1:
        raise PortError(f"several tables found, name one of {', '.join(paths)}")
    return paths[0]


class SerialPort:
    """A serial port by its path, or `auto` for the one Pico that is plugged in, under whatever path it comes back."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> Stream:
        """Open exclusively. Raises PortError."""
        path = find_pico() if self.name == AUTO else self.name
        return _SerialStream(_open_exclusively(path), receive, lost)


def _open_exclusively(path: str) -> serial.Serial:
    try:
        return serial.Serial(path, 115200, timeout=0, write_timeout=0, exclusive=True)
    except OSError as error:
        raise PortError(f"{path}: {_why(path, error)}") from None
    except termios.error:
        raise PortError(f"{path}: not a serial port") from None


def _why(path: str, error: OSError) -> str:
    """What a failed opening means to a person."""
    if error.errno == errno.ENOENT:
        return "no such port"
    if error.errno in (errno.EACCES, errno.EPERM):
        group = _group(path)
        return f"no permission; it belongs to group {group}: `sudo usermod -aG {group} $USER`, then log in again"
    if error.errno in (errno.EBUSY, errno.EAGAIN):
        return "busy: another program has it open"
    if error.errno in (errno.EIO, errno.ENXIO, errno.ENODEV):
        return "nobody is at its other end"
    return "not a serial port"


def _group(path: str) -> str:
    number = Path(path).stat().st_gid
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


class _SerialStream:
    """An open serial port, read in chunks by the running loop."""

    def __init__(self, device: serial.Serial, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> None:
        self._device = device
        self._descriptor: int = device.fileno()
        self._receive = receive
        self._lost = lost
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._descriptor, self._readable)

    def _readable(self) -> None:
        try:
            data = os.read(self._descriptor, CHUNK)
        except BlockingIOError:
            return
        except OSError as error:
            self._end(error.strerror or str(error))
            return
        if data:
            self._receive(data)
        else:
            self._end("its other end was closed")

    def write(self, data: bytes) -> None:
        try:
            with suppress(BlockingIOError):  # no room: dropped, see Stream
                os.write(self._descriptor, data)
        except OSError as error:
            # Not at once: whoever writes is in the middle of something.
            self._loop.call_soon(self._end, error.strerror or str(error))

    def _end(self, reason: str) -> None:
        if self._device.is_open:
            self.close()
            self._lost(reason)

    def close(self) -> None:
        if not self._device.is_open:
            return
        self._loop.remove_reader(self._descriptor)
        with suppress(termios.error):  # the device may be gone, and its buffer with it
            termios.tcflush(self._descriptor, termios.TCOFLUSH)  # else closing waits until a silent table has read it
        self._device.close()
