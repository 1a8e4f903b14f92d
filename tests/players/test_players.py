"""Players are found by kind and game, and choose what is legal."""

from pathlib import Path
from random import Random

import pytest

from mouseboard import players, rules
from mouseboard.rules.chance import draw
from mouseboard.store import PERSON
from mouseboard.store.words import SEATED
from mouseboard.web.lobby import LEVELS


def test_every_game_has_a_random_player() -> None:
    for name in rules.games():
        game = rules.load(name)
        assert "random" in players.kinds(game)
        assert players.load("random", game)


def test_the_usual_player_is_the_sensible_one_if_a_game_has_it() -> None:
    usual = {name: players.usual(rules.load(name)) for name in rules.games()}
    assert usual.pop("souriciere") == "random"  # it has no choices
    assert set(usual.values()) == {"sensible"}


def test_an_entry_point_may_name_the_maker_of_a_game_s_only_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "alone-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: alone\nVersion: 1\n")
    (package / "entry_points.txt").write_text(f"[{players.GROUP}]\nsouriciere = alone:alone\n")
    (tmp_path / "alone.py").write_text(
        "from mouseboard.players import RandomPlayer\n\n\ndef alone(game):\n    return RandomPlayer()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    game = rules.load("souriciere", 2)
    assert players.kinds(game) == ("random", players.usual(game)) == ("random", "sensible")
    assert isinstance(players.load("sensible", game), players.RandomPlayer)


def test_an_unknown_kind_of_player_is_refused_with_the_known_ones() -> None:
    with pytest.raises(players.UnknownPlayer, match="classic has no 'cheating' player; it has random, sensible"):
        players.load("cheating", rules.load("classic"))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        pytest.param(name, kind, marks=pytest.mark.campaign if kind == "strong" else ())
        for name in rules.games()
        for kind in players.kinds(rules.load(name))
    ],
)
def test_every_kind_of_player_plays_the_same_whole_game_from_the_same_seed(name: str, kind: str) -> None:
    game = rules.load(name)
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


def test_every_kind_of_player_has_a_name_for_families() -> None:
    assert tuple(LEVELS) == players.KINDS
    assert {*SEATED} == {PERSON, *players.KINDS}
