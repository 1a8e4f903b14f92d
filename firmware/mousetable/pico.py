# The hardware of hardware.pyi on a Raspberry Pi Pico (RP2040) or Pico 2 (RP2350), MicroPython 1.26 or later. Only this
# file knows pins and chips. What it does for the second chip follows from data sheets and has never been tried.
#
#   contacts  74HC165 chain by PIO, a sample every millisecond whatever the program does; DMA writes them into a ring,
#             from which they are taken in their order, none left out though the program was busy for a while. Contact n
#             is the n-th bit to come out of the chain; low = closed. A sample has the direct contacts' pins as well.
#   lamps     WS2812 by PIO and DMA: 30 us of the program's time. (`neopixel` would stop interrupts for 2 ms.)
#   servo     hardware PWM; its power comes through an enable pin that is low at rest.
#   line      USB. A byte is read only when one is there: MicroPython tells no more than that. What is written goes out
#             in one block, no longer than what is surely free of its queue of 256 bytes: a write without room holds the
#             program for up to 500 ms, with the cable out for ever. The queue is empty when USB has nothing to send;
#             with the cable out that means nothing, so a queue full is all that goes out without a word from the host.
#   watchdog  starts with its first feeding.
#
# hardware/pins.toml has the pins with the Pico's pin numbers and notes; a test compares.

import gc
import os
import select
import sys
import time
from binascii import hexlify

import rp2
import uctypes
from machine import ADC, PWM, WDT, Pin, mem16, mem32

from . import build
from .micro import TYPE_CHECKING, const, micropython, ptr8
from .ring import Ring
from .wire import direct_start

if TYPE_CHECKING:
    from collections.abc import Callable

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

_LAMP_HZ = const(8_000_000)  # ten instructions a bit: 1.25 us
_DIRECT_PINS = const(0x1D000000)  # GPIO 8, 10, 11 and 12 in a sample's first word
_TEST_PATTERN = const(0b10110010)
_LAMP_DREQ, _CHAIN_DREQ = const(1), const(4)  # what paces DMA: room for state machine 1, a word from state machine 0
_RING_BITS = const(13)
_RING_BYTES = const(8192)  # 256 samples or more: writing a setting stops the program for 140 ms
_MANY = const(0x0FFFFF00)  # words before DMA wants a new start, whole samples; RP2350 counts in 28 bits
_PASS_BYTES = const(32)  # read in one pass at most, about 2 ms
_QUEUE_BYTES = const(256)  # that MicroPython queues for USB
_USB_SENDING, _USB_AVAILABLE = const(0x50100090), const(0x400)  # buffer control of endpoint 2 in: USB has it (4.1.2.5)
_WATCHDOG_MS = const(2000)
_SET, _CLEAR = const(0x2000), const(0x3000)  # added to an address: set or clear the bits written (2.1.2)
_STARTS = "/starts"  # how often this board has started

# All that differs between the chips. The rest lies where it lay: DREQ numbers of PIO0, USB's memory, what a pin can do.
# MicroPython sees to the bits of DMA's control word, the clock's dividers and the pads' isolation.
_RP2350 = "RP2350" in os.uname().machine
_WATCHDOG = 0x400D8000 if _RP2350 else 0x40058000  # registers: data sheets 12.9 and 4.7.6
_RAIL_PAD, _INPUT_ENABLE = const(0x40038024), const(0x40)  # RP2350's pad of SERVO_RAIL_OK (9.11)


def sample_words(inputs: int) -> int:
    """Words of a sample: the pins, then the inputs; a power of two, so that a ring holds whole samples."""
    words = 2
    while 32 * (words - 1) < inputs:
        words *= 2
    return words


def chain_hz(words: int) -> int:
    """The clock at which one round of the program is a millisecond: about 2 MHz, 1 MHz at the registers."""
    return 1000 * (4 + 1 + 66 * (words - 1) + 1 + 7 * 258)


