"""The instructions on the cards of the card game, sentence by sentence, and their effects."""

from __future__ import annotations

from tests.rules.cards.moments import drawn, legal, lies, moment, mouse, told, up, without_pile

from mouseboard.rules.cards.game import Phase

# Flipping.


def test_flip_either_lets_the_player_flip_a_card_an_arrow_points_to() -> None:
    cards = {"b2": "Safe", "a2": "Diver", "c2": "Washtub s"}
    state = drawn(moment("b2", "n", cards), "flipone")
    assert legal(state) == ["flipa2", "flipc2"]
    assert up(state.play("flipc2"), "c2") == "Trapped s"
    assert up(state.play("flipa2"), "a2") == "Take Cheese n"


def test_the_arrows_of_a_maze_cards_flip_either_lie_as_that_card_lies() -> None:
    cards = {"b1": "Safe", "b2": "Flip Either e"}
    state = drawn(moment("b1", "n", cards), "ahead1")
    assert legal(state) == ["flipb1", "flipb3"]


def test_flipping_keeps_the_heading_and_puts_the_cheese_back_on_the_pile() -> None:
    cards = {"b2": "Safe", "a2": "Diver w", "c2": "Washtub"}
    state = moment("b2", "n", cards, cheese={"a2": 2, "c2": 1})
    flipped = drawn(state, "flipone").play("flipa2")
    assert (up(flipped, "a2"), lies(flipped, "a2"), lies(flipped, "c2")) == ("Take Cheese w", 0, 1)
    assert flipped.pile == state.pile + 2
    assert "Its 2 cheese go back to the pile." in told(drawn(state, "flipone"), "flipa2")


def test_flip_in_front_means_in_front_of_the_mouse() -> None:
    cards = {"b1": "Safe", "b2": "Flip in Front s", "b3": "Diver"}
    state = drawn(moment("b1", "n", cards), "ahead1")
    assert (up(state, "b3"), state.phase) == ("Take Cheese n", Phase.AGAIN)


def test_flip_behind_means_behind_the_mouse() -> None:
    cards = {"b1": "Washtub", "b2": "Flip Behind s", "b3": "Safe"}
    state = drawn(moment("b1", "n", cards), "ahead1")
    assert (up(state, "b1"), state.phase) == ("Trapped n", Phase.AGAIN)


def test_a_flip_where_no_card_lies_does_nothing() -> None:
    cards = {"b3": "Safe", "b4": "Flip in Front"}
    before = moment("b3", "n", cards)
    state = drawn(before, "ahead1")
    assert (state.maze.lying, state.phase) == (before.maze.lying, Phase.AGAIN)
    assert told(before.play("again"), "drawahead1").endswith("No card is there. Nothing happens.")


def test_flip_either_with_one_arrow_over_the_edge_flips_the_other_card_without_asking() -> None:
    state = drawn(moment("a2", "n", {"b2": "Diver"}), "flipone")
    assert (up(state, "b2"), state.phase) == ("Take Cheese n", Phase.AGAIN)


def test_safe_is_on_both_faces_of_its_card() -> None:
    state = drawn(moment("b2", "n", {"a2": "Safe", "c2": "Washtub"}), "flipone").play("flipa2")
    assert up(state, "a2") == "Safe n"


# Turning.


def test_turn_card_turns_the_card_under_the_mouse_to_any_other_heading_and_the_mouse_with_it() -> None:
    state = drawn(moment("b2", "w", {"b2": "Diver e"}), "turncard")
    assert legal(state) == ["turnn", "turns", "turnw"]
    turned = state.play("turns")
    assert (up(turned, "b2"), mouse(turned)) == ("Diver s", ("b2", "n"))
    (task,) = state.hand_tasks(state.game.read("turns"), state.after(state.game.read("turns")))
    assert str(task.say) == "Turn the card on b2: top ↓. Leave the mouse on it."
    assert told(state, "turns") == ("red turns the card on b2, and the mouse with it: ↓. The mouse looks ↑ now.")


def test_turn_this_card_turns_itself_and_the_mouse_when_the_mouse_comes_to_it() -> None:
    state = drawn(moment("b1", "n", {"b1": "Safe", "b2": "Turn This Card"}), "ahead1")
    assert (mouse(state), legal(state)) == (("b2", "n"), ["turne", "turns", "turnw"])
    turned = state.play("turnw")
    assert (up(turned, "b2"), mouse(turned), turned.phase) == ("Turn This Card w", ("b2", "w"), Phase.AGAIN)


def test_turn_either_turns_a_card_an_arrow_points_to_and_leaves_the_mouse_alone() -> None:
    cards = {"b2": "Safe", "b1": "Diver", "b3": "Washtub e"}
    state = drawn(moment("b2", "n", cards, cheese={"b3": 2}), "turnone")
    assert legal(state) == ["pickb1", "pickb3"]
    picked = state.play("pickb3")
    assert legal(picked) == ["turnn", "turns", "turnw"]
    turned = picked.play("turnn")
    assert (up(turned, "b3"), mouse(turned), lies(turned, "b3")) == ("Washtub n", ("b2", "n"), 2)


