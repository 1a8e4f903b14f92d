"""The steps that lead from every reading to where each piece must be."""

from mouseboard.table.mending import steps_to
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


def test_a_stray_magnet_on_the_target_of_a_mouse_is_taken_off_first() -> None:
    stranger = Reading(("a1", "b1"), frozenset({"c1", "d4"}))
    first, *_, last = steps_to(MICE, [stranger], ("c1", "b1"))
    assert (first.source, last.source) == ("c1", "d4")
