"""The sampler: its PIO program, run on an emulated state machine against a model of the chain; and its ring in memory.

The emulator reads from pin 0 up, whatever the base is, so the data pin is pin 0 here.
"""

import time
from collections import deque
from itertools import pairwise
from types import ModuleType
from typing import Any
from unittest.mock import Mock, patch

import pioemu  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pioemu import State
from tests.firmware.pio import Program, load

chip, pins = load("sampler"), load("pins")
pico2 = load("sampler", "Raspberry Pi Pico2 with RP2350")

LOAD, CLOCK = 17, 18


class Chain:
    """74HC165s in a row: they load while SR_PL is low, shift on a rising edge of SR_SCK, and show the front bit."""

    def __init__(self, inputs: list[int]) -> None:
        self._pl, self._sck = 1 << LOAD, 1 << CLOCK
        self._inputs = inputs
        self._bits = deque([0] * len(inputs))
        self._clock = 0
        self.loads: list[int] = []  # clocks at which the chain was loading
        self.rises: list[int] = []
        self.cycles = 0  # of the whole round of the program

    def follow(self, state: State) -> None:
        clock = state.pin_values & self._sck
        if not state.pin_values & self._pl:
            self._bits = deque(self._inputs)
            self.loads.append(state.clock)
        elif clock and not self._clock:
            self._bits.popleft()
            self._bits.append(0)  # SR_TEST is low
            self.rises.append(state.clock)
        self._clock = clock

    def shown(self) -> int:
        return self._bits[0]


def sample(inputs: list[int]) -> tuple[list[int], Chain]:
    """Return the words of one sample, and the chain. The first word holds the pins; the emulator shows only one."""
    size = chip.sample_words(len(inputs))
    program: Program = chip.chain_program(size)
    chain = Chain(inputs)
    words: list[int] = []

    def level(_: State) -> int:
        return chain.shown()

    outputs = 1 << LOAD | 1 << CLOCK
    for before, after in pioemu.emulate(
        program.words,
        stop_when=lambda _, state: len(words) == size and state.program_counter == 0,
        initial_state=State(pin_directions=outputs, pin_values=1 << LOAD),
        input_source=level,
        auto_push=program.config["autopush"],
        push_threshold=program.config["push_thresh"],
        shift_isr_right=program.config["in_shiftdir"] == 1,
        side_set_base=LOAD,
        side_set_count=2,
    ):
        chain.follow(after)
        while after.receive_fifo:
            words.append(after.receive_fifo.popleft())
        chain.cycles = after.clock
        assert after.clock > before.clock
    return words, chain


