"""Players are found by kind and game, and choose what is legal."""

from random import Random

import pytest

from mouseboard import players, rules
from mouseboard.rules.chance import draw


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
        player, again = players.load(kind, game), players.load(kind, game)
        state, number = game.start(), 0
        while state.actor is not None:
            if state.actor == rules.CHANCE:
                action = draw(state.odds(), Random(f"chance/{number}"))
            else:
                action = player.choose(state, Random(f"seat/{number}"))
                if number % 5 == 0:
                    assert again.choose(state, Random(f"seat/{number}")) == action
            state, number = state.play(action), number + 1
