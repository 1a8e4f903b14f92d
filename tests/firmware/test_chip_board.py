"""The hardware adapter of the chip: its pins, the differences between two chips, and how much USB takes at a time."""

import time
import tomllib
from collections import defaultdict
from collections.abc import Callable
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


def test_the_pins_that_drive_the_chain_s_long_ribbon_are_those_of_the_hardware() -> None:
    wired = tomllib.loads(PINS.read_text())["signal"]
    assert tuple(row["gpio"] for row in wired if row.get("drive") == 12) == pins.STRONG
    assert {row["drive"] for row in wired if "drive" in row} == {12}  # 4 mA is what a pad has by itself


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


class Registers(defaultdict[int, int]):
    """The chip's memory, with addresses that set and clear bits of a register."""

    def __init__(self, registers: dict[int, int] | None = None) -> None:
        super().__init__(int, registers or {})

    def __setitem__(self, address: int, value: int) -> None:
        register = address & ~0x3000
        if address & 0x2000:
            value = self[register] & ~value if address & 0x1000 else self[register] | value
        super().__setitem__(register, value)


def adc(wired: dict[int, float], pads: int, registers: Registers) -> Callable[[Any], Any]:
    """Return what makes an ADC of a pin. `wired` are the volts at GPIOs to which something is wired; others float."""

    def make(pin: Any) -> Any:
        def read_u16() -> int:
            floating = 3.3 if registers[pads + 4 + 4 * pin.gpio] & 0x08 else 0.9
            return round(wired.get(pin.gpio, floating) / 3.3 * 65535)

        return Mock(read_u16=read_u16)

    return make


@pytest.fixture(params=[pico, pico2], ids=["RP2040", "RP2350"])
def chip(request: pytest.FixtureRequest) -> ModuleType:
    module: ModuleType = request.param
    return module


def started(
    chip: ModuleType, registers: Registers | None = None, wired: dict[int, float] | None = None, **wanted: int
) -> tuple[Any, Mock]:
    """Return the hardware after its start with these settings, and a mock of all that it did to the chip, in order.

    The start changes the chip's `registers`. `wired` are the volts at the ADC's pins to which something is wired.
    """
    settings = Settings()
    for name, value in wanted.items():
        settings.set(name, value)
    touched, registers = Mock(), Registers() if registers is None else registers
    touched.Pin.side_effect = lambda gpio, *_, **__: Mock(gpio=gpio)
    touched.ADC = adc(wired or {}, 0x4001C000 if chip is pico else 0x40038000, registers)
    parts = {name: getattr(touched, name) for name in ("ADC", "PWM", "Pin", "Sampler", "Strip", "Usb", "starts")}
    with (
        patch.multiple(chip, mem32=registers, unique_id=lambda: b"\xe6a\x41\x03\xe7\x45\x2d\x2f", **parts),
        patch.object(time, "ticks_ms", lambda: 0, create=True),
        patch.object(time, "sleep_us", lambda _: None, create=True),
    ):
        return chip.PicoHardware(settings), touched


def test_the_start_first_takes_the_power_from_the_servo(chip: ModuleType) -> None:
    _, touched = started(chip)
    assert touched.mock_calls[0] == call.Pin(pins.SERVO_EN, touched.Pin.OUT, value=0)


def test_the_hardware_names_its_chip(chip: ModuleType) -> None:
    hardware, _ = started(chip)
    assert hardware.chip == ("rp2040" if chip is pico else "rp2350")


def test_load_and_clock_are_driven_with_12_ma_and_no_other_pin_is(chip: ModuleType) -> None:
    registers = Registers()
    started(chip, registers)
    pads = 0x4001C004 if chip is pico else 0x40038004  # of GPIO 0 (2.19.6.3, 9.11.3)
    driven = {address for address, value in registers.items() if value & 0x30}
    assert driven == {pads + 4 * gpio for gpio in (pins.SR_PL, pins.SR_SCK)}


