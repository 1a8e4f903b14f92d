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
from ..settings import sags
from . import pins
from .sampler import Sampler
from .strip import Strip
from .usb import Usb

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..settings import Settings

# What differs between the two chips, besides the sampler's defence against RP2350-E9. PIO0's DREQ numbers, USB's memory
# and the pins' functions are the same; MicroPython handles the bits of DMA's control word, the clock's dividers and the
# pads' isolation.
_RP2350 = "RP2350" in sys.implementation._machine
_WATCHDOG = 0x400D8000 if _RP2350 else 0x40058000  # its control register: data sheets 12.9 and 4.7.6
_WATCHDOG_ON = 1 << 30  # a bit of it
_REASON = const(8)  # from there to the register that tells why the watchdog has reset the chip ...
_TIMED_OUT, _FORCED = 1, 2  # ... as one of these bits, 0 if it has not
_CHIP_RESET = 0x4010002C if _RP2350 else 0x40064008  # why the whole chip was reset (6.4 and 2.12.8) ...
_CAUSES = ((0x20000, "brown-out"), (0x10000, "power-on")) if _RP2350 else ((0x100, "power-on-or-brown-out"),)
_PADS = 0x40038004 if _RP2350 else 0x4001C004  # the pad of GPIO 0 (9.11.3 and 2.19.6.3); others are four bytes apart
_PULL_UP = const(0x08)
_DRIVE_12_MA = const(0x30)
_STARTED = const(0x01)  # our mark in an input's pad: the bit would set how quickly an output rises
_PULLED_US = const(50)
_FLOATING = const(0xF000)  # of the ADC's 0xFFFF, so 3.1 V or more: nothing that is wired to our pins comes near that
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
        self.reset_cause = _reset_cause()
        self._current = _sense(pins.SERVO_CURRENT)
        self._supply = _sense(pins.SENSE_5V)
        self.boot = starts.new_name("/starts", keep=not sags(self.millivolts()))
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
        self._chained = self.chain > len(pins.OWN_INPUTS)
        own = () if self._chained else pins.OWN_INPUTS
        sampler = Sampler(self.chain, pins.SR_MISO, pins.SR_PL, pins.SR_SCK, pins.DIRECT, own=own, test=pins.SR_TEST)
        self.contacts = sampler.contacts
        self.look = sampler.look
        self.sample = sampler.sample
        for gpio in pins.STRONG:
            mem32[_PADS + 4 * gpio + _SET] = _DRIVE_12_MA
        self._ring = sampler.ring
        self._sampler = sampler

    @property
    def missed(self) -> int:
        return self._ring.missed

    @property
    def sampled(self) -> int:
        return self._ring.sampled

    @property
    def noise(self) -> int:
        return self._sampler.noise

    def chain_good(self) -> bool:
        return self._sampler.answers() if self._chained else self._sampler.apart()

    # Lamps

    def _show_one(self, pixels: bytearray) -> None:
        """Show a table's only lamp on the Pico's own LED as well."""
        self._led.duty_u16((pixels[0] | pixels[1] | pixels[2]) * 257)  # 255 * 257 is 65535, always on
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
        return self._supply.read_u16() * 6600 // 65535 if self._supply else 0  # 3.3 V, behind a divider by two

    def milliamps(self) -> int:
        return self._current.read_u16() * 3300 // 65535 if self._current else 0  # 1 V is 1 A

    # Watchdog

    def feed(self) -> None:
        if self._watchdog is None:
            self._watchdog = WDT(timeout=_WATCHDOG_MS)
        self._watchdog.feed()

    def collect(self) -> None:
        gc.collect()

    def release(self) -> None:
        """Stop watchdog and sampler so that a person can work at MicroPython's prompt."""
        mem32[_WATCHDOG + _CLEAR] = _WATCHDOG_ON  # machine.WDT itself cannot be stopped
        self._sampler.stop()


def _reset_cause() -> str:
    """Return why the board has started, in the words of hardware.pyi.

    A soft reboot leaves all registers as they are, so the chip would repeat what it told before. A mark in the pad of
    an input tells: every reset clears it. RP2040 has one bit for power-on and brown-out.
    """
    pad = _PADS + 4 * pins.SERVO_RAIL_OK
    if mem32[pad] & _STARTED:
        return "soft-reboot"
    mem32[pad + _SET] = _STARTED
    reason = mem32[_WATCHDOG + _REASON] & (_TIMED_OUT | _FORCED)
    if reason:
        return "watchdog" if reason == _TIMED_OUT else "reset"
    bits = mem32[_CHIP_RESET]
    for bit, cause in _CAUSES:
        if bits & bit:
            return cause
    return "reset"


def _sense(gpio: int) -> "ADC | None":
    """Return the ADC of a pin, or None if nothing is wired to it: then its pull-up alone decides its level."""
    adc, pad = ADC(Pin(gpio)), _PADS + 4 * gpio
    mem32[pad + _SET] = _PULL_UP
    time.sleep_us(_PULLED_US)
    driven = adc.read_u16() < _FLOATING
    mem32[pad + _CLEAR] = _PULL_UP
    return adc if driven else None
