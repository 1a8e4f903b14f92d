"""The sampler: its PIO program, run on an emulated state machine against a model of the chain; and its ring in memory.

The emulator reads from pin 0 up, whatever the base is, so the data pin is pin 0 here.
"""

import time
from array import array
from collections import deque
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import Mock, patch

import pioemu  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pioemu import State
from tests.firmware.pio import Program, Rp2, load

chip, pins = load("sampler"), load("pins")
pico2 = load("sampler", "Raspberry Pi Pico2 with RP2350")

LOAD, CLOCK, TEST = 17, 18, 19


class Chain:
    """74HC165s in a row: they load while SR_PL is low, shift on a rising edge of SR_SCK, and show the front bit."""

    def __init__(self, inputs: list[int], spurious: tuple[int, ...] = (), missed: tuple[int, ...] = ()) -> None:
        """The clocks with these numbers come twice, or not at all."""
        self._pl, self._sck = 1 << LOAD, 1 << CLOCK
        self._come = {**dict.fromkeys(spurious, 2), **dict.fromkeys(missed, 0)}
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
            for _ in range(self._come.get(len(self.rises), 1)):
                self._bits.popleft()
                self._bits.append(state.pin_values >> TEST & 1)
            self.rises.append(state.clock)
        self._clock = clock

    def shown(self) -> int:
        return self._bits[0]


