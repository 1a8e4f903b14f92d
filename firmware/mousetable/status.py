# Encodes the reply to a poll as wire.encode() would, into an existing buffer. Nearly all requests are polls, and this
# leaves no garbage to collect.

from . import wire
from .micro import TYPE_CHECKING, const, micropython, ptr8
from .telling import REMAINDERS, checksum

if TYPE_CHECKING:
    from .parts import Parts

_SAYS = bytearray(b" " + wire.OK.encode() + b" ")
_BETWEEN = bytearray(b" ")
_ZERO = const(48)  # 0; the other digits follow it
_TEN = const(97)  # a, the hex digit; the others follow it
_OTHERS = const(100)  # characters of the reply besides crank and fault: 88 with 144 inputs


@micropython.viper
def _number(out: ptr8, at: int, value: int) -> int:
    """Write a number in decimal at index `at` of `out`. Return the index after it."""
    power = 1
    while value // power > 9:
        power *= 10
    while power:
        out[at] = _ZERO + value // power % 10
        at += 1
        power //= 10
    return at


@micropython.viper
def _text(out: ptr8, at: int, text: ptr8, size: int) -> int:
    """Write a text at index `at` of `out`. Return the index after it."""
    for i in range(size):
        out[at + i] = text[i]
    return at + size


@micropython.viper
def _hex(out: ptr8, at: int, data: ptr8, size: int) -> int:
    """Write bytes in hex at index `at` of `out`. Return the index after them."""
    for i in range(2 * size):
        digit = data[i >> 1] >> (4 - 4 * (i & 1)) & 15
        out[at + i] = _ZERO + digit if digit < 10 else _TEN + digit - 10
    return at + 2 * size


class Status:
    """An encoder for the replies to polls: time, last event, contacts, crank, fault and spoilt samples."""

    def __init__(self, parts: "Parts"):
        self._hardware = parts.hardware
        self._scan = parts.scan
        self._crank = parts.crank
        self._guard = parts.guard
        self._last = self._fault = ""  # of crank and guard, when they were encoded ...
        self._states = bytearray()  # ... as this

    def write(self, out: bytearray, seq: int, now: int) -> int:
        """Write a reply into `out`. Return its length."""
        settled = self._scan.settled
        crank, fault = self._crank.last, self._guard.fault
        if crank is not self._last or fault is not self._fault:
            self._last, self._fault = crank, fault
            self._states = bytearray((" %s %s " % (crank, fault)).encode())
        if len(self._states) > wire.LONGEST - _OTHERS:  # machine code does not check
            raise ValueError("a reply that is too long")
        at = _number(out, 0, seq)
        at = _text(out, at, _SAYS, len(_SAYS))
        at = _number(out, at, now)
        at = _text(out, at, _BETWEEN, 1)
        at = _number(out, at, self._scan.events.last)
        at = _text(out, at, _BETWEEN, 1)
        at = _hex(out, at, settled, len(settled))
        at = _text(out, at, self._states, len(self._states))
        at = _number(out, at, self._hardware.noise)
        return checksum(out, at, REMAINDERS, 1)
