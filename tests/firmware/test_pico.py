"""The Pico's PIO programs, run on an emulated state machine against models of what hangs on the pins.

The emulator reads and moves to pins from 0 up, whatever the base: so SR_MISO and LED_DATA are pin 0 here.
"""

import time
import tomllib
from collections import deque
from itertools import pairwise
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch

import pioemu  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pioemu import State
from tests.firmware.pio import Program, load_pico

from mousetable import wire

pico = load_pico()
pico2 = load_pico("Raspberry Pi Pico2 with RP2350")

PINS = Path(__file__).parents[2] / "hardware" / "pins.toml"


def test_the_pins_are_those_of_the_hardware() -> None:
    signals = tomllib.loads(PINS.read_text())["signal"]
    assert {row["name"]: getattr(pico, row["name"]) for row in signals} == {row["name"]: row["gpio"] for row in signals}
    named = {name for name, value in vars(pico).items() if name.isupper() and isinstance(value, int) and name[0] != "_"}
    assert named - {"TYPE_CHECKING"} == {row["name"] for row in signals}


class Chain:
    """74HC165s in a row: loads while SR_PL is low, shifts on a rising edge of SR_SCK, shows the front bit."""

    def __init__(self, inputs: list[int]) -> None:
        self._pl, self._sck = 1 << pico.SR_PL, 1 << pico.SR_SCK
        self._inputs = inputs
        self._bits = deque([0] * len(inputs))
        self._clock = 0
        self.loads: list[int] = []  # clocks at which it was loading
        self.rises: list[int] = []
        self.cycles = 0  # of the whole round

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
    """The words of one sample of these inputs; the first is all pins, of which the emulator shows one."""
    size = pico.sample_words(len(inputs))
    program: Program = pico.chain_program(size)
    chain = Chain(inputs)
    words: list[int] = []

    def level(_: State) -> int:
        return chain.shown()

    outputs = 1 << pico.SR_PL | 1 << pico.SR_SCK
    for before, after in pioemu.emulate(
        program.words,
        stop_when=lambda _, state: len(words) == size and state.program_counter == 0,
        initial_state=State(pin_directions=outputs, pin_values=1 << pico.SR_PL),
        input_source=level,
        auto_push=program.config["autopush"],
        push_threshold=program.config["push_thresh"],
        shift_isr_right=program.config["in_shiftdir"] == 1,
        side_set_base=pico.SR_PL,
        side_set_count=2,
    ):
        chain.follow(after)
        while after.receive_fifo:
            words.append(after.receive_fifo.popleft())
        chain.cycles = after.clock
        assert after.clock > before.clock
    return words, chain


