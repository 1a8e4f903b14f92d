"""The kinds of player of each game, in order of strength. STUDIED.md has their measured strengths."""

from __future__ import annotations

import pytest
from tests.players.contest import luck, wins

from mouseboard import players, rules


def test_each_game_has_only_kinds_of_player_that_differ() -> None:
    assert players.kinds(rules.load("barriers")) == ("random", "child", "learner", "sensible", "strong")
    assert players.kinds(rules.load("cards")) == ("random", "child", "sensible")
    assert players.kinds(rules.load("revised")) == ("random", "child", "sensible")
    assert players.kinds(rules.load("pantry")) == ("random", "child", "sensible")
    assert players.kinds(rules.load("classic")) == ("random", "sensible")
    assert players.kinds(rules.load("souriciere")) == ("random",)
    for game in ("morris", "draughts"):
        assert players.kinds(rules.load(game)) == ("random", "child", "sensible", "strong")


@pytest.mark.parametrize(
    ("name", "weaker", "stronger", "games"),
    [
        ("barriers", "random", "child", 10),
        ("barriers", "child", "learner", 20),
        ("barriers", "learner", "sensible", 12),
        ("cards", "random", "child", 60),
        ("cards", "child", "sensible", 20),
        ("draughts", "random", "child", 7),
        ("morris", "random", "child", 7),
        ("pantry", "random", "child", 20),
        ("revised", "random", "child", 30),
        ("revised", "child", "sensible", 400),
    ],
)
def test_a_stronger_kind_beats_a_weaker_one_by_more_than_luck_with_p_below_a_hundredth(
    name: str, weaker: str, stronger: str, games: int
) -> None:
    assert luck(wins(name, 2, games, stronger, weaker), games, 1 / 2) < 0.01


@pytest.mark.campaign
@pytest.mark.parametrize("name", ["morris", "draughts"])
@pytest.mark.parametrize(("weaker", "stronger"), [("child", "sensible"), ("sensible", "strong")])
def test_a_stronger_kind_wins_more_of_the_games_that_are_no_draw_than_luck_with_p_below_a_hundredth(
    name: str, weaker: str, stronger: str
) -> None:
    won, lost = (wins(name, 2, 30, kind, among) for kind, among in ((stronger, weaker), (weaker, stronger)))
    assert luck(won, won + lost, 1 / 2) < 0.01


@pytest.mark.campaign
def test_a_strong_player_of_barriers_beats_a_sensible_one_by_more_than_luck_with_p_below_a_thousandth() -> None:
    assert luck(wins("barriers", 2, 60, "strong", "sensible"), 60, 1 / 2) < 0.001
