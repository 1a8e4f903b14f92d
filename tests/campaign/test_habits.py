"""Each habit shows itself in a game, and the game goes on."""

from __future__ import annotations

import re

import pytest
from tests.campaign.game import run
from tests.campaign.habits import HABITS
from tests.campaign.recipe import recipe

from mouseboard import rules

SHOWS = {
    "toddler": ": swept",
    "hasty": ": next",
    "carried-off": "remove (red|blue)",
    "prank": ": prank",
    "magnet": "hover wand",
    "trap-watcher": ": (saved|impatient|bumped)",
    "interrupted": "(unplug|power cut|restart host)",
    "worn-out": "(magnet of \\w+|reed under \\w+|red|blue) is (stuck|dead|loose|aside|deaf|weak)",
    "second-thoughts": ": (rest|think|try|slide)",
    "literal": "press a and b",
}
"""What the trace says of it."""


@pytest.mark.campaign
@pytest.mark.parametrize("habit", HABITS)
def test_a_family_with_this_habit_plays_its_games_to_the_end(habit: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = "classic" if HABITS[habit].needs_trap else "barriers"
    for seed in (3, 4):
        assert run(recipe(seed, game, 2, "child", habit=habit), trace=True).counts["ended"] == 1
    assert re.search(SHOWS[habit], capsys.readouterr().out)


def test_a_habit_is_left_out_where_it_cannot_show() -> None:
    assert not HABITS["prank"].fits(rules.load("cards", 2))
    assert not HABITS["trap-watcher"].fits(rules.load("pantry", 2))
    assert HABITS["magnet"].fits(rules.load("cards", 2))


def test_the_games_of_a_habit_are_those_in_which_it_can_show() -> None:
    assert {recipe(seed, habit="trap-watcher").game for seed in range(30)} == {"classic", "revised"}
