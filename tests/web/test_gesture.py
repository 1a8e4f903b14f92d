"""What counts as a gesture at the table, and what does not."""

from __future__ import annotations

import pytest

from mouseboard.table import Missed, PlaceChanged, Press, Released
from mouseboard.web.gesture import LENGTH, ORDERS, Lifting, Pressing, any_order


def changed(place: str, occupied: bool) -> PlaceChanged:
    return PlaceChanged(place, occupied, 0.0, frozenset())


def test_every_order_has_both_things_and_all_orders_occur() -> None:
    assert len(ORDERS) == 2**LENGTH - 2
    assert {any_order("a", "b") for _ in range(1000)} == {tuple("ab"[which] for which in order) for order in ORDERS}


def test_presses_are_the_games_until_both_buttons_have_been_held() -> None:
    gesture = Pressing("abba")
    assert [gesture.hear(Press(button)) for button in "abba"] == [False] * 4
    assert gesture.done == 0


def test_the_right_presses_count_once_both_buttons_have_been_held() -> None:
    gesture = Pressing("abba")
    gesture.arm()
    for button in "abba":
        assert gesture.hear(Press(button)) and not gesture.hear(Released(button))
    assert gesture.done == 4


@pytest.mark.parametrize("event", [Press("a"), Missed(frozenset())])
def test_after_a_wrong_press_or_a_restart_of_the_table_both_buttons_must_be_held_again(event: Press | Missed) -> None:
    gesture = Pressing("abba")
    gesture.arm()
    gesture.hear(Press("a"))
    gesture.hear(event)
    assert (gesture.armed, gesture.done) == (False, 0)
    assert not gesture.hear(Press("b"))


def lifting() -> Lifting:
    """Return a gesture by pieces for which both have been lifted."""
    gesture = Lifting(("12", "31", "31", "12"), frozenset({"12", "31", "40"}))
    gesture.arm()
    gesture.hear(changed("12", True))
    gesture.hear(changed("31", True))
    return gesture


def test_pieces_that_are_lifted_count_only_once_both_have_been_up_together() -> None:
    gesture = Lifting(("12", "31", "31", "12"), frozenset({"12", "31", "40"}))
    for place in gesture.steps:
        gesture.hear(changed(place, False))
        gesture.hear(changed(place, True))
    assert (gesture.armed, gesture.done) == (False, 0)


def test_pieces_count_once_they_are_back_and_a_game_feels_them_too() -> None:
    gesture = lifting()
    for n, place in enumerate(gesture.steps):
        assert not gesture.hear(changed(place, False))
        assert gesture.done == n
        assert not gesture.hear(changed(place, True))
    assert gesture.done == 4


@pytest.mark.parametrize(
    "events",
    [
        [changed("31", False), changed("31", True)],
        [changed("12", False), changed("31", False), changed("12", True), changed("31", True)],
        [changed("12", False), changed("13", True)],
        [changed("12", False), Missed(frozenset()), changed("12", True)],
    ],
)
def test_another_piece_another_place_or_two_at_once_do_not_count(events: list[PlaceChanged | Missed]) -> None:
    gesture = lifting()
    for event in events:
        gesture.hear(event)
    assert (gesture.armed, gesture.done) == (False, 0)
