# Reads the lines that the host sends all the time as wire.opened() would: a poll, and the acknowledgement of events. It
# reads them where they are, in machine code, and so leaves no garbage.

from . import wire
from .micro import const, micropython, ptr8
from .telling import CHECKSUM, REMAINDERS, checksum

_POLL = b" " + wire.POLL.encode()
_SEEN = b"0 " + wire.SEEN.encode() + b" "
_POLL_SIZE = const(5)
_SEEN_SIZE = const(7)
_DIGITS = const(9)  # of a number that surely needs no heap
_ZERO = const(48)  # the digit 0; the others follow it


@micropython.viper
def _number(line: ptr8, start: int, end: int) -> int:
    """Return the decimal number from `start` to `end`. If anything else is there, or a leading zero, return -1."""
    if end <= start or end - start > _DIGITS or (line[start] == _ZERO and end - start > 1):
        return -1
    value = 0
    for i in range(start, end):
        digit = line[i] - _ZERO
        if digit < 0 or digit > 9:
            return -1
        value = 10 * value + digit
    return value


@micropython.native
def heard(line: bytearray, size: int) -> int:
    """Return the seq of a poll, or ~n of an acknowledgement up to event n. Return 0 for any other line.

    Whatever is unusual, such as a further field, makes it another line.
    """
    found, end = 0, size - CHECKSUM
    verb = end - _POLL_SIZE
    seq = _number(line, 0, verb)
    if seq > 0:
        if seq <= wire.LAST_SEQ and line.find(_POLL, verb, end) == verb:
            found = seq
    elif line.find(_SEEN, 0, _SEEN_SIZE) == 0:
        found = ~_number(line, _SEEN_SIZE, end)
    return found if found and checksum(line, end, REMAINDERS, 0) else 0
