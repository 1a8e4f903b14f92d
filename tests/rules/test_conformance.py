"""Every installed game keeps the contract of all games, by the same suite that other people's games must pass."""

from __future__ import annotations

import pytest

from mouseboard import rules
from mouseboard.testing.conformance import (
    Setup,
    change,
    default_setups,
    play,
    pytest_generate_tests,
    setups,
    test_a_saved_state_that_was_changed_is_refused_or_plays_on,
    test_computer_players_have_kinds_that_people_know,
    test_computer_players_of_every_kind_choose_legal_actions,
    test_each_value_of_an_option_can_be_played,
    test_every_text_is_translated_into_the_languages_of_the_table,
    test_no_optional_method_or_attribute_is_misspelt,
    test_notation_is_short_lower_case_and_without_blanks,
    test_people_are_told_sentences_and_no_notation,
    test_people_can_tell_all_choices_apart,
    test_people_can_tell_the_pieces_apart,
    test_people_can_touch_a_place_for_every_move,
    test_people_read_the_names_of_sides_with_a_capital,
    test_people_see_a_picture_for_every_step_of_in_short,
    test_random_games_keep_the_contract,
    test_the_game_can_be_loaded,
    test_the_layout_names_the_game,
)

__all__ = [
    "pytest_generate_tests",
    "test_a_saved_state_that_was_changed_is_refused_or_plays_on",
    "test_computer_players_have_kinds_that_people_know",
    "test_computer_players_of_every_kind_choose_legal_actions",
    "test_each_value_of_an_option_can_be_played",
    "test_every_text_is_translated_into_the_languages_of_the_table",
    "test_no_optional_method_or_attribute_is_misspelt",
    "test_notation_is_short_lower_case_and_without_blanks",
    "test_people_are_told_sentences_and_no_notation",
    "test_people_can_tell_all_choices_apart",
    "test_people_can_tell_the_pieces_apart",
    "test_people_can_touch_a_place_for_every_move",
    "test_people_read_the_names_of_sides_with_a_capital",
    "test_people_see_a_picture_for_every_step_of_in_short",
    "test_random_games_keep_the_contract",
    "test_the_game_can_be_loaded",
    "test_the_layout_names_the_game",
]

NAMES = tuple(rules.games())
EVERY = [setup for name in NAMES for setup in setups(name)]
DEFAULTS = [setup for name in NAMES for setup in default_setups(name)]


@pytest.mark.campaign
@pytest.mark.parametrize("begun", DEFAULTS, ids=str)
def test_a_thousand_random_games_keep_the_contract(begun: Setup) -> None:
    for number in range(1000):
        play(begun, number, closely=0.01)


@pytest.mark.campaign
@pytest.mark.parametrize("begun", EVERY, ids=str)
def test_each_of_two_hundred_thousand_changed_states_is_refused_or_plays_on(begun: Setup) -> None:
    for number in range(10):
        change(begun, number, 20_000 // len(EVERY) + 1)
