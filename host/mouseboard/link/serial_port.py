"""The serial port: a path, `auto`, or the URL of a port that another computer shares. Threads read and write it."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import TypeVar
from urllib.parse import urlsplit

import serial
from serial.urlhandler import protocol_socket

from mouseboard.link.port import AUTO, PortError, Stream, find_pico
from mouseboard.link.threaded_stream import CHUNK, READ_TIMEOUT_S, WRITE_TIMEOUT_S, Device, ThreadedStream
from mouseboard.link.trouble import BAD_URL, NO_NAME, why_not_opened
from mouseboard.say import say

BAUD = 115200  # meaningless to the USB port of a Pico, but pyserial wants a rate
SOCKET, RFC2217 = "socket", "rfc2217"  # URL schemes

D = TypeVar("D", bound=Device)


class SerialPort:
    """A serial port by its path or URL, or `auto` for the one Pico that is plugged in, even if its path changes."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> Stream:
        """Open exclusively. Raises PortError."""
        name = find_pico() if self.name == AUTO else self.name
        open_it = partial(_opened, name, partial(_device, name))
        device = await _in_thread(open_it) if is_url(name) else open_it()  # a host's answer may take a while
        return ThreadedStream(device, receive, lost)


def is_url(name: str) -> bool:
    """Return whether a port's name is a URL. Such a port may belong to another computer."""
    return "://" in name


def _device(name: str) -> Device:
    if not is_url(name):
        return serial.Serial(name, BAUD, timeout=READ_TIMEOUT_S, write_timeout=WRITE_TIMEOUT_S, exclusive=True)
    if _scheme(name) == SOCKET:
        return _Socket(name, timeout=READ_TIMEOUT_S, write_timeout=WRITE_TIMEOUT_S)
    # RFC 2217 has no write timeout. Some servers do not answer for control lines, which a table does not need.
    lenient = f"{name}{'&' if '?' in name else '?'}ign_set_control"
    return serial.serial_for_url(lenient, BAUD, timeout=READ_TIMEOUT_S)


def _scheme(url: str) -> str:
    with suppress(ValueError):
        parts = urlsplit(url)
        if parts.scheme in (SOCKET, RFC2217) and parts.hostname and parts.port:
            return parts.scheme
    raise PortError(say("{port}: {why}", port=url, why=say(BAD_URL)))


class _Socket(protocol_socket.Serial):
    """pyserial's `socket://`, which left alone reads byte by byte and delays a frame while another is on its way."""

    _socket: socket.socket

    def open(self) -> None:
        super().open()
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    @property
    def in_waiting(self) -> int:
        """Return how many bytes have arrived; pyserial only says whether any have."""
        return len(self._socket.recv(CHUNK, socket.MSG_PEEK)) if super().in_waiting else 0


def _opened(name: str, make: Callable[[], D]) -> D:
    if not name.strip():
        raise PortError(NO_NAME)
    try:
        return make()
    except PortError:
        raise
    except Exception as error:  # pyserial lets errors of termios, ctypes, sockets and URLs through
        raise PortError(say("{port}: {why}", port=name, why=why_not_opened(name, error))) from None


async def _in_thread(make: Callable[[], Device]) -> Device:
    """Return or raise what `make` does, without blocking the loop.

    A cancelled call does not wait for it: the device is closed as soon as it has been opened.
    """
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
