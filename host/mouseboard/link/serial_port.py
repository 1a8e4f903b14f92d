"""The serial port: a path, `auto`, or the URL of a port that another computer shares.

Where there is a descriptor to wait for, the loop reads it itself; a thread reads what only pyserial can wait for: the
ports of a computer without `termios` (Windows), and every URL.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from importlib.util import find_spec
from typing import TypeVar
from urllib.parse import urlsplit

import serial
from serial.urlhandler import protocol_socket

from mouseboard.link.port import AUTO, PortError, Stream, find_pico
from mouseboard.link.threaded_stream import CHUNK, READ_TIMEOUT, WRITE_TIMEOUT, Device, ThreadedStream
from mouseboard.link.trouble import BAD_URL, NO_NAME, why_not_opened

BAUD = 115200  # of no meaning to the USB port of a Pico, but a port wants one
SOCKET, RFC2217 = "socket", "rfc2217"  # the schemes of URLs

D = TypeVar("D", bound=Device)


class SerialPort:
    """A serial port by its path or URL, or `auto` for the one Pico plugged in, under whatever path it comes back."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> Stream:
        """Open exclusively. Raises PortError."""
        if is_url(self.name) or find_spec("termios") is None:
            return ThreadedStream(await _in_thread(self._open_to_wait), receive, lost)
        from mouseboard.link.posix_stream import PosixStream

        return PosixStream(self._open_at_once(), receive, lost)

    def _open_at_once(self) -> serial.Serial:
        """A device whose descriptor the loop waits for: nothing of its own waits."""
        path = find_pico() if self.name == AUTO else self.name
        return _opened(path, lambda: serial.Serial(path, BAUD, timeout=0, write_timeout=0, exclusive=True))

    def _open_to_wait(self) -> Device:
        """A device for threads, which wait in it. Opening waits too: for a name to be looked up, a host to answer."""
        name = find_pico() if self.name == AUTO else self.name
        return _opened(name, lambda: _device(name))


def is_url(name: str) -> bool:
    """Whether a port is named by a URL, and so may be another computer's."""
    return "://" in name


def _device(name: str) -> Device:
    if not is_url(name):
        return serial.Serial(name, BAUD, timeout=READ_TIMEOUT, write_timeout=WRITE_TIMEOUT, exclusive=True)
    if _scheme(name) == SOCKET:
        return _Socket(name, timeout=READ_TIMEOUT, write_timeout=WRITE_TIMEOUT)
    # RFC 2217 has no write timeout. Not every server answers for control lines; a table does not mind them.
    lenient = f"{name}{'&' if '?' in name else '?'}ign_set_control"
    return serial.serial_for_url(lenient, BAUD, timeout=READ_TIMEOUT)


def _scheme(url: str) -> str:
    with suppress(ValueError):
        parts = urlsplit(url)
        if parts.scheme in (SOCKET, RFC2217) and parts.hostname and parts.port:
            return parts.scheme
    raise PortError(f"{url}: {BAD_URL}")


class _Socket(protocol_socket.Serial):
    """pyserial's `socket://`; left alone, it reads byte by byte and holds a frame back while another is on its way."""

    _socket: socket.socket

    def open(self) -> None:
        super().open()
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    @property
    def in_waiting(self) -> int:
        """How many bytes have arrived, where pyserial only says whether any have."""
        return len(self._socket.recv(CHUNK, socket.MSG_PEEK)) if super().in_waiting else 0


def _opened(name: str, make: Callable[[], D]) -> D:
    if not name.strip():
        raise PortError(NO_NAME)
    try:
        return make()
    except PortError:
        raise
    except Exception as error:  # pyserial lets pass what termios, ctypes, sockets and URLs raise
        raise PortError(f"{name}: {why_not_opened(name, error)}") from None


async def _in_thread(make: Callable[[], Device]) -> Device:
    """What `make` returns or raises. When cancelled it does not wait: the device is closed when it comes."""
    opening: Future[Device] = Future()
    opening.set_running_or_notify_cancel()

    def run() -> None:
        try:
            opening.set_result(make())
        except Exception as error:
            opening.set_exception(error)

    threading.Thread(target=run, name="opening a port", daemon=True).start()
    try:
        return await asyncio.wrap_future(opening)
    except asyncio.CancelledError:
        opening.add_done_callback(_close)
        raise


def _close(opening: Future[Device]) -> None:
    if not opening.exception():
        opening.result().close()
