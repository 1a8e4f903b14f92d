# The line is USB. A byte is read only when one is there: MicroPython tells no more than that, and 35 us go by for each.
# What is written goes out in one block, no longer than what is surely free of MicroPython's queue: a write without room
# holds the program for up to 500 ms, with the cable out for ever. The queue is empty when USB has nothing to send; with
# the cable out that means nothing, so a queue full is all that goes out without a word from the host.

import select
import sys

from machine import mem16

from ..micro import const, micropython, ptr8

_PASS_BYTES = const(32)  # read in one pass at most, about a millisecond
_QUEUE_BYTES = const(256)
_USB_SENDING = const(0x50100090)  # buffer control of endpoint 2 in (4.1.2.5) ...
_USB_AVAILABLE = const(0x400)  # ... and its bit that says that USB has a packet to send


class Usb:
    """Nothing here allocates but the making."""

    def __init__(self) -> None:
        self._byte = bytearray(1)
        self._unheard = 0  # bytes written since one was read
        self._queued = 0  # bytes written since the queue was known to be empty
        self._read = sys.stdin.buffer.readinto  # type: ignore[union-attr]  # the stubs do not know it
        self._write = sys.stdout.buffer.write
        readable, writable = select.poll(), select.poll()
        readable.register(sys.stdin, select.POLLIN)
        writable.register(sys.stdout, select.POLLOUT)
        self._readable, self._writable = readable.ipoll, writable.ipoll  # the iterator and its tuple are the poll's own

    @micropython.viper
    def read_into(self, buffer: ptr8) -> int:
        ready, read, byte = self._readable, self._read, self._byte
        last = ptr8(byte)
        count = 0
        while count < _PASS_BYTES:
            for _ in ready(0):
                break
            else:
                break
            read(byte)
            buffer[count] = last[0]
            count += 1
            if int(last[0]) == 3:  # what follows a Ctrl-C is for MicroPython's prompt
                break
        if count:
            self._unheard = 0
        return count

    @micropython.native
    def write(self, data: "bytes | bytearray", start: int, end: int) -> int:
        for _ in self._writable(0):  # and what is queued moves on
            break
        else:
            return 0
        unheard, queued = self._unheard, self._queued
        if not mem16[_USB_SENDING] & _USB_AVAILABLE:  # the host has taken all: nothing is queued
            queued = 0
        count = min(end - start, _QUEUE_BYTES - (queued if queued > unheard else unheard))
        if count <= 0:
            return 0
        self._write(data, start, count)  # type: ignore[call-overload]  # the stubs do not know these
        self._queued = queued + count
        self._unheard = unheard + count
        return count

    @micropython.native
    def wait(self, ms: int) -> None:
        """Sleep until the host says something, for a millisecond at most; not at all if `ms` is less than two."""
        if ms > 1:
            for _ in self._readable(1):
                break
