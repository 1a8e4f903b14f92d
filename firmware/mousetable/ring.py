# The ring of samples that the sampler fills by itself: which samples wait to be taken, and when each was sampled.
#
# A sample's time is one millisecond after that of the sample before it. The clock only corrects this where sampler and
# clock have drifted apart or samples are missing. So times never go back, however late the program takes a sample.

from array import array

from .micro import const, micropython, ptr32

# Indices of the state
_TIME = const(0)  # of the last sample taken
_ROW = const(1)  # samples skipped or missed since then
_MISSED = const(2)  # samples overwritten before anybody looked at them
_DONE = const(3)  # samples taken, skipped and missed since the sampler started; wraps
_WAITING = const(4)  # samples that waited at the last look ...
_NEWEST = const(5)  # ... and its time
_KNOWN = const(6)  # 1: the sample before the oldest waiting one was taken, or equals the last one taken
_SAMPLES = const(7)  # capacity of the ring
_WORDS = const(8)  # of a sample
_MASK = const(9)  # bits that count in a sample's first word
_LAP = const(10)  # samples after which the sampler counts from zero again
_WRAP = const(0x3FFFFFFF)


@micropython.viper
def _look(state: ptr32, ring: ptr32, arrived: int, now: int, still: int) -> int:
    samples, words, mask = int(state[_SAMPLES]), int(state[_WORDS]), int(state[_MASK])
    done, row = int(state[_DONE]), int(state[_ROW])
    waiting = (arrived - done) & (int(state[_LAP]) - 1)
    late = waiting - (samples - samples // 8)  # keep an eighth free, where the next samples arrive
    if late > 0:
        state[_MISSED] = (int(state[_MISSED]) + late) & _WRAP
        state[_KNOWN] = 0
        done, row, waiting = done + late, row + late, waiting - late
    if not int(state[_KNOWN]):
        still = 0
    here = done % samples * words
    end = samples * words
    there = here - words if here else end - words
    while still and waiting:
        if (int(ring[here]) ^ int(ring[there])) & mask:
            still = 0
        word = 1
        while word < words:
            if int(ring[here + word]) != int(ring[there + word]):
                still = 0
            word += 1
        if still:
            done, row, waiting = done + 1, row + 1, waiting - 1
            there, here = here, here + words
            if here == end:
                here = 0
    state[_DONE] = done & _WRAP
    state[_ROW] = row & _WRAP
    state[_WAITING] = waiting
    state[_NEWEST] = now
    return waiting


@micropython.viper
def _take(state: ptr32) -> int:
    waiting, row, last = int(state[_WAITING]) - 1, int(state[_ROW]) + 1, int(state[_TIME])
    ahead = (int(state[_NEWEST]) - waiting - last) & _WRAP  # by the clock
    off = (ahead - row) & _WRAP
    if off <= 1 or off == _WRAP:  # the clock agrees to within a millisecond
        ahead = row
    elif off > _WRAP >> 1 and ahead > row:  # the sampler is so far ahead that times would go back
        ahead = 0
    state[_TIME] = (last + ahead) & _WRAP
    state[_ROW] = 0
    state[_WAITING] = waiting
    state[_KNOWN] = 1
    done = int(state[_DONE])
    state[_DONE] = (done + 1) & _WRAP
    return done % int(state[_SAMPLES])


class Ring:
    """A ring of samples, each of the same number of 32-bit words."""

    def __init__(self, memory: "bytearray | array[int]", samples: int, words: int, mask: int, now: int, lap: int):
        """Track `samples` samples of `words` words; only the bits in `mask` count in a sample's first word.

        The sampler counts to `lap` and then from zero again: a power of two, and more than can arrive between two
        looks.
        """
        self._memory = memory
        self._state = array("I", (now, 0, 0, 0, 0, now, 0, samples, words, mask, lap))
        self._earlier = 0  # samples done with before the sampler's last start

    @property
    def time(self) -> int:
        """When the last sample taken was sampled."""
        return self._state[_TIME]

    @property
    def missed(self) -> int:
        """Samples that were overwritten before anybody looked at them."""
        return self._state[_MISSED]

    @property
    def sampled(self) -> int:
        """Samples done with: taken, skipped or missed."""
        return (self._earlier + self._state[_DONE]) & _WRAP

    def restart(self) -> None:
        """Note that the sampler has been stopped and started: it fills the memory from its beginning."""
        self._earlier = self.sampled
        self._state[_DONE] = self._state[_WAITING] = self._state[_KNOWN] = 0

    def forget(self) -> None:
        """Forget the last sample taken, so that look() does not skip the next one if it is the same."""
        self._state[_KNOWN] = 0

    @micropython.native
    def look(self, arrived: int, now: int, still: bool) -> int:
        """Return how many samples wait. `arrived` is the sampler's count; read `now` just after it.

        If `still`, first skip the oldest that equal the last one taken.
        """
        return _look(self._state, self._memory, arrived, now, still)  # type: ignore[arg-type]

    @micropython.native
    def take(self) -> int:
        """Take the oldest sample that waited at the last look: return its index in the ring, and set `time`."""
        return _take(self._state)
