"""Statistics of a study: estimates with 95 % intervals, and the spread of values that differ from game to game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import NamedTuple

SURE = 1.96
"""The standard deviations on either side of the mean that hold 95 % of a normal distribution."""


class Estimate(NamedTuple):
    """A figure with its 95 % interval, which contains the true value in 95 of 100 studies."""

    value: float
    low: float
    high: float

    @property
    def width(self) -> float:
        return self.high - self.low


def share(hits: float, tries: int) -> Estimate:
    """Return the estimated share of hits, with the interval of Wilson (1927), which stays between 0 and 1."""
    if not tries:
        return Estimate(0, 0, 1)
    value, square = hits / tries, SURE**2 / tries
    middle = value + square / 2
    half = SURE * math.sqrt(max(0, value * (1 - value)) / tries + square / (4 * tries))
    return Estimate(value, (middle - half) / (1 + square), (middle + half) / (1 + square))


def mean(values: Iterable[float]) -> Estimate:
    """Return the mean of at least one value."""
    taken = list(values)
    return mean_of_sums(len(taken), sum(taken), sum(value * value for value in taken))


def mean_of_sums(count: int, whole: float, squares: float) -> Estimate:
    """Return the mean of `count` values, given their sum and the sum of their squares."""
    value = whole / count
    variance = max(0, squares - count * value * value) / max(1, count - 1)
    half = SURE * math.sqrt(variance / count)
    return Estimate(value, value - half, value + half)


class Spread(NamedTuple):
    """The first decile, the median and the ninth decile."""

    low: int
    middle: int
    high: int


def spread(counts: Mapping[int, int]) -> Spread:
    """Return the spread of values, given how often each occurred. There must be at least one."""
    values = sorted(counts)
    reached = list(accumulate(counts[value] for value in values))

    def below(part: float) -> int:
        return next(value for value, so_far in zip(values, reached, strict=True) if so_far >= part * reached[-1])

    return Spread(below(0.1), below(0.5), below(0.9))
