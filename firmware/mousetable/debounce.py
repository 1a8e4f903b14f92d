# Debounce: a contact has changed once every sample in its hold time differs from its settled state.
#
# Each contact has a counter. A sample that agrees with the settled state resets it to 16 - n; it overflows at the n-th
# differing sample in a row. At one sample a millisecond, n = hold + 1 samples span `hold` ms: nothing shorter ever
# passes. Only construction allocates.
#
# Eight counters are processed at a time: four bytes ("planes") hold their bits 0 to 3, and a few logic operations step
# all eight (a vertical counter). For example, with a hold time of 5 ms counters start at 10, and contact 2 of a byte
# closes. Its counter is bit 2 of each plane:
#
#     sample        eight      four       two        one        counter 2, and the others
#                   11111111   00000000   11111111   00000000   10         10
#     1  00000100   11111111   00000000   11111111   00000100   11         10
#     2  00000100   11111111   00000100   11111011   00000000   12         10
#     5  00000100   11111111   00000100   11111111   00000100   15         10
#     6  00000100   11111111   00000000   11111111   00000000   overflows: contact 2 flips, and starts at 10 again

from .micro import const, micropython, ptr8

HOLD_MS = const(5)  # the default of the settings `debounce` and `debounce_direct`
LONGEST_HOLD_MS = const(14)  # or a counter would have to start at 0, and could not tell that it counts
_FLIPPED = const(16)  # added to count()'s result
_PLANES = const(5)  # bytes for each byte of contacts: the planes one, two, four and eight, and ...
_DIFFERED = const(4)  # ... what differed in the last sample


@micropython.viper
def _highest(counting: int, one: int, two: int, four: int, eight: int) -> int:
    """Return the highest counter of those in the mask `counting`."""
    highest = 0
    if counting & eight:
        counting, highest = counting & eight, 8
    if counting & four:
        counting, highest = counting & four, highest + 4
    if counting & two:
        counting, highest = counting & two, highest + 2
    return highest + 1 if counting & one else highest


@micropython.viper
def count(sample: ptr8, settled: ptr8, planes: ptr8, changed: ptr8, size: int, starts: ptr8) -> int:
    """Count one sample of all contacts: flip those in `settled` that are due and mark them in `changed`.

    Return in how many samples like this one the next contact flips (0 if no contact is being counted), plus 16 if some
    flipped now. `starts` has the counters' start for each byte of contacts.
    """
    most = flipped = 0
    for i in range(size):
        differs = sample[i] ^ settled[i]
        at = _PLANES * i
        if not differs | planes[at + _DIFFERED]:  # the usual case: all counters at the start
            continue
        one, two = planes[at], planes[at + 1]
        four, eight = planes[at + 2], planes[at + 3]
        flips = differs & one & two & four & eight  # those at 15
        counting = differs ^ flips
        resting = counting ^ 255
        carry = one & two  # add 1 to all eight
        one, two = one ^ 255, two ^ one
        four, eight = four ^ carry, eight ^ (carry & four)
        start = starts[i]  # keep the sum where a contact counts; elsewhere the counter is at its start
        planes[at] = (one & counting) | (resting if start & 1 else 0)
        planes[at + 1] = (two & counting) | (resting if start & 2 else 0)
        planes[at + 2] = (four & counting) | (resting if start & 4 else 0)
        planes[at + 3] = (eight & counting) | (resting if start & 8 else 0)
        planes[at + _DIFFERED] = differs
        changed[i] = flips
        if flips:
            settled[i] = settled[i] ^ flips
            flipped = _FLIPPED
        if counting:
            highest = int(_highest(counting, one, two, four, eight))
            if highest > most:
                most = highest
    return flipped + (16 - most if most else 0)


class Debounce:
    """The debounced state of all contacts, `settled`, and those that the last sample flipped, `changed`; a bit each.

    For each sample:

        if debounce.update(sampler.contacts):
            print(debounce.changed, debounce.settled)
    """

    def __init__(self, size: int, hold: int, direct: int = 0):
        """Debounce `size` bytes of contacts with a hold time of 1 to 14 ms, at one sample a millisecond.

        `direct`: the hold time of the last byte, which has the direct contacts; 0: the same.
        """
        self.settled = bytearray(size)
        self.changed = bytearray(size)
        self.moving = 1  # samples like the last one until a contact changes; 0: none is being counted
        self._size = size
        self._starts = bytearray([16 - (hold + 1)] * size)
        self._starts[-1] = 16 - ((direct or hold) + 1)
        self._planes = bytearray(b"\xff" * _PLANES * size)
        count(self.settled, self.settled, self._planes, self.changed, size, self._starts)

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
        motion = count(sample, self.settled, self._planes, self.changed, self._size, self._starts)
        self.moving = motion & 15
        return motion >= _FLIPPED
