# The scan: a sample of all contacts for every millisecond, debounced, changes into the ring of events.

from .debounce import Debounce
from .events import Events
from .micro import TYPE_CHECKING
from .ticks import LONG, WRAP

if TYPE_CHECKING:
    from .hardware import Hardware


class Scan:
    """`settled` holds every contact, a bit each, set = closed: the chain's bytes, then one byte of direct contacts."""

    def __init__(self, hardware: "Hardware", hold: int):
        self.events = Events()
        self.samples = 0  # how many were taken; after 12 days it begins again at 1
        self._debounce = Debounce(len(hardware.contacts), hold)
        self.settled = self._debounce.settled
        self._contacts = hardware.contacts
        self._hardware = hardware
        self._sample = hardware.sample
        self._missed = 0

    def step(self, now: int) -> int:
        """Allocates nothing, contacts changing or not."""
        time = self._sample()
        idle = LONG if time >= 0 else 1  # none yet: what has changed since the last is for the next
        if self._missed != self._hardware.missed:
            self._missed = self._hardware.missed
            self.events.miss()
        while time >= 0:  # the oldest first, if some have been waiting
            self._take(time)
            time = self._sample()
        return 1 if self._debounce.moving else idle

    def direct(self, bit: int) -> bool:
        """Is one of the direct contacts (wire.CAGE ...) closed?"""
        return bool(self.settled[-1] >> bit & 1)

    def _take(self, time: int) -> None:
        if not self.samples:
            self._debounce.settle(self._contacts)
        self.samples = self.samples % WRAP + 1
        if self._debounce.update(self._contacts):
            self._record(time)

    def _record(self, time: int) -> None:
        changed = self._debounce.changed
        for i in range(len(changed)):
            flips = changed[i]
            while flips:
                bit = flips & -flips
                flips ^= bit
                self.events.add(time, 8 * i + _LOG2[bit], 1 if self.settled[i] & bit else 0)


_LOG2 = {1: 0, 2: 1, 4: 2, 8: 3, 16: 4, 32: 5, 64: 6, 128: 7}
