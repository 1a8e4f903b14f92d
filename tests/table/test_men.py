"""Games of men, where two never share a place: captures, castling, and men that come back."""

from __future__ import annotations

import pytest
from tests.table.hands import BESIDE, Hands, HandsAtMen

from mouseboard.table import Amiss, AtRest, Settled, Step, UnderWay, Which, prices
from mouseboard.table.departure import last_departure
from mouseboard.table.doubt import exchanges

AT_REST, UNDER_WAY = AtRest(), UnderWay()
HERE = {"attacker": "a1", "friend": "d1", "victim": "b2", "other": "d4"}
CAPTURE = {"attacker": "b2", "victim": BESIDE}
MOVES = {"takes": CAPTURE, "steps": {"attacker": "a2"}, "walks": {"friend": "d2"}}
LEAP = {"leaps": {"attacker": "c3", "victim": BESIDE}, "walks": {"friend": "d2"}}
CASTLING = {"castles": {"attacker": "c1", "friend": "b1"}, "walks": {"friend": "c1"}}

EITHER_WAY = {"castles": {"attacker": "c1", "friend": "b1"}, "steps": {"attacker": "b1"}, "walks": {"friend": "c1"}}


def playing(moves: dict[str, dict[str, str]] = MOVES) -> Hands:
    return HandsAtMen(HERE, moves)


def after_a_capture() -> Hands:
    """Return hands that have captured; now the other side may capture on the same place."""
    hands = playing().felt("b2- 1.5 a1- 0.4 b2+ 0.5").settle(CAPTURE)
    hands.expect({"takes back": {"other": "b2", "attacker": BESIDE}}, takebacks={"back": {**HERE}})
    return hands


# Captures


@pytest.mark.parametrize(
    "order", ["b2- 1.5 a1- 0.4 b2+", "a1- 0.6 b2- 1.5 b2+", "a1- b2- 0.4 b2+", "b2- 0.1 a1- 0.4 b2+"]
)
def test_a_capture_counts_within_half_a_second_whichever_man_is_lifted_first(order: str) -> None:
    hands = playing().felt(order)
    assert hands.after(0.3) == UNDER_WAY
    assert hands.after(0.5) == Settled("takes")


@pytest.mark.parametrize("order", ["a1- 0.4 c3+ 0.6 b2-", "b2- 1.5 a1- 0.4 c3+", "a1- 0.3 b2- 0.3 c3+"])
def test_a_man_that_is_leapt_over_may_be_taken_before_and_after_the_leap(order: str) -> None:
    assert playing(LEAP).felt(order).after(0.5) == Settled("leaps")


def test_a_man_that_was_leapt_over_is_asked_off_the_board_if_players_leave_it() -> None:
    hands = playing(LEAP).felt("a1- 0.4 c3+")
    assert hands.after(3.1) == UNDER_WAY
    verdict = hands.after(3.2)
    assert isinstance(verdict, Amiss)
    assert verdict.steps == (Step("victim", "b2", None),)


def test_a_man_put_beside_its_victim_is_asked_for_among_captures_too() -> None:
    hands = playing().felt("a1-")
    assert hands.after(3.1) == UNDER_WAY
    assert hands.after(3.2) == Which(("takes", "steps"), missing="attacker")


def test_a_hand_may_rest_where_a_chain_of_leaps_lands() -> None:
    hands = playing(LEAP).felt("a1- 0.3 a3+")
    assert hands.after(3.0) == UNDER_WAY
    assert hands.felt("1.5 a3- 0.3 c3+ 0.6 b2-").after(0.5) == Settled("leaps")


def test_a_man_held_while_its_victims_are_taken_one_by_one_is_not_late() -> None:
    moves = {"leaps": {"attacker": "c3", "victim": BESIDE, "other": BESIDE}, "walks": {"friend": "d2"}}
    hands = playing(moves).felt("a1- 2.5 b2- 2.5 d4-")
    assert hands.after(3.1) == UNDER_WAY
    assert hands.felt("2.5 c3+").after(0.5) == Settled("leaps")


# Men that are put up again


