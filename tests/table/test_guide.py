"""From occupied places to what hands should do next."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mouseboard.rules import Action
from mouseboard.table.guide import SOMETHING, Sense, Step, sentence, together

PLACES = tuple("12345678")
SENSE = Sense(PLACES)


def steps(occupied: str, before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    return [str(sentence(group)) for group in together(SENSE.steps(frozenset(occupied), before, after))]


def test_a_board_that_is_right_needs_nothing() -> None:
    assert steps("17", {"red": "1", "blue": "7"}, {"red": "1", "blue": "7"}) == []


def test_a_move_says_from_where_to_where() -> None:
    assert steps("1", {"red": "1"}, {"red": "5"}) == ["Move red from 1 to 5."]


def test_a_lifted_mouse_is_only_to_be_put_down() -> None:
    assert steps("", {"red": "1"}, {"red": "5"}) == ["Put red on 5."]


def test_a_mouse_put_down_one_place_too_far_goes_on_from_there() -> None:
    assert steps("6", {"red": "1"}, {"red": "5"}) == ["Move red from 6 to 5."]


def test_a_captured_mouse_leaves_the_board() -> None:
    assert steps("17", {"red": "1", "blue": "7"}, {"red": "1"}) == ["Take blue off 7."]


def test_of_two_mice_that_change_places_the_second_is_not_sent_after_the_first() -> None:
    before, after = {"red": "1", "blue": "2"}, {"red": "2", "blue": "1"}
    assert steps("2", before, after) == ["Put blue on 1."]


def test_mice_captured_together_leave_together() -> None:
    before = {"red": "1", "blue": "7", "green": "7", "yellow": "7"}
    assert steps("17", before, {"red": "1"}) == ["Take blue, green and yellow off 7."]


def test_a_mouse_knocked_from_its_place_comes_back() -> None:
    assert steps("1", {"red": "1", "blue": "7"}, {"red": "1", "blue": "7"}) == ["Put blue on 7."]


def test_the_move_of_the_game_comes_before_what_has_gone_astray() -> None:
    assert steps("1", {"red": "1", "blue": "7"}, {"blue": "7", "red": "5"}) == [
        "Move red from 1 to 5.",
        "Put blue on 7.",
    ]


def test_a_magnet_that_belongs_nowhere_is_taken_away() -> None:
    assert steps("13", {"red": "1"}, {"red": "1"}) == ["Take something off 3."]


def test_a_mouse_may_join_another() -> None:
    assert steps("17", {"red": "1", "blue": "7"}, {"red": "7", "blue": "7"}) == ["Move red from 1 to 7."]


def test_a_move_between_two_shared_places_cannot_be_seen() -> None:
    before = {"red": "1", "blue": "1", "green": "7"}
    assert SENSE.unseen(before, before | {"red": "7"}) == (Step("red", "1", "7"),)
    assert SENSE.unseen(before, before | {"red": "5"}) == ()


def test_of_several_mice_that_come_to_one_place_only_one_can_be_seen() -> None:
    start = {"red": "1", "blue": "1"}
    assert SENSE.unseen({}, start) == (Step("red", None, "1"), Step("blue", None, "1"))


def test_mice_captured_together_are_seen_to_leave() -> None:
    assert SENSE.unseen({"red": "1", "blue": "7", "green": "7"}, {"red": "1"}) == ()


def test_what_stands_on_a_place_without_a_sensor_is_nobodys_concern() -> None:
    assert steps("1", {"red": "1"}, {"red": "1", "barrier": "d3h"}) == []
    assert SENSE.unseen({"red": "1"}, {"red": "1", "barrier": "d3h"}) == ()


def test_an_occupancy_that_fits_one_outcome_is_that_action() -> None:
    outcomes = {Action("up"): {"red": "2"}, Action("right"): {"red": "5"}}
    assert SENSE.played(frozenset("5"), {"red": "1"}, outcomes) == (Action("right"),)
    assert SENSE.played(frozenset("1"), {"red": "1"}, outcomes) == ()
    assert SENSE.underway(frozenset(), {"red": "1"}, outcomes)
    assert not SENSE.underway(frozenset("8"), {"red": "1"}, outcomes)


def test_an_occupancy_that_fits_two_outcomes_is_a_question() -> None:
    outcomes = {Action("a"): {"red": "2", "blue": "1"}, Action("b"): {"red": "1", "blue": "2"}}
    assert SENSE.played(frozenset("12"), {"red": "1", "blue": "7"}, outcomes) == (Action("a"), Action("b"))


MICE = ("red", "blue", "green", "yellow")
placements = st.dictionaries(st.sampled_from(MICE), st.sampled_from(PLACES))
strangers = st.sets(st.sampled_from(PLACES), max_size=2)


@given(before=placements, after=placements, standing=placements, strange=strangers)
def test_whatever_stands_on_the_board_the_steps_lead_to_the_right_occupancy(
    before: dict[str, str], after: dict[str, str], standing: dict[str, str], strange: set[str]
) -> None:
    for _ in range(40):
        todo = SENSE.steps(frozenset(standing.values()) | strange, before, after)
        if not todo:
            break
        do(todo[0], standing, strange)
    assert frozenset(standing.values()) | strange == SENSE.occupancy(after)


def do(step: Step, standing: dict[str, str], strange: set[str]) -> None:
    """What a person does who tells the mice apart, and who takes what stands there if the mouse named does not."""
    meant = step.piece
    if meant == SOMETHING or standing.get(meant) == step.target:
        meant = next((piece for piece, place in standing.items() if place == step.source), SOMETHING)
    if meant == SOMETHING:
        strange.discard(step.source or "")
    elif step.target is None:
        del standing[meant]
    else:
        standing[meant] = step.target


@given(before=placements, after=placements, occupied=st.frozensets(st.sampled_from(PLACES)))
def test_there_is_nothing_to_do_exactly_when_the_occupancy_is_right(
    before: dict[str, str], after: dict[str, str], occupied: frozenset[str]
) -> None:
    assert (SENSE.steps(occupied, before, after) == ()) == (occupied == SENSE.occupancy(after))


@given(before=placements, after=placements, occupied=st.frozensets(st.sampled_from(PLACES)))
def test_a_step_takes_away_only_what_is_there_and_fills_only_what_is_empty(
    before: dict[str, str], after: dict[str, str], occupied: frozenset[str]
) -> None:
    for step in SENSE.steps(occupied, before, after):
        assert step.source is None or step.source in occupied
        assert step.piece == SOMETHING or step.target == after.get(step.piece)


@pytest.mark.parametrize(
    ("occupied", "passing"), [("12", True), ("2", True), ("125", True), ("25", True), ("15", False), ("128", False)]
)
def test_hands_pass_through_what_was_and_what_will_be_occupied_and_through_nothing_else(
    occupied: str, passing: bool
) -> None:
    assert SENSE.passing(frozenset(occupied), {"red": "1", "blue": "2"}, {"red": "5", "blue": "2"}) is passing
