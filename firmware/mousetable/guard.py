# The guard: whether outputs may move, and for how long without a word from the host.
#
#   closed   no host yet, or it said bye, or no good frame for a second: servo off, and in the last case "lost" plays
#   open     a host has said hello: a turn under way may end, nothing new begins
#   agreed   the host has repeated this start's name and the settings' hash: outputs may move
#
# A fault is latched with its first cause and keeps the servo off whatever the host says. A person at the table clears
# it by holding both buttons; while the crank turns, they stop it. The watchdog is fed only here, and only when scan and
# line have made progress.

from .micro import TYPE_CHECKING, const
from .ticks import LONG, elapsed
from .wire import BUTTON_A, BUTTON_B, DEADMAN_MS

if TYPE_CHECKING:
    from .hardware import Hardware
    from .line import Line
    from .scan import Scan

CLOSED, OPEN, AGREED = "closed", "open", "agreed"
NO_FAULT = "-"
_CHECK_MS = const(250)  # at most between checks; longer than the heartbeat, so that none needs a pass of its own
_CLEAR_MS = const(2000)  # for which both buttons must be held
_SCAN_DEAD_MS = const(500)


class Refused(Exception):
    """A request that is not allowed now; its text is the reason, in one word or two."""


class Guard:
    def __init__(self, hardware: "Hardware", scan: "Scan", line: "Line"):
        self.session = CLOSED
        self.lost = False  # the host fell silent, and none has agreed since
        self.fault = NO_FAULT
        self.errors = 0  # exceptions of tasks that were caught
        self.cleared = 0  # faults that a person has cleared
        self._scan = scan
        self._line = line
        self._hardware = hardware
        self._feed = hardware.feed
        self._sampled = hardware.now()
        self._samples = self._passes = 0
        self._holding = False  # both buttons are held while a fault is latched ...
        self._held = 0  # ... since this time
        self._let_go = False  # both have been up at once since it was: the grip that stopped the crank clears nothing

    def open(self) -> None:
        self.session = OPEN
        self._line.session = True

    def agree(self) -> None:
        self.session = AGREED
        self.lost = False

    def close(self) -> None:
        """End the session because the host leaves; the lamps do not show "lost"."""
        self._end()
        self.lost = False

    def trip(self, cause: str) -> None:
        """Latch a fault; the first cause stays."""
        if self.fault == NO_FAULT:
            self.fault = cause
            self._let_go = self._both_up

    @property
    def both_held(self) -> bool:
        """Whether a person holds both buttons: that stops the crank, or clears a fault."""
        return self._scan.direct(BUTTON_A) and self._scan.direct(BUTTON_B)

    @property
    def _both_up(self) -> bool:
        return not (self._scan.direct(BUTTON_A) or self._scan.direct(BUTTON_B))

    def allow(self) -> None:
        """Raise Refused if nothing may begin to move now."""
        if self.session != AGREED:
            raise Refused("agree")
        if self.fault != NO_FAULT:
            raise Refused("fault")

    def step(self, now: int) -> int:
        """Check host, watchdog and buttons; return in how many ms to call again. No allocation while all is well."""
        return min(self._listen(now), self._check(now), self._clear(now))

    def _listen(self, now: int) -> int:
        """End the session when the host has been silent for DEADMAN_MS."""
        if self.session == CLOSED:
            return LONG
        left = DEADMAN_MS - elapsed(now, self._line.heard)
        if left <= 0:
            self._end()
            self.lost = True
            return LONG
        return left

    def _end(self) -> None:
        self.session = CLOSED
        self._line.session = False

    def _check(self, now: int) -> int:
        """Feed the watchdog if samples have come and the line has made passes since the last call."""
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
        """Clear the fault once both buttons have been held: the person at the table has seen it.

        Both must have been up at once since it was latched, because holding them down also stops the crank.
        """
        if self.fault == NO_FAULT:
            return LONG
        self._let_go = self._let_go or self._both_up
        if not (self._let_go and self.both_held):
            self._holding = False
            return LONG
        if not self._holding:
            self._holding, self._held = True, now
        left = _CLEAR_MS - elapsed(now, self._held)
        if left <= 0:
            self.fault = NO_FAULT
            self._holding = False
            self.cleared += 1
            return LONG
        return left