def test_a_man_that_may_be_taken_is_at_rest_when_it_is_put_back_alone() -> None:
    assert playing().felt("b2- 0.6 b2+").after(2.0) == AT_REST


def test_a_man_knocked_over_during_a_move_and_put_up_again_is_no_capture() -> None:
    assert playing().felt("d1- 0.2 b2- 0.4 d2+ 1.0 b2+").after(0.5) == Settled("walks")


def test_a_man_knocked_over_by_a_move_is_asked_for_when_nobody_puts_it_up() -> None:
    hands = playing().felt("d1- 0.2 b2- 0.4 d2+")
    assert hands.after(1.9) == UNDER_WAY
    verdict = hands.after(2.0)
    assert isinstance(verdict, Amiss)
    assert verdict.steps == (Step("victim", None, "b2"),)


def test_a_taken_man_put_back_at_once_is_not_another_one_that_may_be_placed_there() -> None:
    hands = HandsAtMen({"attacker": "a1", "victim": "b2"}, {"takes": {"victim": BESIDE}}).felt("b2- 0.5")
    hands.settle({"victim": BESIDE})
    hands.expect({"places": {"friend": "b2"}}, takebacks={"back": {"victim": "b2"}})
    assert hands.felt("0.9 b2+").after(1.5) == UNDER_WAY
    assert hands.after(1.6) == Settled("back")


def test_a_taken_man_that_a_hand_puts_down_and_takes_again_stays_taken() -> None:
    hands = HandsAtMen({"attacker": "a1", "victim": "b2"}, {"takes": {"victim": BESIDE}}).felt("b2- 0.5")
    hands.settle({"victim": BESIDE})
    hands.expect({"walks": {"attacker": "a2"}}, takebacks={"back": {"victim": "b2"}})
    assert hands.felt("0.9 b2+").after(1.5) == UNDER_WAY
    assert hands.felt("1.5 b2-").after(1.0) == AT_REST


def after_a_man_has_entered() -> Hands:
    """Return hands that have put the victim on the board, where the attacker may take it from a distance."""
    hands = HandsAtMen({"attacker": "a1", "other": "d4"}, {"enters": {"victim": "b2"}}).felt("b2+ 0.5")
    hands.settle({"victim": "b2"})
    hands.expect({"takes": {"attacker": "a2", "victim": BESIDE}}, takebacks={"back": {"victim": BESIDE}})
    return hands


def test_a_man_that_has_just_entered_may_be_lifted_first_when_it_is_taken() -> None:
    hands = after_a_man_has_entered().felt("10.0 b2-")
    assert hands.after(3.9) == UNDER_WAY
    assert hands.felt("3.5 a1- 0.4 a2+").after(0.5) == Settled("takes")


def test_an_entry_that_may_be_a_capture_is_only_taken_back_after_a_question() -> None:
    hands = after_a_man_has_entered().felt("10.0 b2-")
    assert hands.after(4.0) == Settled("back", unsure=True)


def test_a_capture_is_taken_back_without_a_question_where_an_enemy_may_go_too() -> None:
    hands = playing().felt("b2- 1.5 a1- 0.4 b2+ 0.5").settle(CAPTURE)
    hands.expect({"walks": {"other": "a1"}}, takebacks={"back": HERE})
    assert hands.felt("2.0 b2- 0.5 a1+ 1.5 b2+").after(0.8) == Settled("back")


def test_a_capture_that_was_none_is_taken_back_when_the_second_man_is_put_back() -> None:
    hands = playing().felt("b2- 0.3 a1- 0.8 b2+ 0.5").settle(CAPTURE)
    hands.expect({"walks": {"other": "d3"}}, takebacks={"back": HERE})
    assert hands.felt("0.5 a1+").after(0.8) == Settled("back")


@pytest.mark.parametrize("order", ["b2- 0.6 a1- 0.5 b2+ 0.4 a1+", "a1- 0.6 b2- 0.5 b2+ 0.1 a1+"])
def test_two_men_that_are_both_put_back_at_once_are_at_rest(order: str) -> None:
    assert playing().felt(order).after(2.0) == AT_REST


