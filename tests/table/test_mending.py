"""The steps that lead from all that hands may have done to where everything shall stand."""

from mouseboard.table.mending import steps_to
from mouseboard.table.readings import Aloft, Reading
from mouseboard.table.steps import Step

MICE = ("red", "blue")


def test_what_stands_right_in_every_reading_is_left_alone() -> None:
    assert steps_to(MICE, [Reading(("a1", "b1"))], ("a1", "c1")) == (Step("blue", "b1", "c1"),)


def test_where_a_mouse_comes_from_is_said_only_if_it_is_known() -> None:
    readings = [Reading(("a1", Aloft("b1", 0))), Reading(("a1", "d1"))]
    assert steps_to(MICE, readings, ("a1", "c1")) == (Step("blue", None, "c1"),)


def test_a_mouse_that_is_wrong_in_any_reading_is_named() -> None:
    readings = [Reading(("a1", "b1")), Reading(("b1", "a1"))]
    assert {step.piece for step in steps_to(MICE, readings, ("a1", "b1"))} == {"red", "blue"}


def test_what_is_needed_whatever_is_true_comes_first_for_it_tells_which_is() -> None:
    readings = [Reading(("a1", "a2")), Reading(("a2", "a1"))]
    assert steps_to(MICE, readings, ("a2", "a3")) == (Step("blue", None, "a3"), Step("red", None, "a2"))


def test_who_stands_where_another_is_to_go_makes_room_first() -> None:
    mice = ("red", "blue", "green")
    steps = steps_to(mice, [Reading(("a1", "a1", "b1"))], ("d1", "b1", "c1"))
    assert [step.piece for step in steps] == ["green", "blue", "red"]


def test_what_lies_where_a_mouse_is_to_stand_is_taken_off_first() -> None:
    stranger = Reading(("a1", "b1"), frozenset({"c1", "d4"}))
    first, *_, last = steps_to(MICE, [stranger], ("c1", "b1"))
    assert (first.source, last.source) == ("c1", "d4")
