# The line over USB. MicroPython only tells whether there is a byte to read, so bytes are read one by one, 35 us each.
# A write goes out in one block, and never exceeds the room that MicroPython's queue surely has: without room a write
# blocks for up to 500 ms, and with the cable out for ever. The queue is empty when USB has no packet to send. With the
# cable out that says nothing, so at most one queue of bytes is written until the host says something.
#
# The packet's endpoint depends on the build of MicroPython; stock builds use number 2. USB's registers tell it at the
# first write. If they show none that it can be, or several, bytes are written one by one, each if there is room. That
# takes 2.5 ms for 32 bytes instead of 0.1 ms.

import select
import sys

from machine import mem16

from ..micro import const, micropython, ptr8

_PASS_BYTES = const(32)  # read in one pass at most, about a millisecond
_QUEUE_BYTES = const(256)
_USB = const(0x50100000)  # its memory (4.1.2.5). The control of endpoint n in is at 8 * n; its upper half ...
_KIND = const(0xCC00)  # ... has these bits: enabled, two buffers, type ...
_STREAM = const(0x8800)  # ... as an endpoint has them that sends a stream
_BUFFERS = const(0x50100080)  # the buffer control of endpoint n in is at 8 * n ...
_AVAILABLE = const(0x400)  # ... and has this bit set while USB has a packet to send


class Usb:
    """The line's bytes. Only construction allocates."""

    def __init__(self) -> None:
        self._byte = bytearray(1)
        self._unheard = 0  # bytes written since one was read
        self._queued = 0  # bytes written since the queue was known to be empty
        self._sending: "int | None" = None  # the buffer control, 0 if it is not known, None before the first write
        self._read = sys.stdin.buffer.readinto  # type: ignore[union-attr]  # missing in the stubs
        self._write = sys.stdout.buffer.write
        readable, writable = select.poll(), select.poll()
        readable.register(sys.stdin, select.POLLIN)
        writable.register(sys.stdout, select.POLLOUT)
        self._readable, self._writable = readable.ipoll, writable.ipoll  # ipoll reuses one tuple

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
        for _ in self._writable(0):  # polling also moves queued bytes on
            break
        else:
            return 0
        if self._sending is None:
            self._sending = _stream()
        if not self._sending:
            return self._write_bytes(data, start, end)
        unheard, queued = self._unheard, self._queued
        if not mem16[self._sending] & _AVAILABLE:  # the host has taken everything
            queued = 0
        count = min(end - start, _QUEUE_BYTES - (queued if queued > unheard else unheard))
        if count <= 0:
            return 0
        self._write(data, start, count)  # type: ignore[call-overload]  # these arguments are missing in the stubs
        self._queued = queued + count
        self._unheard = unheard + count
        return count

    def _write_bytes(self, data: "bytes | bytearray", start: int, end: int) -> int:
        count = 0
        while count < end - start and self._unheard < _QUEUE_BYTES:
            for _ in self._writable(0):
                break
            else:
                break
            self._write(data, start + count, 1)  # type: ignore[call-overload]  # as above
            self._unheard += 1
            count += 1
        return count

    @micropython.native
    def wait(self, ms: int) -> None:
        """Sleep until the host sends something, at most a millisecond; return at once if `ms` is less than two."""
        if ms > 1:
            for _ in self._readable(1):
                break


def _stream() -> int:
    """Return the address of the buffer control of the endpoint that sends the line's bytes; 0 if it is not certain."""
    found = [number for number in range(1, 16) if mem16[_USB + 8 * number + 2] & _KIND == _STREAM]
    return _BUFFERS + 8 * found[0] if len(found) == 1 else 0