def test_two_men_that_are_both_put_back_are_not_the_one_that_was_taken_there_before() -> None:
    hands = after_a_capture()
    hands.expect({"takes": {"attacker": "d4", "other": BESIDE}}, takebacks={"back": {**HERE}})
    assert hands.felt("2.0 d4- 0.9 b2- 0.4 d4+ 0.4 b2+").after(2.0) == AT_REST


def test_hands_that_took_the_wrong_man_have_four_seconds_to_bring_it_back() -> None:
    hands = playing().felt("d4-")
    assert hands.after(3.9) == UNDER_WAY
    assert hands.after(4.0) == Amiss((Step("other", None, "d4"),), HERE)


def test_a_taken_man_that_was_put_back_and_taken_off_again_is_not_the_next_one_that_moves() -> None:
    hands = playing(LEAP).felt("b2- 1.5 a1- 0.4 c3+ 0.5").settle({"attacker": "c3", "victim": BESIDE})
    hands.expect({"walks": {"other": "d3"}}, takebacks={"back": HERE})
    assert hands.felt("1.0 b2+ 2.0 b2- 1.0 d4- 0.5 d3+").after(0.3) == Settled("walks")


def test_a_man_that_takes_the_place_of_one_that_was_asked_off_needs_no_name() -> None:
    hands = HandsAtMen({"friend": "c3"}, {"becomes": {"friend": BESIDE, "other": "c3"}}, due=True)
    assert hands.felt("c3- 2.0 c3+").after(0.2) == Settled("becomes")


def test_a_man_may_move_on_to_where_another_one_was_just_taken() -> None:
    hands = HandsAtMen({"attacker": "a1", "victim": "b2", "other": "d4"}, {"takes": {"victim": BESIDE}}).felt("b2- 0.5")
    hands.settle({"victim": BESIDE})
    hands.expect({"flies": {"other": "c3"}, "farther": {"other": "b2"}}, takebacks={"back": {"victim": "b2"}})
    hands.felt("2.0 d4- 0.5 c3+ 0.5").settle({"other": "c3"})
    back = {"back": {"other": "d4"}, "far": {"other": "d4", "victim": "b2"}}
    hands.expect({"walks": {"attacker": "a2"}}, corrections={"farther": {"other": "b2"}}, takebacks=back)
    assert hands.felt("1.0 c3- 0.6 b2+").after(0.3) == Settled("farther")


def test_a_man_that_may_be_taken_now_may_still_move_on_and_take_another_one() -> None:
    hops = {"once": {"attacker": "b2"}, "twice": {"attacker": "c3", "victim": BESIDE}}
    hands = HandsAtMen({"attacker": "a1", "victim": "d3", "other": "d4"}, hops).felt("a1- 0.4 b2+ 0.5")
    hands.settle({"attacker": "b2"})
    takes = {"takes": {"other": "c4", "attacker": BESIDE}}
    twice = {"attacker": "c3", "victim": BESIDE}
    hands.expect(takes, corrections={"twice": twice}, takebacks={"back": {"attacker": "a1"}})
    assert hands.felt("2.0 b2- 0.5 c3+ 0.7 d3-").after(0.5) == Settled("twice")


def test_the_right_man_may_be_taken_before_the_wrong_one_is_put_back() -> None:
    hands = HandsAtMen(HERE, {"takes": {"victim": BESIDE}, "instead": {"other": BESIDE}}).felt("b2- 0.5")
    hands.settle({"victim": BESIDE})
    instead = {"victim": "b2", "other": BESIDE}
    hands.expect({"walks": {"other": "d3"}}, corrections={"instead": instead}, takebacks={"back": HERE})
    assert hands.felt("1.0 d4- 1.0 b2+").after(0.3) == Settled("instead")


# Castling


@pytest.mark.parametrize(
    "order", ["a1- 0.4 c1+ 0.5 d1- 0.4 b1+", "a1- 0.3 d1- 0.3 c1+ 0.3 b1+", "a1- d1- 0.4 b1+ 0.1 c1+"]
)
def test_two_men_that_one_move_exchanges_are_not_asked_who_is_who(order: str) -> None:
    hands = playing(CASTLING).felt(order)
    assert hands.after(0.2) == Settled("castles")


