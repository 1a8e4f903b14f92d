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

_INTERRUPT = const(3)
_PASS_BYTES = const(32)  # read in one pass at most, about a millisecond
_QUEUE_BYTES = const(256)

# In USB's memory (4.1.2.5) the words of endpoint n are at 8 * n. The upper half of its control word tells what it is. A
# stock build has 0xA800 at 0x50100012, for endpoint 2: enabled (0x8000), one buffer (0x4000 is not set), an interrupt
# for each packet (0x2000), bulk data (0x0800 of 0x0C00).
_CONTROL = const(0x50100002)  # the upper half
_KIND = const(0xCC00)  # all of these bits but the interrupt's ...
_STREAM = const(0x8800)  # ... as an endpoint has them that may carry the line
_BUFFERS = const(0x50100080)  # the buffer control, so 0x50100090 for endpoint 2
_AVAILABLE = const(0x400)  # a bit of it, set while USB has a packet to send


class Usb:
    """The line's bytes. Only construction and the first write allocate.

    Polling a stream for 0 ms yields one event if it is ready, else none. `for _ in ready(0): break` and its `else`
    tell the two apart without allocating.
    """

    def __init__(self) -> None:
        self._byte = bytearray(1)
        # For example 40 bytes are written, and USB takes them all as a packet for the host. While the host has not
        # collected it, 40 count as queued, although the queue is empty: 216 more may be written.
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
            if last[0] == _INTERRUPT:  # what follows a Ctrl-C is for MicroPython's prompt
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
            self._sending = _find_buffer_control()
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


def _find_buffer_control() -> int:
    """Return the address of the buffer control of the endpoint that sends the line's bytes; 0 if it is not certain."""
    found = [number for number in range(1, 16) if mem16[_CONTROL + 8 * number] & _KIND == _STREAM]
    return _BUFFERS + 8 * found[0] if len(found) == 1 else 0