def test_the_hardware_has_the_chip_s_own_number(chip: ModuleType) -> None:
    hardware, _ = started(chip)
    assert hardware.serial == "e6614103e7452d2f"


CHIP_RESET = {pico: 0x40064008, pico2: 0x4010002C}
WATCHDOG = {pico: 0x40058000, pico2: 0x400D8000}


@pytest.mark.parametrize(
    ("board", "reset", "reason", "cause"),
    [
        (pico, 0x100, 0, "power-on-or-brown-out"),
        (pico, 0x10000, 0, "reset"),  # the RUN pin
        (pico, 0x100, 1, "watchdog"),
        (pico, 0x100, 2, "reset"),
        (pico2, 0x10000, 0, "power-on"),
        (pico2, 0x20000, 0, "brown-out"),
        (pico2, 0x40000, 0, "reset"),  # the RUN pin
        (pico2, 0x10000, 1, "watchdog"),
        (pico2, 0x10000, 2, "reset"),
    ],
)
def test_the_chip_s_registers_tell_why_the_board_started(
    board: ModuleType, reset: int, reason: int, cause: str
) -> None:
    hardware, _ = started(board, Registers({CHIP_RESET[board]: reset, WATCHDOG[board] + 8: reason}))
    assert hardware.reset_cause == cause


@pytest.mark.parametrize("reason", [0, 1, 2])
def test_a_soft_reboot_is_not_taken_for_the_reset_before_it(chip: ModuleType, reason: int) -> None:
    registers = Registers({CHIP_RESET[chip]: 0x10100, WATCHDOG[chip] + 8: reason})
    before, _ = started(chip, registers)
    again, _ = started(chip, registers)
    assert before.reset_cause != again.reset_cause == "soft-reboot"


@pytest.mark.parametrize(("volts", "millivolts"), [(2.5, 5000), (2.1, 4200), (0, 0)])
def test_the_supply_is_measured_through_a_divider(chip: ModuleType, volts: float, millivolts: int) -> None:
    hardware, _ = started(chip, wired={pins.SENSE_5V: volts, pins.SERVO_CURRENT: 0.6})
    assert hardware.millivolts() == pytest.approx(millivolts, abs=1)
    assert hardware.milliamps() == pytest.approx(600, abs=1)


def test_a_pico_alone_on_the_desk_measures_neither_a_supply_nor_a_current(chip: ModuleType) -> None:
    registers = Registers()
    hardware, _ = started(chip, registers)
    assert (hardware.millivolts(), hardware.milliamps()) == (0, 0)
    pads = 0x4001C000 if chip is pico else 0x40038000
    assert [registers[pads + 4 + 4 * gpio] for gpio in (pins.SERVO_CURRENT, pins.SENSE_5V)] == [0, 0]


@pytest.mark.parametrize(("volts", "keep"), [(2.5, True), (2.1, False), (0, True)])
def test_a_start_writes_no_file_while_the_supply_sags(chip: ModuleType, volts: float, keep: bool) -> None:
    _, touched = started(chip, wired={pins.SENSE_5V: volts})
    touched.starts.new_name.assert_called_once_with("/starts", keep=keep)


@pytest.mark.parametrize("inputs", [9, 10, 144])
def test_up_to_nine_inputs_are_the_chip_s_own_pins_and_more_are_a_chain(inputs: int, chip: ModuleType) -> None:
    hardware, touched = started(chip, chain=inputs)
    small = inputs <= wire.OWN_PINS
    assert touched.Sampler.call_args.kwargs == {"own": pins.OWN_INPUTS if small else (), "test": pins.SR_TEST}
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
    hardware, registers = made(chip), Registers({WATCHDOG[chip]: 1 << 30})
    with patch.object(chip, "mem32", registers):
        hardware.release()
    assert registers[WATCHDOG[chip]] == 0
    hardware._sampler.stop.assert_called_once_with()