@given(st.integers(1, 18).flatmap(lambda size: st.lists(st.integers(0, 1), min_size=8 * size, max_size=8 * size)))
@settings(max_examples=10, deadline=None)
def test_every_input_of_up_to_18_registers_arrives_at_its_bit(inputs: list[int]) -> None:
    words, _ = sample(inputs)
    raw = b"".join(word.to_bytes(4, "little") for word in words[1:])
    assert [raw[n // 8] >> n % 8 & 1 for n in range(len(inputs))] == inputs


def collected(*asserted: str, inputs: int = 9) -> bytes:
    """The contacts of a sample with these direct contacts closed and no input."""
    pins = {"cage": pico.CAGE_SW, "a": pico.BUTTON_A, "b": pico.BUTTON_B, "rail": pico.SERVO_RAIL_OK}
    at_rest = 1 << pins["cage"] | 1 << pins["a"] | 1 << pins["b"]  # pulled up; the rail's sense is pulled down
    levels = at_rest ^ sum(1 << pins[name] for name in asserted)
    ring = (levels << 16).to_bytes(4, "little") + bytes([255] * 4 * (pico.sample_words(inputs) - 1))
    contacts = bytearray(wire.direct_start(inputs) // 8 + 1)
    pico._collect(contacts, ring, 0, inputs)
    return bytes(contacts)


def test_each_direct_contact_has_the_bit_that_the_line_gives_it() -> None:
    assert collected() == bytes(3)
    for name in wire.DIRECT:
        number = wire.direct_start(9) + wire.DIRECT.index(name)
        assert collected(name)[number // 8] == 1 << number % 8


@given(st.integers(1, 144))
@settings(max_examples=4, deadline=None)
def test_a_round_of_the_program_is_a_millisecond(inputs: int) -> None:
    words, chain = sample([1] * inputs)
    assert chain.cycles == pico.chain_hz(len(words)) // 1000


def test_load_and_clock_are_slow_enough_for_long_wires() -> None:
    words, chain = sample([0, 1] * 44)
    cycle_ns = 1_000_000_000 // pico.chain_hz(len(words))
    assert (chain.loads[-1] - chain.loads[0] + 4) * cycle_ns >= 1000
    assert 900 <= min(b - a for a, b in pairwise(chain.rises)) * cycle_ns <= 1100


@given(st.integers(1, 144))
def test_the_ring_holds_whole_samples_that_last_longer_than_writing_a_setting_takes(inputs: int) -> None:
    words = pico.sample_words(inputs)
    assert 4 * words >= 4 + inputs / 8
    assert pico._RING_BYTES == 1 << pico._RING_BITS
    assert pico._RING_BYTES % (4 * words) == 0
    assert pico._RING_BYTES // (4 * words) >= 256
    assert pico._MANY % words == 0
    assert pico._MANY < 1 << 28  # what RP2350's DMA can count


def test_of_a_sample_s_first_word_the_direct_contacts_count_and_nothing_else() -> None:
    pins = (pico.CAGE_SW, pico.BUTTON_A, pico.BUTTON_B, pico.SERVO_RAIL_OK)
    assert sum(1 << (pin - pico.SR_MISO) % 32 for pin in pins) == pico._DIRECT_PINS


class Usb:
    """MicroPython's queue to the host, and the packet that USB has; a write without room would hold the program."""

    def __init__(self, hardware: Any) -> None:
        self.queued = self.packet = 0
        self._hardware = hardware
        hardware._writable = lambda _: [None] if self.queued < 256 else []
        hardware._write = self.write
        hardware._queued = hardware._unheard = 0

    def __getitem__(self, address: int) -> int:
        assert address == 0x50100090
        return 0x400 if self.packet else 0

    def write(self, data: bytes, start: int, count: int) -> None:
        assert count <= 256 - self.queued
        assert start + count <= len(data)
        self.queued += count
        self._flush()

    def taken(self) -> None:
        """The host has read a packet."""
        self.packet = 0
        self._flush()

    def heard(self) -> None:
        self._hardware._unheard = 0

    def _flush(self) -> None:
        if not self.packet:
            self.packet = min(64, self.queued)
            self.queued -= self.packet


@given(st.lists(st.one_of(st.integers(1, 255), st.sampled_from(["taken", "heard"])), max_size=60))
def test_no_more_is_written_than_surely_fits(steps: list[int | str]) -> None:
    hardware = object.__new__(pico.PicoHardware)
    usb = Usb(hardware)
    with patch.object(pico, "mem16", usb):
        for step in steps:
            if isinstance(step, int):
                assert 0 <= hardware.write(bytes(300), 10, 10 + step) <= step
            else:
                getattr(usb, step)()
        while usb.packet:
            usb.taken()
        usb.heard()
        assert hardware.write(bytes(255), 0, 255) == 255


class Channel:
    """DMA as it matters here: one that is aborted while it is enabled may start again (RP2350-E5)."""

    def __init__(self) -> None:
        self.enabled = self.running = True

    def pack_ctrl(self, enable: bool) -> int:
        return enable

    def config(self, ctrl: int) -> None:
        self.enabled = bool(ctrl)

    def active(self, value: int) -> None:
        self.running = self.enabled


class Pad:
    """RP2350's memory, of which the input of one pad counts: on, it holds its level; off for a while, that falls."""

    def __init__(self) -> None:
        self.written: dict[int, int] = {}
        self.on = self.high = True

    def __setitem__(self, address: int, value: int) -> None:
        self.written[address] = value
        if address in (0x4003A024, 0x4003B024) and value == 0x40:  # GPIO 8, input enable: set, clear
            self.on = address == 0x4003A024

    def sleep_us(self, us: int) -> None:
        if not self.on and us >= 5:  # 50 pF through 50 kilohm: one time constant is 2.5 us
            self.high = False


@pytest.fixture(params=[pico, pico2], ids=["RP2040", "RP2350"])
def chip(request: pytest.FixtureRequest) -> ModuleType:
    module: ModuleType = request.param
    return module


def made(chip: ModuleType) -> Any:
    hardware = object.__new__(chip.PicoHardware)
    hardware._arrivals = Channel()
    hardware._scanner = hardware._watchdog = SimpleNamespace(active=lambda _: None, feed=lambda: None)
    return hardware


def test_for_the_prompt_the_chip_s_own_watchdog_is_stopped_and_nothing_arrives_any_more(chip: ModuleType) -> None:
    hardware, memory = made(chip), Pad()
    with patch.object(chip, "mem32", memory):
        hardware.release()
    assert memory.written == {0x4005B000 if chip is pico else 0x400DB000: 1 << 30}
    assert not hardware._arrivals.running


def test_an_early_rp2350_lets_go_of_the_rail_s_pin_and_goes_on_reading_it(chip: ModuleType) -> None:
    hardware, memory = made(chip), Pad()
    with patch.object(chip, "mem32", memory), patch.object(time, "sleep_us", memory.sleep_us, create=True):
        hardware.feed()
    assert memory.on
    assert memory.high == (chip is pico)
    assert bool(memory.written) == (chip is pico2)


def pulses(data: bytes) -> list[tuple[int, int]]:
    """(ns high, ns from rise to rise) of each bit that goes out for these bytes; 0 where no rise follows."""
    program: Program = pico.lamp_program
    fifo = deque(byte * 0x01010101 for byte in data)  # a byte on the bus is seen in all four lanes
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
    cycle_ns = 1_000_000_000 // pico._LAMP_HZ
    periods = [b - a for a, b in pairwise(rises)] + [0]
    return [
        ((fall - rise) * cycle_ns, period * cycle_ns) for rise, fall, period in zip(rises, falls, periods, strict=True)
    ]


def test_each_bit_has_the_lengths_that_a_ws2812_wants() -> None:
    bits = pulses(b"\xa5")
    assert {high for high, _ in bits} == {375, 750}
    assert {period for _, period in bits[:-1]} == {1250}


@given(st.binary(min_size=1, max_size=12))
@settings(max_examples=25, deadline=None)
def test_bytes_go_out_highest_bit_first(data: bytes) -> None:
    sent = [int(high > 500) for high, _ in pulses(data)]
    assert sent == [byte >> 7 - bit & 1 for byte in data for bit in range(8)]
