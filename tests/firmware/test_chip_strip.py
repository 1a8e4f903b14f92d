"""The strip: its PIO program, run on an emulated state machine, and what it does with DMA and the clock.

The emulator moves to pin 0, whatever the base is.
"""

import time
from collections import deque
from itertools import pairwise
from typing import Any
from unittest.mock import Mock, patch

import pioemu  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pioemu import State
from tests.firmware.pio import Program, Rp2, load

strip = load("strip")

CLOCK = 1 << 30
"""What MicroPython's microseconds wrap at."""
LATCH_US = 280
"""How long a WS2812B's line must be low before the next byte begins another picture."""


def pulses(data: bytes) -> list[tuple[int, int]]:
    """Return (ns high, ns from rise to rise) of each bit of these bytes; 0 where no rise follows."""
    program: Program = strip.lamp_program()
    fifo = deque(byte * 0x01010101 for byte in data)  # a byte on the bus appears in all four lanes
    rises: list[int] = []
    falls: list[int] = []
    high = False
    for before, after in pioemu.emulate(
        program.words,
        stop_when=lambda _, state: state.clock > 80 * len(data) + 40,
        initial_state=State(pin_directions=1, transmit_fifo=fifo),
        auto_pull=program.config["autopull"],
        pull_threshold=program.config["pull_thresh"],
        shift_osr_right=program.config["out_shiftdir"] == 1,
        set_count=1,
    ):
        now = bool(after.pin_values & 1)
        if now != high:
            (rises if now else falls).append(before.clock)
            high = now
    cycle_ns = 1_000_000_000 // strip._LAMP_HZ
    periods = [b - a for a, b in pairwise(rises)] + [0]
    return [
        ((fall - rise) * cycle_ns, period * cycle_ns) for rise, fall, period in zip(rises, falls, periods, strict=True)
    ]


def test_each_bit_has_the_pulse_lengths_of_a_ws2812() -> None:
    bits = pulses(b"\xa5")
    assert {high for high, _ in bits} == {375, 750}
    assert {period for _, period in bits[:-1]} == {1250}


@given(st.binary(min_size=1, max_size=12))
@settings(max_examples=25)
def test_bytes_go_out_highest_bit_first(data: bytes) -> None:
    sent = [int(high > 500) for high, _ in pulses(data)]
    assert sent == [byte >> 7 - bit & 1 for byte in data for bit in range(8)]


class Lamps:
    """Strip, PIO, DMA and clock of some lamps. Time passes while the strip waits."""

    def __init__(self, now: int = 0) -> None:
        self.now = now
        self.pio_runs = True
        self.began: list[int] = []  # when the data of each picture began
        self.reads: list[bytearray] = []
        self.freed = -1  # when the DMA channel was
        self.looks = 0  # at the DMA channel
        self._end = now  # of the data
        self._waits = False  # DMA, for a PIO that takes nothing
        self._enabled = False
        with (
            patch.multiple(strip, Pin=Mock(), rp2=Mock(DMA=lambda: self)),
            patch.object(time, "ticks_us", lambda: self.now % CLOCK, create=True),
        ):
            self._strip = strip.Strip(2)

    def show(self, pixels: bytearray, at: int = 0) -> None:
        self.now = max(self.now, at)
        with patch.object(time, "sleep_us", self._sleep, create=True):
            self._strip.show(pixels)

    def deinit(self) -> None:
        with patch.object(time, "sleep_us", self._sleep, create=True):
            self._strip.deinit()

    def _sleep(self, us: int) -> None:
        self.now += us

    # The DMA channel

    def pack_ctrl(self, enable: bool = True, **_: int) -> bool:
        return enable

    def config(self, *, ctrl: bool | None = None, trigger: bool = False, read: Any = None, **_: Any) -> None:
        self._enabled = self._enabled if ctrl is None else ctrl
        if trigger:
            assert self._enabled and not self.active()
            self.began.append(self.now)
            self.reads.append(read)
            self._waits = not self.pio_runs
            self._end = self.now + 10 * len(read)

    def active(self, *stop: int) -> bool:
        if stop:
            assert not self._enabled  # RP2350-E5
            self._waits, self._end = False, self.now
        self.looks += 1
        assert self.looks < 1000, "it waits without end"
        return self._waits or self.now < self._end - 50  # PIO's queue has taken the last bytes

    def close(self) -> None:
        self.freed = self.now


@pytest.mark.parametrize("after", range(0, 2600, 20))
def test_the_lamps_always_tell_one_picture_from_the_next(after: int) -> None:
    lamps = Lamps()
    lamps.show(bytearray(192))
    lamps.show(bytearray(192), at=after)
    assert lamps.began[1] - lamps.began[0] >= 1920 + LATCH_US
    assert lamps.began[1] - max(after, 1920 + LATCH_US) <= 150  # and no picture waits for long


def test_pictures_far_apart_do_not_wait() -> None:
    lamps = Lamps()
    for at in (1000, 4000, 7_000_000):
        lamps.show(bytearray(192), at)
    assert lamps.began == [1000, 4000, 7_000_000]


def test_a_strip_whose_pio_has_been_stopped_holds_nobody_up_and_shows_what_comes_once_it_runs() -> None:
    lamps = Lamps()
    lamps.pio_runs = False
    for _ in range(3):
        lamps.show(bytearray(192))
    assert lamps.now <= 3 * 2400
    lamps.pio_runs = True
    lamps.show(bytearray(b"last"))
    assert lamps.reads[-1] == b"last"


@pytest.mark.parametrize("passed", [CLOCK - 1, CLOCK, CLOCK + 100, CLOCK + 2319, 5 * CLOCK])
def test_a_clock_that_wraps_between_two_pictures_costs_the_wait_for_one_at_most(passed: int) -> None:
    lamps = Lamps(now=CLOCK - 1000)
    lamps.show(bytearray(192))
    lamps.show(bytearray(192), at=lamps.now + passed)
    assert lamps.now <= CLOCK - 1000 + passed + 1920 + 400


@pytest.mark.parametrize("machine", [1, 6])
def test_a_hundred_strips_can_be_made_and_freed_one_after_the_other(machine: int) -> None:
    rp2 = Rp2()
    for _ in range(100):
        made(rp2, machine).deinit()
    assert (rp2.channels, rp2.PIO.loaded) == (12, ([], []))


def test_a_freed_strip_leaves_another_one_its_program() -> None:
    rp2 = Rp2()
    first, second = made(rp2, 1), made(rp2, 2)
    first.deinit()
    assert rp2.PIO.loaded[0] == [second._program]


def made(rp2: Rp2, machine: int) -> Any:
    with (
        patch.multiple(strip, Pin=Mock(), rp2=rp2),
        patch.object(time, "ticks_us", lambda: 0, create=True),
    ):
        return strip.Strip(2, machine)


def test_a_strip_is_freed_only_once_the_lamps_have_the_last_picture() -> None:
    lamps = Lamps()
    lamps.show(bytearray(192))
    lamps.deinit()
    assert lamps.freed >= 1920 + LATCH_US
