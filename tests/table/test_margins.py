"""Cases that prices and margins must tell apart: what hands did, and what the table concludes."""

from __future__ import annotations

from tests.table.hands import Hands

from mouseboard.table import Amiss, AtRest, Settled, Silence, Step, Suspicion, UnderWay, Unnamed, Which
from mouseboard.table.doubt import exchanges
from mouseboard.table.verdict import judge, left_to_do

AT_REST, UNDER_WAY = AtRest(), UnderWay()

RED_GOES_TO_B1 = {"moved": {"red": "b1"}}
RED_GOES_TO_B1_OR_C1 = {"near": {"red": "b1"}, "far": {"red": "c1"}}


def doubted(hands: Hands) -> list[tuple[tuple[str, str], ...]]:
    """Return the groups of pieces that may have been exchanged, with their believed places."""
    return [doubt.pieces for doubt in exchanges(hands.belief)]


# A move counts as soon as it cannot be a slide any more, and not before.


def test_a_board_that_nobody_touches_stays_at_rest() -> None:
    hands = Hands({"red": "a1", "blue": "d4"}, RED_GOES_TO_B1, due=True)
    assert hands.after(60) == AT_REST


def test_an_awaited_move_counts_after_an_eighth_of_a_second() -> None:
    hands = Hands({"red": "a1", "blue": "d4"}, RED_GOES_TO_B1, due=True).felt("a1- 0.6 b1+")
    assert hands.after(0.11) == UNDER_WAY
    assert hands.after(0.12) == Settled("moved")


def test_a_mouse_with_several_moves_must_hold_for_a_fifth_of_a_second() -> None:
    hands = Hands({"red": "a1"}, RED_GOES_TO_B1_OR_C1).felt("a1- 0.6 b1+")
    assert hands.after(0.17) == UNDER_WAY
    assert hands.after(0.2) == Settled("near")


def test_a_slide_over_one_goal_ends_on_the_other() -> None:
    hands = Hands({"red": "a1"}, RED_GOES_TO_B1_OR_C1).felt("a1- 0.07 b1+ 0.17 b1- 0.07 c1+")
    assert hands.after(0.2) == Settled("far")


def test_a_pause_on_an_illegal_place_is_ignored_for_three_seconds() -> None:
    hands = Hands({"red": "a1"}, {"moved": {"red": "c1"}}, due=True).felt("a1- 0.4 b1+")
    assert hands.after(3.1) == UNDER_WAY
    assert hands.after(3.2) == Amiss((Step("red", "b1", "c1"),), {"red": "c1"})


# Shared places: no contact feels a mouse that arrives or leaves there.


def test_a_lifted_mouse_that_goes_to_others_has_arrived_after_a_second() -> None:
    hands = Hands({"red": "a1", "blue": "b1"}, RED_GOES_TO_B1, due=True).felt("a1-")
    assert hands.after(0.9) == UNDER_WAY
    assert hands.after(1.2) == Settled("moved")


def test_a_lifted_mouse_that_is_felt_elsewhere_has_not_joined_the_others() -> None:
    hands = Hands({"red": "a1", "blue": "b1"}, RED_GOES_TO_B1, due=True).felt("a1- 0.9 c1+")
    assert hands.after(1.2) == UNDER_WAY


def test_a_mouse_put_back_after_it_was_believed_with_others_is_asked_there_again() -> None:
    hands = Hands({"red": "a1", "blue": "b1"}, RED_GOES_TO_B1, due=True).felt("a1- 1.2").settle({"red": "b1"})
    hands.expect({})
    amiss = hands.felt("1.0 a1+").after(1.0)
    assert isinstance(amiss, Amiss)
    assert [(step.piece, step.target) for step in amiss.steps] == [("red", "b1")]


def test_a_mouse_told_to_join_others_has_joined_them_a_second_after_its_lift() -> None:
    hands = Hands({"red": "a1", "blue": "b1"}, RED_GOES_TO_B1, due=True).felt("a1- 1.2").settle({"red": "b1"})
    hands.expect({})
    hands.felt("1.0 a1+ 1.0").tell({"red": "b1"}).felt("a1-")
    assert hands.after(0.9) == UNDER_WAY
    assert hands.after(1.2) == AT_REST


