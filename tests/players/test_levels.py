"""The kinds of player that a game has stand in order of strength; how strong they are stands in STUDIED.md."""

from __future__ import annotations

import pytest
from tests.players.contest import luck, wins

from mouseboard import players, rules


def test_there_are_as_many_kinds_as_differ() -> None:
    assert players.kinds(rules.load("barriers")) == ("random", "child", "learner", "sensible", "strong")
    assert players.kinds(rules.load("cards")) == ("random", "child", "sensible")
    assert players.kinds(rules.load("revised")) == ("random", "child", "sensible")
    assert players.kinds(rules.load("pantry")) == ("random", "child", "sensible")
    assert players.kinds(rules.load("classic")) == ("random", "sensible")
    assert players.kinds(rules.load("souriciere")) == ("random",)


@pytest.mark.parametrize(
    ("name", "weaker", "stronger", "games"),
    [
        ("barriers", "random", "child", 10),
        ("barriers", "child", "learner", 20),
        ("barriers", "learner", "sensible", 12),
        ("cards", "random", "child", 60),
        ("cards", "child", "sensible", 20),
        ("pantry", "random", "child", 20),
        ("revised", "random", "child", 30),
        ("revised", "child", "sensible", 400),
    ],
)
def test_a_child_beats_chance_and_is_beaten_more_often_than_luck_would_in_one_of_a_hundred_tries(
    name: str, weaker: str, stronger: str, games: int
) -> None:
    assert luck(wins(name, 2, games, stronger, weaker), games, 1 / 2) < 0.01


@pytest.mark.campaign
def test_a_strong_player_of_barriers_beats_the_sensible_more_often_than_luck_would_in_one_of_a_thousand_tries() -> None:
    assert luck(wins("barriers", 2, 60, "strong", "sensible"), 60, 1 / 2) < 0.001
