"""The hardware adapter of the chip: its pins, the differences between two chips, and how much USB takes at a time."""

import time
import tomllib
from collections import defaultdict
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import Mock, call, patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.firmware.pio import load

from mousetable import wire
from mousetable.settings import Settings

pins, usb = load("pins"), load("usb")
pico = load("board")
pico2 = load("board", "Raspberry Pi Pico2 with RP2350")

PINS = Path(__file__).parents[2] / "hardware" / "pins.toml"


def test_the_pins_are_those_of_the_hardware() -> None:
    wired = tomllib.loads(PINS.read_text())
    assert tuple(row["gpio"] for row in wired["own"]) == pins.OWN_INPUTS
    assert len(pins.OWN_INPUTS) == wire.OWN_PINS
    named = {name: value for name, value in vars(pins).items() if name.isupper() and isinstance(value, int)}
    assert named == {row["name"]: row["gpio"] for row in wired["signal"]}


def test_each_direct_contact_has_its_pin_and_its_closing_level_in_the_order_of_the_line() -> None:
    told = {
        "cage": (pins.CAGE_SW, 0),
        "a": (pins.BUTTON_A, 0),
        "b": (pins.BUTTON_B, 0),
        "rail": (pins.SERVO_RAIL_OK, 1),
    }
    assert tuple(told[name] for name in wire.DIRECT) == pins.DIRECT


BULK_IN = 0xA800  # the upper half of an endpoint's control: enabled, bulk, an interrupt for each buffer
INTERRUPT_IN = 0xAC00
DOUBLE = 0x4000
STOCK = {1: INTERRUPT_IN, 2: BULK_IN}  # of MicroPython's own builds
UNKNOWN = (
    {1: INTERRUPT_IN},  # nothing that carries a stream
    {1: INTERRUPT_IN, 2: BULK_IN, 3: BULK_IN},  # a disk as well
    {1: INTERRUPT_IN, 2: BULK_IN | DOUBLE},  # two packets at a time
)


