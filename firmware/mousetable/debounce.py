# Debounce: a contact has changed once every sample in its hold time differs from its settled state.
#
# Each contact has a counter. Eight are processed at a time: three bytes ("planes") hold bit 0, 1 and 2 of eight
# counters, so that six logic operations step all eight (a vertical counter). A sample that agrees with the settled
# state resets its counter. A counter starts at 8 - n and overflows at the n-th differing sample in a row.
#
# At one sample a millisecond, n = hold + 1 samples span `hold` ms: nothing shorter ever passes. Only construction
# allocates.

from .micro import const, micropython, ptr8

HOLD_MS = const(5)  # the default of the setting `debounce`
_FLIPPED = const(8)  # added to count()'s result


@micropython.viper
def count(sample: ptr8, settled: ptr8, planes: ptr8, changed: ptr8, size: int, start: int) -> int:
    """Count one sample of all contacts: flip those in `settled` that are due and mark them in `changed`.

    Return in how many samples like this one the next contact flips (0 if no contact is being counted), plus 8 if some
    flipped now. `planes` holds the three planes of `size` bytes each, and then what differed in the last sample.
    """
    low_start = 255 if start & 1 else 0
    middle_start = 255 if start & 2 else 0
    high_start = 255 if start & 4 else 0
    most = flipped = 0
    for i in range(size):
        differs = sample[i] ^ settled[i]
        if not differs | planes[size + size + size + i]:  # the usual case: all counters at the start
            continue
        low, middle, high = planes[i], planes[size + i], planes[size + size + i]
        flips = differs & low & middle & high
        counting = differs ^ flips
        resting = counting ^ 255
        low, middle, high = low ^ 255, middle ^ low, high ^ (low & middle)
        planes[i] = (low & counting) | (low_start & resting)
        planes[size + i] = (middle & counting) | (middle_start & resting)
        planes[size + size + i] = (high & counting) | (high_start & resting)
        planes[size + size + size + i] = differs
        changed[i] = flips
        if flips:
            settled[i] = settled[i] ^ flips
            flipped = _FLIPPED
        if counting:  # find the highest counter
            counted = 0
            if counting & high:
                counting, counted = counting & high, 4
            if counting & middle:
                counting, counted = counting & middle, counted + 2
            if counting & low:
                counted += 1
            if counted > most:
                most = counted
    return flipped + (8 - most if most else 0)


class Debounce:
    """The debounced state of all contacts, `settled`, and those that the last sample flipped, `changed`; a bit each."""

    def __init__(self, size: int, hold: int):
        """Debounce `size` bytes of contacts with a hold time of 1 to 6 ms, at one sample a millisecond."""
        self.settled = bytearray(size)
        self.changed = bytearray(size)
        self.moving = 1  # samples like the last one until a contact changes; 0: none is being counted
        self._size = size
        self._start = 8 - (hold + 1)
        self._planes = bytearray(b"\xff" * 4 * size)
        count(self.settled, self.settled, self._planes, self.changed, size, self._start)

    def settle(self, sample: bytearray) -> None:
        """Take a sample as settled without debouncing: contacts that are closed at the start are not changes."""
        for i in range(self._size):
            self.settled[i] = sample[i]
        self.moving = 0

    @micropython.native
    def update(self, sample: bytearray) -> bool:
        """Count one sample. Return whether `changed` marks any contact."""
        if not self.moving and sample == self.settled:  # the usual millisecond: one comparison
            return False
        motion = count(sample, self.settled, self._planes, self.changed, self._size, self._start)
        self.moving = motion & 7
        return motion >= _FLIPPED