def chain_program(words: int) -> "_PIO_ASM_Program":
    """PIO: samples of `words` words for ever. Side-set: load (bit 0; low loads), clock. The wires may be a metre long.

    The register shows its first bit without a clock; each rising edge shows the next. At 2 MHz load is low for 2 us.
    The first word has all pins from SR_MISO up, and around: GPIO 0 is bit 16.
    """

    @rp2.asm_pio(
        sideset_init=[rp2.PIO.OUT_HIGH, rp2.PIO.OUT_LOW],
        in_shiftdir=rp2.PIO.SHIFT_RIGHT,  # the first bit ends up as bit 0
        autopush=True,
        push_thresh=32,
    )
    def chain() -> None:
        set(y, words - 2).side(0b00)[3]
        in_(pins, 32).side(0b01)
        label("word")
        set(x, 31).side(0b01)
        label("bit")
        in_(pins, 1).side(0b01)
        jmp(x_dec, "bit").side(0b11)
        jmp(y_dec, "word").side(0b01)
        set(y, 6).side(0b01)  # the rest of the millisecond
        label("rest")
        set(x, 31).side(0b01)
        label("idle")
        jmp(x_dec, "idle").side(0b01)[7]
        jmp(y_dec, "rest").side(0b01)

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
def _collect(contacts: ptr8, ring: ptr8, sample: int, chain: int) -> int:
    """Contacts from the sample at that place of the ring; inputs beyond the chain's last count as open."""
    size = (chain + 7) >> 3
    for i in range(size):
        contacts[i] = int(ring[sample + 4 + i]) ^ 255
    if chain & 7:
        contacts[size - 1] = int(contacts[size - 1]) & ((1 << (chain & 7)) - 1)
    pins = int(ring[sample + 3])  # GPIO 8 to 15
    low = pins ^ 255
    contacts[size] = (  # in the order of wire.DIRECT
        ((low >> (CAGE_SW - 8)) & 1)
        | (((low >> (BUTTON_A - 8)) & 1) << 1)
        | (((low >> (BUTTON_B - 8)) & 1) << 2)
        | (((pins >> (SERVO_RAIL_OK - 8)) & 1) << 3)
    )
    return size


