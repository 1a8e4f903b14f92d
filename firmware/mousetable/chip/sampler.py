# Contacts on a chain of 74HC165. PIO takes a sample every millisecond, whatever the program does, and DMA writes it
# into a ring. The program takes samples from there in order, and loses none if it was busy for a while. Contact n is
# the n-th bit to come out of the chain; low = closed. A sample also holds the contacts at the chip's own pins. If all
# inputs are such pins, PIO clocks registers that do not exist, and only the pins count.

import sys
import time

import rp2
import uctypes
from machine import Pin, mem32

from ..micro import TYPE_CHECKING, const, micropython, ptr8
from ..ring import Ring
from .dma import dma_request, dma_stop

if TYPE_CHECKING:
    from collections.abc import Callable

    from rp2 import _PIO_ASM_Program
    from rp2.asm_pio import in_, jmp, label, pins, set, x, x_dec, y, y_dec

_TEST_PATTERN = const(0b10110010)
_PULLED_US = const(50)  # for a pull-up or pull-down to move a pin: 200 pF of wires x 80 kilohm, three times over
_LET_FALL_MS = const(250)  # between two times that pulled-down pins are let fall
_RP2350 = "RP2350" in sys.implementation._machine
_PADS = const(0x40038004)  # the pad of GPIO 0 on RP2350, others four bytes apart (9.11.3)
_INPUT_ENABLE = const(0x40)
_SET = const(0x2000)  # add to an address to set, or to clear, the bits written (2.1.2)
_CLEAR = const(0x3000)
_RING_BITS = const(13)
_RING_BYTES = const(8192)  # 256 samples or more, because writing a file may stop the program for 140 ms
_WRAP = const(0x3FFFFFFF)
_MANY = const(0x0FFFFF00)  # words until DMA must be restarted, in whole samples; RP2350 counts in 28 bits (12.6.2.2)


def sample_words(inputs: int) -> int:
    """Return the words of a sample: the pins, then the inputs; a power of two, so that a ring holds whole samples."""
    words = 2
    while 32 * (words - 1) < inputs:
        words *= 2
    return words


def chain_hz(words: int) -> int:
    """Return the PIO clock at which one sample takes a millisecond: about 2 MHz, or 1 MHz at the registers."""
    return 1000 * (4 + 1 + 66 * (words - 1) + 1 + 7 * 258)


def chain_program(words: int) -> "_PIO_ASM_Program":
    """Return a PIO program that takes samples of `words` words for ever.

    Side-set bit 0 is load (low loads), bit 1 the clock. The timing allows wires of a metre. A register shows its first
    bit without a clock; each rising edge shows the next. At 2 MHz load is low for 2 us. The first word has all pins of
    the chip, from the data pin upwards and wrapping around.
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
    """Unpack the sample at byte `sample` of the ring into `contacts`. Return the bytes that the inputs fill.

    Bits beyond the last input read as open. `pins` begins with the number of contacts at pins and the bytes they fill.
    Then follow three bytes for each: the contact, its bit in the first word, and the level of that bit when open.
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
    """A sampler of many contacts. `contacts` holds the last sample taken, one bit each, set = closed.

    The inputs' bytes come first, then one byte of direct contacts. look() and sample() allocate nothing.
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
        """Start sampling.

        `direct`: up to eight contacts at the chip's own pins, as (GPIO, level when closed); each pin is pulled to the
        other level. An RP2350 lets pulled-down pins fall four times a second. A sample taken in these 50 us reads them
        as open, but only one in a row. `own`: GPIOs that replace the chain as inputs, each closing to ground. Raises
        ValueError unless `clock` is the GPIO after `load`, because PIO drives them as neighbours.
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
        falling = [_PADS + 4 * gpio for _, gpio, level in at_pins if level and _RP2350]
        self._inputs_off = [pad + _CLEAR for pad in falling]  # made here, because such large numbers are on the heap
        self._inputs_on = [pad + _SET for pad in falling]
        self._fell = 0  # when those pins were let fall
        if falling:  # elsewhere it costs nothing
            self.look = self._let_fall_and_look  # type: ignore[method-assign]
        bits = [(contact, (gpio - data) % 32, 1 - level) for contact, gpio, level in at_pins]
        bytes_at_pins = len(self.contacts) - (self._inputs + 7) // 8
        self._pins = bytearray([len(bits), bytes_at_pins] + [number for row in bits for number in row])
        words = sample_words(self._inputs)
        self._size = 4 * words
        self._words = words
        self._program, self._hz = chain_program(words), chain_hz(words)
        self._memory = bytearray(2 * _RING_BYTES)  # twice, because the ring must be aligned to its size
        self._memory_at = (uctypes.addressof(self._memory) + _RING_BYTES - 1) & -_RING_BYTES
        self._samples = uctypes.bytearray_at(self._memory_at, _RING_BYTES)
        mask = sum(1 << bit for _, bit, _ in bits)
        self._now: "Callable[[], int]" = time.ticks_ms  # type: ignore[assignment]  # the stubs' own int; 30 bits here
        self.ring = Ring(self._samples, _RING_BYTES // self._size, words, mask, self._now())
        self._look = self.ring.look  # looked up once, not every millisecond
        self._arrivals = rp2.DMA()
        self._start()

    def _start(self) -> None:
        _, load, _ = self._gpios
        arrivals = self._arrivals
        dma_stop(arrivals)  # it may still run from before a soft reset
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
        """Return the data pin, pulled up without a chain: floating, it would make every sample differ."""
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
        """Return how many samples wait. If `still`, first skip the oldest that equal the last one taken."""
        left: int = self._arrivals.count  # type: ignore[attr-defined]  # words until DMA stops
        waiting = self._look((_MANY - left) // self._words, self._now(), still)
        if not left and not waiting:
            self._restart_ring()
        return waiting

    @micropython.native
    def _let_fall_and_look(self, still: bool) -> int:
        now = self._now()
        if (now - self._fell) & _WRAP >= _LET_FALL_MS:
            self._let_fall(now)
        return Sampler.look(self, still)

    def _let_fall(self, now: int) -> None:
        """Turn the inputs of pulled-down pins off for a moment, so that they can fall (erratum RP2350-E9).

        An early RP2350 holds an input that was high at 2.2 V unless a resistor of 8 kilohm or less pulls it down. That
        would hide a contact that has opened, or a broken wire. Allocates nothing.
        """
        self._fell = now
        for off in self._inputs_off:
            mem32[off] = _INPUT_ENABLE
        time.sleep_us(_PULLED_US)
        for on in self._inputs_on:
            mem32[on] = _INPUT_ENABLE

    @micropython.native
    def sample(self) -> int:
        """Unpack the oldest waiting sample into `contacts`. Return its time in ms, which never goes back."""
        ring = self.ring
        _collect(self.contacts, self._samples, ring.take() * self._size, self._inputs, self._pins)
        return ring.time

    def answers(self, test: int) -> bool:
        """Return whether a pattern shifted through all registers comes back. Stops sampling for about 10 ms.

        `test` is the GPIO wired to the last register's serial input.
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
        """Return whether all `own` pins are separate: hold each open one low in turn, and no other may follow.

        Stops sampling for less than a millisecond.
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
