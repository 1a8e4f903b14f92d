# All that touches the chip: that of a Raspberry Pi Pico (RP2040) or a Pico 2 (RP2350), with MicroPython 1.26 or later.
# What it does for the second follows from data sheets and has never been tried.
#
# Sampler and Strip know no table and serve other programs, too (pieces/README.md); PicoHardware is the hardware of
# hardware.pyi, and alone knows our pins. hardware/pins.toml has these with the Pico's pin numbers; a test compares.

import gc
import select
import sys
import time

import rp2
import uctypes
from machine import ADC, PWM, WDT, Pin, mem16, mem32

from . import build, starts
from .micro import TYPE_CHECKING, const, micropython, ptr8
from .ring import Ring

if TYPE_CHECKING:
    from collections.abc import Callable

    from rp2 import _PIO_ASM_Program
    from rp2.asm_pio import in_, jmp, label, mov, out, pins, set, x, x_dec, y, y_dec

    from .settings import Settings

# All that differs between the chips. The rest lies where it lay: DREQ numbers of PIO0, USB's memory, what a pin can do.
# MicroPython sees to the bits of DMA's control word, the clock's dividers and the pads' isolation.
_RP2350 = "RP2350" in sys.implementation._machine
_WATCHDOG = 0x400D8000 if _RP2350 else 0x40058000  # registers: data sheets 12.9 and 4.7.6
_RAIL_PAD = const(0x40038024)  # RP2350's pad of SERVO_RAIL_OK (9.11)
_INPUT_ENABLE = const(0x40)


# DMA


def dma_request(machine: int, reading: bool) -> int:
    """What paces DMA from or to the queue of a PIO state machine (DREQ: data sheets 2.5.3.1 and 12.6.4.1)."""
    return machine // 4 * 8 + machine % 4 + (4 if reading else 0)


def dma_stop(channel: "rp2.DMA") -> None:
    """Whatever it is doing. A channel that is aborted while it is enabled may start again (RP2350-E5)."""
    channel.config(ctrl=channel.pack_ctrl(enable=False))
    channel.active(0)


# Contacts on a chain of 74HC165: PIO takes a sample every millisecond whatever the program does, DMA writes it into a
# ring. From there samples are taken in their order, none left out though the program was busy for a while. Contact n is
# the n-th bit to come out of the chain; low = closed. A sample has contacts at the chip's own pins as well. Where all
# inputs are such pins, the program clocks registers that are not there, and only the pins count.

_TEST_PATTERN = const(0b10110010)
_PULLED_US = const(50)  # until a pin is up again: 200 pF of wires, 80 kilohm, three times over
_RING_BITS = const(13)
_RING_BYTES = const(8192)  # 256 samples or more: writing a file may stop the program for 140 ms
_MANY = const(0x0FFFFF00)  # words before DMA wants a new start, whole samples; RP2350 counts in 28 bits (12.6.2.2)


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
    The first word has all of the chip's pins from the data pin up, and around.
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


@micropython.viper
def _collect(contacts: ptr8, ring: ptr8, sample: int, inputs: int, pins: ptr8) -> int:
    """Contacts from the sample at that place of the ring; inputs beyond the chain's last count as open.

    `pins` begins with how many contacts there are at pins, and how many bytes these fill. Of each it says which contact
    it is, which bit of the first word, and what that is when it is open.
    """
    size = (inputs + 7) >> 3
    for i in range(size):
        contacts[i] = int(ring[sample + 4 + i]) ^ 255
    if inputs & 7:
        contacts[size - 1] = int(contacts[size - 1]) & ((1 << (inputs & 7)) - 1)
    for i in range(int(pins[1])):
        contacts[size + i] = 0
    row = 2
    for _ in range(int(pins[0])):
        contact, bit = int(pins[row]), int(pins[row + 1])
        level = (int(ring[sample + (bit >> 3)]) >> (bit & 7)) & 1
        contacts[contact >> 3] = int(contacts[contact >> 3]) | (level ^ int(pins[row + 2])) << (contact & 7)
        row += 3
    return size


