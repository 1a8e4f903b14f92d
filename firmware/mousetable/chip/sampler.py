# Contacts on a chain of 74HC165. PIO takes a sample every millisecond, whatever the program does, and DMA writes it
# into a ring. The program takes samples from there in order, and loses none if it was busy for a while. Contact n is
# the n-th bit to come out of the chain; low = closed. A sample also holds the contacts at the chip's own pins. If all
# inputs are such pins, PIO clocks registers that do not exist, and only the pins count.
#
# Each sample goes on behind the last register. Its serial input is high at the first clock and low after that, so a
# high bit and low ones must follow the inputs. Anything else tells of noise, of a clock too many or too few, or of a
# chain that has come apart. Such samples are counted, and used all the same: the debouncer drops a few.
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
_RING_BYTES = const(8192)  # 256 samples or more, because writing a file may stop the program for 140 ms
_LAP_WORDS = const(0x8000000)  # that DMA counts before it starts again: a power of two; RP2350 has 28 bits (12.6.2.2)
_COUNT_TRIGGER = const(7)  # word of a DMA channel's registers: written, it sets the count and starts (2.5.7)
_WRAP = const(0x3FFFFFFF)


def sample_words(inputs: int) -> int:
    """Return the words of a sample: the pins, then the inputs and at least eight bits behind the last register.

    It is a power of two, so that a ring holds whole samples.
    """
    words = 2
    while 32 * (words - 1) < (inputs + 7) // 8 * 8 + 8:
        words *= 2
    return words


def chain_hz(words: int) -> int:
    """Return the PIO clock at which one sample takes a millisecond: about 2 MHz, or 1 MHz at the registers."""
    return 1000 * (4 + 1 + 66 * (words - 1) + 1 + 14 * 130)


def chain_program(words: int, marked: bool) -> "_PIO_ASM_Program":
    """Return a PIO program that takes samples of `words` words for ever.

    Side-set bit 0 is load (low loads), bit 1 the clock, bit 2 the last register's serial input if `marked`. The timing
    allows wires of a metre. A register shows its first bit without a clock; each rising edge shows the next. At 2 MHz
    load is low for 2 us. The first word has all pins of the chip, from the data pin upwards and wrapping around.
    """
    mark = 0b100 if marked else 0

    @rp2.asm_pio(
        sideset_init=[rp2.PIO.OUT_HIGH] + [rp2.PIO.OUT_LOW] * (2 if marked else 1),
        in_shiftdir=rp2.PIO.SHIFT_RIGHT,  # the first bit ends up as bit 0
        autopush=True,
        push_thresh=32,
    )
    def chain() -> None:
        set(y, words - 2).side(mark | 0b00)[3]
        in_(pins, 32).side(mark | 0b01)
        in_(pins, 1).side(mark | 0b01)  # the first input
        set(x, 30).side(mark | 0b11)
        label("bit")
        in_(pins, 1).side(0b01)
        jmp(x_dec, "bit").side(0b11)
        set(x, 31).side(0b01)
        jmp(y_dec, "bit").side(0b01)
        set(y, 13).side(0b01)  # the rest of the millisecond
        label("rest")
        set(x, 31).side(0b01)
        label("idle")
        jmp(x_dec, "idle").side(0b01)[3]
        jmp(y_dec, "rest").side(0b01)

    return chain


