"""Games by people of every temper, seen by a judge who knows the truth; `make campaign` plays hundreds of them."""

from __future__ import annotations

import pytest
from tests.campaign.game import Recipe, run

from mouseboard import rules


@pytest.mark.parametrize("game", sorted(rules.games()))
def test_careful_people_play_every_game_to_its_end(game: str) -> None:
    found = run(Recipe(1, game, min(rules.games()[game].seat_counts), "careful"))
    assert found.counts["ended"] == 1
    assert found.counts["moves"] > 10


def test_a_game_is_judged_the_same_again_and_by_another_seed_otherwise() -> None:
    wild = Recipe(4, "souriciere", 2, "wild")
    once, again, other = run(wild), run(wild), run(Recipe(5, "souriciere", 2, "wild"))
    assert (once.counts, once.bad, once.seconds) == (again.counts, again.bad, again.seconds)
    assert once.seconds != other.seconds


def test_words_that_follow_from_what_hands_were_told_do_not_alternate() -> None:
    """Here two of three mice on one place were asked for in turn, each for half a second: too short for the button."""
    assert run(Recipe(614011, "revised", 3, "child")).counts["stuck"] == 0


def test_words_that_hands_follow_in_vain_again_and_again_are_replaced_by_where_everything_shall_stand() -> None:
    """Here a mouse was thought to stand on a stuck sensor whenever it was back among others, and moved on too soon."""
    found = run(Recipe(800023, "revised", 3, "child", broken="stuck"))
    assert (found.counts["stuck"], found.counts["fault named"]) == (0, 1)


def test_a_dead_sensor_is_asked_about_though_another_mouse_has_to_be_put_back_too() -> None:
    """Here the mouse that was asked for first stood there long since, and nothing else was ever said."""
    found = run(Recipe(549002, "barriers", 4, "wild", broken="dead"))
    assert (found.counts["stuck"], found.counts["fault named"]) == (0, 1)


def test_quick_hands_that_press_as_soon_as_they_have_mended_it_are_heard() -> None:
    """Here three mice were put back as told and the button pressed at once, before they had rested, time and again."""
    assert run(Recipe(1300028, "revised", 3, "wild", hands="strange")).counts["stuck"] == 0


def test_who_says_no_to_two_takebacks_in_turn_is_not_asked_of_the_first_again() -> None:
    """Here a mouse went back over a stuck sensor: that might have been either of two, asked of in turn for ever."""
    assert run(Recipe(1713008, "barriers", 2, "wild", broken="stuck")).counts["stuck"] == 0


def test_words_can_be_read_though_the_next_touch_shows_that_the_game_was_won_before() -> None:
    """Here a fallen mouse was to be put up, and was already on its way."""
    assert run(Recipe(1417033, "barriers", 4, "child")).counts["flicker"] == 0


def test_what_is_put_right_on_a_persons_word_decides_nothing_before_the_button() -> None:
    """Here a mouse that left its place to make room was thought to have gone through the tunnel, to where one stood."""
    assert run(Recipe(2733042, "revised", 3, "careful")).counts["taken back unmeant"] == 0
