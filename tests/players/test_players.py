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
        assert whole_game(game, kind) == whole_game(game, kind)


def whole_game(game: rules.Game, kind: str) -> list[str]:
    """The notation of a game that this kind of player plays for every seat."""
    player = players.load(kind, game)
    state, played = game.start(), list[str]()
    while state.actor is not None:
        number = len(played)
        if state.actor == rules.CHANCE:
            action = draw(state.odds(), Random(f"chance/{number}"))
        else:
            action = player.choose(state, Random(f"seat{state.actor}/{number}"))
        played.append(str(action))
        state = state.play(action)
    return played
