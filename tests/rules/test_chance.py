"""A die, a lot and a trap have exact odds, and outcomes are drawn exactly by these odds."""

from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from tests.helpers.broken_games import install

from mouseboard import rules
from mouseboard.rules import Action, chance


def test_every_side_of_the_die_is_equally_likely() -> None:
    assert [str(roll) for roll in chance.ROLLS] == ["roll1", "roll2", "roll3", "roll4", "roll5", "roll6"]
    assert {odds for _, odds in chance.DIE} == {Fraction(1, 6)}


def test_a_game_has_dice_if_people_roll_or_draw_cards_in_it() -> None:
    assert {name for name in rules.games() if chance.has_dice(rules.load(name))} == {
        "cards", "classic", "revised", "souriciere",
    }  # fmt: skip


def test_a_lot_that_draws_who_starts_is_no_die() -> None:
    assert not chance.has_dice(rules.load("barriers", first="lot"))


def test_a_game_whose_code_fails_has_no_dice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, ("        if action == DASH:", "        1 / 0\n        if action == DASH:"))
    monkeypatch.syspath_prepend(str(tmp_path))
    assert not chance.has_dice(rules.load("dash"))


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


class Rolled(Random):
    """A random stream that yields a given value, and remembers the bound."""

    def __init__(self, value: int) -> None:
        super().__init__()
        self.value = value
        self.below = 0

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        self.below = start
        return self.value


def test_an_outcome_is_drawn_by_a_whole_number_below_the_common_denominator() -> None:
    odds = ((Action("a"), Fraction(1, 4)), (Action("b"), Fraction(1, 6)), (Action("c"), Fraction(7, 12)))
    drawn = Counter[str]()
    for value in range(12):
        stream = Rolled(value)
        drawn[str(chance.draw(odds, stream))] += 1
        assert stream.below == 12
    assert drawn == {"a": 3, "b": 2, "c": 7}


def test_the_odds_of_a_pile_are_those_of_the_cards_left() -> None:
    pile = chance.Pile([Action("a"), Action("b"), Action("c")])
    a, b, c = pile.actions
    assert pile.odds([3, 1, 2]) == ((a, Fraction(1, 2)), (b, Fraction(1, 6)), (c, Fraction(1, 3)))
    assert pile.odds([1, 0, 2]) == ((a, Fraction(1, 3)), (c, Fraction(2, 3)))
    assert chance.outcomes(pile.odds([1, 0, 2])) == (a, c)
    assert pile.odds([0, 4, 0]) == ((b, Fraction(1)),)


def test_a_card_is_drawn_from_a_pile_by_a_whole_number_below_the_common_denominator() -> None:
    pile = chance.Pile([Action("a"), Action("b"), Action("c")])
    drawn = Counter[str]()
    for value in range(3):
        stream = Rolled(value)
        drawn[str(chance.draw(pile.odds([4, 0, 2]), stream))] += 1
        assert stream.below == 3
    assert drawn == {"a": 2, "c": 1}


def test_odds_that_do_not_sum_to_1_are_noticed() -> None:
    with pytest.raises(ValueError, match="the odds of a, b do not sum to 1"):
        chance.draw(((Action("a"), Fraction(1, 4)), (Action("b"), Fraction(1, 4))), Rolled(3))


def test_weights_are_drawn_like_the_odds_that_they_make() -> None:
    odds = chance.weighted([Action("a"), Action("b"), Action("c")], [2, 4, 6])
    assert odds == ((Action("a"), Fraction(1, 6)), (Action("b"), Fraction(1, 3)), (Action("c"), Fraction(1, 2)))
    assert chance.outcomes(odds) == (Action("a"), Action("b"), Action("c"))
    for value in range(6):
        stream = Rolled(value)
        assert chance.draw(odds, stream) == chance.draw(tuple(odds), Rolled(value))
        assert stream.below == 6


@pytest.mark.parametrize("seed", range(6))
def test_equal_odds_are_drawn_from_a_stream_like_any_others(seed: int) -> None:
    odds = chance.even([Action("a"), Action("b"), Action("c")])
    stream, same = Random(seed), Random(seed)
    for _ in range(9):
        assert chance.draw(odds, stream) == chance.draw(tuple(odds), same)
