# The buzzer: one tone at a time, never longer than TONE_LONGEST_MS, silent when the host is lost or a fault latches.

from .guard import CLOSED, NO_FAULT
from .micro import TYPE_CHECKING, const
from .ticks import LONG, elapsed

if TYPE_CHECKING:
    from .guard import Guard
    from .hardware import Hardware

TONE_LONGEST_MS = const(5000)
_LOWEST_HZ = const(20)
_HIGHEST_HZ = const(10000)


class Tone:
    def __init__(self, hardware: "Hardware", guard: "Guard"):
        self._tone = hardware.tone
        self._guard = guard
        self._since = 0
        self._length = 0  # 0: silent

    def start(self, now: int, hz: int, ms: int) -> None:
        """Start a tone. Raises Refused, or ValueError with the field that is wrong."""
        self._guard.allow()
        if not _LOWEST_HZ <= hz <= _HIGHEST_HZ:
            raise ValueError("hz")
        if not 1 <= ms <= TONE_LONGEST_MS:
            raise ValueError("ms")
        self._since, self._length = now, ms
        self._tone(hz)

    def step(self, now: int) -> int:
        """Stop the tone when it must end. Return in how many ms to call again. Allocates nothing."""
        if not self._length:
            return LONG
        left = self._length - elapsed(now, self._since)
        if left > 0 and self._guard.session != CLOSED and self._guard.fault == NO_FAULT:
            return left
        self._length = 0
        self._tone(0)
        return LONG
