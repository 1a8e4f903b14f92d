"""A serial port whose file descriptor the running loop reads directly: the fastest way, on POSIX only."""

from __future__ import annotations

import asyncio
import os
import termios
from collections.abc import Callable
from contextlib import suppress

import serial

from mouseboard.link.trouble import GONE, why_lost

CHUNK = 4096  # bytes per read; reading byte by byte would cost more than everything else


class PosixStream:
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
            self._end(why_lost(error))
            return
        if data:
            self._receive(data)
        else:
            self._end(GONE)

    def write(self, data: bytes) -> None:
        try:
            with suppress(BlockingIOError):  # no room: dropped, see Stream
                os.write(self._descriptor, data)
        except OSError as error:
            # Later, because the caller is in the middle of something.
            self._loop.call_soon(self._end, why_lost(error))

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
