# The ring of samples that the sampler fills by itself: which samples wait to be taken, and when each was sampled.
#
# A sample's time is one millisecond after that of the sample before it. The clock only corrects this where sampler and
# clock have drifted apart or samples are missing. So times never go back, however late the program takes a sample.
#
# For example: a ring holds 256 samples, 1000 are done with, and the sampler has counted 1003. So three wait, at the
# indices 232 (1000 % 256), 233 and 234. If the clock reads 5000 now, they were sampled at 4998, 4999 and 5000.

from array import array

from .micro import const, micropython, ptr32

# Indices of the state
_TIME = const(0)  # of the last sample taken
_SKIPPED = const(1)  # samples skipped or missed since then
_MISSED = const(2)  # samples overwritten before anybody looked at them
_DONE = const(3)  # samples taken, skipped and missed since the sampler started; wraps
_WAITING = const(4)  # samples that waited at the last look ...
_NEWEST = const(5)  # ... and its time
_KNOWN = const(6)  # 1: the sample before the oldest waiting one was taken, or equals the last one taken
_SAMPLES = const(7)  # capacity of the ring
_WORDS = const(8)  # of a sample
_PINS = const(9)  # a mask: the bits that count in a sample's first word
_LAP = const(10)  # samples after which the sampler counts from zero again
_MASK = const(0x3FFFFFFF)  # ticks.MASK; the ring's package for other programs has no ticks.py


@micropython.viper
def _look(state: ptr32, ring: ptr32, arrived: int, now: int, still: int) -> int:
    samples, words, pins = state[_SAMPLES], state[_WORDS], state[_PINS]
    done, skipped = state[_DONE], state[_SKIPPED]
    waiting = (arrived - done) & (state[_LAP] - 1)
    late = waiting - (samples - samples // 8)  # keep an eighth free, where the next samples arrive
    if late > 0:
        state[_MISSED] = (state[_MISSED] + late) & _MASK
        state[_KNOWN] = 0
        done, skipped, waiting = done + late, skipped + late, waiting - late
    if not state[_KNOWN]:
        still = 0
    end = samples * words
    oldest = done % samples * words
    before = oldest - words if oldest else end - words  # the sample before the oldest; the ring's last before its first
    while still and waiting:
        if (ring[oldest] ^ ring[before]) & pins:
            still = 0
        word = 1
        while word < words:
            if ring[oldest + word] != ring[before + word]:
                still = 0
            word += 1
        if still:
            done, skipped, waiting = done + 1, skipped + 1, waiting - 1
            before, oldest = oldest, oldest + words
            if oldest == end:
                oldest = 0
    state[_DONE] = done & _MASK
    state[_SKIPPED] = skipped & _MASK
    state[_WAITING] = waiting
    state[_NEWEST] = now
    return waiting


@micropython.viper
def _take(state: ptr32) -> int:
    # The last sample was taken at 4990, 7 were skipped since: by count this one is 8 ms later. Two more wait, and the
    # look was at 5000: by the clock it is 8 ms later, too. A clock that says 7 or 9 changes nothing; at 13 the
    # sampler has stood still, and the clock is right.
    waiting, counted, last = state[_WAITING] - 1, state[_SKIPPED] + 1, state[_TIME]
    clocked = (state[_NEWEST] - waiting - last) & _MASK
    off = (clocked - counted) & _MASK  # -1 is _MASK
    later = clocked
    if off <= 1 or off == _MASK:
        later = counted
    elif off > _MASK >> 1 and clocked > counted:  # the sampler is so far ahead that times would go back
        later = 0
    state[_TIME] = (last + later) & _MASK
    state[_SKIPPED] = 0
    state[_WAITING] = waiting
    state[_KNOWN] = 1
    done = state[_DONE]
    state[_DONE] = (done + 1) & _MASK
    return done % state[_SAMPLES]


class Ring:
    """A ring of samples, each of the same number of 32-bit words.

    To take all samples that wait:

        for _ in range(ring.look(arrived, now, still=True)):
            index = ring.take()  # the sample begins at word `words * index` of the memory
            print(ring.time)
    """

    def __init__(self, memory: "bytearray | array[int]", samples: int, words: int, pins: int, now: int, lap: int):
        """Track `samples` samples of `words` words; only the bits in the mask `pins` count in a sample's first word.

        The sampler counts to `lap` and then from zero again: a power of two, and more than can arrive between two
        looks.
        """
        self._memory = memory
        self._state = array("I", (now, 0, 0, 0, 0, now, 0, samples, words, pins, lap))
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
        return (self._earlier + self._state[_DONE]) & _MASK

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
