"""Ports: the interface of a stream of bytes, and the serial ports of this computer.

A port opens a stream and calls back with what arrives. It does not wait, retry or interpret. PORTS.md describes ports
for users.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from serial.tools import list_ports

from mouseboard.say import Explained, plain, say

PICO = (0x2E8A, 0x0005)  # USB vendor and product of a Pico that runs MicroPython
AUTO = "auto"


class PortError(Explained, OSError):
    """The port cannot be opened; one line says why and what to do."""


class Stream(Protocol):
    """An open port."""

    def write(self, data: bytes) -> None:
        """Send without blocking. Bytes that do not fit are dropped: the line repeats whatever matters."""

    def close(self) -> None:
        """Close the stream; no callbacks follow."""


class Port(Protocol):
    """Something that can be opened again and again."""

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> Stream:
        """Open the port. `receive` gets what arrives; `lost` gets, once, why no more will come. Raises OSError."""


NO_TABLE = (
    "no table found: no USB port of a Pico with MicroPython (2e8a:0005); "
    "try a cable that carries data; `mouseboard help flashing` sets up a new Pico"
)


@dataclass(frozen=True, slots=True)
class FoundPort:
    """A serial port of this computer that is on USB."""

    path: str
    description: str
    is_pico: bool


def find_ports() -> list[FoundPort]:
    """Return this computer's serial ports that are on USB, those of a Pico with MicroPython first."""
    usb = [port for port in list_ports.comports() if port.vid is not None]
    found = [FoundPort(port.device, plain(port.description), (port.vid, port.pid) == PICO) for port in usb]
    return sorted(found, key=lambda port: (not port.is_pico, port.path))


def find_pico() -> str:
    """Return the path of the one Pico. Raises PortError if there is none, or more than one."""
    paths = [port.path for port in find_ports() if port.is_pico]
    if not paths:
        raise PortError(say(NO_TABLE))
    if len(paths) > 1:
        raise PortError(say("several tables found, name one of {ports}", ports=", ".join(paths)))
    return paths[0]
