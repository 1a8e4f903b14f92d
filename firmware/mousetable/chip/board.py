# The table's hardware on the chip; hardware.pyi describes the interface.
#
#   servo     hardware PWM; an enable pin, low at rest, switches its power.
#   watchdog  starts the first time it is fed.

import gc
import sys
import time
from binascii import hexlify

from machine import ADC, PWM, WDT, Pin, mem32, unique_id

from .. import build, starts
from ..micro import TYPE_CHECKING, const
from . import pins
from .sampler import Sampler
from .strip import Strip
from .usb import Usb

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..settings import Settings

# Everything that differs between the two chips. PIO0's DREQ numbers, USB's memory and the pins' functions are the same;
# MicroPython handles the bits of DMA's control word, the clock's dividers and the pads' isolation.
_RP2350 = "RP2350" in sys.implementation._machine
_WATCHDOG = 0x400D8000 if _RP2350 else 0x40058000  # registers: data sheets 12.9 and 4.7.6
_RAIL_PAD = const(0x40038024)  # the pad of SERVO_RAIL_OK on RP2350 (9.11)
_INPUT_ENABLE = const(0x40)
_WATCHDOG_MS = const(2000)
_SET = const(0x2000)  # add to an address to set, or to clear, the bits written (2.1.2)
_CLEAR = const(0x3000)


class PicoHardware:
    """See hardware.pyi. Only construction and `chain_good` allocate."""

    def __init__(self, settings: "Settings"):
        self._servo_enable = Pin(pins.SERVO_EN, Pin.OUT, value=0)  # first, so that the servo has no power
        self.now: "Callable[[], int]" = time.ticks_ms  # type: ignore[assignment]  # the stubs' own int; 30 bits here
        self._servo = PWM(Pin(pins.SERVO_PWM), freq=50, duty_ns=0)
        self._buzzer = PWM(Pin(pins.BUZZER), freq=440, duty_u16=0)
        self.chain = settings["chain"]
        self.lamps = settings["lamps"]
        self.build = build.name(build.installed())
        self.chip = "rp2350" if _RP2350 else "rp2040"
        self.serial = hexlify(unique_id()).decode()
        self.boot = starts.new_name("/starts")
        self.reset_cause = ("power-on", "watchdog", "reset")[min(mem32[_WATCHDOG + 8] & 3, 2)]
        self._current = ADC(Pin(pins.SERVO_CURRENT))
        self._supply = ADC(Pin(pins.SENSE_5V))
        self._watchdog: "WDT | None" = None
        self._make_contacts()
        line = Usb()
        self.read_into = line.read_into
        self.write = line.write
        self.wait = line.wait
        self._strip = Strip(pins.LED_DATA)
        self.show = self._strip.show
        if self.lamps == 1:
            try:
                self._led = PWM(Pin("LED"), freq=1000, duty_u16=0)
                self.show = self._show_one
            except ValueError:  # on a Pico W the lamp is wired to the radio
                pass

    def _make_contacts(self) -> None:
        Pin(pins.SR_TEST, Pin.OUT, value=0)
        own = pins.OWN_INPUTS if self.chain <= len(pins.OWN_INPUTS) else ()
        sampler = Sampler(self.chain, pins.SR_MISO, pins.SR_PL, pins.SR_SCK, pins.DIRECT, own=own)
        self.contacts = sampler.contacts
        self.look = sampler.look
        self.sample = sampler.sample
        self._ring = sampler.ring
        self._sampler = sampler

    @property
    def missed(self) -> int:
        return self._ring.missed

    @property
    def sampled(self) -> int:
        return self._ring.sampled

    def chain_good(self) -> bool:
        return self._sampler.apart() if self.chain <= len(pins.OWN_INPUTS) else self._sampler.answers(pins.SR_TEST)

    # Lamps

    def _show_one(self, pixels: bytearray) -> None:
        """Show a table's only lamp on the Pico's own LED as well."""
        self._led.duty_u16((pixels[0] | pixels[1] | pixels[2]) * 257)
        self._strip.show(pixels)

    # Servo, buzzer, senses

    def servo(self, us: int) -> None:
        if us:
            self._servo.duty_ns(us * 1000)
            self._servo_enable.value(1)
        else:
            self._servo_enable.value(0)
            self._servo.duty_ns(0)

    def tone(self, hz: int) -> None:
        if hz:
            self._buzzer.freq(hz)
        self._buzzer.duty_u16(32768 if hz else 0)

    def millivolts(self) -> int:
        return self._supply.read_u16() * 6600 // 65535  # through a divider by two

    def milliamps(self) -> int:
        return self._current.read_u16() * 3300 // 65535  # 1 V/A

    # Watchdog

    def feed(self) -> None:
        if self._watchdog is None:
            self._watchdog = WDT(timeout=_WATCHDOG_MS)
        self._watchdog.feed()
        if _RP2350:
            _let_rail_fall()

    def collect(self) -> None:
        gc.collect()

    def release(self) -> None:
        """Stop watchdog and sampler so that a person can work at MicroPython's prompt."""
        mem32[_WATCHDOG + _CLEAR] = 1 << 30  # CTRL.ENABLE; machine.WDT itself cannot be stopped
        self._sampler.stop()


def _let_rail_fall() -> None:
    """Turn the rail pin's input off for 10 us, so that the pin can fall on an early RP2350 (erratum RP2350-E9).

    Such a chip holds an input at 2.2 V unless a resistor of 8 kilohm or less pulls it down. That would hide a broken
    wire or a pressed emergency stop. A sample taken in these 10 us reads the stop as pressed, but only once, so the
    debouncer drops it.
    """
    mem32[_RAIL_PAD + _CLEAR] = _INPUT_ENABLE
    time.sleep_us(10)
    mem32[_RAIL_PAD + _SET] = _INPUT_ENABLE
