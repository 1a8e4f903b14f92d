# Debounce: a contact counts as changed when it has looked different in every sample for the hold time.
#
# A counter per contact, eight contacts at a time: three bytes ("planes") hold bit 0, 1 and 2 of eight counters, so that
# eight counters step with six logic operations (a vertical counter). A sample that agrees with the settled state puts
# its counter back to the start. Started at 8 - n, a counter overflows at the n-th sample in a row that differs.
#
# At one sample a millisecond n = hold + 1 samples span `hold` ms: nothing shorter ever passes. No call allocates.

from .micro import const, micropython, ptr8

HOLD_MS = const(5)  # a contact's, unless its owner sets another
_FLIPPED = const(8)


@micropython.viper
def count(sample: ptr8, settled: ptr8, planes: ptr8, changed: ptr8, size: int, start: int) -> int:
    """One sample for every contact: flip what is due, mark it in `changed`.

    In how many samples like this one the next is due, 0 if none is being counted; and 8 more if some have flipped.
    `planes` holds three runs of `size` bytes, and a fourth: what differed in the last sample.
    """
    low_start = 255 if start & 1 else 0
    middle_start = 255 if start & 2 else 0
    high_start = 255 if start & 4 else 0
    most = flipped = 0
    for i in range(size):
        differs = sample[i] ^ settled[i]
        if not differs | planes[size + size + size + i]:  # most bytes, most of the time: all at the start
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
        if counting:  # the highest of their counters
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
    """`settled` is the debounced state of all contacts, `changed` what the last sample flipped; one bit a contact."""

    def __init__(self, size: int, hold: int):
        """`size` bytes of contacts; `hold` ms at one sample a millisecond, 1 to 6."""
        self.settled = bytearray(size)
        self.changed = bytearray(size)
        self.moving = 1  # in how many samples like the last one some contact will have changed; 0: none is counted
        self._size = size
        self._start = 8 - (hold + 1)
        self._planes = bytearray(b"\xff" * 4 * size)
        count(self.settled, self.settled, self._planes, self.changed, size, self._start)

    def settle(self, sample: bytearray) -> None:
        """Take what is there as settled: how the table stands when the board starts is no change."""
        for i in range(self._size):
            self.settled[i] = sample[i]
        self.moving = 0

    @micropython.native
    def update(self, sample: bytearray) -> bool:
        """Take one sample; True when `changed` has something in it."""
        if not self.moving and sample == self.settled:  # the usual millisecond: one comparison
            return False
        motion = count(sample, self.settled, self._planes, self.changed, self._size, self._start)
        self.moving = motion & 7
        return motion >= _FLIPPED
