# The ring of contact changes, numbered from 1 since boot, each with its time.
#
# The host acknowledges them by number. What it has not acknowledged stays, as long as the ring is long enough;
# then the oldest are overwritten, and the host is told which numbers it will never get: a gap, not a silent loss.

from array import array

from .micro import micropython


class Events:
    """`last` is the newest number (0: none yet), `acked` the newest that the host has acknowledged.

    Event n stands at n % size in `times`, and in `items` as contact << 1 | closed.
    """

    def __init__(self, size: int = 128):
        self.last = 0
        self.acked = 0
        self.lost = 0  # how many the host never got
        self.size = size
        self._missing = 0  # the newest number with nothing held up to it
        self.times = array("I", bytearray(4 * size))
        self.items = array("H", bytearray(2 * size))

    @micropython.native
    def add(self, now: int, contact: int, closed: int) -> None:
        """Allocates nothing."""
        if self.last - self.acked >= self.size:
            self.lost += 1
        self.last += 1
        place = self.last % self.size
        self.times[place] = now
        self.items[place] = contact << 1 | closed

    def miss(self) -> None:
        """Nobody looked for a while: a number for what may have changed and changed back. The host is told a gap."""
        self.lost += self.last + 1 - max(self.acked, self.first() - 1)
        self.last += 1
        self._missing = self.last

    def first(self) -> int:
        """The oldest number still held, acknowledged or not."""
        return max(self._missing, self.last - self.size) + 1

    def time(self, number: int) -> int:
        return self.times[number % self.size]

    def contact(self, number: int) -> int:
        return self.items[number % self.size] >> 1

    def closed(self, number: int) -> bool:
        return bool(self.items[number % self.size] & 1)

    def confirm(self, number: int) -> None:
        """The host has everything up to `number`; what it cannot have is ignored."""
        if self.acked < number <= self.last:
            self.acked = number
