# mypy: ignore-errors
# PIO and DMA in real time on MicroPython's unix port, and what these tests connect to them: sixteen switches, a button
# at GPIO 12, and a strip of lamps. It ends as if by Ctrl-C, after 200 ms or five pictures.

import time

import uctypes
from machine import Pin, pulls

WORDS = 2  # of a sample: the pins, rotated to begin at GPIO 16, and sixteen inputs
READING = 4  # added to a request's number to wait for a word instead of room for one
ENDS_MS, ENDS_PICTURES = 200, 5


def pins(ms):
    """Return the pins. The button closes to ground from 50 to 100 ms; otherwise its pin is high if it is pulled up."""
    low = 50 <= ms < 100 or pulls.get(12) != Pin.PULL_UP
    return 0xFFFFFFFF & ~(low << (12 - 16) % 32)


def inputs(ms):
    """Return the inputs, with low bits behind them.

    Switch 3 closes at 30 ms, bounces for 2 ms and opens at 130 ms; switch 14 touches for 2 ms.
    """
    closed = 0
    if 30 <= ms < 130 and ms != 31:
        closed |= 1 << 3
    if 60 <= ms < 62:
        closed |= 1 << 14
    return 0xFFFF ^ closed


class PIO:
    OUT_LOW, OUT_HIGH, SHIFT_LEFT, SHIFT_RIGHT = range(4)

    def __init__(self, block):
        pass


def asm_pio(**_):
    return lambda program: program


class StateMachine:
    def __init__(self, number, program, **_):
        self.number = number

    def rx_fifo(self):
        return 0

    def active(self, on):
        pass


class DMA:
    channel = 0
    registers = [0] * 16

    def __init__(self):
        self._ctrl = None
        self._stopped = False  # an earlier start may have left it running
        self._asked = 0
        self._pictures = 0

    def pack_ctrl(self, **fields):
        return fields

    def config(self, read=None, write=None, count=0, ctrl=None, trigger=False):
        self._ctrl = ctrl or self._ctrl
        assert self._stopped or not trigger
        if isinstance(write, StateMachine):
            assert ctrl["treq_sel"] == write.number and ctrl["size"] == 0 and not ctrl["inc_write"]
        elif trigger and isinstance(read, StateMachine):
            assert ctrl["treq_sel"] == read.number + READING and not ctrl["inc_read"] and ctrl["ring_sel"] == 1
            self._begin(write, 1 << ctrl["ring_size"], count)
        elif trigger:
            self._show(bytes(read), count)

    def active(self, on=None):
        if on is not None:
            assert self._ctrl["enable"] is False
            self._stopped = True
        return False

    @property
    def count(self):
        """Words still to come. Reading this delivers those that are due."""
        now = time.ticks_diff(time.ticks_ms(), self._start)
        if now > ENDS_MS:
            raise KeyboardInterrupt
        while self._ms < now:
            for word in (pins(self._ms), inputs(self._ms)):
                self._ring[self._at : self._at + 4] = word.to_bytes(4, "little")
                self._at = (self._at + 4) % len(self._ring)
            self._ms += 1
        return self._asked - WORDS * self._ms

    def _begin(self, address, size, count):
        assert address % size == 0
        self._ring = uctypes.bytearray_at(address, size)
        self._asked, self._at, self._ms, self._start = count, 0, 0, time.ticks_ms()

    def _show(self, pixels, count):
        print([(lamp // 3, pixels[lamp : lamp + 3]) for lamp in range(0, count, 3) if any(pixels[lamp : lamp + 3])])
        self._pictures += 1
        if self._pictures == ENDS_PICTURES:
            raise KeyboardInterrupt
