# The board's clock: milliseconds in 30 bits, the largest int that needs no heap on the Pico.

from .micro import const

MASK = const(0x3FFFFFFF)  # the clock's bits: after 12.4 days 0 follows this, and differences stay right
LONG = const(1 << 24)  # ms, "nothing will happen by itself": longer than any wait on the board


def elapsed(now: int, then: int) -> int:
    """Return the milliseconds from `then` to `now`, across a wrap too: elapsed(2, MASK) is 3."""
    return (now - then) & MASK