class PicoHardware:
    """See hardware.pyi. Nothing here allocates but the making and `chain_good`."""

    def __init__(self, settings: "Settings"):
        self._servo_enable = Pin(SERVO_EN, Pin.OUT, value=0)  # before anything else
        self.now: "Callable[[], int]" = time.ticks_ms  # type: ignore[assignment]  # the stubs' own int; 30 bits here
        self._servo = PWM(Pin(SERVO_PWM), freq=50, duty_ns=0)
        self._buzzer = PWM(Pin(BUZZER), freq=440, duty_u16=0)
        self.chain = settings["chain"]
        self.lamps = settings["lamps"]
        self.build = build.name(build.installed())
        self.boot = _new_name()
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

    # Contacts

    def _make_chain(self) -> None:
        self.contacts = bytearray(direct_start(self.chain) // 8 + 1)
        words = sample_words(self.chain)
        self._size = 4 * words
        self._program, self._chain_hz = chain_program(words), chain_hz(words)
        self._words = words
        self._memory = bytearray(2 * _RING_BYTES)  # the ring begins where an address is a multiple of its size
        self._memory_at = (uctypes.addressof(self._memory) + _RING_BYTES - 1) & -_RING_BYTES
        self._samples = uctypes.bytearray_at(self._memory_at, _RING_BYTES)
        self._ring = Ring(self._samples, _RING_BYTES // self._size, words, _DIRECT_PINS, self.now())
        self._arrivals = rp2.DMA()
        Pin(SR_TEST, Pin.OUT, value=0)
        self._start_chain()

    def _start_chain(self) -> None:
        arrivals = self._arrivals
        _stop(arrivals)  # also what an earlier start of MicroPython left
        scanner = rp2.StateMachine(
            0, self._program, freq=self._chain_hz, in_base=Pin(SR_MISO, Pin.IN), sideset_base=Pin(SR_PL)
        )
        while scanner.rx_fifo():
            scanner.get()
        self._scanner = scanner
        self._control = arrivals.pack_ctrl(inc_read=False, ring_sel=1, ring_size=_RING_BITS, treq_sel=_CHAIN_DREQ)
        self._restart_ring()
        scanner.active(1)

    def _restart_ring(self) -> None:
        self._ring.restart()
        self._arrivals.config(read=self._scanner, write=self._memory_at, count=_MANY, ctrl=self._control, trigger=True)

    @micropython.native
    def look(self, still: bool) -> int:
        left: int = self._arrivals.count  # type: ignore[attr-defined]  # words that DMA still has to move
        waiting = self._ring.look((_MANY - left) // self._words, self.now(), still)
        if not left and not waiting:
            self._restart_ring()
        return waiting

    @micropython.native
    def sample(self) -> int:
        ring = self._ring
        _collect(self.contacts, self._samples, ring.take() * self._size, self.chain)
        return ring.time

    @property
    def missed(self) -> int:
        return self._ring.missed

    @property
    def sampled(self) -> int:
        return self._ring.sampled

    def chain_good(self) -> bool:
        """Push a pattern through all registers by hand, about 10 ms; then the scan starts again."""
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

    # Lamps

    def _make_lamps(self) -> None:
        data = Pin(LED_DATA)
        shifter = rp2.StateMachine(1, lamp_program, freq=_LAMP_HZ, out_base=data, set_base=data)
        shifter.active(1)
        self._dma = rp2.DMA()
        _stop(self._dma)
        # Single bytes, paced by queue 1 of PIO0. The bus repeats a byte in all four lanes; the program takes the top.
        control = self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=_LAMP_DREQ)
        self._dma.config(write=shifter, ctrl=control)

    def show(self, pixels: bytearray) -> None:
        dma = self._dma
        if dma.active():  # only when outputs go to rest just behind a refresh
            while dma.active():
                pass
            time.sleep_us(400)  # what is still in the queue, and the lamps' latch time
        self._pixels = pixels  # kept from the garbage collector while DMA reads it
        dma.config(read=pixels, count=len(pixels), trigger=True)

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

    def _make_line(self) -> None:
        self._byte = bytearray(1)
        self._unheard = 0  # bytes written since one was read
        self._queued = 0  # bytes written since the queue was known to be empty
        self._read = sys.stdin.buffer.readinto  # type: ignore[union-attr]  # the stubs do not know it
        self._write = sys.stdout.buffer.write
        readable, writable = select.poll(), select.poll()
        readable.register(sys.stdin, select.POLLIN)
        writable.register(sys.stdout, select.POLLOUT)
        self._readable, self._writable = readable.ipoll, writable.ipoll  # the iterator and its tuple are the poll's own

    @micropython.native
    def read_into(self, buffer: bytearray) -> int:
        ready, read, byte = self._readable, self._read, self._byte
        count = 0
        while count < _PASS_BYTES:
            for _ in ready(0):
                break
            else:
                break
            read(byte)
            buffer[count] = byte[0]
            count += 1
            if byte[0] == 3:  # what follows a Ctrl-C is for MicroPython's prompt
                break
        if count:
            self._unheard = 0
        return count

    @micropython.native
    def write(self, data: "bytes | bytearray", start: int, end: int) -> int:
        for _ in self._writable(0):  # and what is queued moves on
            break
        else:
            return 0
        if not mem16[_USB_SENDING] & _USB_AVAILABLE:  # the host has taken all: nothing is queued
            self._queued = 0
        count = min(end - start, _QUEUE_BYTES - max(self._queued, self._unheard))
        if count <= 0:
            return 0
        self._write(data, start, count)  # type: ignore[call-overload]  # the stubs do not know these
        self._queued += count
        self._unheard += count
        return count

    def wait(self, ms: int) -> None:
        """Sleep until the host says something, for a millisecond at most; not at all if `ms` is less than two."""
        if ms > 1:
            for _ in self._readable(1):
                break

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
        """Stop watchdog and scan, so that somebody can work at MicroPython's prompt."""
        mem32[_WATCHDOG + _CLEAR] = 1 << 30  # CTRL.ENABLE; machine.WDT itself cannot be stopped
        self._scanner.active(0)
        _stop(self._arrivals)


def _stop(dma: "rp2.DMA") -> None:
    """Whatever it is doing. A channel that is aborted while it is enabled may start again (RP2350-E5)."""
    dma.config(ctrl=dma.pack_ctrl(enable=False))
    dma.active(0)


def _let_rail_fall() -> None:
    """An early RP2350 holds an input up at 2.2 V that nothing pulls down with 8 kilohm or less (RP2350-E9).

    A wire that broke, or an emergency stop that is pressed, would not be seen. With its input off for a moment the pad
    lets go. A sample taken in that moment feels the stop; the next does not, so it never counts.
    """
    mem32[_RAIL_PAD + _CLEAR] = _INPUT_ENABLE
    time.sleep_us(10)
    mem32[_RAIL_PAD + _SET] = _INPUT_ENABLE


def _new_name() -> str:
    """Another one at every start: the count makes sure of it, the random part does if the file is lost."""
    try:
        with open(_STARTS) as file:
            count = int(file.read()) + 1
    except (OSError, ValueError):
        count = 1
    try:
        with open(_STARTS, "w") as file:
            file.write(str(count))
    except OSError:  # the board's flash is full
        pass
    return "%d-%s" % (count, hexlify(os.urandom(4)).decode())