def test_a_move_that_may_be_half_of_another_waits_for_the_rest() -> None:
    hands = playing(
        {"castles": {"attacker": "c1", "friend": "b1"}, "walks": {"friend": "b1"}, "steps": {"friend": "d2"}}
    )
    assert hands.felt("d1- 0.4 b1+").after(0.9) == UNDER_WAY
    assert hands.after(1.0) == Settled("walks")
    assert hands.felt("0.6 a1- 0.4 c1+").after(0.2) == Settled("castles")


def test_two_men_that_may_each_go_where_the_other_one_is_put_have_made_the_legal_move() -> None:
    for order in ("a1- d1- 0.4 c1+ 0.4 b1+", "d1- a1- 0.4 b1+ 0.4 c1+"):
        assert playing(EITHER_WAY).felt(order).after(0.2) == Settled("castles")


def test_men_that_were_in_the_hands_together_are_not_doubted() -> None:
    hands = playing(EITHER_WAY).felt("a1- d1- 0.4 c1+ 1.0 b1+ 0.5").settle(EITHER_WAY["castles"])
    hands.expect({})
    assert exchanges(hands.belief) == ()
    assert last_departure(hands.belief) is None
    assert len(hands.belief.priced(1.0, prices.STOP)) == 1


# Men that come back


def test_a_capture_is_taken_back_without_a_question() -> None:
    hands = after_a_capture().felt("2.0 b2- 0.5 a1+")
    assert hands.after(1.5) == UNDER_WAY
    assert hands.felt("1.5 b2+").after(0.8) == Settled("back")


def test_players_who_take_a_capture_back_have_time_to_find_the_victim() -> None:
    hands = playing().felt("b2- 1.5 a1- 0.4 b2+ 0.5").settle(CAPTURE)
    hands.expect({"walks": {"other": "d3"}}, takebacks={"back": HERE})
    hands.felt("2.0 b2- 0.5 a1+")
    assert hands.after(1.5) == UNDER_WAY
    assert isinstance(hands.after(1.6), Amiss)


def test_a_man_that_was_taken_some_moves_ago_does_not_come_back_before_the_later_ones() -> None:
    here = {"attacker": "b2", "friend": "c2", "other": "d4"}
    hands = HandsAtMen(here)
    hands.expect(
        {"walks": {"other": "d3"}},
        corrections={"instead": {"friend": "c1"}},
        takebacks={"one": {"friend": "d1"}, "two": {"attacker": "a1", "friend": "d1", "victim": "c1"}},
    )
    assert hands.felt("2.0 c2- 0.6 c1+").after(0.3) == Settled("instead")


def test_a_man_may_be_placed_where_another_one_was_taken() -> None:
    hands = HandsAtMen({"attacker": "a1", "victim": "b2"}, {"takes": {"victim": BESIDE}}).felt("b2- 0.5")
    hands.settle({"victim": BESIDE})
    hands.expect({"places": {"friend": "b2"}}, takebacks={"back": {"victim": "b2"}})
    assert hands.felt("2.0 b2+").after(0.2) == Settled("places")


def test_a_man_that_is_put_where_one_was_just_taken_may_be_that_one_and_people_are_asked() -> None:
    hands = HandsAtMen({"attacker": "a1", "victim": "b2"}, {"takes": {"victim": BESIDE}}).felt("b2- 0.5")
    hands.settle({"victim": BESIDE})
    hands.expect({"places": {"friend": "b2"}}, takebacks={"back": {"victim": "b2"}})
    assert hands.felt("1.4 b2+").after(0.35) == Settled("back", unsure=True)


def test_a_taken_man_that_is_asked_back_is_believed() -> None:
    hands = after_a_capture().tell({"attacker": "a1", "victim": "b2"}).felt("2.0 b2- 0.5 a1+ 1.0 b2+")
    assert hands.belief.standing(hands.belief.best) == HERE


def test_a_magnet_where_no_man_comes_back_is_asked_off_the_board() -> None:
    verdict = after_a_capture().settle({}).felt("2.0 c4+").after(2.0)
    assert isinstance(verdict, Amiss)
    assert verdict.steps == (Step("something", "c4", None),)