@given(st.integers(1, 18).flatmap(lambda size: st.lists(st.integers(0, 1), min_size=8 * size, max_size=8 * size)))
@settings(max_examples=10)
def test_every_input_of_up_to_18_registers_arrives_at_its_bit(inputs: list[int]) -> None:
    words, _ = sample(inputs)
    raw = b"".join(word.to_bytes(4, "little") for word in words[1:])
    assert [raw[n // 8] >> n % 8 & 1 for n in range(len(inputs))] == inputs


def collected(levels: int, inputs: int) -> bytes:
    """Return the contacts of a sample with no input closed and these levels at GPIO 0 to 31. Two levels count."""
    first = (inputs + 7) // 8 * 8
    closes_to_ground, closes_to_3v3 = (first, (12 - 16) % 32, 1), (first + 1, (20 - 16) % 32, 0)
    return contacts(levels, inputs, bytearray([2, 1, *closes_to_ground, *closes_to_3v3]), first // 8 + 1)


def contacts(levels: int, inputs: int, pins: bytearray, size: int) -> bytes:
    """Return the contacts collected from such a sample, after one that left every contact closed."""
    word = levels >> 16 | (levels & 0xFFFF) << 16
    sample = word.to_bytes(4, "little") + bytes([255] * 4 * (chip.sample_words(inputs) - 1))
    found = bytearray([255] * size)
    chip._collect(found, sample, 0, inputs, pins)
    return bytes(found)


class Board:
    """The chip's pins, with closed reeds and touching wires plugged into them."""

    IN, OUT, PULL_UP, PULL_DOWN = 0, 1, 1, 2

    def __init__(self, closed: set[int], touching: tuple[set[int], ...] = ()) -> None:
        self.closed, self.touching, self.low = closed, touching, set[int]()

    def __call__(self, gpio: int, *how: int | None, value: int | None = None) -> "Pin":
        return Pin(self, gpio)

    def level(self, gpio: int) -> int:
        joined = next((group for group in self.touching if gpio in group), {gpio})
        return int(joined.isdisjoint(self.closed | self.low))


class Pin:
    def __init__(self, board: Board, gpio: int) -> None:
        self._board, self._gpio = board, gpio

    def init(self, mode: int, pull: int | None = None, value: int | None = None) -> None:
        assert self._board.level(self._gpio) or self._gpio in self._board.low  # never drive a closed one
        (self._board.low.add if mode == Board.OUT else self._board.low.discard)(self._gpio)

    def value(self) -> int:
        return self._board.level(self._gpio)


def own(board: Board, inputs: int = 9, chip: ModuleType = chip) -> Any:
    """Return a sampler without a chain, on this board."""
    with (
        patch.object(chip, "Pin", board),
        patch.multiple(chip.Sampler, _start=lambda _: None),
        patch.multiple(chip, rp2=Mock(), uctypes=Mock(addressof=lambda _: 0)),
        patch.object(time, "ticks_ms", lambda: 0, create=True),
    ):
        return chip.Sampler(inputs, 16, 17, 18, ((12, 0), (8, 1)), own=pins.OWN_INPUTS)


class Pad:
    """The pad of GPIO 8 on an early RP2350, with a broken wire: only the pull-down can take its charge away.

    While its input is on, it stays high. 200 pF of wires through 80 kilohm fall to a low level in three time constants.
    """

    def __init__(self) -> None:
        self.on = self.high = True
        self.paused_us = 0

    def __setitem__(self, address: int, value: int) -> None:
        assert (address, value) in ((0x4003B024, 0x40), (0x4003A024, 0x40))  # input enable: clear, set
        self.on = address == 0x4003A024

    def sleep_us(self, us: int) -> None:
        self.paused_us += us
        if not self.on and us >= 3 * 0.2 * 80:
            self.high = False


@pytest.mark.parametrize(("module", "high"), [(chip, True), (pico2, False)], ids=["RP2040", "RP2350"])
def test_an_early_rp2350_lets_a_pin_fall_that_is_pulled_down_and_keeps_reading_it(
    module: ModuleType, high: bool
) -> None:
    sampler, pad = own(Board(set()), chip=module), Pad()
    sampler._arrivals.count = 0xFFFFF00
    with (
        patch.object(module, "mem32", pad),
        patch.object(time, "sleep_us", pad.sleep_us, create=True),
    ):
        for now in range(1000):
            sampler._now = lambda now=now: now
            sampler.look(True)
    assert pad.on
    assert pad.high == high
    assert pad.paused_us == (0 if high else 3 * 50)  # a thousandth of the time at most


@given(st.sets(st.sampled_from(pins.OWN_INPUTS)), st.integers(1, 9))
def test_the_inputs_of_a_table_without_a_chain_are_pins_that_close_to_ground(closed: set[int], inputs: int) -> None:
    sampler = own(Board(set()), inputs)
    levels = sum(1 << gpio for gpio in range(32) if gpio not in closed and gpio != 8)
    felt = contacts(levels, sampler._inputs, sampler._pins, len(sampler.contacts))
    expected = sum(1 << n for n, gpio in enumerate(pins.OWN_INPUTS[:inputs]) if gpio in closed)
    size = (inputs + 7) // 8
    assert felt == expected.to_bytes(size, "little") + b"\0"


@pytest.mark.parametrize(
    ("closed", "touching", "good"),
    [
        (set(), (), True),
        ({3, 4, 5}, (), True),
        (set(), ({9, 13},), False),
        ({3}, ({9, 13},), False),
        ({9}, ({9, 13},), True),  # both look closed; only the doctor's walk finds this
        (set(pins.OWN_INPUTS), (), True),
    ],
)
def test_touching_pins_are_detected(closed: set[int], touching: tuple[set[int], ...], good: bool) -> None:
    board = Board(closed, touching)
    sampler = own(board)
    sampler._scanner, sampler._start = Mock(), Mock()
    with patch.object(chip, "Pin", board), patch.object(time, "sleep_us", lambda _: None, create=True):
        assert sampler.apart() is good
    assert not board.low
    sampler._start.assert_called_once_with()


@pytest.mark.parametrize(
    ("levels", "closed"), [(1 << 12, 0b00), (0, 0b01), (1 << 12 | 1 << 20, 0b10), (~(1 << 12) & 0xFFFFFFFF, 0b11)]
)
@pytest.mark.parametrize("inputs", [8, 9, 81])
def test_contacts_at_pins_come_after_the_chain_s_bytes_whichever_level_closes_them(
    inputs: int, levels: int, closed: int
) -> None:
    assert collected(levels, inputs) == bytes((inputs + 7) // 8) + bytes([closed])


def test_load_and_clock_must_be_neighbours() -> None:
    with pytest.raises(ValueError, match="clock must be the GPIO behind load"):
        chip.Sampler(16, data=16, load=17, clock=19)


@given(st.integers(1, 144))
@settings(max_examples=4)
def test_a_round_of_the_program_takes_a_millisecond(inputs: int) -> None:
    words, chain = sample([1] * inputs)
    assert chain.cycles == chip.chain_hz(len(words)) // 1000


def test_load_and_clock_are_slow_enough_for_long_wires() -> None:
    words, chain = sample([0, 1] * 44)
    cycle_ns = 1_000_000_000 // chip.chain_hz(len(words))
    assert (chain.loads[-1] - chain.loads[0] + 4) * cycle_ns >= 1000
    assert 900 <= min(b - a for a, b in pairwise(chain.rises)) * cycle_ns <= 1100


@given(st.integers(1, 144))
def test_the_ring_holds_whole_samples_for_longer_than_a_flash_write_takes(inputs: int) -> None:
    words = chip.sample_words(inputs)
    assert 4 * words >= 4 + inputs / 8
    assert chip._RING_BYTES == 1 << chip._RING_BITS
    assert chip._RING_BYTES % (4 * words) == 0
    assert chip._RING_BYTES // (4 * words) >= 256
    assert chip._MANY % words == 0
    assert chip._MANY < 1 << 28  # what RP2350's DMA can count
