# Contacts on a chain of 74HC165. PIO takes a sample every millisecond, whatever the program does, and DMA writes it
# into a ring. The program takes samples from there in order, and loses none if it was busy for a while. Contact n is
# the n-th bit to come out of the chain; low = closed. A sample also holds the contacts at the chip's own pins. If all
# inputs are such pins, PIO clocks registers that do not exist, and only the pins count.
#
# Each sample goes on behind the last register. Its serial input is high at the first clock and low after that, so a
# high bit and low ones must follow the inputs. Anything else tells of noise, of a clock too many or too few, or of a
# chain that has come apart. Such samples are counted, and used all the same: the debouncer drops a few.
#
# For example, one register with nothing closed but its input A, which is contact 7. These bits come out:
#
#     1 1 1 1 1 1 1 0    contacts 0 to 7; the first is bit 0 of the sample's second word
#     1 0 0 0 0 0 0 0    the mark, and the low level after it; 16 more low bits fill the word: 0x0000017F
#
# Unpacked, `contacts` is b"\x80".
#
# DMA stops after a number of words. A second channel then starts the first one again, so that no sample is lost
# whatever the program does at that moment.

import sys
import time
from array import array

import rp2
import uctypes
from machine import Pin, mem32

from ..micro import TYPE_CHECKING, const, micropython, ptr8
from ..ring import Ring
from .dma import dma_request, dma_stop

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

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
_RING_BYTES = const(1 << _RING_BITS)  # 256 samples or more, because writing a file may stop the program for 140 ms
_LAP_WORDS = const(0x8000000)  # that DMA counts before it starts again: a power of two; RP2350 has 28 bits (12.6.2.2)
_COUNT_TRIGGER = const(7)  # word of a DMA channel's registers: written, it sets the count and starts (2.5.7)
_MASK = const(0x3FFFFFFF)  # ticks.MASK; the package for other programs has no ticks.py
_INPUTS = const(4)  # byte of a sample at which the inputs begin, behind the word of pins

# `Sampler._pins`, the contacts at pins: their number, the bytes of `contacts` that they fill, and three bytes for each.
# With data at GPIO 16, a button from GPIO 12 to ground that is contact 88 has 88, 28, 1: the first word of a sample
# begins with GPIO 16, so GPIO 12 is its bit (12 - 16) % 32.
_COUNT = const(0)
_BYTES = const(1)
_FIRST = const(2)  # where the rows begin
_ROW = const(3)  # bytes of a row, which are:
_CONTACT = const(0)
_BIT = const(1)  # of the sample's first word
_OPEN = const(2)  # the level of that bit while the contact is open


def sample_words(inputs: int) -> int:
    """Return the words of a sample: the pins, then the inputs and at least eight bits behind the last register.

    It is a power of two, so that a ring holds whole samples. 81 inputs are eleven registers, so 88 bits and 8: four
    words.
    """
    words = 2
    while 32 * (words - 1) < (inputs + 7) // 8 * 8 + 8:
        words *= 2
    return words


def chain_hz(words: int) -> int:
    """Return the PIO clock at which one sample takes a millisecond: about 2 MHz, or 1 MHz at the registers."""
    return 1000 * (4 + 1 + 66 * (words - 1) + 1 + 14 * 130)  # cycles, as beside the program


def chain_program(words: int, marked: bool) -> "_PIO_ASM_Program":
    """Return a PIO program that takes samples of `words` words for ever.

    Side-set bit 0 is load (low loads), bit 1 the clock, bit 2 the last register's serial input if `marked`. The timing
    allows wires of a metre. A register shows its first bit without a clock; each rising edge shows the next. At 2 MHz
    load is low for 2 us. The first word has all pins of the chip, from the data pin upwards and wrapping around.
    """
    loading, low, high = 0b00, 0b01, 0b11  # load low; load high and the clock low; load high and the clock high
    mark = 0b100 if marked else 0

    @rp2.asm_pio(
        sideset_init=[rp2.PIO.OUT_HIGH] + [rp2.PIO.OUT_LOW] * (2 if marked else 1),
        in_shiftdir=rp2.PIO.SHIFT_RIGHT,  # the first bit ends up as bit 0
        autopush=True,
        push_thresh=32,
    )
    def chain() -> None:
        set(y, words - 2).side(mark | loading)[3]  # 4 cycles; y counts the words of inputs down to 0
        in_(pins, 32).side(mark | low)  # 1 cycle
        in_(pins, 1).side(mark | low)  # the first input; from here 66 cycles a word: 32 bits of two cycles, and two
        set(x, 30).side(mark | high)  # the first clock shifts the mark in; 31 bits follow
        label("bit")
        in_(pins, 1).side(low)
        jmp(x_dec, "bit").side(high)
        set(x, 31).side(low)  # the next word has 32 bits
        jmp(y_dec, "bit").side(low)
        set(y, 13).side(low)  # 1 cycle; then the rest of the millisecond, 14 times 130 cycles
        label("rest")
        set(x, 31).side(low)
        label("idle")
        jmp(x_dec, "idle").side(low)[3]
        jmp(y_dec, "rest").side(low)

    return chain


