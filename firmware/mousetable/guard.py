# The guard: who may move the outputs, and for how long without a word from the host.
#
#   closed   no host yet, or it said bye, or no good frame for a second: servo off, and in the last case "lost" plays
#   open     a host has said hello: what moves may end, nothing new begins
#   agreed   the host has repeated this board's name and settings: outputs may move
#
# A fault is latched with its first cause, keeps the servo off whatever the host says, and is cleared by a person at the
# table who holds both buttons. The watchdog is fed here and nowhere else, and only when scan and line have moved.

from .micro import TYPE_CHECKING, const
from .ticks import LONG, elapsed
from .wire import BUTTON_A, BUTTON_B, DEADMAN

if TYPE_CHECKING:
    from .hardware import Hardware
    from .line import Line
    from .scan import Scan

CLOSED, OPEN, AGREED = "closed", "open", "agreed"
NO_FAULT = "-"
_CHECK_MS = const(250)  # at least this often: a host's heartbeat comes sooner, and then no pass is made for it
_CLEAR_MS = const(2000)  # both buttons held
_SCAN_DEAD_MS = const(500)


class Refused(Exception):
    """Why something is not done now, in one word."""


class Guard:
    def __init__(self, hardware: "Hardware", scan: "Scan", line: "Line"):
        self.session = CLOSED
        self.lost = False  # had a host, and waits for one to agree
        self.fault = NO_FAULT
        self.errors = 0  # how many exceptions of tasks were caught
        self.cleared = 0  # how many faults a person has cleared
        self._scan = scan
        self._line = line
        self._hardware = hardware
        self._feed = hardware.feed
        self._sampled = hardware.now()
        self._samples = self._passes = 0
        self._holding = False  # both buttons, since a fault was latched ...
        self._held = 0  # ... from this time on

    def open(self) -> None:
        self.session = OPEN
        self._line.session = True

    def agree(self) -> None:
        self.session = AGREED
        self.lost = False

    def close(self) -> None:
        """The host leaves; nobody waits for another."""
        self._end()
        self.lost = False

    def trip(self, cause: str) -> None:
        """Latch a fault; the first cause stays."""
        if self.fault == NO_FAULT:
            self.fault = cause

    def allow(self) -> None:
        """Raises Refused if nothing may begin to move now."""
        if self.session != AGREED:
            raise Refused("agree")
        if self.fault != NO_FAULT:
            raise Refused("fault")

    def step(self, now: int) -> int:
        """Allocates nothing while all is well."""
        return min(self._listen(now), self._check(now), self._clear(now))

    def _listen(self, now: int) -> int:
        """The deadman."""
        if self.session == CLOSED:
            return LONG
        left = DEADMAN - elapsed(now, self._line.heard)
        if left <= 0:
            self._end()
            self.lost = True
            return LONG
        return left

    def _end(self) -> None:
        self.session = CLOSED
        self._line.session = False

    def _check(self, now: int) -> int:
        """Feed the watchdog if samples and passes of the line have come since the last time."""
        samples, passes = self._hardware.sampled, self._line.passes
        if samples != self._samples:
            self._sampled = now
            if passes != self._passes:
                self._feed()
        elif elapsed(now, self._sampled) >= _SCAN_DEAD_MS:
            self.trip("scan")
        self._samples, self._passes = samples, passes
        return _CHECK_MS

    def _clear(self, now: int) -> int:
        """Both buttons held: the person at the table has seen the fault."""
        if self.fault == NO_FAULT or not (self._scan.direct(BUTTON_A) and self._scan.direct(BUTTON_B)):
            self._holding = False
            return LONG
        if not self._holding:
            self._holding, self._held = True, now
        left = _CLEAR_MS - elapsed(now, self._held)
        if left <= 0:
            self.fault = NO_FAULT
            self.cleared += 1
            return LONG
        return left