def sample(inputs: list[int], marked: bool = True, **clocks: tuple[int, ...]) -> tuple[list[int], Chain]:
    """Return the words of one sample, and the chain. The first word holds the pins; the emulator shows only one."""
    size = chip.sample_words(len(inputs))
    program: Program = chip.chain_program(size, marked)
    chain = Chain(inputs, **clocks)
    words: list[int] = []

    def level(_: State) -> int:
        return chain.shown()

    outputs = 1 << LOAD | 1 << CLOCK | 1 << TEST
    for before, after in pioemu.emulate(
        program.words,
        stop_when=lambda _, state: len(words) == size and state.program_counter == 0,
        initial_state=State(pin_directions=outputs, pin_values=1 << LOAD),
        input_source=level,
        auto_push=program.config["autopush"],
        push_threshold=program.config["push_thresh"],
        shift_isr_right=program.config["in_shiftdir"] == 1,
        side_set_base=LOAD,
        side_set_count=3 if marked else 2,
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


def test_the_sample_written_out_above_the_sampler_is_what_its_program_shifts_in() -> None:
    words, _ = sample([1, 1, 1, 1, 1, 1, 1, 0])
    assert words[1:] == [0x0000017F]
    assert "0x0000017F" in Path(chip.__file__ or "").read_text().partition("\nimport ")[0]
    found = bytearray(1)
    assert not chip._unpack(found, bytes(4) + words[1].to_bytes(4, "little"), 0, 8, bytearray(2), 8, 1)
    assert found == b"\x80"


def counts(words: list[int], inputs: int, marked: bool = True) -> int:
    """Return whether a sampler counts this sample as noise."""
    raw = b"".join(word.to_bytes(4, "little") for word in words)
    found = bytearray((inputs + 7) // 8)
    return bool(chip._unpack(found, raw, 0, inputs, bytearray(2), len(raw), int(marked)))


CLOCKS = st.integers(1, 79)  # the first one shifts the mark itself


@given(st.lists(st.integers(0, 1), min_size=81, max_size=81), CLOCKS)
@settings(max_examples=10)
def test_a_clock_too_many_or_too_few_is_noise_whatever_the_inputs_read(inputs: list[int], clock: int) -> None:
    inputs = inputs + [1] * 7
    good, _ = sample(inputs)
    assert not counts(good, 81)
    for clocks in ({"spurious": (clock,)}, {"missed": (clock,)}, {"spurious": (3, clock + 5)}):
        words, _ = sample(inputs, **clocks)
        assert counts(words, 81), clocks


def test_a_chain_without_a_test_wire_is_expected_to_be_low_behind_its_end() -> None:
    words, _ = sample([1] * 16, marked=False)
    assert not counts(words, 16, marked=False)


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
    chip._unpack(found, sample, 0, inputs, pins, 0, 0)
    return bytes(found)


def chain_sampler(inputs: int) -> Any:
    """Return a sampler with a chain, whose memory the test fills instead of DMA."""
    memory = array("I", bytes(chip._RING_BYTES))
    rp2, uctypes = Mock(), Mock(addressof=lambda _: 0, bytearray_at=lambda *_: memoryview(memory).cast("B"))
    with (
        patch.multiple(chip.Sampler, _start=lambda _: None),
        patch.multiple(chip, Pin=Mock(), rp2=rp2, uctypes=uctypes),
        patch.object(time, "ticks_ms", lambda: 0, create=True),
    ):
        sampler = chip.Sampler(inputs, 16, 17, 18, test=19)
    sampler.ring._memory = memory  # as words; on the chip they are the same memory
    return sampler


def shifted(inputs: int, behind: int = 0) -> bytes:
    """Return a sample with all inputs open and the mark behind the chain's end, with these bits of it flipped."""
    bits = (inputs + 7) // 8 * 8
    value = (1 << bits) - 1 | (1 ^ behind) << bits
    return bytes(4) + value.to_bytes(4 * (chip.sample_words(inputs) - 1), "little")


def take(sampler: Any, *samples: bytes) -> list[int]:
    """Let these samples arrive one by one, each looked at in its millisecond. Return the times of those taken."""
    times = []
    for sample in samples:
        sampler.arrived = getattr(sampler, "arrived", 0) + 1
        at = (sampler.arrived - 1) * len(sample)
        sampler._samples[at : at + len(sample)] = sample
        times += [sampler.sample() for _ in range(sampler.ring.look(sampler.arrived, sampler.arrived, True))]
    return times


@pytest.mark.parametrize("inputs", [8, 32, 81, 96, 144])
def test_every_sample_with_a_wrong_bit_behind_the_chain_s_end_is_counted(inputs: int) -> None:
    sampler = chain_sampler(inputs)
    take(sampler, shifted(inputs), shifted(inputs))
    assert sampler.noise == 0
    spare = 32 * (chip.sample_words(inputs) - 1) - (inputs + 7) // 8 * 8
    take(sampler, *[shifted(inputs, 1 << bit) for bit in range(spare)])
    assert sampler.noise == spare >= 8


def test_equal_samples_of_a_broken_chain_are_all_counted() -> None:
    sampler = chain_sampler(81)
    broken = bytes(4) + bytes([255] * 12)  # a data line that nothing drives is high
    assert len(take(sampler, shifted(81), shifted(81), broken, broken, broken, shifted(81), shifted(81))) == 5
    assert sampler.noise == 3


def test_a_table_without_a_chain_counts_no_noise() -> None:
    sampler = own(Board(set()))
    sampler._samples = bytearray([255] * chip._RING_BYTES)
    sampler.ring.look(1, 1, False)
    sampler.sample()
    assert sampler.noise == 0


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
        return chip.Sampler(inputs, 16, 17, 18, ((12, 0), (8, 1)), own=pins.OWN_INPUTS, test=19)


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


def test_load_clock_and_test_must_be_neighbours() -> None:
    with pytest.raises(ValueError, match="clock must be the GPIO behind load, and test the one behind clock"):
        chip.Sampler(16, data=16, load=17, clock=19)
    with pytest.raises(ValueError, match="and test the one behind clock"):
        chip.Sampler(16, data=16, load=17, clock=18, test=20)


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


class Channel:
    """A DMA channel as in the data sheet (2.5): it transfers a number of words, and then starts another channel."""

    def __init__(self, channels: list["Channel"]) -> None:
        self.channel = len(channels)
        self._channels = channels
        channels.append(self)
        self.count = self._reload = 0
        self._ctrl: dict[str, int] = {"enable": 0, "chain_to": self.channel}
        self._read: Any = None
        self._write: Any = None

    @property
    def registers(self) -> list[tuple["Channel", int]]:
        return [(self, n) for n in range(16)]

    def pack_ctrl(self, **fields: int) -> dict[str, int]:
        return {"enable": 1, "chain_to": self.channel, "inc_read": 1, "inc_write": 1, **fields}

    def config(
        self, *, ctrl: dict[str, int], read: Any = None, write: Any = None, count: int = 0, trigger: bool = False
    ) -> None:
        self._ctrl, self._read, self._write, self._reload = ctrl, read, write, count
        if trigger:
            self.start()

    def active(self, value: int) -> None:
        assert not value
        self.count = 0

    def start(self, count: int = 0) -> None:
        self._reload = count or self._reload
        if self._ctrl["enable"]:
            self.count = self._reload
            if isinstance(self._write, list):  # another channel's registers: not paced, so it happens at once
                (target, register), *_ = self._write
                assert register == 7, "the alias that sets the count and starts (2.5.7)"
                target.start(*self._read)
                self.done()

    def done(self) -> None:
        self.count -= 1
        following = self._ctrl["chain_to"]
        if not self.count and following != self.channel:
            self._channels[following].start()


class Fed:
    """A sampler whose PIO has a queue of four words. While it is full, PIO waits and samples nothing."""

    def __init__(self, lap_words: int, inputs: int = 81) -> None:
        self.ms, self.waited, self.queue = 0, 0, 0
        channels: list[Channel] = []
        rp2 = Mock(DMA=lambda: Channel(channels))
        rp2.StateMachine().rx_fifo.side_effect = lambda: 0
        with (
            patch.multiple(chip, Pin=Mock(), rp2=rp2, uctypes=Mock(addressof=lambda _: 0), _LAP_WORDS=lap_words),
            patch.object(time, "ticks_ms", lambda: self.ms, create=True),
        ):
            self.sampler = chip.Sampler(inputs, 16, 17, 18)
        self.arrivals = channels[0]

    def run(self, ms: int) -> None:
        for _ in range(ms):
            self.ms += 1
            for _ in range(self.sampler._words):
                if self.arrivals.count:
                    self.arrivals.done()
                elif self.queue < 4:
                    self.queue += 1
                else:
                    self.waited += 1

    def take(self, lap_words: int) -> list[int]:
        """Return the times of the samples that wait."""
        with patch.object(chip, "_LAP_WORDS", lap_words):
            waiting = self.sampler.look(False)
        times = []
        for _ in range(waiting):
            self.sampler.ring.take()
            times.append(self.sampler.ring.time)
        return times


@given(st.lists(st.integers(1, 200), max_size=40), st.sampled_from([2048, 4096]))
@settings(max_examples=30)
def test_no_sample_is_lost_and_every_time_is_right_when_dma_starts_again(holds: list[int], lap_words: int) -> None:
    fed = Fed(lap_words)
    times = []
    for hold in holds:
        fed.run(hold)
        times += fed.take(lap_words)
    assert (fed.waited, fed.queue, fed.sampler.ring.missed) == (0, 0, 0)
    assert times == list(range(1, fed.ms + 1))


def test_a_stopped_sampler_stays_stopped() -> None:
    fed = Fed(2048)
    fed.run(10)
    fed.sampler.stop()
    fed.run(1000)
    assert fed.arrivals.count == 0


@pytest.mark.parametrize("machine", [0, 4])
def test_a_hundred_samplers_can_be_made_and_freed_one_after_the_other(machine: int) -> None:
    rp2 = Rp2()
    with (
        patch.multiple(chip, Pin=Mock(), rp2=rp2, uctypes=Mock(addressof=lambda _: 0)),
        patch.object(time, "ticks_ms", lambda: 0, create=True),
    ):
        for _ in range(100):
            chip.Sampler(81, 16, 17, 18, machine=machine, test=19).deinit()
    assert (rp2.channels, rp2.PIO.loaded) == (12, ([], []))


@given(st.integers(1, 144))
def test_the_ring_holds_whole_samples_for_longer_than_a_flash_write_takes(inputs: int) -> None:
    words = chip.sample_words(inputs)
    assert 4 * words >= 4 + inputs / 8
    assert chip._RING_BYTES == 1 << chip._RING_BITS
    assert chip._RING_BYTES % (4 * words) == 0
    assert chip._RING_BYTES // (4 * words) >= 256
    assert chip._LAP_WORDS % (words * chip._RING_BYTES) == 0
    assert chip._LAP_WORDS.bit_count() == 1  # or the ring's count would not wrap with the table's clock
    assert chip._LAP_WORDS < 1 << 28  # what RP2350's DMA can count
