"""An open serial port: one thread reads, another writes, and the loop waits for neither.

Both are daemons: some reads cannot be cancelled, and a process must be able to end while a driver or a host on the
network blocks them. The reader closes the device after both have finished.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Full, Queue
from typing import Protocol

import serial

from mouseboard.link.trouble import why_lost

CHUNK = 4096  # bytes read in one go
READ_TIMEOUT_S = 0.1  # a reader that cannot be cancelled checks this often whether it is still wanted
WRITE_TIMEOUT_S = 0.1  # then bytes that the device does not take are dropped
OUTBOX = 32  # chunks that may wait to be written; a link has one request under way
RELEASE_S = 0.25  # closing waits at most this long until a port of this computer is free to be opened again


class Device(Protocol):
    """The part of pyserial's devices in use. `read` waits READ_TIMEOUT_S; `write` WRITE_TIMEOUT_S, where it can."""

    @property
    def port(self) -> str | None: ...

    @property
    def in_waiting(self) -> int: ...

    def read(self, size: int = 1, /) -> bytes: ...

    def write(self, data: bytes, /) -> int | None: ...

    def close(self) -> None: ...


class ThreadedStream:
    """An open device, read and written by threads of its own."""

    def __init__(self, device: Device, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> None:
        self._device = device
        self._receive = receive
        self._lost = lost
        self._loop = asyncio.get_running_loop()
        self._closed = False  # only the loop's thread sets it
        self._released = threading.Event()
        self._outbox: Queue[bytes | None] = Queue(OUTBOX)
        self._writer = threading.Thread(target=self._write_all, name=f"writing {device.port}", daemon=True)
        self._writer.start()
        threading.Thread(target=self._read_all, name=f"reading {device.port}", daemon=True).start()

    # The loop's thread

    def write(self, data: bytes) -> None:
        with suppress(Full):  # dropped, see Stream
            self._outbox.put_nowait(data)

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        with suppress(Full):  # if it is full, the writer notices by itself
            self._outbox.put_nowait(None)
        if isinstance(self._device, serial.Serial):  # a port of this computer
            with suppress(OSError, TypeError):  # it may just have been closed
                self._device.cancel_read()
                self._device.cancel_write()
            self._released.wait(RELEASE_S)

    def _arrived(self, data: bytes) -> None:
        if not self._closed:
            self._receive(data)

    def _end(self, reason: str) -> None:
        if not self._closed:
            self.close()
            self._lost(reason)

    # The other threads. They report their own exceptions: pyserial raises TypeError and more when a device vanishes.

    def _read_all(self) -> None:
        try:
            while not self._closed:
                if first := self._device.read(1):
                    waiting = min(self._device.in_waiting, CHUNK)
                    self._loop.call_soon_threadsafe(self._arrived, first + self._device.read(waiting))
        except Exception as error:
            self._tell_end(error)
        self._writer.join(2 * WRITE_TIMEOUT_S)
        with suppress(Exception):
            if isinstance(self._device, serial.Serial):
                self._device.reset_output_buffer()  # else closing waits until a silent table has read it
        with suppress(Exception):
            self._device.close()
        self._released.set()

    def _write_all(self) -> None:
        try:
            while not self._closed and (data := self._outbox.get()) is not None:
                with suppress(serial.SerialTimeoutException):  # dropped, see Stream
                    self._device.write(data)
        except Exception as error:
            self._tell_end(error)

    def _tell_end(self, error: Exception) -> None:
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._end, why_lost(self._device.port or "", error))
