"""A die, a lot and a trap have exact odds."""

from fractions import Fraction

import pytest
from mouseboard.rules import chance


def test_every_side_of_the_die_is_equally_likely() -> None:
    assert [str(roll) for roll in chance.ROLLS] == ["roll1", "roll2", "roll3", "roll4", "roll5", "roll6"]
    assert {odds for _, odds in chance.DIE} == {Fraction(1, 6)}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_seat_is_equally_likely_to_start(players: int) -> None:
    assert [str(first) for first, _ in chance.lot(players)] == [f"first{seat}" for seat in range(players)]
    assert sum(odds for _, odds in chance.lot(players)) == 1


@pytest.mark.parametrize("catches", chance.CATCHES.allowed)
def test_the_trap_catches_or_misses(catches: int) -> None:
    assert [(str(action), odds) for action, odds in chance.trap(catches)] == [
        ("caught", Fraction(catches, 100)),
        ("missed", Fraction(100 - catches, 100)),
    ]