def test_the_mouse_that_leaves_others_is_taken_for_the_one_that_is_to_move() -> None:
    hands = Hands({"red": "a1", "blue": "a1", "green": "d4"}, RED_GOES_TO_B1, due=True).felt("b1+")
    assert hands.after(0.12) == Settled("moved")
    assert doubted(hands) == []  # no contact can tell whether it was blue: no reason to doubt every such move


def test_a_mouse_that_leaves_others_may_pause_on_its_way() -> None:
    hands = Hands({"red": "a1", "blue": "a1"}, {"moved": {"red": "c1"}}, due=True).felt("b1+ 1.5 b1- 0.4 c1+")
    assert hands.after(0.12) == Settled("moved")


def test_a_mouse_that_left_others_raises_the_question_which_one_it_was() -> None:
    outcomes = {mouse: {mouse: "d4"} for mouse in ("red", "blue")}
    hands = Hands({"red": "a1", "blue": "a1"}, outcomes).felt("d4+")
    assert hands.after(0.35) == Which(("red", "blue"))


def test_two_that_go_to_one_place_must_both_have_been_lifted() -> None:
    hands = Hands({"red": "a1", "blue": "a2"}, {"moved": {"red": "c3", "blue": "c3"}}, due=True)
    assert hands.felt("a1- 0.5 c3+").after(1.2) == AT_REST
    assert hands.felt("1.5 a2-").after(1.2) == Settled("moved")


def test_a_pause_on_the_way_to_others_is_not_taken_for_another_mouse_that_left_its_companion() -> None:
    here = {"red": "a1", "blue": "c1", "green": "c1", "yellow": "d4"}
    hands = Hands(here, {mouse: {mouse: "d4"} for mouse in ("red", "blue", "green")})
    hands.felt("a1- 0.5 b1+ 0.9 b1-")
    assert hands.after(1.2) == Settled("red")


def test_a_move_that_a_mouse_from_others_may_have_made_is_not_settled_at_once() -> None:
    here = {"red": "a1", "blue": "c1", "green": "c1"}
    hands = Hands(here, {mouse: {mouse: "d4"} for mouse in here}).felt("a1- 1.3 d4+")
    assert not isinstance(hands.after(0.8), Settled)


def test_a_mouse_may_leave_its_companion_while_a_bystander_is_in_a_hand() -> None:
    hands = Hands({"red": "c1", "blue": "c1", "green": "a1"}, {"moved": {"red": "d4"}}, due=True)
    amiss = hands.felt("a1- 0.5 d4+").after(2.9)
    assert isinstance(amiss, Amiss)
    assert [(step.piece, step.target) for step in amiss.steps] == [("green", "a1")]


def test_the_table_is_at_rest_when_the_first_of_two_movers_has_arrived() -> None:
    hands = Hands({"red": "a1", "blue": "c3", "green": "c3"}, {"moved": {"red": "b1", "blue": "d4"}}, due=True)
    hands.felt("a1- 0.5 b1+")
    assert hands.after(0.2) == hands.after(2.0) == AT_REST


def test_a_mouse_that_rested_on_the_goal_of_another_has_gone_on_to_its_own() -> None:
    hands = Hands({"red": "a1", "green": "a1"}, {"move": {"red": "c1", "green": "d1"}}, due=True)
    assert hands.felt("d1+ 1 d1- 0.4 c1+").after(3.5) == AT_REST


def test_a_mouse_that_may_have_gone_back_to_others_needs_no_mending() -> None:
    hands = Hands({"red": "a1", "blue": "a1", "green": "c3"}, {"moved": {"red": "c3"}}, due=True)
    hands.felt("b2+ 1.2 b2-")
    assert hands.after(2.0) == AT_REST


# Bystanders.


def test_a_fallen_bystander_is_asked_back_within_a_second() -> None:
    hands = Hands({"red": "a1", "blue": "d4"}).felt("d4-")
    assert hands.after(0.8) == UNDER_WAY
    assert hands.after(1.0) == Amiss((Step("blue", None, "d4"),), {"red": "a1", "blue": "d4"})


