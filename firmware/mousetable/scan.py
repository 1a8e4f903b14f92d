# The scan: it takes a sample of all contacts for every millisecond, debounces it, and records changes as events.

from .debounce import Debounce
from .events import Events
from .micro import TYPE_CHECKING, micropython
from .ticks import LONG

if TYPE_CHECKING:
    from .hardware import Hardware


class Scan:
    """The contacts. `settled` has one bit each, set = closed: the inputs' bytes, then one byte of direct contacts.

    With 81 inputs contact 10 is bit 2 of byte 1, and the cage is contact 88, bit 0 of byte 11.
    """

    def __init__(self, hardware: "Hardware", hold: int, direct: int = 0):
        """Debounce inputs for `hold` ms, direct contacts for `direct` ms (0: the same)."""
        self.events = Events()
        self.moving = 0  # ms until some contact has changed, unless it bounces back; 0: none is moving
        self.since = 0  # when they began to move, or when slow work had its last turn meanwhile (controller.py)
        self._debounce = Debounce(len(hardware.contacts), hold, direct)
        self.settled = self._debounce.settled
        self._contacts = hardware.contacts
        self._hardware = hardware
        self._look = hardware.look
        self._sample = hardware.sample
        self._begun = False
        self._missed = 0

    @micropython.native
    def step(self, now: int) -> int:
        """Take all waiting samples, oldest first. Return in how many ms a contact will have changed. No allocation."""
        waiting = self._look(not self.moving)
        if waiting:
            self._take(waiting, now)
        return self.moving or LONG

    def direct(self, bit: int) -> bool:
        """Return whether a direct contact (wire.CAGE ...) is closed."""
        return bool(self.settled[-1] >> bit & 1)

    @micropython.native
    def _take(self, waiting: int, now: int) -> None:
        if self._missed != self._hardware.missed:
            self._missed = self._hardware.missed
            self.events.miss()
        if not self._begun:
            self._begun = True
            self._sample()
            self._debounce.settle(self._contacts)
            waiting -= 1
        for _ in range(waiting):
            time = self._sample()
            if self._debounce.update(self._contacts):
                self._record(time)
        if self._debounce.moving and not self.moving:
            self.since = now
        self.moving = self._debounce.moving

    @micropython.native
    def _record(self, time: int) -> None:
        """Record an event for each bit of `changed`: bits 2 and 5 of byte 1 are the contacts 10 and 13."""
        changed = self._debounce.changed
        for i in range(len(changed)):
            flips, bit = changed[i], 0
            while flips:
                if flips & 1:
                    self.events.add(time, 8 * i + bit, self.settled[i] >> bit & 1)
                flips, bit = flips >> 1, bit + 1
