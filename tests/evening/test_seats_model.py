"""Thousands of random evenings break no rule of the seats."""

from __future__ import annotations

import pytest
from tests.evening.seats_model import Family


def test_two_thousand_evenings_break_no_rule_of_the_seats() -> None:
    for seed in range(2_000):
        Family(seed).play()


@pytest.mark.campaign
@pytest.mark.parametrize("thousand", range(2, 102))
def test_a_hundred_thousand_evenings_break_no_rule_of_the_seats(thousand: int) -> None:
    for seed in range(1_000 * thousand, 1_000 * (thousand + 1)):
        Family(seed).play()