class Queue:
    """MicroPython's queue to the host, and the packet in the USB hardware. A write without room would block."""

    def __init__(self, line: Any, ends: dict[int, int]) -> None:
        self.queued = self.packet = 0
        self.writes = 0
        self._line = line
        self._ends = ends
        self._stream = max(ends)  # the endpoint that carries the line
        line._writable = lambda _: [None] if self.queued < 256 else []
        line._write = self.write
        line._queued = line._unheard = 0
        line._sending = None

    def __getitem__(self, address: int) -> int:
        if address < 0x50100080:
            assert address % 8 == 2
            return self._ends.get((address - 0x50100000) // 8, 0)
        assert address == 0x50100080 + 8 * self._stream and self._ends not in UNKNOWN
        return 0x400 if self.packet else 0

    def write(self, data: bytes, start: int, count: int) -> None:
        assert count <= 256 - self.queued
        assert start + count <= len(data)
        self.queued += count
        self.writes += 1
        self._flush()

    def taken(self) -> None:
        """Let the host read a packet."""
        self.packet = 0
        self._flush()

    def heard(self) -> None:
        self._line._unheard = 0

    def _flush(self) -> None:
        if not self.packet:
            self.packet = min(64, self.queued)
            self.queued -= self.packet


def line_over(ends: dict[int, int]) -> tuple[Any, Queue]:
    line = object.__new__(usb.Usb)
    return line, Queue(line, ends)


@given(
    st.lists(st.one_of(st.integers(1, 255), st.sampled_from(["taken", "heard"])), max_size=60),
    st.sampled_from([STOCK, {1: INTERRUPT_IN, 3: BULK_IN}, *UNKNOWN]),
)
def test_usb_never_writes_more_than_surely_fits(steps: list[int | str], ends: dict[int, int]) -> None:
    line, queue = line_over(ends)
    with patch.object(usb, "mem16", queue):
        for step in steps:
            if isinstance(step, int):
                assert 0 <= line.write(bytes(300), 10, 10 + step) <= step
            else:
                getattr(queue, step)()
        while queue.packet:
            queue.taken()
        queue.heard()
        assert line.write(bytes(255), 0, 255) == 255


def test_a_line_over_a_known_endpoint_writes_a_frame_in_one_block_wherever_the_endpoint_is() -> None:
    for ends in (STOCK, {1: INTERRUPT_IN, 3: BULK_IN}, {9: BULK_IN}):
        line, queue = line_over(ends)
        with patch.object(usb, "mem16", queue):
            assert line.write(bytes(32), 0, 32) == 32
        assert queue.writes == 1


def test_a_line_whose_endpoint_nobody_knows_writes_byte_by_byte_while_there_is_room() -> None:
    for ends in UNKNOWN:
        line, queue = line_over(ends)
        with patch.object(usb, "mem16", queue):
            assert line.write(bytes(32), 0, 32) == 32
        assert queue.writes == 32


class Pad:
    """RP2350's memory, reduced to the input of one pad. Off for a while, the input loses its high level."""

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


def started(chip: ModuleType, **wanted: int) -> tuple[Any, Mock]:
    """Return the hardware after its start with these settings, and a mock of all that it did to the chip, in order."""
    settings = Settings()
    for name, value in wanted.items():
        settings.set(name, value)
    touched = Mock()
    parts = {name: getattr(touched, name) for name in ("ADC", "PWM", "Pin", "Sampler", "Strip", "Usb", "starts")}
    with (
        patch.multiple(chip, mem32=defaultdict(int), **parts),
        patch.object(time, "ticks_ms", lambda: 0, create=True),
    ):
        return chip.PicoHardware(settings), touched


def test_the_start_first_takes_the_power_from_the_servo(chip: ModuleType) -> None:
    _, touched = started(chip)
    assert touched.mock_calls[0] == call.Pin(pins.SERVO_EN, touched.Pin.OUT, value=0)


def test_the_hardware_names_its_chip(chip: ModuleType) -> None:
    hardware, _ = started(chip)
    assert hardware.chip == ("rp2040" if chip is pico else "rp2350")


@pytest.mark.parametrize("inputs", [9, 10, 144])
def test_up_to_nine_inputs_are_the_chip_s_own_pins_and_more_are_a_chain(inputs: int, chip: ModuleType) -> None:
    hardware, touched = started(chip, chain=inputs)
    small = inputs <= wire.OWN_PINS
    assert touched.Sampler.call_args.kwargs == {"own": pins.OWN_INPUTS if small else ()}
    assert hardware.chain_good() is (touched.Sampler().apart() if small else touched.Sampler().answers())


def test_the_pins_of_own_inputs_are_never_outputs(chip: ModuleType) -> None:
    _, touched = started(chip)
    assert {made.args[0] for made in touched.Pin.call_args_list}.isdisjoint(pins.OWN_INPUTS)


def test_a_table_with_one_lamp_shows_it_on_the_chip_s_own_led_too(chip: ModuleType) -> None:
    hardware, touched = started(chip, lamps=1)
    for pixels, duty in ((b"\xff\x00\x00", 65535), (bytes(3), 0), (b"\x00\x28\x08", 0x28 * 257)):
        hardware.show(bytearray(pixels))
        touched.PWM().duty_u16.assert_called_with(duty)
        touched.Strip().show.assert_called_with(pixels)


def made(chip: ModuleType) -> Any:
    hardware = object.__new__(chip.PicoHardware)
    hardware._sampler = hardware._watchdog = Mock()
    return hardware


def test_releasing_the_board_for_the_prompt_stops_the_watchdog_and_the_sampler(chip: ModuleType) -> None:
    hardware, memory = made(chip), Pad()
    with patch.object(chip, "mem32", memory):
        hardware.release()
    assert memory.written == {0x4005B000 if chip is pico else 0x400DB000: 1 << 30}
    hardware._sampler.stop.assert_called_once_with()


def test_an_early_rp2350_lets_go_of_the_rail_s_pin_and_keeps_reading_it(chip: ModuleType) -> None:
    hardware, memory = made(chip), Pad()
    with patch.object(chip, "mem32", memory), patch.object(time, "sleep_us", memory.sleep_us, create=True):
        hardware.feed()
    assert memory.on
    assert memory.high == (chip is pico)
    assert bool(memory.written) == (chip is pico2)