def test_the_wrong_mouse_in_the_player_s_hand_is_asked_back_after_time_to_notice() -> None:
    hands = Hands({"red": "a1", "blue": "d4"}, RED_GOES_TO_B1, due=True).felt("d4-")
    assert hands.after(2.7) == UNDER_WAY
    assert hands.after(2.8) == Amiss((Step("blue", None, "d4"),), {"red": "a1", "blue": "d4"})


def test_a_bystander_lifted_together_with_the_mover_is_asked_back_later() -> None:
    hands = Hands({"red": "a1", "blue": "d4"}, RED_GOES_TO_B1, due=True).felt("d4- 0.6 a1-")
    assert hands.after(1.9) == UNDER_WAY
    assert hands.after(2.0) == Amiss((Step("blue", None, "d4"),), {"red": "b1", "blue": "d4"})


def test_a_bystander_lifted_together_with_the_mover_is_asked_back_in_a_second_once_the_mover_has_arrived() -> None:
    hands = Hands({"red": "a1", "blue": "d4"}, RED_GOES_TO_B1, due=True).felt("d4- 0.6 a1- 0.5 b1+")
    assert hands.after(1.0) == Amiss((Step("blue", None, "d4"),), {"red": "b1", "blue": "d4"})


def test_the_wrong_mouse_put_back_leaves_no_doubt() -> None:
    hands = Hands({"red": "a1", "blue": "d4"}, RED_GOES_TO_B1, due=True).felt("d4- 1.0 d4+")
    assert hands.after(0.5) == AT_REST
    assert doubted(hands) == []


def test_the_wrong_mouse_on_the_goal_goes_back_before_the_right_one_comes() -> None:
    hands = Hands({"red": "a1", "blue": "d4"}, RED_GOES_TO_B1, due=True).felt("d4- 1.0 b1+")
    assert hands.after(2.7) == UNDER_WAY
    amiss = hands.after(2.8)
    assert isinstance(amiss, Amiss)
    assert [(step.piece, step.target) for step in amiss.steps] == [("blue", "d4")]


def test_a_move_that_has_just_held_counts() -> None:
    hands = Hands({"red": "a1", "blue": "d4"}, RED_GOES_TO_B1, due=True).felt("a1- 0.5 b1+ 0.12")
    assert hands.after(0.12) == Settled("moved")


# Two in the air.


def test_a_mover_and_a_bystander_in_the_air_together_leave_a_doubt_after_the_move() -> None:
    hands = Hands({"red": "a1", "blue": "d4"}, RED_GOES_TO_B1, due=True).felt("a1- 0.3 d4- 0.6 b1+ 0.4 d4+")
    assert hands.after(0.12) == Settled("moved")
    assert doubted(hands) == [(("red", "b1"), ("blue", "d4"))]


def test_two_bystanders_in_the_air_together_leave_a_doubt() -> None:
    hands = Hands({"red": "a1", "blue": "d4", "green": "d1"}).felt("d4- 0.3 d1- 0.6 d4+ 0.4 d1+")
    assert hands.after(1.2) == AT_REST
    assert doubted(hands) == [(("blue", "d4"), ("green", "d1"))]


def test_two_bystanders_lifted_one_after_the_other_leave_no_doubt() -> None:
    hands = Hands({"red": "a1", "blue": "d4", "green": "d1"}).felt("d4- 0.6 d4+ 0.2 d1- 0.6 d1+")
    assert doubted(hands) == []


def test_a_doubt_outlives_the_moves_of_others() -> None:
    hands = Hands({"red": "a1", "blue": "d4", "green": "d1"}).felt("d4- 0.3 d1- 0.6 d4+ 0.4 d1+")
    hands.expect(RED_GOES_TO_B1, due=True)
    hands.felt("2 a1- 0.5 b1+").settle({"red": "b1"})
    assert doubted(hands) == [(("blue", "d4"), ("green", "d1"))]


def test_a_doubt_ends_when_one_of_the_two_moves_as_it_should() -> None:
    hands = Hands({"red": "a1", "blue": "d4", "green": "d1"}).felt("d4- 0.3 d1- 0.6 d4+ 0.4 d1+")
    hands.expect({"moved": {"blue": "d3"}}, due=True)
    hands.felt("2 d4- 0.5 d3+")
    assert hands.after(0.12) == Settled("moved")
    assert doubted(hands) == []


