"""Players are found by kind and game, and chance is drawn exactly as likely as it says."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from mouseboard import players, rules
from mouseboard.rules import Action


class Rolled(Random):
    """A random stream that yields what it is told, and remembers out of how many."""

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
        drawn[str(players.draw(odds, stream))] += 1
        assert stream.below == 12
    assert drawn == {"a": 3, "b": 2, "c": 7}


def test_odds_that_do_not_sum_to_1_are_noticed() -> None:
    with pytest.raises(ValueError, match="the odds of a, b do not sum to 1"):
        players.draw(((Action("a"), Fraction(1, 4)), (Action("b"), Fraction(1, 4))), Rolled(3))


def test_every_game_has_a_random_player() -> None:
    for name in rules.games():
        game = rules.load(name)
        assert "random" in players.kinds(game)
        assert players.load("random", game)


def test_an_unknown_kind_of_player_is_refused_with_those_there_are() -> None:
    with pytest.raises(players.UnknownPlayer, match="classic has no 'cheating' player; it has random, sensible"):
        players.load("cheating", rules.load("classic"))


@pytest.mark.parametrize("name", rules.games())
def test_every_kind_of_player_plays_a_whole_game_and_the_same_again_from_the_same_seed(name: str) -> None:
    game = rules.load(name)
    for kind in players.kinds(game):
        assert whole_game(game, kind) == whole_game(game, kind)


def whole_game(game: rules.Game, kind: str) -> list[str]:
    """The notation of a game that this kind of player plays for every seat."""
    player = players.load(kind, game)
    state, played = game.start(), list[str]()
    while state.actor is not None:
        number = len(played)
        if state.actor == rules.CHANCE:
            action = players.draw(state.odds(), Random(f"chance/{number}"))
        else:
            action = player.choose(state, Random(f"seat{state.actor}/{number}"))
        played.append(str(action))
        state = state.play(action)
    return played
