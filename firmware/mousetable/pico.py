# The hardware of hardware.pyi on a Raspberry Pi Pico (RP2040, MicroPython 1.26 or later). Only this file knows pins.
#
#   contacts  74HC165 chain by PIO: a sample is latched and shifted while the last one is debounced. Contact n is the
#             n-th bit to come out of the chain; low = closed. The direct contacts come from the pins' input register.
#   lamps     WS2812 by PIO and DMA: 30 us of the program's time. (`neopixel` would stop interrupts for 2 ms.)
#   servo     hardware PWM; its power comes through an enable pin that is low at rest.
#   line      USB. A byte is read only when one is there and written only when there is room: MicroPython tells no more
#             than that, and a write without room holds the program for up to 500 ms.
#   watchdog  starts with its first feeding.
#
# hardware/pins.toml has the pins with the Pico's pin numbers and notes; a test compares.

import os
import select
import sys
import time
from array import array
from binascii import hexlify

import rp2
import uctypes
from machine import ADC, PWM, WDT, Pin, mem32

from .micro import TYPE_CHECKING, const, micropython, ptr8, ptr32

if TYPE_CHECKING:
    from rp2 import _PIO_ASM_Program
    from rp2.asm_pio import in_, jmp, label, mov, out, pins, set, x, x_dec, y, y_dec

    from .settings import Settings

LED_DATA = const(2)
SERVO_PWM = const(6)
SERVO_EN = const(7)
SERVO_RAIL_OK = const(8)
CAGE_SW = const(10)
BUTTON_A = const(11)
BUTTON_B = const(12)
BUZZER = const(14)
SR_MISO = const(16)
SR_PL = const(17)
SR_SCK = const(18)  # the pin behind SR_PL: both are side-set pins of one PIO program
SR_TEST = const(19)
SERVO_CURRENT = const(26)
SENSE_5V = const(27)

_CHAIN_HZ = const(2_000_000)  # two instructions a bit: 1 MHz at the registers, which may be a metre away
_LAMP_HZ = const(8_000_000)  # ten instructions a bit: 1.25 us
_TEST_PATTERN = const(0b10110010)
_PASS_BYTES = const(16)  # read or written in one pass at most, so that scanning goes on
_WATCHDOG_MS = const(2000)
_WATCHDOG = const(0x40058000)  # registers: data sheet 4.7.6
_CLEAR = const(0x3000)  # added to an address: clear the bits written (2.1.2)
_GPIO_IN = const(0xD0000004)  # 2.3.1.7


def chain_program(words: int) -> "_PIO_ASM_Program":
    """PIO: one sample of `32 * words` inputs, then wait to be restarted. Side-set: load (bit 0; low loads), clock.

    The register shows its first bit without a clock; each rising edge shows the next. At 2 MHz load is low for 2 us.
    """

    @rp2.asm_pio(
        sideset_init=[rp2.PIO.OUT_HIGH, rp2.PIO.OUT_LOW],
        in_shiftdir=rp2.PIO.SHIFT_RIGHT,  # the first bit ends up as bit 0
        autopush=True,
        push_thresh=32,
        fifo_join=rp2.PIO.JOIN_RX,  # eight words: a whole sample waits there until it is collected
    )
    def chain() -> None:
        set(y, words - 1).side(0b00)[3]
        label("word")
        set(x, 31).side(0b01)
        label("bit")
        in_(pins, 1).side(0b01)
        jmp(x_dec, "bit").side(0b11)
        jmp(y_dec, "word").side(0b01)
        label("end")
        jmp("end").side(0b01)

    return chain


@rp2.asm_pio(
    out_init=rp2.PIO.OUT_LOW,
    set_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=8,
)
def lamp_program() -> None:
    """WS2812 from bytes, ten cycles a bit: 3 high, 3 high or low as the bit is, 4 low; waits low. 375 / 750 ns high."""
    out(x, 1)
    set(pins, 1)[2]
    mov(pins, x)[2]
    set(pins, 0)[2]


@micropython.viper
def _collect(contacts: ptr8, raw: ptr8, chain: int) -> int:
    """Contacts from the chain's raw bits and the input pins; inputs beyond the chain's last count as open."""
    size = (chain + 7) >> 3
    for i in range(size):
        contacts[i] = int(raw[i]) ^ 255
    if chain & 7:
        contacts[size - 1] = int(contacts[size - 1]) & ((1 << (chain & 7)) - 1)
    pins = int(ptr32(_GPIO_IN)[0])
    low = pins ^ -1
    contacts[size] = (
        ((low >> CAGE_SW) & 1)
        | (((low >> BUTTON_A) & 1) << 1)
        | (((low >> BUTTON_B) & 1) << 2)
        | (((pins >> SERVO_RAIL_OK) & 1) << 3)
    )
    return size


