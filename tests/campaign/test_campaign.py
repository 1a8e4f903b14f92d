"""Games by people of every temper, watched by a judge who knows the truth. `make campaign` plays hundreds of them."""

from __future__ import annotations

import pytest
from tests.campaign.game import run
from tests.campaign.recipe import Recipe

from mouseboard import rules


@pytest.mark.parametrize(
    "game",
    [
        name if kind.shares_places else pytest.param(name, marks=pytest.mark.real)
        for name, kind in sorted(rules.games().items())
    ],
)
def test_careful_people_play_every_game_to_its_end(game: str) -> None:
    found = run(Recipe(1, game, min(rules.games()[game].seat_counts), "careful"))
    assert found.counts["ended"] == 1
    assert found.counts["moves"] > 10


def test_the_same_seed_is_judged_the_same_and_another_seed_differently() -> None:
    wild = Recipe(4, "souriciere", 2, "wild")
    once, again, other = run(wild), run(wild), run(Recipe(5, "souriciere", 2, "wild"))
    assert (once.counts, once.bad, once.seconds) == (again.counts, again.bad, again.seconds)
    assert once.seconds != other.seconds


@pytest.mark.real
def test_instructions_do_not_alternate_between_mice_on_one_place() -> None:
    """In this game the table once asked for two of three mice on one place in turn.

    Each instruction lasted half a second, which is too short for pressing the button.
    """
    assert run(Recipe(614011, "revised", 3, "child")).counts["dead end"] == 0


@pytest.mark.real
def test_instructions_that_hands_follow_in_vain_are_replaced_by_the_place_of_every_piece() -> None:
    """In this game the table once placed a mouse on a stuck sensor whenever it was back among others.

    It then moved on too soon.
    """
    found = run(Recipe(800023, "revised", 3, "child", broken="stuck"))
    assert (found.counts["dead end"], found.counts["fault named"]) == (0, 1)


@pytest.mark.real
def test_a_dead_sensor_is_asked_about_although_another_mouse_must_be_put_back_too() -> None:
    """In this game the table once kept asking for a mouse that had long been in its place, and said nothing else."""
    found = run(Recipe(549002, "barriers", 4, "wild", broken="dead"))
    assert (found.counts["dead end"], found.counts["fault named"]) == (0, 1)


@pytest.mark.real
def test_a_button_pressed_right_after_mending_counts() -> None:
    """In this game people put three mice back and pressed at once, before the mice had settled, again and again."""
    assert run(Recipe(1300028, "revised", 3, "wild", hands="strange")).counts["dead end"] == 0


@pytest.mark.real
def test_two_takebacks_that_were_denied_in_turn_are_not_asked_about_again() -> None:
    """In this game a mouse went back over a stuck sensor.

    That could mean either of two takebacks, and the table once asked about them in turn for ever.
    """
    assert run(Recipe(1713008, "barriers", 2, "wild", broken="stuck")).counts["dead end"] == 0


@pytest.mark.real
def test_instructions_stay_readable_although_the_next_touch_shows_that_the_game_was_already_won() -> None:
    """In this game the table asked for a fallen mouse that was already on its way."""
    assert run(Recipe(1417033, "barriers", 4, "child")).counts["flicker"] == 0


@pytest.mark.real
def test_mending_that_a_button_must_confirm_decides_nothing_before_it_is_pressed() -> None:
    """In this game a mouse made room for another, and the table once took that for a walk through the tunnel.

    Another mouse stood at the other end.
    """
    assert run(Recipe(2733042, "revised", 3, "careful")).counts["takeback nobody meant"] == 0
