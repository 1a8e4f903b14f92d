# Debounce: a contact counts as changed when it has looked different in every sample for the hold time.
#
# A counter per contact, eight contacts at a time: three bytes ("planes") hold bit 0, 1 and 2 of eight counters, so that
# eight counters step with six logic operations (a vertical counter). A sample that agrees with the settled state puts
# its counter back to the start. Started at 8 - n, a counter overflows at the n-th sample in a row that differs.
#
# At one sample a millisecond n = hold + 1 samples span `hold` ms: nothing shorter ever passes. No call allocates.

from .micro import micropython, ptr8


@micropython.viper
def count(sample: ptr8, settled: ptr8, planes: ptr8, changed: ptr8, size: int, start: int) -> int:
    """One sample for every contact: flip what is due, mark it in `changed`; 0 nothing in motion, 1 counting, 3 flipped.

    `planes` holds three runs of `size` bytes.
    """
    low_start = 255 if start & 1 else 0
    middle_start = 255 if start & 2 else 0
    high_start = 255 if start & 4 else 0
    motion = 0
    for i in range(size):
        differs = int(sample[i]) ^ int(settled[i])
        if not differs:  # most bytes, most of the time
            planes[i] = low_start
            planes[size + i] = middle_start
            planes[size + size + i] = high_start
            changed[i] = 0
            continue
        low, middle, high = int(planes[i]), int(planes[size + i]), int(planes[size + size + i])
        flips = differs & low & middle & high
        counting = differs ^ flips
        resting = counting ^ 255
        planes[i] = ((low ^ 255) & counting) | (low_start & resting)
        planes[size + i] = ((middle ^ low) & counting) | (middle_start & resting)
        planes[size + size + i] = ((high ^ (low & middle)) & counting) | (high_start & resting)
        changed[i] = flips
        if counting:
            motion |= 1
        if flips:
            settled[i] = int(settled[i]) ^ flips
            motion |= 2
    return motion


class Debounce:
    """`settled` is the debounced state of all contacts, `changed` what the last sample flipped; one bit a contact."""

    def __init__(self, size: int, hold: int):
        """`size` bytes of contacts; `hold` ms at one sample a millisecond, 1 to 6."""
        self.settled = bytearray(size)
        self.changed = bytearray(size)
        self.moving = True  # some contact is being counted: every millisecond matters
        self._size = size
        self._start = 8 - (hold + 1)
        self._planes = bytearray(3 * size)
        count(self.settled, self.settled, self._planes, self.changed, size, self._start)

    def settle(self, sample: bytearray) -> None:
        """Take what is there as settled: how the table stands when the board starts is no change."""
        for i in range(self._size):
            self.settled[i] = sample[i]
        self.moving = False

    @micropython.native
    def update(self, sample: bytearray) -> bool:
        """Take one sample; True when `changed` has something in it."""
        if not self.moving and sample == self.settled:  # the usual millisecond: one comparison
            return False
        motion = count(sample, self.settled, self._planes, self.changed, self._size, self._start)
        self.moving = motion & 1 == 1
        return motion & 2 == 2
