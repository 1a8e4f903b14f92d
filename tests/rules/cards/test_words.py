"""The words of the card game to people, and what tables show."""

from __future__ import annotations

from tests.rules.cards.moments import drawn, moment, start, told, turn_begins

from mouseboard.rules.cards import CardsState
from mouseboard.rules.cards.maze import CELLS, HEADINGS


def test_a_chain_is_told_from_stop_to_stop() -> None:
    cards = {"b1": "Safe", "b2": "Diver", "d4": "Washtub"}
    state = moment("b1", "n", cards, cheese={"d4": 2}).play("again")
    assert told(state, "drawahead1") == (
        "red draws: One Ahead. The mouse runs to b2: Diver. It goes on to d4: Washtub. red picks up 2 cheese. "
        "red takes a cheese from the pile."
    )


def test_the_end_of_a_turn_tells_the_cheese_brought_out_and_the_cheese_now_safe() -> None:
    assert told(moment("b2", risk=2, safe=(3, 0)), "end") == (
        "red stops and brings 2 cheese out of the maze. red has 5 cheese safe now."
    )


def test_hand_tasks_are_told_as_done() -> None:
    begun = turn_begins({"c2": "Safe", "b2": "Turn Either"})
    assert told(begun, "pointe") == "blue points the mouse →."
    assert told(begun.play("pointe"), "cheeseb2") == "blue puts a cheese on b2."
    flip = drawn(moment("b2", "n", {"b2": "Safe", "a2": "Diver", "c2": "Washtub"}), "flipone")
    assert told(flip, "flipa2") == "red flips the card on a2: Take Cheese."
    turn = drawn(moment("b2", "n", {"b2": "Safe", "b1": "Diver", "b3": "Washtub"}), "turnone")
    assert told(turn, "pickb3") == "red picks the card on b3."
    assert told(turn.play("pickb3"), "turne") == "red turns the card on b3: →."


def test_choices_are_offered_in_few_words() -> None:
    def offered(state: CardsState, notation: str) -> str:
        return str(state.describe(state.game.read(notation)))

    cards = {"a2": "Safe", "c2": "Take Cheese"}
    assert offered(start(3, first="lot"), "first2") == "green starts."
    assert offered(start(), "lay7bs") == "Card 7, side b, top ↓"
    assert offered(turn_begins(), "pointe") == "→"
    assert offered(turn_begins(cards).play("pointn"), "cheesec2") == "c2: Take Cheese"
    assert offered(moment("a2", "n", cards).play("again"), "drawside2") == "Two Sideways"
    edge = drawn(moment("a2", "n", cards), "side2")
    assert [offered(edge, "toa2"), offered(edge, "toc2")] == ["The edge: stay here", "c2: Take Cheese"]
    assert offered(moment("a2", risk=2), "again") == "One more card"
    assert offered(moment("a2", risk=2), "end") == "Keep 2 cheese"


def test_only_work_on_cards_and_cheese_is_a_hand_task() -> None:
    cards = {"b1": "Safe", "b2": "Flip in Front", "b3": "Diver"}
    state = moment("b1", "n", cards).play("again")
    (task,) = state.hand_tasks(state.game.read("drawahead1"), state.after(state.game.read("drawahead1")))
    assert str(task.say) == "Flip the card on b3. Its top stays where it is."
    assert task.places == ("b3",)
    assert state.hand_tasks(state.game.read("drawahead2"), state.after(state.game.read("drawahead2"))) == ()


def test_the_only_piece_of_the_table_is_the_mouse() -> None:
    assert start(5).game.pieces == ("mouse",)


def test_a_choice_of_cards_lights_those_cards() -> None:
    state = drawn(moment("b2", "n", {"b2": "Safe"}), "any1")
    assert [state.spots(action) for action in state.actions()] == [("a2",), ("b1",), ("b3",), ("c2",)]


def test_hands_put_the_mouse_on_the_card_that_they_choose_wherever_it_sends_the_mouse() -> None:
    state = drawn(moment("b2", "n", {"b2": "Safe"}), "any1")
    assert [state.on_the_way(action)["mouse"] for action in state.actions()] == ["a2", "b1", "b3", "c2"]
    assert turn_begins({"a1": "Safe"}).on_the_way(state.game.read("pointn")) == {}


def test_each_choice_of_a_heading_lights_the_card_in_that_direction() -> None:
    state = turn_begins({"a1": "Safe"})
    assert [state.spots(state.game.read("point" + heading)) for heading in HEADINGS] == [("a2",), ("b1",), (), ()]


def test_a_laid_card_is_labelled_with_its_heading_its_cheese_and_its_words() -> None:
    labels = moment("b2", cards={"a1": "Diver e", "c3": "Two Ahead s"}, cheese={"c3": 2}).labels()
    assert [str(said) for said in labels["a1"]] == ["→ Diver", "→ Dive"]
    assert [str(said) for said in labels["c3"]] == ["↓2 Two Ahead", "↓2 Ahead 2"]
    assert {place: str(said[0]) for place, said in start().play("lay2an").labels().items()} == {"a1": "↑ Diver"}


def test_a_player_about_to_decide_hears_which_way_the_mouse_looks() -> None:
    assert str(moment("b2", "w", risk=2).prompt()) == ("red, one more card? Or keep 2 cheese? The mouse looks ←.")


def test_the_scores_say_where_the_cheese_is() -> None:
    scores = moment("b2", cheese={"a1": 2}, risk=3, safe=(4, 5)).scores()
    assert [(score.name, score.seats or score.shared) for score in scores] == [
        ("safe", (4, 5)),
        ("at risk", 3),
        ("in the maze", 2),
        ("pile", 28),
    ]


def test_a_picture_shows_the_maze_as_it_lies() -> None:
    there = moment("a1", "w", {"b2": "Diver e"}, {"c3": 2}).scenery()
    assert len(there.cards) == CELLS
    assert (there.cards["b2"].face.label, there.cards["b2"].heading) == ("Diver", 1)
    assert (there.cheese, there.facing, there.parts) == ({"c3": 2}, {"mouse": 3}, None)


def test_a_maze_that_is_being_laid_shows_what_lies_so_far() -> None:
    there = start().play("lay7bs").scenery()
    assert [(place, card.heading) for place, card in there.cards.items()] == [("a1", 2)]
    assert there.facing == {}
