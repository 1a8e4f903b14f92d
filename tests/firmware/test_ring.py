"""The sampler's ring: it gives every sample in order with its own time, whatever held up the program."""

from array import array
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.firmware.program import run

from mousetable.ring import _DONE, Ring
from mousetable.ticks import MASK, elapsed

LAPS = Path(__file__).with_name("laps.py")
SIZE, WORDS, PINS = 64, 4, 0x1D000000
WAITS_AT_MOST = 56  # ms for which the program may be held up
LAP = 128  # samples after which the sampler counts from zero again: as often as the ring allows
PASS_US = st.one_of(st.integers(50, 3_000), st.integers(3_000, 50_000))  # ordinary, or while writing flash
CONTENTS = st.lists(st.integers(0, 2), max_size=300)  # of the first samples; the last one then repeats


class Sampler:
    """A sampler with an oscillator of its own, and the program's clock, both in real microseconds."""

    def __init__(
        self, start: int = 0, ppm: int = 0, phase: int = 0, contents: tuple[int, ...] = (), lap: int = LAP
    ) -> None:
        self.us = 1000 * start
        self.memory = array("I", bytes(4 * SIZE * WORDS))
        self.ring = Ring(self.memory, SIZE, WORDS, PINS, self.now(), lap)
        self._lap = lap
        self._contents = contents or (0,)
        self._started = self.us + phase
        self._period = 1000 + ppm / 1000
        self._arrived = 0

    def now(self) -> int:
        return self.us // 1000 & MASK

    def content(self, sample: int) -> int:
        return self._contents[min(sample, len(self._contents) - 1)]

    def taken_at(self, sample: int) -> float:
        """Return the real time of a sample, in ms."""
        return (self._started + (sample + 1) * self._period) / 1000

    def look(self, still: bool = False, between_us: int = 0) -> int:
        """Look at the ring. Samples keep arriving; an interrupt of `between_us` may come between the two readings."""
        arrived = max(0, int((self.us - self._started) / self._period))
        for n in range(self._arrived, arrived):
            place = n % SIZE * WORDS
            self.memory[place] = n & 0xFFFF  # pins outside the mask
            self.memory[place + 3] = self.content(n)
        self._arrived = arrived
        self.us += between_us
        return self.ring.look(arrived % self._lap, self.now(), still)


@given(
    start=st.one_of(st.integers(0, 10_000), st.integers(MASK - 2_000, MASK)),
    ppm=st.integers(-60, 60),
    phase=st.integers(0, 999),
    between_us=st.integers(0, 900),
    waits=st.lists(PASS_US, min_size=1, max_size=200),
)
def test_the_times_of_samples_are_right_and_never_go_back(
    start: int, ppm: int, phase: int, between_us: int, waits: list[int]
) -> None:
    sampler = Sampler(start, ppm, phase)
    ring, got = sampler.ring, []
    for wait in waits:
        sampler.us += wait
        for _ in range(sampler.look(between_us=between_us)):
            sampler.us += 75  # more samples arrive while these are taken
            got.append((ring.take(), ring.time))
    assert ring.missed == 0
    assert ring.sampled == len(got)
    assert [place for place, _ in got] == [n % SIZE for n in range(len(got))]
    for n, (_, time) in enumerate(got):
        off = elapsed(time, int(sampler.taken_at(n)))
        assert off <= 2 or off >= MASK - 1
    for (_, before), (_, time) in pairwise(got):
        assert elapsed(time, before) <= 3


@given(st.integers(0, 999), st.integers(50, 3_000))
def test_samples_on_time_are_a_millisecond_apart(phase: int, wait: int) -> None:
    sampler = Sampler(5, phase=phase)
    times = []
    for _ in range(500):
        sampler.us += wait
        for _ in range(sampler.look()):
            sampler.ring.take()
            times.append(sampler.ring.time)
    assert {elapsed(time, before) for before, time in pairwise(times[1:])} <= {1}


@given(
    start=st.one_of(st.integers(0, 10_000), st.integers(MASK - 100, MASK)),
    ppm=st.integers(-60, 60),
    waits=st.lists(PASS_US, max_size=60),
    contents=CONTENTS,
)
def test_samples_equal_to_the_last_are_skipped_and_the_others_keep_their_times(
    start: int, ppm: int, waits: list[int], contents: list[int]
) -> None:
    sampler = Sampler(start, ppm, contents=tuple(contents))
    ring, last, n = sampler.ring, None, 0
    for wait in waits:
        sampler.us += wait
        for _ in range(sampler.look(still=True)):
            place = ring.take()
            n = ring.sampled - 1
            assert (place, sampler.memory[place * WORDS + 3]) == (n % SIZE, sampler.content(n))
            off = elapsed(ring.time, int(sampler.taken_at(n)))
            assert off <= 2 or off >= MASK - 1
            last = n
        for passed in range((last or 0) + 1, ring.sampled):
            assert sampler.content(passed) == sampler.content(last or 0)
    assert ring.missed == 0


def test_the_time_after_a_long_quiet_follows_the_clock_and_not_the_count_of_samples() -> None:
    sampler = Sampler(7, ppm=5000, contents=(0,) * 20_000 + (1,))
    ring = sampler.ring
    sampler.us += 5_000
    for _ in range(sampler.look()):
        ring.take()
    while not sampler.look(still=True):
        sampler.us += 20_000
    ring.take()
    assert ring.sampled == 20_001
    assert abs(ring.time - sampler.taken_at(20_000)) <= 2


@given(st.integers(WAITS_AT_MOST + 1, 10 * SIZE), st.integers(0, SIZE))
def test_overwritten_samples_are_counted_and_the_newest_keep_their_times(late: int, before: int) -> None:
    ring = Sampler(lap=1024).ring
    for n in range(before):
        ring.look(n + 1, n + 1, False)
        ring.take()
    assert ring.look(before + late, before + late, True) == WAITS_AT_MOST  # none is skipped: the last one is lost
    assert ring.missed == late - WAITS_AT_MOST
    got = [(ring.take(), ring.time) for _ in range(WAITS_AT_MOST)]
    newest = range(before + late - WAITS_AT_MOST, before + late)
    assert got == [(n % SIZE, n + 1) for n in newest]


def test_a_restarted_sampler_continues_in_time_and_its_first_sample_is_taken() -> None:
    ring = Sampler().ring
    ring.look(3, 3, False)
    assert [ring.take() for _ in range(3)] == [0, 1, 2]
    ring.restart()
    assert ring.look(2, 20, True) == 2
    assert (ring.take(), ring.time) == (0, 19)
    assert (ring.take(), ring.time, ring.sampled) == (1, 20, 5)


def test_samples_are_in_order_when_their_number_wraps_after_twelve_days() -> None:
    ring = Sampler(lap=SIZE).ring
    ring._state[_DONE] = MASK - 9  # samples done with so far
    places = []
    for arrived in range(MASK - 4, MASK + 30, 5):
        waiting = ring.look(arrived % SIZE, arrived & MASK, False)
        places += [ring.take() for _ in range(waiting)]
    assert places == [n % SIZE for n in range(MASK - 9, MASK - 9 + len(places))]
    assert len(places) > 30 and ring.sampled < 30


@pytest.mark.parametrize("changes", [50_000, pytest.param(1_000_000, marks=pytest.mark.campaign)])
def test_no_change_is_lost_or_told_with_a_wrong_time_when_the_sampler_often_counts_from_zero_again(
    changes: int, micropython: str
) -> None:
    right, laps, missed = (int(figure) for figure in run(micropython, LAPS, str(changes)).split())
    assert (right, missed) == (changes, 0)
    assert laps > changes // 1000
