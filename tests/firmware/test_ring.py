"""The sampler's ring: every sample once, in order, with its own time, whatever the program was doing meanwhile."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from mousetable.ring import Ring, after
from mousetable.ticks import WRAP, elapsed

SIZE = 64
WAITS_AT_MOST = 56
PASS_US = st.one_of(st.integers(50, 3_000), st.integers(3_000, 50_000))  # the program comes round, or writes its flash


class Sampler:
    """A sampler with an oscillator of its own, and the clock of the program, both in true microseconds."""

    def __init__(self, start: int, ppm: int, phase: int) -> None:
        self.us = 1000 * start
        self._started = self.us + phase
        self._period = 1000 + ppm / 1000

    def arrived(self) -> int:
        return max(0, int((self.us - self._started) / self._period))

    def taken_at(self, sample: int) -> float:
        """The true time of the n-th sample, in ms."""
        return (self._started + (sample + 1) * self._period) / 1000

    def now(self) -> int:
        return self.us // 1000 & WRAP


def taken(ring: Ring, sampler: Sampler, waits: list[int], look_us: int) -> list[tuple[int, int]]:
    """(place, time) of all samples that the program takes when it comes round after each of the waits."""
    got: list[tuple[int, int]] = []
    for wait in waits:
        sampler.us += wait
        arrived = sampler.arrived()
        sampler.us += look_us  # an interrupt between the two readings
        waiting = ring.look(arrived, sampler.now())
        for _ in range(waiting):
            sampler.us += 75  # and more samples arrive while these are taken
            got.append((ring.take(), ring.time))
        assert ring.take() == -1
    return got


@given(
    start=st.one_of(st.integers(0, 10_000), st.integers(WRAP - 2_000, WRAP)),
    ppm=st.integers(-60, 60),
    phase=st.integers(0, 999),
    look_us=st.integers(0, 900),
    waits=st.lists(PASS_US, min_size=1, max_size=200),
)
def test_times_are_true_and_never_go_back(start: int, ppm: int, phase: int, look_us: int, waits: list[int]) -> None:
    sampler = Sampler(start, ppm, phase)
    ring = Ring(SIZE, sampler.now())
    got = taken(ring, sampler, waits, look_us)
    assert ring.missed == 0
    assert [place for place, _ in got] == [n % SIZE for n in range(len(got))]
    for n, (_, time) in enumerate(got):
        true = sampler.taken_at(n)
        off = elapsed(time, int(true))
        assert off <= 2 or off >= WRAP - 1  # within two ticks
    for (_, before), (_, time) in pairwise(got):
        assert elapsed(time, before) <= 3


@given(st.lists(st.integers(50, 3_000), min_size=500, max_size=800))
def test_samples_on_time_are_a_millisecond_apart(waits: list[int]) -> None:
    sampler = Sampler(5, 0, 400)
    ring = Ring(SIZE, sampler.now())
    got = taken(ring, sampler, waits, 10)
    steps = [elapsed(time, before) for (_, before), (_, time) in pairwise(got[1:])]
    assert set(steps) <= {1}


@given(st.integers(WAITS_AT_MOST + 1, 10 * SIZE), st.integers(0, SIZE))
def test_what_was_overwritten_is_counted_and_the_newest_are_taken_with_their_times(late: int, before: int) -> None:
    ring = Ring(SIZE, 0)
    for n in range(before):
        ring.look(n + 1, n + 1)
        ring.take()
    now = before + late
    assert ring.look(before + late, now) == WAITS_AT_MOST
    assert ring.missed == late - WAITS_AT_MOST
    got = [(ring.take(), ring.time) for _ in range(WAITS_AT_MOST)]
    newest = range(before + late - WAITS_AT_MOST, before + late)
    assert [place for place, _ in got] == [n % SIZE for n in newest]
    assert [time for _, time in got] == [n + 1 for n in newest]


def test_a_sampler_that_begins_again_goes_on_in_time() -> None:
    ring = Ring(SIZE, 0)
    ring.look(3, 3)
    assert [ring.take() for _ in range(3)] == [0, 1, 2]
    ring.restart()
    assert ring.look(2, 20) == 2
    assert (ring.take(), ring.time) == (0, 19)
    assert (ring.take(), ring.time) == (1, 20)


@given(st.integers(0, WRAP), st.integers(-5, 5))
def test_a_time_follows_the_last_by_one_unless_the_clock_is_further_off(last: int, off: int) -> None:
    measured = (last + 1 + off) & WRAP
    if abs(off) <= 1:
        assert after(last, measured) == (last + 1) & WRAP
    else:
        assert after(last, measured) == (measured if off > 0 else last)
