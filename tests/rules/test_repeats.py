"""Draws by repetition, as games of two count them."""

from __future__ import annotations

from mouseboard.rules.repeats import comes_again, is_impossible, is_repeated


def test_the_third_time_of_a_position_is_a_draw() -> None:
    assert [is_repeated(seen) for seen in ("a", "aba", "ababa", "abab")] == [False, False, True, False]


def test_only_the_present_position_makes_a_draw() -> None:
    assert not is_repeated("aaab")


def test_a_position_comes_again_from_the_second_time_on() -> None:
    assert [comes_again(seen) for seen in ("a", "ab", "aba", "abab")] == [False, False, True, True]


def test_nothing_is_repeated_before_positions_count() -> None:
    assert not is_repeated("")
    assert not comes_again("")


def test_a_position_that_came_up_four_times_is_impossible() -> None:
    assert [is_impossible(seen) for seen in ("", "ababa", "abababa")] == [False, False, True]
