# The ring of samples that the sampler fills by itself: which have come and not been taken, and when each was.
#
# A sample's time follows from its place in the row: a millisecond after the one before. The clock only corrects that,
# where sampler and clock have drifted apart or samples are missing. So times never go back, whatever holds the program
# up between a sample and its taking.

from array import array

from .micro import const, micropython, ptr32

_TIME = const(0)  # of the last sample taken
_ROW = const(1)  # how many were passed over since then
_MISSED = const(2)  # samples that were overwritten before anybody looked at them
_DONE = const(3)  # samples taken, passed over and missed since the sampler started
_WAITING = const(4)  # how many more there were at the last look ...
_NEWEST = const(5)  # ... and when that was
_KNOWN = const(6)  # 1: the sample before the oldest one waiting was taken, or is like the one that was
_SAMPLES = const(7)  # for how many there is room
_WORDS = const(8)  # of a sample
_MASK = const(9)  # what counts of its first word
_WRAP = const(0x3FFFFFFF)


@micropython.viper
def _look(state: ptr32, ring: ptr32, arrived: int, now: int, still: int) -> int:
    samples, words, mask = int(state[_SAMPLES]), int(state[_WORDS]), int(state[_MASK])
    done, row = int(state[_DONE]), int(state[_ROW])
    waiting = arrived - done
    late = waiting - (samples - samples // 8)  # the newest eighth is where the next ones arrive
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
    state[_DONE] = done
    state[_ROW] = row & _WRAP
    state[_WAITING] = waiting
    state[_NEWEST] = now
    return waiting


@micropython.viper
def _take(state: ptr32) -> int:
    waiting, row, last = int(state[_WAITING]) - 1, int(state[_ROW]) + 1, int(state[_TIME])
    ahead = (int(state[_NEWEST]) - waiting - last) & _WRAP  # by the clock
    off = (ahead - row) & _WRAP
    if off <= 1 or off == _WRAP:  # the clock agrees, a millisecond more or less
        ahead = row
    elif off > _WRAP >> 1 and ahead > row:  # the sampler is so fast that the clock would go back
        ahead = 0
    state[_TIME] = (last + ahead) & _WRAP
    state[_ROW] = 0
    state[_WAITING] = waiting
    state[_KNOWN] = 1
    done = int(state[_DONE])
    state[_DONE] = done + 1
    return done % int(state[_SAMPLES])


class Ring:
    """Made of whole samples of several words of 32 bits."""

    def __init__(self, memory: "bytearray | array[int]", samples: int, words: int, mask: int, now: int):
        """Room for so many samples of so many words; only bits in `mask` count in the first of a sample's words."""
        self._memory = memory
        self._state = array("I", (now, 0, 0, 0, 0, now, 0, samples, words, mask))
        self._earlier = 0  # samples before the sampler was last started

    @property
    def time(self) -> int:
        """When the last sample that was taken had been sampled."""
        return self._state[_TIME]

    @property
    def missed(self) -> int:
        """How many samples were overwritten before anybody looked at them."""
        return self._state[_MISSED]

    @property
    def sampled(self) -> int:
        """How many samples are done with: taken, passed over or missed."""
        return (self._earlier + self._state[_DONE]) & _WRAP

    def restart(self) -> None:
        """The sampler counts from nothing again, and fills the memory from its beginning."""
        self._earlier = self.sampled
        self._state[_DONE] = self._state[_WAITING] = self._state[_KNOWN] = 0

    @micropython.native
    def look(self, arrived: int, now: int, still: bool) -> int:
        """How many samples wait, `arrived` having come since the start; `now` is read just behind that number.

        If `still`, the oldest are passed over as long as they are like the last one that was taken.
        """
        return _look(self._state, self._memory, arrived, now, still)  # type: ignore[arg-type]

    @micropython.native
    def take(self) -> int:
        """The place in the ring of the oldest sample that waited at the last look, and the sample's time in `time`."""
        return _take(self._state)
