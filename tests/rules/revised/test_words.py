"""The words of revised to people. Each sentence says what happened and why; each question says what is asked."""

from __future__ import annotations

import pytest
from tests.rules.revised.moments import CIRCLE, before, first, game, landed, state, tasks, told

from mouseboard.rules.revised import RevisedState


def options(state: RevisedState) -> list[str]:
    return [str(state.describe(action)) for action in state.actions()]


def test_the_preparation_names_trap_cheese_and_seats() -> None:
    task = game(2).preparation()
    assert str(task.say) == (
        "Build the whole trap on the board. Set it, with the cage up. Give each player one cheese. Put 2 on Start. "
        "Put the other 20 cheese in a pile beside the board. "
        "Sit around the board, clockwise: red and blue."
    )
    assert task.until_cage_up


# A roll.


def test_the_cheese_on_start_is_told_with_who_gets_it_and_why() -> None:
    assert told(state(CIRCLE[-1], "1"), "roll1") == [
        "red rolls 1 and stops on Start.",
        "red is the first back and takes the 2 cheese on Start!",
    ]
    gone = state(CIRCLE[-1], "1", on_start=0)
    assert told(gone, "roll1")[1:] == ["The cheese on Start is gone."]


def test_a_lost_cheese_is_told_with_the_label_of_the_space() -> None:
    rolling = state(before(first("lose"), 1), "1")
    assert told(rolling, "roll1")[1:] == ["You drop a cheese: red puts one cheese back on the pile."]
    poor = state(before(first("lose"), 1), "1", hands=(0, 1))
    assert told(poor, "roll1")[1:] == ["You drop a cheese: red has no cheese to lose."]


def test_a_steal_space_with_nobody_to_rob_says_so() -> None:
    rolling = state(before(first("steal"), 1), "1", hands=(1, 0))
    assert told(rolling, "roll1")[1:] == ["Snatch a cheese: nobody else has any."]


def test_spaces_on_which_nothing_happens_say_so() -> None:
    assert told(state("start", "2"), "roll1")[1:] == ["Nothing happens here."]


def test_a_mouse_under_the_cage_is_told_the_danger() -> None:
    assert told(state(before("cage", 1), "2"), "roll1") == [
        "red rolls 1 and stops under the cage.",
        "Watch out, red! The trap can catch you here.",
    ]


# Choices.


def test_choices_are_told_by_name() -> None:
    assert told(landed("launch", "1"), "bring1") == ["red puts blue under the cage."]
    assert told(landed("steal", "1"), "steal1") == ["red steals a cheese from blue."]
    assert told(landed("cheese", "1"), "take") == ["red takes a cheese from the pile."]
    assert told(landed("tunnel", "1"), "tunnel") == ["red goes through the tunnel to 22. Skip what it says there."]
    assert told(game(first="lot").start(), "first1") == ["blue starts."]


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (landed("cheese", "1"), "red takes no cheese."),
        (landed("steal", "1"), "red steals from nobody."),
        (landed("tunnel", "1"), "red stays out of the tunnel."),
        (landed("launch", "cage"), "red leaves the trap alone."),
    ],
)
def test_a_declined_choice_is_named(asked: RevisedState, why: str) -> None:
    assert told(asked, "decline") == [why]


def test_nobody_under_the_cage_says_that_nobody_can_be_caught() -> None:
    asked = landed("launch", "1")
    assert told(asked, "nobody") == ["red puts nobody under the cage.", "So nobody can be caught."]


def test_choices_are_described_in_words() -> None:
    assert options(state("1", "1"))[2] == "red rolls 3."
    assert options(landed("cheese", "1")) == ["No, thanks.", "Yum, take it!"]
    assert options(landed("steal", "1")) == ["Let them keep it.", "Steal from blue."]
    assert options(landed("tunnel", "1")) == ["Stay on 6.", "Go to 22."]
    assert options(landed("launch", "1")) == ["Put blue there.", "Nobody."]
    assert options(landed("launch", "cage")) == ["No, leave it.", "Set it off!"]


# The trap.


def test_the_prompt_while_the_trap_runs_says_what_to_do_and_what_to_look_for() -> None:
    launched = landed("launch", "cage").play("launch")
    assert str(launched.prompt()) == "red, pull back the stop sign and let go! Did the cage fall on blue?"
    assert options(launched) == ["Yes, the cage fell.", "No, it missed."]


def test_a_catch_tells_who_pays_and_who_cannot() -> None:
    launched = landed("launch", "1", "3", hands=(1, 0, 2)).play("bring1").play("launch")
    assert told(launched, "caught") == ["The cage is down!", "blue is caught, but has no cheese to give."]
    launched = landed("launch", "1", "3", hands=(1, 0, 2)).play("bring2").play("launch")
    assert told(launched, "caught") == ["The cage is down!", "green is caught and gives red one cheese."]


def test_a_miss_tells_that_nobody_pays() -> None:
    launched = landed("launch", "cage").play("launch")
    assert told(launched, "missed") == ["The trap missed.", "Nobody is caught, so nobody pays."]


def test_the_trap_is_set_again_part_by_part_as_the_text_names_them() -> None:
    launched = landed("launch", "cage").play("launch")
    (task,) = tasks(launched, "missed")
    assert str(task.say) == (
        "red, set the trap again! Put the marble and the diver back. "
        "Turn the broom down and hold it with the wrench. Last, put the cage up."
    )


def test_the_sixth_cheese_is_told_with_who_wins() -> None:
    rich = landed("cheese", "1", hands=(5, 1))
    assert told(rich, "take") == ["red takes a cheese from the pile.", "red has 6 cheese. red wins!"]
