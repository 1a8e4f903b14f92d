"""The lamps' PIO program, run on an emulated state machine. The emulator moves to pin 0, whatever the base is."""

from collections import deque
from itertools import pairwise

import pioemu  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st
from pioemu import State
from tests.firmware.pio import Program, load

strip = load("strip")


def pulses(data: bytes) -> list[tuple[int, int]]:
    """Return (ns high, ns from rise to rise) of each bit of these bytes; 0 where no rise follows."""
    program: Program = strip.lamp_program
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
