# The ring of samples that the sampler fills by itself: which have come and not been taken, and when each was.
#
# A sample's time follows from its place in the row: a millisecond after the one before. The clock only corrects that,
# where sampler and clock have drifted apart or samples are missing. So times never go back, whatever holds the program
# up between a sample and its taking.

from .ticks import WRAP

_AHEAD = WRAP >> 1  # of two times, the later is less than this ahead


def after(last: int, measured: int) -> int:
    """The time of the sample behind that of `last`, which the clock puts at `measured`, a millisecond more or less."""
    off = (measured - last - 1) & WRAP
    if off <= 1 or off == WRAP:
        return (last + 1) & WRAP
    return measured if off < _AHEAD else last  # the sampler is fast: time stands still for this one


class Ring:
    """`missed` counts samples overwritten before they were taken; `time` is that of the last one taken."""

    def __init__(self, samples: int, now: int):
        """Room for so many samples. The newest eighth of it is where the next ones arrive: it is never waited in."""
        self.time = now
        self.missed = 0
        self._samples = samples
        self._most = samples - samples // 8
        self.restart()

    def restart(self) -> None:
        """The sampler counts from nothing again."""
        self._taken = 0
        self._waiting = 0
        self._newest = 0

    def look(self, arrived: int, now: int) -> int:
        """How many samples wait, `arrived` having come since the start. `now` is read just behind that number."""
        self._waiting = arrived - self._taken
        self._newest = now
        if self._waiting > self._most:
            late = self._waiting - self._most
            self.missed += late
            self.time = (self.time + late) & WRAP
            self._taken += late
            self._waiting = self._most
        return self._waiting

    def take(self) -> int:
        """The place in the ring of the oldest sample that waits, -1 if none did at the last look."""
        if not self._waiting:
            return -1
        self._waiting -= 1
        self.time = after(self.time, (self._newest - self._waiting) & WRAP)
        place = self._taken % self._samples
        self._taken += 1
        return place
