"""The steps that lead from every reading to where each piece must be."""

from tests.table.hands import Hands

from mouseboard.table.doubt import Doubt
from mouseboard.table.mending import put_right, steps_to
from mouseboard.table.readings import Aloft, Reading
from mouseboard.table.steps import Step

MICE = ("red", "blue")


def test_a_piece_that_is_right_in_every_reading_is_left_alone() -> None:
    assert steps_to(MICE, [Reading(("a1", "b1"))], ("a1", "c1")) == (Step("blue", "b1", "c1"),)


def test_a_step_names_its_source_only_if_that_is_known() -> None:
    readings = [Reading(("a1", Aloft("b1", 0))), Reading(("a1", "d1"))]
    assert steps_to(MICE, readings, ("a1", "c1")) == (Step("blue", None, "c1"),)


def test_a_mouse_that_is_wrong_in_any_reading_is_named() -> None:
    readings = [Reading(("a1", "b1")), Reading(("b1", "a1"))]
    assert {step.piece for step in steps_to(MICE, readings, ("a1", "b1"))} == {"red", "blue"}


def test_the_step_that_every_reading_needs_comes_first() -> None:
    readings = [Reading(("a1", "a2")), Reading(("a2", "a1"))]
    assert steps_to(MICE, readings, ("a2", "a3")) == (Step("blue", None, "a3"), Step("red", None, "a2"))


def test_a_mouse_on_the_target_of_another_makes_room_first() -> None:
    mice = ("red", "blue", "green")
    steps = steps_to(mice, [Reading(("a1", "a1", "b1"))], ("d1", "b1", "c1"))
    assert [step.piece for step in steps] == ["green", "blue", "red"]


def test_a_promoted_pawn_makes_room_for_its_queen_first() -> None:
    steps = steps_to(("queen", "pawn"), [Reading((None, "a8"))], ("a8", None))
    assert steps == (Step("pawn", "a8", None), Step("queen", None, "a8"))


def test_a_stray_magnet_on_the_target_of_a_mouse_is_taken_off_first() -> None:
    stranger = Reading(("a1", "b1"), frozenset({"c1", "d4"}))
    first, *_, last = steps_to(MICE, [stranger], ("c1", "b1"))
    assert (first.source, last.source) == ("c1", "d4")


RED_OR_BLUE = Doubt((("red", "a1"), ("blue", "d4")), {"red": "d4", "blue": "a1"})


def test_swapped_mice_are_put_where_they_are_believed_to_be() -> None:
    hands = Hands({"red": "a1", "blue": "d4"})
    assert put_right(hands.belief, [RED_OR_BLUE]).steps == (Step("red", None, "a1"), Step("blue", None, "d4"))


def test_a_swapped_mouse_that_must_move_anyway_goes_to_its_goal() -> None:
    hands = Hands({"red": "a1", "blue": "d4"}, {"moved": {"blue": "b1"}}, due=True)
    assert put_right(hands.belief, [RED_OR_BLUE]).steps == (Step("red", None, "a1"), Step("blue", None, "b1"))


def test_a_swapped_mouse_in_a_hand_is_put_where_it_belongs() -> None:
    hands = Hands({"red": "a1", "blue": "d4"}).felt("d4-")
    assert put_right(hands.belief, [RED_OR_BLUE]).steps == (Step("red", None, "a1"), Step("blue", None, "d4"))
