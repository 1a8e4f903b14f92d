"""What the two buttons would do in each situation, and which answers are on offer."""

from __future__ import annotations

from typing import Any

import pytest
from tests.cli.yard import STEPS, THROWS, state
from tests.rules.morris import moments as morris

from mouseboard.referee.offers import Presses, can_pause, can_undo, choose, offered, presses, undoers
from mouseboard.referee.situation import (
    Ask,
    Choose,
    Chosen,
    Consent,
    Mend,
    Move,
    Paused,
    Roll,
    Situation,
    Suspect,
    Watch,
)
from mouseboard.rules import CHANCE, Action
from mouseboard.store import ActionRecord, Source
from mouseboard.table import Departure, Doubt, Step

STEP = (Step("red", "door", "2"),)
DOUBTS = (Doubt((("red", "2"), ("blue", "5")), {"red": "5", "blue": "2"}),)


def asked(ask: Ask | None, **more: Any) -> Situation:
    return Situation(state(CHANCE if isinstance(ask, Roll) else 0), ask, **more)


LEFT = Departure("red", "door", "2", ("blue",))


def said(presses: Presses) -> tuple[str | None, str | None]:
    a, b = (None if words is None else str(words) for words in presses)
    return a, b


@pytest.mark.parametrize(
    ("ask", "a", "b"),
    [
        (Roll(0, THROWS), None, "Roll!"),
        (Choose(0, STEPS), "The next one", None),
        (Choose(0, STEPS, pointed=1), "The next one", "This one"),
        (Choose(0, STEPS[:1]), "The next one", "This one"),
        (Move(STEP), None, "It's on 2 now"),
        (Mend((Step("red", "2", None),)), None, "It's gone now"),
        (Mend(STEP, confirm=True), None, "Done"),
        (Suspect("2", "red"), "No", "Yes"),
        (Suspect("2", None), "No, something is there", "Yes, it is empty"),
        (Consent(1, ()), "No, play on", "Yes, take it back"),
        (Paused(), None, "Carry on"),
        (Watch(), None, None),
        (None, None, None),
    ],
)
def test_the_label_of_a_button_says_what_it_would_do(ask: Ask | None, a: str | None, b: str | None) -> None:
    assert said(presses(asked(ask))) == (a, b)


def test_button_a_turns_a_doubt_round_and_button_b_confirms_the_belief() -> None:
    assert said(presses(asked(Choose(0, STEPS), doubts=DOUBTS))) == ("They swapped", "All set!")


def test_the_buttons_say_yes_and_no_to_who_left_among_several_choices() -> None:
    assert said(presses(asked(Choose(0, STEPS), departure=LEFT))) == ("No", "Yes")
    assert said(presses(asked(Choose(0, STEPS, pointed=1)))) == ("The next one", "This one")


def test_buttons_have_no_other_meaning_while_the_table_has_a_fault() -> None:
    assert presses(asked(Choose(0, STEPS), fault="rail")) == Presses()


def test_only_what_is_on_offer_can_be_chosen() -> None:
    situation = asked(Choose(0, STEPS[1:]))
    assert offered(situation) == STEPS[1:]
    assert choose(situation, "walk2") == Chosen(STEPS[2])
    assert choose(situation, "hop") is None  # legal, but not on offer
    assert choose(situation, "fly") is None
    assert choose(asked(Watch()), "walk2") is None


def test_a_seat_may_give_up_or_offer_a_draw_while_it_chooses() -> None:
    choosing = Situation(morris.START, Choose(0, morris.START.actions()))
    assert choose(choosing, "resign") == Chosen(Action("resign"))
    assert choose(choosing, "accept") is None
    assert choose(Situation(morris.START, None), "resign") is None


def test_a_finished_game_cannot_be_paused() -> None:
    assert can_pause(asked(Choose(0, STEPS)))
    assert not can_pause(Situation(state(None), None))


@pytest.mark.parametrize("ask", [Consent(1, ()), Watch(), Paused()])
def test_a_question_to_all_or_a_run_of_the_trap_can_be_neither_paused_nor_undone(ask: Ask) -> None:
    done = ActionRecord(state(), STEPS[0], state(None), Source.PLAYER, entry=0)
    assert not can_pause(asked(ask))
    assert not can_undo(asked(ask, undoable=done))


def test_the_last_move_can_be_taken_back_after_the_end_but_the_game_cannot_be_paused() -> None:
    done = ActionRecord(state(), STEPS[0], state(None), Source.PLAYER, entry=0)
    assert can_undo(asked(Choose(0, STEPS), undoable=done))
    assert can_undo(Situation(state(None), Move(STEP), undoable=done))  # the last move is still to be made
    over = Situation(state(None), None, undoable=done, over=True)
    assert can_undo(over)
    assert not can_pause(over)
    assert not can_undo(asked(Paused(), undoable=done))
    assert not can_undo(asked(Choose(0, STEPS)))


def decided(*seats: int | None) -> Situation:
    """Return a situation in which these seats have decided something, one after the other."""
    history = tuple(ActionRecord(state(seat), STEPS[0], state(0), Source.PLAYER, n) for n, seat in enumerate(seats))
    return asked(Choose(0, STEPS), history=history, undoable=history[-1] if history else None)


@pytest.mark.parametrize(("seats", "can"), [((), ()), ((1,), (1,)), ((0, 1), (0, 1)), ((None,), (0, 1))])
def test_a_seat_takes_back_only_what_it_has_decided_or_anybody_did_before_the_first_turn(
    seats: tuple[int | None, ...], can: tuple[int, ...]
) -> None:
    assert undoers(decided(*seats)) == can
