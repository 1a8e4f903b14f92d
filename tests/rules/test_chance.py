"""A die, a lot and a trap have exact odds."""

from fractions import Fraction

import pytest

from mouseboard import rules
from mouseboard.rules import chance


def test_every_side_of_the_die_is_equally_likely() -> None:
    assert [str(roll) for roll in chance.ROLLS] == ["roll1", "roll2", "roll3", "roll4", "roll5", "roll6"]
    assert {odds for _, odds in chance.DIE} == {Fraction(1, 6)}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_seat_is_equally_likely_to_start(players: int) -> None:
    assert [str(first) for first, _ in chance.lot(players)] == [f"first{seat}" for seat in range(players)]
    assert sum(odds for _, odds in chance.lot(players)) == 1


def test_the_trap_catches_as_often_as_the_option_says() -> None:
    assert chance.trap("2/3") == ((chance.CAUGHT, Fraction(2, 3)), (chance.MISSED, Fraction(1, 3)))


@pytest.mark.parametrize("setting", ["0/4", "4/4", "5/4", "1/0", "often", "0.5", "", 1])
def test_odds_that_leave_nothing_to_chance_are_refused(setting: rules.Setting) -> None:
    with pytest.raises(rules.BadSetup, match=r"trap cannot be '.*'; it is a fraction between 0 and 1, such as 3/4"):
        chance.trap(setting)