def test_the_next_move_of_exchanged_mice_shows_the_exchange_and_names_them() -> None:
    hands = Hands({"red": "a1", "blue": "d4", "green": "d1"}).felt("d4- 0.3 d1- 0.6 d4+ 0.4 d1+")
    hands.expect({"moved": {"blue": "d3"}}, due=True)
    amiss = hands.felt("2 d1- 0.5 d3+").after(3.2)
    assert isinstance(amiss, Amiss)
    assert {step.piece for step in amiss.steps} <= {"blue", "green"}


def test_a_mouse_that_cannot_have_been_so_fast_has_not_arrived() -> None:
    hands = Hands({"red": "a1", "blue": "a4"}, {"moved": {"red": "d1"}}, due=True).felt("a4- 1.0 a1- 0.02 d1+")
    assert hands.belief.best.where == ("d1", hands.belief.best.where[1]) or hands.after(0.12) != Settled("moved")


def test_a_bystander_that_might_have_been_chosen_is_asked_back_within_a_second() -> None:
    choices = {"red": {"red": "d4"}, "blue": {"blue": "d4"}}
    hands = Hands({"red": "a1", "blue": "d1"}, choices).felt("a1- 0.7 d4+ 0.1 d1-")
    amiss = hands.after(1.0)
    assert isinstance(amiss, Amiss)
    assert amiss.steps == (Step("blue", None, "d1"),)


def test_the_first_of_several_mice_to_move_is_one_that_contacts_feel() -> None:
    here = {"red": "a1", "blue": "a1", "green": "b1"}
    hands = Hands(here, {"all": {"red": "b1", "blue": "c1"}}, due=True)
    first, *_ = left_to_do(hands.belief, Silence(1.0), {**here, "red": "b1", "blue": "c1"}).steps
    assert first.piece == "blue"


def test_a_move_of_several_mice_that_no_contact_feels_needs_a_button() -> None:
    here = {"red": "a1", "blue": "a1", "green": "b1", "yellow": "c1"}
    there = {**here, "red": "b1", "blue": "c1"}
    left = left_to_do(Hands(here, {"all": there}, due=True).belief, Silence(1.0), there)
    assert left.confirm
    assert {step.piece for step in left.steps} == {"red", "blue"}


def test_a_move_of_all_mice_off_a_place_needs_no_button() -> None:
    left = left_to_do(Hands({"red": "a1", "blue": "a1"}, {"off": {}}, due=True).belief, Silence(1.0), {})
    assert [(step.piece, step.source, step.target) for step in left.steps] == [
        ("red", "a1", None),
        ("blue", "a1", None),
    ]
    assert not left.confirm


def test_a_bystander_is_asked_back_although_its_lift_may_begin_a_takeback() -> None:
    before = {"back": {"red": "b1", "blue": "c4"}}
    hands = Hands({"red": "a1", "blue": "d4"}, RED_GOES_TO_B1_OR_C1, takebacks=before).felt("d4- 0.3 a1- 0.4 b1+")
    amiss = hands.after(1.0)
    assert isinstance(amiss, Amiss)
    assert amiss.steps == (Step("blue", None, "d4"),)


# Reconsidering.


def test_a_move_is_corrected_by_moving_on() -> None:
    hands = Hands({"red": "b1"}, corrections={"far": {"red": "c1"}}).felt("b1- 0.5 c1+")
    assert hands.after(0.29) == UNDER_WAY
    assert hands.after(0.3) == Settled("far")


def test_a_move_is_taken_back_by_resting_on_the_old_place_and_not_by_passing() -> None:
    hands = Hands({"red": "b1"}, takebacks={"back": {"red": "a1"}}).felt("b1- 0.5 a1+")
    assert hands.after(0.7) == UNDER_WAY
    assert hands.after(0.8) == Settled("back")


def test_a_takeback_onto_the_goal_of_another_mouse_is_unsure() -> None:
    goals = {"near": {"blue": "a1"}, "far": {"blue": "c4"}}
    hands = Hands({"red": "b1", "blue": "a2"}, goals, takebacks={"back": {"red": "a1"}}).felt("b1- 0.5 a1+")
    assert hands.after(2.3) == UNDER_WAY
    assert hands.after(2.4) == Settled("back", unsure=True)


