# The board's clock: milliseconds in 30 bits, the most that an int without heap holds on the Pico.

from .micro import const

WRAP = const(0x3FFFFFFF)  # 12.4 days; differences stay right across the wrap
LONG = const(1 << 24)  # "nothing will happen by itself": longer than any wait on the board


def elapsed(now: int, then: int) -> int:
    """Milliseconds from `then` to `now`, the wrap included."""
    return (now - then) & WRAP