@micropython.viper
def _unpack(contacts: ptr8, ring: ptr8, sample: int, inputs: int, pins: ptr8, end: int, mark: int) -> int:
    """Unpack the sample at byte `sample` of the ring into `contacts`. Return 0 if the chain shifted it in well.

    `pins` are the contacts at pins, `end` the bytes of a sample (0: there is no chain). Behind the inputs there must
    be `mark`, and then 0. Bits beyond the last input read as open.
    """
    size = (inputs + 7) >> 3
    for i in range(size):
        contacts[i] = ring[sample + _INPUTS + i] ^ 255
    if inputs & 7:
        contacts[size - 1] = contacts[size - 1] & ((1 << (inputs & 7)) - 1)
    for i in range(pins[_BYTES]):
        contacts[size + i] = 0
    row = _FIRST
    for _ in range(pins[_COUNT]):
        contact, bit = pins[row + _CONTACT], pins[row + _BIT]
        level = ring[sample + (bit >> 3)] >> (bit & 7) & 1
        contacts[contact >> 3] = contacts[contact >> 3] | (level ^ pins[row + _OPEN]) << (contact & 7)
        row += _ROW
    wrong = 0
    for i in range(_INPUTS + size, end):
        wrong |= ring[sample + i] ^ mark
        mark = 0  # of the bytes after the first
    return wrong