class Sampler:
    """`contacts` is the sample taken last: the inputs' bytes, then one of direct contacts; one bit each, set = closed.

    look() and sample() allocate nothing.
    """

    def __init__(
        self,
        inputs: int,
        data: int,
        load: int,
        clock: int,
        direct: "tuple[tuple[int, int], ...]" = (),
        machine: int = 0,
        own: "tuple[int, ...]" = (),
    ):
        """`direct`: up to eight contacts at the chip's own pins, each with the level that it has when it is closed.

        Those pins are pulled to the other level. PIO drives load and clock as neighbours: ValueError if they are none.
        `own`: pins that are the inputs, each closing to ground, where there is no chain; it is not read then.
        """
        if clock != load + 1:
            raise ValueError("clock must be the GPIO behind load")
        first = (inputs + 7) // 8 * 8
        self.contacts = bytearray(first // 8 + (1 if direct else 0))
        self._inputs = 0 if own else inputs
        self._gpios = (data, load, clock)
        self._machine = machine
        self._own = own[:inputs]
        at_pins = [(n, gpio, 0) for n, gpio in enumerate(self._own)]
        at_pins += [(first + n, gpio, level) for n, (gpio, level) in enumerate(direct)]
        for _, gpio, level in at_pins:
            Pin(gpio, Pin.IN, Pin.PULL_DOWN if level else Pin.PULL_UP)
        bits = [(contact, (gpio - data) % 32, 1 - level) for contact, gpio, level in at_pins]
        bytes_at_pins = len(self.contacts) - (self._inputs + 7) // 8
        self._pins = bytearray([len(bits), bytes_at_pins] + [number for row in bits for number in row])
        words = sample_words(self._inputs)
        self._size = 4 * words
        self._words = words
        self._program, self._hz = chain_program(words), chain_hz(words)
        self._memory = bytearray(2 * _RING_BYTES)  # the ring begins where an address is a multiple of its size
        self._memory_at = (uctypes.addressof(self._memory) + _RING_BYTES - 1) & -_RING_BYTES
        self._samples = uctypes.bytearray_at(self._memory_at, _RING_BYTES)
        mask = sum(1 << bit for _, bit, _ in bits)
        self._now: "Callable[[], int]" = time.ticks_ms  # type: ignore[assignment]  # the stubs' own int; 30 bits here
        self.ring = Ring(self._samples, _RING_BYTES // self._size, words, mask, self._now())
        self._look = self.ring.look  # found once, not every millisecond
        self._arrivals = rp2.DMA()
        self._start()

    def _start(self) -> None:
        _, load, _ = self._gpios
        arrivals = self._arrivals
        dma_stop(arrivals)  # also what an earlier start of MicroPython left
        scanner = rp2.StateMachine(
            self._machine, self._program, freq=self._hz, in_base=self._data_pin(), sideset_base=Pin(load)
        )
        while scanner.rx_fifo():
            scanner.get()
        self._scanner = scanner
        pace = dma_request(self._machine, reading=True)
        self._control = arrivals.pack_ctrl(inc_read=False, ring_sel=1, ring_size=_RING_BITS, treq_sel=pace)
        self._restart_ring()
        scanner.active(1)

    def _data_pin(self) -> Pin:
        """Without a chain it would float, and every sample differ from the one before."""
        data = self._gpios[0]
        return Pin(data, Pin.IN, Pin.PULL_UP) if self._own else Pin(data, Pin.IN)

    def _restart_ring(self) -> None:
        self.ring.restart()
        self._arrivals.config(read=self._scanner, write=self._memory_at, count=_MANY, ctrl=self._control, trigger=True)

    def stop(self) -> None:
        self._scanner.active(0)
        dma_stop(self._arrivals)

    @micropython.native
    def look(self, still: bool) -> int:
        """How many samples wait. If `still`, the oldest are passed over as long as they are like the last one taken."""
        left: int = self._arrivals.count  # type: ignore[attr-defined]  # words that DMA still has to move
        waiting = self._look((_MANY - left) // self._words, self._now(), still)
        if not left and not waiting:
            self._restart_ring()
        return waiting

    @micropython.native
    def sample(self) -> int:
        """Bring the oldest of them into `contacts`; its time in ms, never before that of the last."""
        ring = self.ring
        _collect(self.contacts, self._samples, ring.take() * self._size, self._inputs, self._pins)
        return ring.time

    def answers(self, test: int) -> bool:
        """Does a pattern pushed by hand through all registers come back? About 10 ms; then sampling starts again.

        `test` is the GPIO that is wired to the last register's serial input.
        """
        self._scanner.active(0)
        data, load, clock = self._gpios
        Pin(load, Pin.OUT, value=1)
        shift, pattern, out = Pin(clock, Pin.OUT, value=0), Pin(test, Pin.OUT, value=0), Pin(data, Pin.IN)
        length = (self._inputs + 7) // 8 * 8
        back = 0
        for i in range(length + 8):
            if i >= length:
                back = back << 1 | out.value()
            pattern.value(_TEST_PATTERN >> (7 - i) & 1 if i < 8 else 0)
            shift.value(1)
            shift.value(0)
        self._start()
        return back == _TEST_PATTERN

    def apart(self) -> bool:
        """Does none of the `own` pins touch another? Each is held low in turn, and no open one may follow.

        Less than a millisecond; then sampling starts again.
        """
        self._scanner.active(0)
        pins = [Pin(gpio, Pin.IN, Pin.PULL_UP) for gpio in self._own]
        open_pins = [pin for pin in pins if pin.value()]
        good = True
        for pin in open_pins:
            pin.init(Pin.OUT, value=0)
            time.sleep_us(_PULLED_US)
            good = good and sum([other.value() for other in open_pins]) == len(open_pins) - 1
            pin.init(Pin.IN, Pin.PULL_UP)
            time.sleep_us(_PULLED_US)
        self._start()
        return good


# WS2812 lamps by PIO and DMA: 70 us of the program's time. (`neopixel` stops interrupts for as long as the data takes.)

_LAMP_HZ = const(8_000_000)  # ten instructions a bit: 1.25 us
_LATCH_US = const(400)  # what is still in the queue, and the low that the lamps take for an end


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


class Strip:
    def __init__(self, gpio: int, machine: int = 1):
        data = Pin(gpio)
        shifter = rp2.StateMachine(machine, lamp_program, freq=_LAMP_HZ, out_base=data, set_base=data)
        shifter.active(1)
        self._channel = rp2.DMA()
        dma_stop(self._channel)
        # Single bytes. The bus repeats a byte in all four lanes; the program takes the top one.
        control = self._channel.pack_ctrl(size=0, inc_write=False, treq_sel=dma_request(machine, reading=False))
        self._channel.config(write=shifter, ctrl=control)

    def show(self, pixels: bytearray) -> None:
        """Three bytes a lamp, green red blue; they are read until all are out, 30 us each. Allocates nothing."""
        channel = self._channel
        if channel.active():  # the picture before is still on its way
            while channel.active():
                pass
            time.sleep_us(_LATCH_US)
        self._pixels = pixels  # kept from the garbage collector while DMA reads it
        channel.config(read=pixels, count=len(pixels), trigger=True)


# The line is USB. A byte is read only when one is there: MicroPython tells no more than that, and 35 us go by for each.
# What is written goes out in one block, no longer than what is surely free of MicroPython's queue: a write without room
# holds the program for up to 500 ms, with the cable out for ever. The queue is empty when USB has nothing to send; with
# the cable out that means nothing, so a queue full is all that goes out without a word from the host.

_PASS_BYTES = const(32)  # read in one pass at most, about a millisecond
_QUEUE_BYTES = const(256)
_USB_SENDING = const(0x50100090)  # buffer control of endpoint 2 in (4.1.2.5) ...
_USB_AVAILABLE = const(0x400)  # ... and its bit that says that USB has a packet to send


class Usb:
    """Nothing here allocates but the making."""

    def __init__(self) -> None:
        self._byte = bytearray(1)
        self._unheard = 0  # bytes written since one was read
        self._queued = 0  # bytes written since the queue was known to be empty
        self._read = sys.stdin.buffer.readinto  # type: ignore[union-attr]  # the stubs do not know it
        self._write = sys.stdout.buffer.write
        readable, writable = select.poll(), select.poll()
        readable.register(sys.stdin, select.POLLIN)
        writable.register(sys.stdout, select.POLLOUT)
        self._readable, self._writable = readable.ipoll, writable.ipoll  # the iterator and its tuple are the poll's own

    @micropython.viper
    def read_into(self, buffer: ptr8) -> int:
        ready, read, byte = self._readable, self._read, self._byte
        last = ptr8(byte)
        count = 0
        while count < _PASS_BYTES:
            for _ in ready(0):
                break
            else:
                break
            read(byte)
            buffer[count] = last[0]
            count += 1
            if int(last[0]) == 3:  # what follows a Ctrl-C is for MicroPython's prompt
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
        unheard, queued = self._unheard, self._queued
        if not mem16[_USB_SENDING] & _USB_AVAILABLE:  # the host has taken all: nothing is queued
            queued = 0
        count = min(end - start, _QUEUE_BYTES - (queued if queued > unheard else unheard))
        if count <= 0:
            return 0
        self._write(data, start, count)  # type: ignore[call-overload]  # the stubs do not know these
        self._queued = queued + count
        self._unheard = unheard + count
        return count

    @micropython.native
    def wait(self, ms: int) -> None:
        """Sleep until the host says something, for a millisecond at most; not at all if `ms` is less than two."""
        if ms > 1:
            for _ in self._readable(1):
                break


# The table
#
#   servo     hardware PWM; its power comes through an enable pin that is low at rest.
#   watchdog  starts with its first feeding.

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
SR_SCK = const(18)
SR_TEST = const(19)
SERVO_CURRENT = const(26)
SENSE_5V = const(27)
# The inputs of a table that has so few (wire.OWN_PINS) and no chain. Whatever is set, none of them is ever an output.
OWN_INPUTS = (3, 4, 5, 9, 13, 15, 20, 21, 22)

# GPIO and level when closed, in the order of wire.DIRECT
_DIRECT = ((CAGE_SW, 0), (BUTTON_A, 0), (BUTTON_B, 0), (SERVO_RAIL_OK, 1))
_WATCHDOG_MS = const(2000)
_SET = const(0x2000)  # added to an address: set or clear the bits written (2.1.2)
_CLEAR = const(0x3000)


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
        self.chip = "rp2350" if _RP2350 else "rp2040"
        self.boot = starts.new_name("/starts")
        self.reset_cause = ("power-on", "watchdog", "reset")[min(mem32[_WATCHDOG + 8] & 3, 2)]
        self._current = ADC(Pin(SERVO_CURRENT))
        self._supply = ADC(Pin(SENSE_5V))
        self._watchdog: "WDT | None" = None
        self._make_contacts()
        line = Usb()
        self.read_into = line.read_into
        self.write = line.write
        self.wait = line.wait
        self._strip = Strip(LED_DATA)
        self.show = self._strip.show
        if self.lamps == 1:
            try:
                self._led = PWM(Pin("LED"), freq=1000, duty_u16=0)
                self.show = self._show_one
            except ValueError:  # a Pico W's hangs on its radio
                pass

    def _make_contacts(self) -> None:
        Pin(SR_TEST, Pin.OUT, value=0)
        own = OWN_INPUTS if self.chain <= len(OWN_INPUTS) else ()
        sampler = Sampler(self.chain, SR_MISO, SR_PL, SR_SCK, _DIRECT, own=own)
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
        return self._sampler.apart() if self.chain <= len(OWN_INPUTS) else self._sampler.answers(SR_TEST)

    # Lamps

    def _show_one(self, pixels: bytearray) -> None:
        """A table with a single lamp has the Pico's own for it."""
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
        """Stop watchdog and scan, so that somebody can work at MicroPython's prompt."""
        mem32[_WATCHDOG + _CLEAR] = 1 << 30  # CTRL.ENABLE; machine.WDT itself cannot be stopped
        self._sampler.stop()


def _let_rail_fall() -> None:
    """An early RP2350 holds an input up at 2.2 V that nothing pulls down with 8 kilohm or less (RP2350-E9).

    A wire that broke, or an emergency stop that is pressed, would not be seen. With its input off for a moment the pad
    lets go. A sample taken in that moment feels the stop; the next does not, so it never counts.
    """
    mem32[_RAIL_PAD + _CLEAR] = _INPUT_ENABLE
    time.sleep_us(10)
    mem32[_RAIL_PAD + _SET] = _INPUT_ENABLE
