"""Threads that read and write a device. They block nobody, even if the device blocks them for ever."""

from __future__ import annotations

import asyncio
import gc
import socket
import threading
import time
from collections.abc import Callable
from typing import NoReturn

import pytest
from serial import SerialException, SerialTimeoutException

from mouseboard.link import PortError, SerialPort
from mouseboard.link.threaded_stream import OUTBOX, ThreadedStream


class Device:
    """A device like those of pyserial. The test decides what it reads and what happens to writes."""

    port = "COM3"
    in_waiting = 0

    def __init__(self, read: Callable[[], bytes], write: Callable[[bytes], None] = lambda _: None) -> None:
        self._read = read
        self._write = write
        self.closed = threading.Event()

    def read(self, size: int = 1, /) -> bytes:
        return self._read() if size else b""

    def write(self, data: bytes, /) -> int:
        self._write(data)
        return len(data)

    def close(self) -> None:
        self.closed.set()


def nothing() -> bytes:
    time.sleep(0.01)
    return b""


def fail(*_: object) -> NoReturn:
    raise SerialException("ClearCommError failed (PermissionError(13, '...', None, 22))")


class Heard:
    """The opener of the port."""

    def __init__(self) -> None:
        self.came: list[bytes] = []
        self.lost: list[str] = []

    def stream(self, device: Device) -> ThreadedStream:
        return ThreadedStream(device, self.came.append, self.lost.append)


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(5):
        while not true():
            await asyncio.sleep(0.001)


def test_closing_does_not_wait_for_a_read_that_never_ends() -> None:
    heard, released = Heard(), threading.Event()

    def stuck() -> bytes:
        released.wait()
        return b"late"

    async def talk() -> None:
        device = Device(stuck)
        stream = heard.stream(device)
        stream.close()
        assert not device.closed.is_set(), "the read has not ended"
        released.set()
        await until(device.closed.is_set)
        await asyncio.sleep(0)  # what its threads have told the loop comes now

    asyncio.run(talk())
    assert (heard.came, heard.lost) == ([], [])


def test_bytes_that_a_device_does_not_take_are_dropped_and_nobody_waits() -> None:
    heard, released, written = Heard(), threading.Event(), list[bytes]()

    def stuck(data: bytes) -> None:
        released.wait()
        written.append(data)

    async def talk() -> None:
        device = Device(nothing, stuck)
        stream = heard.stream(device)
        for number in range(1000):
            stream.write(b"%d" % number)
        assert not written, "the device has taken nothing"
        released.set()
        await until(lambda: len(written) >= OUTBOX)
        stream.close()
        await until(device.closed.is_set)

    asyncio.run(talk())
    assert written[:OUTBOX] == [b"%d" % number for number in range(OUTBOX)]
    assert len(written) <= OUTBOX + 1
    assert heard.lost == []


def test_a_write_that_times_out_is_dropped() -> None:
    heard, tried = Heard(), list[bytes]()

    def timeout(data: bytes) -> None:
        tried.append(data)
        raise SerialTimeoutException("Write timeout")

    async def talk() -> None:
        stream = heard.stream(Device(nothing, timeout))
        stream.write(b"1")
        stream.write(b"2")
        await until(lambda: len(tried) == 2)
        stream.close()

    asyncio.run(talk())
    assert heard.lost == []


def test_a_vanished_device_is_reported_once_by_reader_and_writer_together() -> None:
    heard = Heard()

    async def talk() -> None:
        device = Device(fail, fail)
        stream = heard.stream(device)
        stream.write(b"1")
        await until(lambda: heard.lost)
        await until(device.closed.is_set)
        await asyncio.sleep(0)  # what its threads have told the loop comes now

    asyncio.run(talk())
    assert heard.lost == ["nobody is at its other end"]


def test_a_stream_that_nobody_closed_ends_with_its_loop() -> None:
    def chatter() -> bytes:
        time.sleep(0.001)
        return b"x"

    device = Device(chatter)

    async def forget() -> None:
        Heard().stream(device)

    asyncio.run(forget())
    gc.collect()
    assert device.closed.wait(5)


@pytest.fixture
def mute() -> socket.socket:
    """A server that accepts connections and never sends anything."""
    return socket.create_server(("127.0.0.1", 0))


def test_a_cancelled_opening_ends_at_once_and_closes_what_it_opened(mute: socket.socket) -> None:
    async def talk() -> None:
        start = time.perf_counter()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await SerialPort(f"rfc2217://127.0.0.1:{mute.getsockname()[1]}?timeout=0.5").open(print, print)
        assert time.perf_counter() - start < 1

    asyncio.run(talk())
    client, _ = mute.accept()
    client.settimeout(10)
    while client.recv(100):
        pass  # the greeting of RFC 2217, then the end


def test_a_server_that_does_not_speak_rfc_2217_is_refused(mute: socket.socket) -> None:
    url = f"rfc2217://127.0.0.1:{mute.getsockname()[1]}?timeout=0.2"
    with pytest.raises(PortError, match=r": no answer in RFC 2217 from there: another protocol, or another program"):
        asyncio.run(SerialPort(url).open(print, print))
