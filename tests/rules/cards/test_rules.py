"""A turn of the card game, sentence by sentence, in the order of the published text, with the rulings."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace
from tests.rules.cards.moments import drawn, legal, lies, moment, mouse, start, told, turn_begins, up, without_pile

from mouseboard import rules
from mouseboard.rules.cards.game import Phase
from mouseboard.rules.cards.maze import HEADINGS

# Setup.


def test_every_maze_card_is_equally_likely_first_on_either_side_and_in_any_heading() -> None:
    odds = dict(start().odds())
    assert len(odds) == 16 * 2 * 4
    assert set(odds.values()) == {Fraction(1, 128)}
    assert start().device is rules.Device.DEAL


def test_a_laid_card_is_not_drawn_again() -> None:
    state = start().play("lay7bs")
    assert len(state.actions()) == 15 * 8
    assert not any(action.startswith("lay7") for action in legal(state))


def test_the_maze_is_laid_in_four_rows_of_four_from_the_lower_left() -> None:
    state = start()
    for tile in range(16):
        assert state.prompt().args["place"] == "abcd"[tile % 4] + "1234"[tile // 4]
        assert state.placement() == {}, "somebody holds the mouse"
        state = state.play(f"lay{tile + 1}ae")
    assert up(state, "a1") == "Safe e"
    assert up(state, "b1") == "Diver e"
    assert up(state, "c1") == "Washtub e"
    assert up(state, "d4") == "Turn This Card e"
    assert state.phase is Phase.POINT


def test_the_task_of_laying_a_card_says_which_one_and_how() -> None:
    state = start().play("lay1an")
    action = state.game.read("lay2bw")
    (task,) = state.hand_tasks(action, state.after(action))
    assert str(task.say) == "Put maze card 2 on b1: side b up, top ←. It says: Take Cheese."
    assert task.places == ("b1",)
    assert told(state, "lay2bw") == "New card on b1: Take Cheese."


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_the_cheese_is_in_one_pile_at_first(players: int) -> None:
    state = start(players)
    assert (state.pile, state.safe, sum(state.maze.cheese), state.risk) == (42, (0,) * players, 0, 0)


def test_all_24_action_cards_are_in_the_draw_pile() -> None:
    assert sum(start().draw) == 24
    assert sum(start().discards) == 0


def test_seat_0_goes_first_unless_the_lot_says_otherwise() -> None:
    assert start().turn == 0
    lot = start(5, first="lot")
    assert [(str(first), odds) for first, odds in lot.odds()] == [(f"first{k}", Fraction(1, 5)) for k in range(5)]
    state = lot.play("first3")
    assert state.phase is Phase.LAY
    for tile in range(16):
        state = state.play(f"lay{tile + 1}an")
    assert state.actor == 3


# Place the mouse on the Safe card.


def test_a_turn_begins_with_the_mouse_on_safe_on_any_place() -> None:
    for place in ("a1", "c2", "d4"):
        state = moment("b3", cards={place: "Safe"}).play("end")
        assert state.placement() == {"mouse": place}


def test_the_player_points_the_mouse_in_any_direction() -> None:
    state = turn_begins({"c2": "Safe"})
    assert (state.actor, legal(state)) == (1, ["pointe", "pointn", "points", "pointw"])
    for heading in HEADINGS:
        assert mouse(state.play("point" + heading)) == ("c2", heading)


# Place a cheese wedge in the maze.


def test_a_cheese_from_the_pile_goes_on_any_card_without_the_symbol() -> None:
    state = turn_begins({"c2": "Safe", "c3": "Trapped", "d4": "Trapped", "a1": "Trapped", "a2": "Trapped"})
    state = state.play("pointn")
    places = {f"{column}{row}" for column in "abcd" for row in "1234"}
    assert legal(state) == sorted(f"cheese{place}" for place in places - {"c2", "c3", "d4", "a1", "a2"})
    placed = state.play("cheeseb2")
    assert (lies(placed, "b2"), placed.pile) == (1, state.pile - 1)


def test_cheese_may_go_on_a_card_that_has_some() -> None:
    state = turn_begins({"c2": "Safe", "b2": "Turn Either"}, cheese={"b2": 3}).play("pointn")
    assert lies(state.play("cheeseb2"), "b2") == 4


def test_no_cheese_is_placed_when_the_pile_is_empty() -> None:
    state = without_pile(turn_begins())
    assert state.play("pointn").phase is Phase.DRAW


# Draw an action card and do what it says.


def test_the_first_card_of_a_turn_is_drawn_without_asking() -> None:
    state = turn_begins({"c2": "Safe", "b2": "Turn Either"}).play("pointn").play("cheeseb2")
    assert (state.actor, state.device) == (rules.CHANCE, rules.Device.DRAW)


def test_the_odds_of_a_card_are_its_share_of_the_pile() -> None:
    state = moment("b2").play("again")
    odds = {str(card): share for card, share in state.odds()}
    assert odds["drawahead1"] == Fraction(3, 24)
    assert odds["drawany1"] == Fraction(1, 24)
    again = state.play("drawtake").play("again")
    odds = {str(card): share for card, share in again.odds()}
    assert "drawtake" not in odds
    assert odds["drawahead1"] == Fraction(3, 23)


def test_a_card_that_has_been_followed_is_discarded() -> None:
    state = moment("b2").play("again")
    take = state.game.deck.kind["take"]
    followed = state.play("drawtake")
    assert (sum(followed.draw), followed.draw[take], followed.discards[take]) == (23, 0, 1)


def test_a_card_with_an_open_question_is_not_discarded_yet() -> None:
    asking = drawn(moment("b2"), "turncard")
    assert (sum(asking.draw), sum(asking.discards), asking.conserved()["action cards"]) == (23, 0, 24)
    assert sum(asking.play("turns").discards) == 1


@pytest.mark.parametrize(("nose", "ahead", "left"), [("n", "b3", "a2"), ("e", "c2", "b3"), ("s", "b1", "c2")])
def test_the_mouse_moves_as_the_arrow_points_when_held_along_its_nose(nose: str, ahead: str, left: str) -> None:
    cards = {"b2": "Safe", ahead: "Turn Either", left: "Place Cheese"}
    assert mouse(drawn(moment("b2", nose, cards), "ahead1")) == (ahead, nose)
    assert mouse(drawn(moment("b2", nose, cards), "left1")) == (left, nose)


def test_moving_does_not_change_the_way_the_mouse_faces() -> None:
    state = drawn(moment("b2", "n", {"b2": "Safe", "b1": "Take Cheese e"}), "back1")
    assert mouse(state) == ("b1", "n")


def test_the_cards_the_mouse_passes_over_are_ignored() -> None:
    cards = {"b1": "Safe", "b2": "Trapped", "b3": "Take Cheese"}
    state = drawn(moment("b1", "n", cards, cheese={"b2": 2}), "ahead2")
    assert (mouse(state), state.turn, state.risk, lies(state, "b2")) == (("b3", "n"), 0, 1, 2)


def test_a_mouse_that_cannot_go_the_full_way_goes_as_far_as_it_can() -> None:
    cards = {"b2": "Safe", "b4": "Take Cheese"}
    state = drawn(moment("b2", "n", cards), "ahead3")
    assert (mouse(state), state.phase) == (("b4", "n"), Phase.AGAIN)


def test_a_mouse_stopped_short_by_the_edge_takes_the_cheese_but_does_not_follow_the_card() -> None:
    cards = {"b2": "Safe", "b4": "Take Cheese"}
    state = drawn(moment("b2", "n", cards, cheese={"b4": 2}), "ahead3")
    assert (state.risk, legal(state)) == (2, ["again", "end"])


def test_a_mouse_stopped_short_by_the_edge_is_told_why_the_card_is_not_followed() -> None:
    state = moment("b2", "n", {"b2": "Safe", "b4": "Take Cheese"}, cheese={"b4": 2}).play("again")
    assert told(state, "drawahead3") == (
        "red draws: Three Ahead. The mouse runs to b4: Take Cheese. red picks up 2 cheese. "
        "The edge stops the mouse! Skip what the card says."
    )


def test_a_mouse_stopped_short_on_a_trapped_card_is_still_trapped() -> None:
    state = drawn(moment("b2", "n", {"b2": "Safe", "b4": "Trapped"}, risk=2), "ahead3")
    assert (state.turn, state.phase) == (1, Phase.POINT)


def test_a_mouse_at_the_edge_that_cannot_move_takes_and_follows_nothing() -> None:
    state = moment("b4", "n", {"b4": "Take Cheese"}, risk=1)
    after = drawn(state, "ahead2")
    assert (mouse(after), after.risk, after.phase) == (("b4", "n"), 1, Phase.AGAIN)
    assert told(state.play("again"), "drawahead2").endswith(
        "The edge is in the way! The mouse stays. It takes no cheese and does not do what the card says."
    )


def test_the_player_chooses_among_several_arrows() -> None:
    state = drawn(moment("b2", "e", {"b2": "Safe", "b3": "Turn Either", "c2": "Trapped"}), "any1")
    assert (state.actor, legal(state)) == (0, ["toa2", "tob1", "tob3", "toc2"])
    assert mouse(state.play("tob3")) == ("b3", "e")


def test_an_arrow_over_the_edge_may_be_chosen_and_the_mouse_stays() -> None:
    state = drawn(moment("a2", "n", {"a2": "Safe", "c2": "Take Cheese"}), "side2")
    assert legal(state) == ["toa2", "toc2"]
    assert mouse(state.play("toa2")) == ("a2", "n")
    assert mouse(state.play("toc2")) == ("c2", "n")


def test_arrows_that_all_lead_to_one_card_ask_nothing() -> None:
    tower = moment("a2", "n", {"a2": "One Sideways"})
    assert drawn(tower, "left1").phase is Phase.AGAIN


# Taking cheese, and following the maze cards.


def test_all_the_cheese_where_a_move_ends_is_at_risk() -> None:
    cards = {"b2": "Safe", "b3": "Turn This Card"}
    state = drawn(moment("b2", "n", cards, cheese={"b3": 3}, risk=1), "ahead1")
    assert (state.risk, lies(state, "b3"), state.safe) == (4, 0, (0, 0))


def test_the_card_where_a_move_ends_is_followed_and_may_move_the_mouse_again() -> None:
    cards = {"b1": "Safe", "b2": "Two Ahead", "b4": "Take Cheese"}
    state = drawn(moment("b1", "n", cards), "ahead1")
    assert (mouse(state), state.risk) == (("b4", "n"), 1)


def test_the_arrow_of_a_maze_card_points_as_the_card_lies_and_not_as_the_mouse_looks() -> None:
    for nose in HEADINGS:
        cards = {"b2": "Two Ahead e", "d2": "Take Cheese"}
        ways = {"n": "b1", "e": "a2", "s": "b3", "w": "c2"}
        state = drawn(moment(ways[nose], nose, {ways[nose]: "Safe", **cards}), "ahead1")
        assert mouse(state) == ("d2", nose)


def test_a_chain_takes_the_cheese_at_each_end_of_a_move() -> None:
    cards = {"b1": "Safe", "b2": "Two Ahead", "b4": "Turn Either"}
    state = drawn(moment("b1", "n", cards, cheese={"b2": 1, "b3": 5, "b4": 2}), "ahead1")
    assert (state.risk, lies(state, "b3")) == (3, 5)


def test_an_instruction_of_a_maze_card_is_followed_as_far_as_the_edge_allows() -> None:
    cards = {"b2": "Safe", "b3": "Three Ahead", "b4": "Take Cheese"}
    state = drawn(moment("b2", "n", cards), "ahead1")
    assert (mouse(state), state.risk, state.phase) == (("b4", "n"), 0, Phase.AGAIN)


def test_no_card_is_followed_twice_in_one_chain() -> None:
    cards = {"b2": "Safe", "c2": "One Ahead e", "d2": "Bottom of the Rain Gutter w"}
    state = drawn(moment("b2", "e", cards), "ahead1")
    assert (mouse(state), state.phase) == (("c2", "e"), Phase.AGAIN)


def test_a_card_that_was_followed_already_is_told_to_stop_the_mouse() -> None:
    cards = {"b2": "Safe", "c2": "One Ahead e", "d2": "Bottom of the Rain Gutter w"}
    assert told(moment("b2", "e", cards).play("again"), "drawahead1").endswith(
        "The mouse runs to c2: One Ahead. That card had its turn. The mouse stops there."
    )


def test_the_next_action_card_begins_a_new_chain() -> None:
    cards = {"b2": "Safe", "b3": "Two Sideways", "d3": "Take Cheese"}
    state = moment("d3", "w", cards)
    assert mouse(state) == ("d3", "w")
    taken = drawn(drawn(state, "ahead2").play("tod3"), "ahead2").play("tod3")
    assert taken.risk == 2


def test_a_card_with_a_choice_of_arrows_asks_in_the_middle_of_a_chain() -> None:
    cards = {"b2": "Safe", "b3": "One Sideways", "a3": "Take Cheese", "c3": "Trapped"}
    state = drawn(moment("b2", "n", cards), "ahead1")
    assert (mouse(state), legal(state)) == (("b3", "n"), ["toa3", "toc3"])
    assert state.play("toa3").risk == 1


def test_a_mouse_that_comes_back_to_safe_goes_on_with_its_turn() -> None:
    state = drawn(moment("b1", "n", {"b2": "Safe"}, risk=2), "ahead1")
    assert (mouse(state), state.risk, state.phase) == (("b2", "n"), 2, Phase.AGAIN)
    assert told(moment("b1", "n", {"b2": "Safe"}).play("again"), "drawahead1").endswith(
        "The mouse runs to b2: Safe. Nothing happens on Safe. Play on!"
    )


# Repeat step 3 or end your turn.


def test_the_player_draws_again_or_ends_when_the_mouse_has_stopped() -> None:
    state = moment("b2", risk=2)
    assert (state.actor, legal(state)) == (0, ["again", "end"])
    assert state.play("again").phase is Phase.DRAW


def test_ending_the_turn_makes_the_cheese_safe_and_passes_the_turn_to_the_left() -> None:
    state = moment("b2", risk=2, safe=(1, 0, 0)).play("end")
    assert (state.safe, state.risk, state.actor) == ((3, 0, 0), 0, 1)
    for seat in (1, 2):
        state = replace(moment("b2", risk=1, safe=(0, 0, 0)), seat=seat).play("end")
        assert state.turn == (seat + 1) % 3


# Trapped.


def test_an_action_card_that_says_trapped_costs_this_turns_cheese() -> None:
    state = moment("b2", risk=3, safe=(2, 0), cheese={"c3": 1})
    trapped = drawn(state, "trapped")
    assert (trapped.safe, trapped.risk, trapped.pile) == ((2, 0), 0, state.pile + 3)
    assert (trapped.actor, trapped.phase) == (1, Phase.POINT)
    assert sum(trapped.discards) == 1
    assert told(state.play("again"), "drawtrapped") == (
        "red draws: Trapped. Trapped! red puts 3 cheese back. The turn is over."
    )


def test_a_trapped_player_without_cheese_is_told_so() -> None:
    assert told(moment("b2").play("again"), "drawtrapped") == (
        "red draws: Trapped. Trapped! red has no cheese to lose. The turn is over."
    )
    assert told(moment("b2"), "end") == "red stops with no cheese."


def test_a_move_that_ends_on_a_trapped_card_costs_this_turn_s_cheese() -> None:
    cards = {"b2": "Safe", "b3": "Trapped"}
    state = drawn(moment("b2", "n", cards, risk=3), "ahead1")
    assert (state.safe, state.risk, state.pile, state.turn) == ((0, 0), 0, 42, 1)
    assert state.placement() == {"mouse": "b2"}, "the next player has the mouse on Safe"


def test_a_chain_can_end_in_the_trap() -> None:
    cards = {"b1": "Safe", "b2": "Two Ahead", "b4": "Trapped"}
    state = drawn(moment("b1", "n", cards, cheese={"b2": 4}), "ahead1")
    assert (state.pile, state.turn) == (42, 1)


# Winning the game.


@pytest.mark.parametrize("risk", [5, 6, 9])
def test_a_player_with_8_safe_when_the_turn_ends_wins(risk: int) -> None:
    state = moment("b2", risk=risk, safe=(3, 7)).play("end")
    assert (state.winners, state.actor, state.actions()) == ((0,), None, ())
    assert str(state.prompt()) == f"red has {3 + risk} cheese out of the maze. red wins!"


def test_8_at_risk_are_not_safe_yet() -> None:
    state = moment("b2", risk=8, safe=(7, 0))
    assert state.winners == ()
    assert drawn(state, "trapped").safe == (7, 0)


def test_7_are_not_enough() -> None:
    assert moment("b2", risk=4, safe=(3, 7)).play("end").winners == ()


# The draw pile.


def test_the_discards_become_the_new_draw_pile_when_it_is_empty() -> None:
    state = moment("b2")
    state = replace(state, draw=state.discards, discards=state.draw)
    again = state.play("again")
    assert (sum(again.draw), sum(again.discards)) == (24, 0)
    assert told(state, "again") == (
        "red draws again. The draw pile is empty! Shuffle the old cards and use them again."
    )


def test_discards_are_not_drawn_again_while_the_draw_pile_lasts() -> None:
    state = drawn(drawn(drawn(moment("b2"), "take"), "turncard").play("turns"), "turncard").play("turnn")
    assert "drawturncard" not in legal(state.play("again"))


def test_each_seat_has_eight_cheese_to_bring_home() -> None:
    assert rules.load("cards", 3).start().to_go() == (8, 8, 8)