def test_a_mouse_back_on_its_old_place_with_moves_from_there_has_longer_to_go_on() -> None:
    back = {"back": {"red": "a1"}}
    hands = Hands({"red": "b1"}, {"far": {"red": "a2"}, "there": {"red": "c1"}}, takebacks=back).felt("b1- 0.5 a1+")
    assert hands.after(2.7) == UNDER_WAY
    assert hands.after(2.8) == Settled("back")
    assert hands.felt("2.7 a1- 0.5 a2+").after(0.2) == Settled("far")


def test_a_legal_move_goes_before_a_correction() -> None:
    hands = Hands({"red": "b1"}, {"now": {"red": "c1"}}, corrections={"far": {"red": "c1"}}).felt("b1- 0.5 c1+")
    assert hands.after(0.3) == Settled("now")


# A wand, and things that are not mice.


def test_touching_places_with_a_wand_leaves_nothing_behind() -> None:
    hands = Hands({"red": "a1"}, RED_GOES_TO_B1_OR_C1).felt("b1+ 0.1 b1- 0.5 c1+ 0.1 c1- 0.5 b1+ 0.1 b1-")
    assert hands.after(0.2) == AT_REST


def test_a_magnet_that_may_be_a_mouse_is_asked_for_its_name() -> None:
    hands = Hands({"red": "a1", "blue": "a1", "green": "d4"}).felt("c3+")
    assert hands.after(1.0) == Unnamed("c3", ("red", "blue"))


def test_a_magnet_left_lying_is_taken_off() -> None:
    hands = Hands({"red": "a1"}).felt("d4+")
    assert hands.after(1.0) == Amiss((Step("something", "d4", None),), {"red": "a1"})


# Contacts that are wrong.


def test_the_old_place_that_stays_closed_after_a_mouse_has_arrived_is_suspect() -> None:
    hands = Hands({"red": "a1", "blue": "d4"}, RED_GOES_TO_B1, due=True).felt("b1+")
    assert hands.after(1.0) == Suspicion("a1", None, {"red": "b1", "blue": "d4"})


def test_a_lifted_mouse_that_is_felt_nowhere_is_asked_for_before_its_contact_is_suspect() -> None:
    hands = Hands({"red": "a1", "blue": "d4"}, RED_GOES_TO_B1, due=True).felt("a1-")
    assert hands.after(3.2) == Amiss((Step("red", None, "b1"),), {"red": "b1", "blue": "d4"})
    assert hands.after(8.0) == Suspicion("b1", "red", {"red": "b1", "blue": "d4"})


def test_a_mouse_from_others_that_touched_the_goal_and_left_makes_no_contact_suspect() -> None:
    here = {"red": "a1", "blue": "b1", "green": "b1"}
    hands = Hands(here, {"through": {"red": "d4"}, "stay": {"red": "a1"}}).felt("d4+ 1.3 d4-")
    assert not isinstance(hands.after(1.2), Amiss | Suspicion)


def test_something_felt_on_a_mover_s_goal_may_be_the_other_mouse() -> None:
    hands = Hands({"red": "c1", "blue": "b1"}, {"go": {"red": "a1", "blue": "c1"}}, due=True).felt("a1+ 0.3 b1-")
    assert judge(hands.belief, Silence(3.3), insist=True) == Unnamed("a1", ("blue",))


def test_a_mover_that_has_arrived_is_named_if_people_say_that_its_old_place_is_not_empty() -> None:
    hands = Hands({"red": "a1", "blue": "d4"}, RED_GOES_TO_B1, due=True).felt("b1+")
    hands.belief.vouch("a1")
    assert hands.after(1.0) == Unnamed("b1", ("red",))


def test_a_move_that_contacts_may_not_show_gets_half_a_minute_before_a_contact_is_suspect() -> None:
    hands = Hands({"red": "a1", "blue": "a1"}, RED_GOES_TO_B1, due=True)
    assert hands.after(29.0) == AT_REST
    assert hands.after(30.0) == Suspicion("b1", "red", {"red": "b1", "blue": "a1"})