def test_turn_either_with_one_card_in_reach_asks_only_which_way() -> None:
    state = drawn(moment("b1", "n", {"b2": "Diver"}), "turnone")
    assert (state.phase, legal(state)) == (Phase.TURN, ["turne", "turns", "turnw"])


def test_the_arrows_of_a_maze_cards_turn_either_lie_as_that_card_lies() -> None:
    state = drawn(moment("b1", "n", {"b1": "Safe", "b2": "Turn Either e"}), "ahead1")
    assert legal(state) == ["picka2", "pickc2"]


def test_a_turned_card_sends_the_mouse_another_way() -> None:
    cards = {"b1": "Safe", "b2": "Two Ahead w", "d2": "Take Cheese"}
    state = drawn(moment("b1", "n", cards), "turnone").play("turne")
    assert mouse(drawn(state, "ahead1")) == ("d2", "n")


# Placing and taking cheese by a card.


def test_place_cheese_allows_any_card_without_the_symbol_except_the_mouse_s() -> None:
    cards = {"b1": "Safe", "b2": "Place Cheese", "c3": "Trapped"}
    state = drawn(moment("b1", "n", cards, cheese={"a1": 1}), "ahead1")
    assert not {"cheeseb1", "cheeseb2", "cheesec3"} & set(legal(state))
    placed = state.play("cheesea1")
    assert (lies(placed, "a1"), placed.pile, placed.phase) == (2, state.pile - 1, Phase.AGAIN)


def test_place_cheese_does_nothing_when_the_pile_is_empty() -> None:
    cards = {"b1": "Safe", "b2": "Place Cheese"}
    before = without_pile(moment("b1", "n", cards))
    state = drawn(before, "ahead1")
    assert (sum(state.maze.cheese), state.phase) == (0, Phase.AGAIN)
    assert told(before.play("again"), "drawahead1").endswith("The cheese pile is empty. There is no cheese to put!")


def test_take_cheese_puts_a_cheese_from_the_pile_at_risk() -> None:
    state = moment("b2", risk=1)
    taken = drawn(state, "take")
    assert (taken.risk, taken.pile, taken.safe) == (2, state.pile - 1, (0, 0))


def test_take_cheese_does_nothing_when_the_pile_is_empty() -> None:
    before = without_pile(moment("b2"))
    taken = drawn(before, "take")
    assert (taken.risk, taken.phase) == (0, Phase.AGAIN)
    assert told(before.play("again"), "drawtake").endswith("The cheese pile is empty. No cheese to take!")


# End Turn.


def test_end_turn_ends_the_turn_and_makes_the_cheese_safe() -> None:
    cards = {"b1": "Safe", "b2": "End Turn"}
    state = drawn(moment("b1", "n", cards, cheese={"b2": 2}, risk=1), "ahead1")
    assert (state.safe, state.risk, state.turn, state.phase) == ((3, 0), 0, 1, Phase.POINT)


def test_end_turn_can_win() -> None:
    cards = {"b1": "Safe", "b2": "End Turn"}
    assert drawn(moment("b1", "n", cards, risk=5, safe=(3, 0)), "ahead1").winners == (0,)


# Go to.


def test_the_mouse_goes_straight_from_the_diver_to_the_washtub_and_follows_it() -> None:
    cards = {"b1": "Safe", "b2": "Diver", "d4": "Washtub s"}
    state = drawn(moment("b1", "n", cards, cheese={"b2": 1, "d4": 2}), "ahead1")
    assert (mouse(state), state.risk) == (("d4", "n"), 1 + 2 + 1)


def test_the_mouse_goes_from_the_top_of_the_rain_gutter_to_the_bottom_and_on() -> None:
    cards = {"b1": "Safe", "b2": "Top of the Rain Gutter", "c3": "Bottom of the Rain Gutter w", "b3": "Turn Either"}
    assert mouse(drawn(moment("b1", "n", cards), "ahead1")) == ("b3", "n")


def test_the_mouse_goes_from_the_top_of_the_rickety_stairs_to_the_bottom() -> None:
    cards = {"b1": "Safe", "b2": "Top of the Rickety Stairs", "d4": "Bottom of the Rickety Stairs"}
    state = drawn(moment("b1", "n", cards), "ahead1")
    assert (mouse(state), state.phase) == (("d4", "n"), Phase.CHEESE)


def test_the_mouse_stays_if_the_other_half_of_a_go_to_pair_lies_face_down() -> None:
    cards = {"b1": "Safe", "b2": "Diver", "d4": "Trapped"}
    before = moment("b1", "n", cards)
    state = drawn(before, "ahead1")
    assert (mouse(state), state.phase) == (("b2", "n"), Phase.AGAIN)
    assert told(before.play("again"), "drawahead1").endswith("Washtub is face down. The mouse stays.")


def test_the_bottom_of_a_go_to_pair_does_not_lead_to_its_top() -> None:
    cards = {"b1": "Safe", "b2": "Washtub", "d4": "Diver"}
    state = drawn(moment("b1", "n", cards), "ahead1")
    assert (mouse(state), state.risk) == (("b2", "n"), 1)