class Sampler:
    """A sampler of many contacts. `contacts` holds the last sample taken, one bit each, set = closed.

    The inputs' bytes come first, then one byte of direct contacts. look() and sample() allocate nothing.

        sampler = Sampler(81, data=16, load=17, clock=18, direct=((12, 0),))
        for _ in range(sampler.look(still=False)):
            ms = sampler.sample()  # now contact n is `sampler.contacts[n >> 3] >> (n & 7) & 1`; the direct one is 88
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
        test: "int | None" = None,
    ):
        """Start sampling.

        `direct`: up to eight contacts at the chip's own pins, as (GPIO, level when closed); each pin is pulled to the
        other level. An RP2350 lets pulled-down pins fall four times a second. A sample taken in these 50 us reads them
        as open, but only one in a row. `own`: GPIOs that replace the chain as inputs, each closing to ground. `test`:
        the GPIO wired to the last register's serial input, which is low otherwise. Raises ValueError unless load, clock
        and test are neighbours, as PIO drives them.
        """
        if clock != load + 1 or test not in (None, clock + 1):
            raise ValueError("clock must be the GPIO behind load, and test the one behind clock")
        self.noise = 0  # samples with wrong bits behind the last register; wraps after 12 days
        # Only what is needed later becomes a field: MicroPython finds one more slowly the fuller the instance is.
        self._gpios = (data, load, clock)
        self._test = test
        self._machine = machine
        self._own = own[:inputs]
        self._inputs = 0 if own else inputs  # of the chain
        self._now: "Callable[[], int]" = time.ticks_ms  # type: ignore[assignment]  # the stubs' own int; 30 bits here
        self._set_up_pins(inputs, direct)
        self._set_up_ring()
        self._arrivals, self._again = rp2.DMA(), rp2.DMA()
        self._lap = array("I", (_LAP_WORDS,))  # what the second channel writes to start the first
        self._start()

    def _set_up_pins(self, inputs: int, direct: "tuple[tuple[int, int], ...]") -> None:
        data, _, _ = self._gpios
        first = (inputs + 7) // 8 * 8  # the first direct contact
        at_pins = [(contact, gpio, 0) for contact, gpio in enumerate(self._own)]
        at_pins += [(first + n, gpio, closed) for n, (gpio, closed) in enumerate(direct)]
        self.contacts = bytearray(first // 8 + (1 if direct else 0))
        pins = [len(at_pins), len(self.contacts) - (self._inputs + 7) // 8]
        for contact, gpio, closed in at_pins:
            Pin(gpio, Pin.IN, Pin.PULL_DOWN if closed else Pin.PULL_UP)
            pins += contact, (gpio - data) % 32, 1 - closed
        self._pins = bytearray(pins)
        falling = [_PADS + 4 * gpio for _, gpio, closed in at_pins if closed and _RP2350]
        self._ignore = [pad + _CLEAR for pad in falling]  # made here, because such large numbers are on the heap
        self._heed = [pad + _SET for pad in falling]
        self._fell = 0  # when those pins were let fall

    def _set_up_ring(self) -> None:
        words = sample_words(self._inputs)
        marked = self._test is not None
        self._program = chain_program(words, marked)
        self._words, self._size = words, 4 * words
        self._end = 0 if self._own else self._size
        self._mark = 1 if marked else 0
        # The ring must be aligned to its size: in a memory from 0x20001234 on it begins at 0x20002000.
        self._memory = bytearray(2 * _RING_BYTES)
        start = (uctypes.addressof(self._memory) + _RING_BYTES - 1) & -_RING_BYTES
        self._samples = uctypes.bytearray_at(start, _RING_BYTES)
        pins = 0
        for row in range(_FIRST, len(self._pins), _ROW):
            pins |= 1 << self._pins[row + _BIT]
        self.ring = Ring(self._samples, _RING_BYTES // self._size, words, pins, self._now(), _LAP_WORDS // words)
        self._look = self.ring.look  # looked up once, not every millisecond

    def _start(self) -> None:
        """Start PIO and DMA.

        The first channel moves words from PIO into the ring, round and round, and counts them from _LAP_WORDS down to
        0. Then it starts the second, which writes _LAP_WORDS into the first one's register `_COUNT_TRIGGER`. That
        starts the first again where it stopped.
        """
        arrivals: "Any" = self._arrivals  # the stubs lack `registers` and `channel`
        again: "Any" = self._again
        self._stop_dma()  # it may still run from before a soft reset
        data, load, _ = self._gpios
        # Without a chain the data pin is pulled up: floating, it would make every sample differ.
        data_pin = Pin(data, Pin.IN, Pin.PULL_UP) if self._own else Pin(data, Pin.IN)
        hz = chain_hz(self._words)
        scanner = rp2.StateMachine(self._machine, self._program, freq=hz, in_base=data_pin, sideset_base=Pin(load))
        while scanner.rx_fifo():
            scanner.get()
        self._scanner = scanner
        self.ring.restart()
        once = again.pack_ctrl(inc_read=False, inc_write=False)
        again.config(read=self._lap, write=arrivals.registers[_COUNT_TRIGGER:], count=1, ctrl=once)
        pace = dma_request(self._machine, reading=True)
        filling = arrivals.pack_ctrl(  # ring_sel=1: the address that is written to goes round
            inc_read=False, ring_sel=1, ring_size=_RING_BITS, treq_sel=pace, chain_to=again.channel
        )
        start = uctypes.addressof(self._samples)
        arrivals.config(read=scanner, write=start, count=_LAP_WORDS, ctrl=filling, trigger=True)
        scanner.active(1)

    def stop(self) -> None:
        self._scanner.active(0)
        self._stop_dma()

    def deinit(self) -> None:
        """Free the state machine, its program and the DMA channels. The sampler cannot be used afterwards."""
        self.stop()
        self._arrivals.close()
        self._again.close()
        rp2.PIO(self._machine // 4).remove_program(self._program)

    def _stop_dma(self) -> None:
        dma_stop(self._arrivals)
        dma_stop(self._again)

    @micropython.native
    def look(self, still: bool) -> int:
        """Return how many samples wait. If `still`, first skip the oldest that equal the last one taken.

        With four words a sample, DMA has counted from 0x8000000 to 0x7FFFFF4 when the third is complete.
        """
        if self._ignore:
            self._let_fall()
        left: int = self._arrivals.count  # type: ignore[attr-defined]  # words until DMA starts again
        return self._look((_LAP_WORDS - left) // self._words, self._now(), still)

    def _let_fall(self) -> None:
        """Four times a second, turn the inputs of pulled-down pins off, so that they can fall (erratum RP2350-E9).

        An early RP2350 holds an input that was high at 2.2 V unless a resistor of 8 kilohm or less pulls it down. That
        would hide a contact that has opened, or a broken wire. Allocates nothing.
        """
        now = self._now()
        if (now - self._fell) & _MASK < _LET_FALL_MS:
            return
        self._fell = now
        for pad in self._ignore:
            mem32[pad] = _INPUT_ENABLE
        time.sleep_us(_PULLED_US)
        for pad in self._heed:
            mem32[pad] = _INPUT_ENABLE

    @micropython.native
    def sample(self) -> int:
        """Unpack the oldest waiting sample into `contacts`. Return its time in ms, which never goes back."""
        ring = self.ring
        at = ring.take() * self._size
        if _unpack(self.contacts, self._samples, at, self._inputs, self._pins, self._end, self._mark):
            self.noise = (self.noise + 1) & _MASK
            ring.forget()  # so that equal samples are taken and counted, too
        return ring.time

    def answers(self) -> bool:
        """Return whether a pattern sent from `test` through all registers comes back. Stops sampling for 10 ms."""
        self._scanner.active(0)
        data_gpio, load_gpio, clock_gpio = self._gpios
        Pin(load_gpio, Pin.OUT, value=1)  # PIO gets the pins back from _start()
        clock, test = Pin(clock_gpio, Pin.OUT, value=0), Pin(self._test, Pin.OUT, value=0)
        data = Pin(data_gpio, Pin.IN)
        length = (self._inputs + 7) // 8 * 8
        back = 0
        for i in range(length + 8):
            if i >= length:
                back = back << 1 | data.value()
            test.value(_TEST_PATTERN >> (7 - i) & 1 if i < 8 else 0)
            clock.value(1)
            clock.value(0)
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