class PicoHardware:
    """See hardware.pyi. Nothing here allocates but the making and `chain_good`."""

    def __init__(self, settings: "Settings"):
        self._servo_enable = Pin(SERVO_EN, Pin.OUT, value=0)  # before anything else
        self._servo = PWM(Pin(SERVO_PWM), freq=50, duty_ns=0)
        self._buzzer = PWM(Pin(BUZZER), freq=440, duty_u16=0)
        self.chain = settings["chain"]
        self.lamps = settings["lamps"]
        self.boot = hexlify(os.urandom(4)).decode()
        self.reset_cause = ("power-on", "watchdog", "reset")[min(mem32[_WATCHDOG + 8] & 3, 2)]
        for pin in (CAGE_SW, BUTTON_A, BUTTON_B):
            Pin(pin, Pin.IN, Pin.PULL_UP)
        Pin(SERVO_RAIL_OK, Pin.IN, Pin.PULL_DOWN)
        self._current = ADC(Pin(SERVO_CURRENT))
        self._supply = ADC(Pin(SENSE_5V))
        self._watchdog: "WDT | None" = None
        self._make_line()
        self._make_lamps()
        self._make_chain()

    def now(self) -> int:
        return time.ticks_ms()  # type: ignore[return-value]  # the stubs' own int; 30 bits here

    # Contacts

    def sample(self) -> bool:
        if self._samples_waiting() < len(self._words):
            return False
        self._fetch(self._words)  # all are there: this does not wait
        self._restart_chain()
        _collect(self.contacts, self._raw, self.chain)
        return True

    def chain_good(self) -> bool:
        """Push a pattern through all registers by hand, about 10 ms; then the scan begins anew."""
        self._scanner.active(0)
        Pin(SR_PL, Pin.OUT, value=1)
        clock, test, out = Pin(SR_SCK, Pin.OUT, value=0), Pin(SR_TEST, Pin.OUT, value=0), Pin(SR_MISO, Pin.IN)
        length = 8 * (len(self.contacts) - 1)
        back = 0
        for i in range(length + 8):
            if i >= length:
                back = back << 1 | out.value()
            test.value(_TEST_PATTERN >> (7 - i) & 1 if i < 8 else 0)
            clock.value(1)
            clock.value(0)
        self._start_chain()
        return back == _TEST_PATTERN

    def _make_chain(self) -> None:
        self.contacts = bytearray((self.chain + 7) // 8 + 1)
        self._words = array("I", bytearray(4 * ((self.chain + 31) // 32)))
        self._raw = uctypes.bytearray_at(uctypes.addressof(self._words), 4 * len(self._words))  # the same memory
        self._program = chain_program(len(self._words))
        Pin(SR_TEST, Pin.OUT, value=0)
        self._start_chain()

    def _start_chain(self) -> None:
        scanner = rp2.StateMachine(
            0, self._program, freq=_CHAIN_HZ, in_base=Pin(SR_MISO, Pin.IN), sideset_base=Pin(SR_PL)
        )
        while scanner.rx_fifo():
            scanner.get()
        self._scanner = scanner
        self._samples_waiting = scanner.rx_fifo
        self._fetch = scanner.get
        self._restart_chain = scanner.restart
        scanner.active(1)

    # Lamps

    def show(self, frame: bytearray) -> None:
        dma = self._dma
        if dma.active():  # only when outputs go to rest just behind a refresh
            while dma.active():
                pass
            time.sleep_us(400)  # what is still in the queue, and the lamps' latch time
        self._frame = frame  # kept from the garbage collector while DMA reads it
        dma.config(read=frame, count=len(frame), trigger=True)

    def _make_lamps(self) -> None:
        data = Pin(LED_DATA)
        shifter = rp2.StateMachine(1, lamp_program, freq=_LAMP_HZ, out_base=data, set_base=data)
        shifter.active(1)
        self._dma = rp2.DMA()
        # Single bytes, paced by queue 1 of PIO0. The bus repeats a byte in all four lanes; the program takes the top.
        control = self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=1)
        self._dma.config(write=shifter, ctrl=control)

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

    # The line

    def read_into(self, buffer: bytearray) -> int:
        count = 0
        while count < _PASS_BYTES and _ready(self._readable):
            self._read(self._byte)
            buffer[count] = self._byte[0]
            count += 1
            if self._byte[0] == 3:  # what follows a Ctrl-C is for MicroPython's prompt
                break
        return count

    def write(self, data: bytes, start: int, end: int) -> int:
        end = min(end, start + _PASS_BYTES)
        place = start
        while place < end and _ready(self._writable):
            self._byte[0] = data[place]
            self._write(self._byte)
            place += 1
        return place - start

    def _make_line(self) -> None:
        self._byte = bytearray(1)
        self._read = sys.stdin.buffer.readinto  # type: ignore[union-attr]  # the stubs do not know it
        self._write = sys.stdout.buffer.write
        self._readable, self._writable = select.poll(), select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable.register(sys.stdout, select.POLLOUT)

    # Watchdog

    def feed(self) -> None:
        if self._watchdog is None:
            self._watchdog = WDT(timeout=_WATCHDOG_MS)
        self._watchdog.feed()

    def release(self) -> None:
        """Stop the watchdog, so that somebody can work at MicroPython's prompt."""
        mem32[_WATCHDOG + _CLEAR] = 1 << 30  # CTRL.ENABLE; machine.WDT itself cannot be stopped


def _ready(poll: "select.poll") -> bool:
    for _ in poll.ipoll(0):  # the iterator and its tuple are the poll's own: no heap
        return True
    return False
