# The ring of contact changes, numbered from 1 since boot, each with its time.
#
# The host acknowledges changes by number. The ring keeps the others as long as it has room. After that the oldest are
# overwritten, and the host is told which numbers it will never get: a gap, not a silent loss.

from array import array

from .micro import micropython


class Events:
    """The newest changes. `last` is the newest number (0: none yet), `acked` the newest one acknowledged.

    Event n is at index n % size in `times`, and in `items` as contact << 1 | closed: 21 if contact 10 has closed.
    """

    def __init__(self, size: int = 128):
        self.last = 0
        self.acked = 0
        self.lost = 0  # numbers that the host never got
        self.size = size
        self._missing = 0  # nothing is held up to this number
        self.times = array("I", bytearray(4 * size))
        self.items = array("H", bytearray(2 * size))

    @micropython.native
    def add(self, now: int, contact: int, closed: int) -> None:
        """Append a change. Allocates nothing."""
        if self.last - self.acked >= self.size and self.last - self._missing >= self.size:
            self.lost += 1  # the one overwritten, unless it was lost already
        self.last += 1
        place = self.last % self.size
        self.times[place] = now
        self.items[place] = contact << 1 | closed

    def miss(self) -> None:
        """Spend a number on changes that nobody saw because samples were lost. The host is told a gap.

        It ends with this number: of the events 1 to 5, 2 acknowledged, the host never gets 3 to 5, nor the new 6.
        """
        self.lost += self.last + 1 - max(self.acked, self.first() - 1)
        self.last += 1
        self._missing = self.last

    def first(self) -> int:
        """Return the oldest number still held, acknowledged or not."""
        return max(self._missing, self.last - self.size) + 1

    def time(self, number: int) -> int:
        return self.times[number % self.size]

    def contact(self, number: int) -> int:
        return self.items[number % self.size] >> 1

    def closed(self, number: int) -> bool:
        return bool(self.items[number % self.size] & 1)

    def confirm(self, number: int) -> None:
        """Note that the host has everything up to `number`; ignore a number that it cannot have."""
        if self.acked < number <= self.last:
            self.acked = number
