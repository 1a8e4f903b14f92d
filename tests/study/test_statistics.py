"""Estimates, tested against published examples and their own guarantees."""

from __future__ import annotations

from random import Random

import pytest

from mouseboard.study.statistics import Spread, mean, mean_of_sums, share, spread


def test_a_share_has_the_interval_of_wilson() -> None:
    """Newcombe (1998), table I: the intervals for 81 of 263 and 0 of 20."""
    assert share(81, 263) == pytest.approx((0.3080, 0.2553, 0.3662), abs=5e-5)
    assert share(0, 20) == pytest.approx((0, 0, 0.1611), abs=5e-5)


def test_an_estimate_from_no_data_allows_every_value() -> None:
    assert share(0, 0) == (0, 0, 1)


def test_nineteen_of_twenty_intervals_hold_the_truth() -> None:
    rng = Random(1)
    held = 0
    for _ in range(400):
        hits = sum(rng.random() < 0.3 for _ in range(200))
        held += share(hits, 200).low <= 0.3 <= share(hits, 200).high
    assert 370 <= held <= 390


def test_a_mean_has_the_interval_of_its_standard_error() -> None:
    assert mean([2, 4, 4, 4, 5, 5, 7, 9]) == pytest.approx((5, 5 - 1.96 * 0.7559, 5 + 1.96 * 0.7559), abs=1e-3)
    assert mean([3]) == (3, 3, 3)


def test_a_mean_of_sums_is_that_of_their_values() -> None:
    values = [1.0, 2.5, 7.0]
    assert mean_of_sums(3, 10.5, 1 + 6.25 + 49) == pytest.approx(mean(values))


def test_a_spread_leaves_a_tenth_on_either_side() -> None:
    assert spread(dict.fromkeys(range(1, 101), 1)) == Spread(10, 50, 90)
    assert spread({4: 1}) == Spread(4, 4, 4)