@micropython.viper
def _collect(contacts: ptr8, ring: ptr8, sample: int, inputs: int, pins: ptr8, end: int, mark: int) -> int:
    """Unpack the sample at byte `sample` of the ring into `contacts`. Return 0 for right bits behind the chain.

    These go up to byte `end` of the sample (0: there is no chain), and must read `mark` in the first byte and then 0.

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
    wrong = 0
    at = sample + 4 + size
    while at < sample + end:
        wrong |= int(ring[at]) ^ mark
        mark = 0
        at += 1
    return wrong


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
        first = (inputs + 7) // 8 * 8
        self.contacts = bytearray(first // 8 + (1 if direct else 0))
        self.noise = 0  # samples with wrong bits behind the last register; wraps after 12 days
        self._inputs = 0 if own else inputs
        self._gpios = (data, load, clock)
        self._test = test
        self._mark = 0 if test is None else 1
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
        bits = [(contact, (gpio - data) % 32, 1 - level) for contact, gpio, level in at_pins]
        bytes_at_pins = len(self.contacts) - (self._inputs + 7) // 8
        self._pins = bytearray([len(bits), bytes_at_pins] + [number for row in bits for number in row])
        words = sample_words(self._inputs)
        self._size = 4 * words
        self._end = 0 if own else self._size
        self._words = words
        self._program, self._hz = chain_program(words, test is not None), chain_hz(words)
        self._memory = bytearray(2 * _RING_BYTES)  # twice, because the ring must be aligned to its size
        self._memory_at = (uctypes.addressof(self._memory) + _RING_BYTES - 1) & -_RING_BYTES
        self._samples = uctypes.bytearray_at(self._memory_at, _RING_BYTES)
        mask = sum(1 << bit for _, bit, _ in bits)
        self._now: "Callable[[], int]" = time.ticks_ms  # type: ignore[assignment]  # the stubs' own int; 30 bits here
        self.ring = Ring(self._samples, _RING_BYTES // self._size, words, mask, self._now(), _LAP_WORDS // words)
        self._look = self.ring.look  # looked up once, not every millisecond
        self._arrivals, self._again = rp2.DMA(), rp2.DMA()
        self._lap = array("I", (_LAP_WORDS,))  # what the second channel writes to start the first
        self._start()

    def _start(self) -> None:
        _, load, _ = self._gpios
        arrivals: "Any" = self._arrivals  # the stubs lack `registers` and `channel`
        again: "Any" = self._again
        self._stop_dma()  # it may still run from before a soft reset
        scanner = rp2.StateMachine(
            self._machine, self._program, freq=self._hz, in_base=self._data_pin(), sideset_base=Pin(load)
        )
        while scanner.rx_fifo():
            scanner.get()
        self._scanner = scanner
        self.ring.restart()
        once = again.pack_ctrl(inc_read=False, inc_write=False)
        again.config(read=self._lap, write=arrivals.registers[_COUNT_TRIGGER:], count=1, ctrl=once)
        pace = dma_request(self._machine, reading=True)
        filling = arrivals.pack_ctrl(
            inc_read=False, ring_sel=1, ring_size=_RING_BITS, treq_sel=pace, chain_to=again.channel
        )
        arrivals.config(read=scanner, write=self._memory_at, count=_LAP_WORDS, ctrl=filling, trigger=True)
        scanner.active(1)

    def _data_pin(self) -> Pin:
        """Return the data pin, pulled up without a chain: floating, it would make every sample differ."""
        data = self._gpios[0]
        return Pin(data, Pin.IN, Pin.PULL_UP) if self._own else Pin(data, Pin.IN)

    def stop(self) -> None:
        self._scanner.active(0)
        self._stop_dma()

    def _stop_dma(self) -> None:
        dma_stop(self._arrivals)
        dma_stop(self._again)

    @micropython.native
    def look(self, still: bool) -> int:
        """Return how many samples wait. If `still`, first skip the oldest that equal the last one taken."""
        if self._inputs_off:
            self._let_fall()
        left: int = self._arrivals.count  # type: ignore[attr-defined]  # words until DMA starts again
        return self._look((_LAP_WORDS - left) // self._words, self._now(), still)

    def _let_fall(self) -> None:
        """Four times a second, turn the inputs of pulled-down pins off, so that they can fall (erratum RP2350-E9).

        An early RP2350 holds an input that was high at 2.2 V unless a resistor of 8 kilohm or less pulls it down. That
        would hide a contact that has opened, or a broken wire. Allocates nothing.
        """
        now = self._now()
        if (now - self._fell) & _WRAP < _LET_FALL_MS:
            return
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
        at = ring.take() * self._size
        if _collect(self.contacts, self._samples, at, self._inputs, self._pins, self._end, self._mark):
            self.noise = (self.noise + 1) & 0x3FFFFFFF
            ring.forget()  # so that equal samples are taken and counted, too
        return ring.time

    def answers(self) -> bool:
        """Return whether a pattern sent from `test` through all registers comes back. Stops sampling for 10 ms."""
        self._scanner.active(0)
        data, load, clock = self._gpios
        Pin(load, Pin.OUT, value=1)
        shift, pattern, out = Pin(clock, Pin.OUT, value=0), Pin(self._test, Pin.OUT, value=0), Pin(data, Pin.IN)
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