def test_a_fallen_mouse_is_named_although_quick_hands_leave_no_second_of_silence() -> None:
    hands = Hands({"red": "a1", "blue": "d4"}, {"go": {"red": "b1"}, "on": {"red": "c1"}})
    hands.felt("d4- 0.7 a1- 0.3 a1+ 0.7 a1- 0.3 a1+ 0.7 a1- 0.3 a1+")
    assert hands.after(0.35) == UNDER_WAY
    hands.felt("0.7 a1- 0.3 a1+")
    assert hands.after(0.35) == Amiss((Step("blue", None, "d4"),), {"red": "a1", "blue": "d4"})


def test_hands_told_to_put_three_mice_get_time_for_three_before_a_contact_is_suspect() -> None:
    here = {"red": "a1", "blue": "b1", "green": "c1"}
    hands = Hands(here, {"stay": {}}).felt("1.0 d4+")
    assert judge(hands.belief, Silence(8.0), insist=True) == Suspicion("d4", None, here)
    hands.tell(here)
    assert isinstance(judge(hands.belief, Silence(11.9), insist=True), Amiss)
    assert judge(hands.belief, Silence(12.0), insist=True) == Suspicion("d4", None, here)


def test_a_blind_place_is_like_one_with_others_on_it() -> None:
    hands = Hands({"red": "a1", "blue": "d4"}, RED_GOES_TO_B1, due=True)
    hands.belief.set_blind({"b1"})
    assert hands.felt("a1-").after(1.2) == Settled("moved")
    hands.settle({"red": "b1"})
    hands.expect({"on": {"red": "c1"}}, due=True)
    assert hands.felt("2 c1+").after(0.12) == Settled("on")


def test_a_choice_of_a_blind_place_among_several_moves_is_asked_about() -> None:
    hands = Hands({"red": "a1"}, RED_GOES_TO_B1_OR_C1)
    hands.belief.set_blind({"b1"})
    hands.felt("a1-")
    assert hands.after(1.0) == UNDER_WAY
    assert hands.after(1.2) == Which(("near",), "red")


def test_a_choice_of_a_blind_place_that_its_contact_confirms_counts() -> None:
    hands = Hands({"red": "a1"}, RED_GOES_TO_B1_OR_C1)
    hands.belief.set_blind({"b1"})
    assert hands.felt("a1- 0.6 b1+").after(1.2) == Settled("near")


def test_a_mouse_between_several_goals_that_is_felt_nowhere_is_asked_for() -> None:
    hands = Hands({"red": "a1"}, RED_GOES_TO_B1_OR_C1).felt("a1-")
    assert hands.after(3.2) == Which(("near", "far"), "red")


# Two mice that may each be where the other is.


def test_no_mouse_is_asked_to_a_place_that_is_felt_before_the_mouse_there_is_named() -> None:
    moved = {"blue": "c1"}
    hands = Hands({"red": "b1", "blue": "b1"}, {"moved": moved}, due=True).felt("b1- 0.5 d1+ 5.0 b1+")
    assert hands.after(3.2) == Unnamed("b1", ("blue", "red"))
    hands.belief.agree({"blue": "b1"})
    amiss = hands.after(3.2)
    assert isinstance(amiss, Amiss)
    assert {(step.piece, step.target) for step in amiss.steps} == {("red", "b1")}


def test_the_second_of_two_mice_that_may_go_to_one_place_is_asked_back_if_one_has_arrived() -> None:
    either = {"red goes": {"red": "d4"}, "blue goes": {"blue": "d4"}}
    hands = Hands({"red": "a1", "blue": "b1"}, either).felt("a1- 0.1 b1- 1.0 d4+")
    amiss = hands.after(3.2)
    assert isinstance(amiss, Amiss)
    assert [(step.piece, step.target) for step in amiss.steps] == [("blue", "b1")]


def test_a_mouse_long_in_the_air_is_named_although_another_was_moved_meanwhile() -> None:
    either = {"red goes": {"red": "d4"}, "blue goes": {"blue": "d4"}}
    hands = Hands({"red": "a1", "blue": "b1"}, either).felt("a1- 3.0 b1- 0.5 b1+")
    assert hands.after(0.9) == UNDER_WAY
    assert hands.after(1.0) == Which(("red goes",), missing="red")
