"""Typed text is an answer or a button of the table; anything else gets a hint at what counts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace
from tests.cli.yard import STEPS, THROWS, state
from tests.rules.draughts import moments as draughts

from mouseboard.cli.terminal.answers import Leave, Unclear, hint, read_answer
from mouseboard.cli.terminal.teaching import teach
from mouseboard.referee.offers import asks
from mouseboard.referee.situation import (
    Ask,
    Choose,
    Chosen,
    Consent,
    Mend,
    Move,
    Pause,
    Paused,
    Roll,
    Situation,
    Stop,
    Suspect,
    TakeBack,
    Watch,
)
from mouseboard.rules import CHANCE, Action
from mouseboard.store import ActionRecord, Source
from mouseboard.table import Departure, Doubt, Press, Step

STEP = (Step("red", "door", "2"),)
DOUBTS = (Doubt((("red", "2"), ("blue", "5")), {"red": "5", "blue": "2"}),)


DONE = ActionRecord(state(), STEPS[0], state(red="2"), Source.PLAYER, entry=0)


def asked(ask: Ask, **more: Any) -> Situation:
    return Situation(state(CHANCE if isinstance(ask, Roll) else 0), ask, **more)


YES_OR_NO: list[Ask] = [Suspect("2", "red"), Suspect("2", None), Consent(1, ()), Choose(0, STEPS, pointed=1)]
YES: list[Ask] = [Move(STEP), Move(STEP, confirm=True), Mend(STEP), Mend(STEP, confirm=True), Paused(), Roll(0, THROWS)]


@pytest.mark.parametrize("ask", [*YES_OR_NO, *YES])
def test_enter_is_button_b(ask: Ask) -> None:
    assert read_answer("", asked(ask)) == Press("b")


@pytest.mark.parametrize("ask", YES_OR_NO)
def test_a_is_button_a(ask: Ask) -> None:
    assert read_answer("a", asked(ask)) == Press("a")


@pytest.mark.parametrize("ask", YES)
def test_pressing_a_where_it_means_nothing_tells_so(ask: Ask) -> None:
    with pytest.raises(Unclear):
        read_answer("a", asked(ask))


@pytest.mark.parametrize("ask", [Roll(0, THROWS), Choose(0, STEPS), Move(STEP)])
def test_pressing_a_during_a_doubt_says_that_the_pieces_were_exchanged(ask: Ask) -> None:
    situation = asked(ask, doubts=DOUBTS)
    assert read_answer("a", situation) == Press("a")
    assert str(hint(situation)).startswith("a: they swapped; ")


def test_who_left_a_shared_place_is_answered_by_enter_and_a() -> None:
    situation = asked(Choose(0, STEPS), departure=Departure("red", "door", "2", ("blue",)))
    assert str(hint(situation)).startswith("a: no, another one; ")
    assert [read_answer(typed, situation) for typed in ("", "a")] == [Press("b"), Press("a")]


def test_enter_during_a_doubt_says_that_no_pieces_were_exchanged() -> None:
    assert read_answer("", asked(Choose(0, STEPS), doubts=DOUBTS)) == Press("b")
    with pytest.raises(Unclear, match="Which one"):
        read_answer("", asked(Choose(0, STEPS)))


def test_what_the_table_cannot_tell_is_said_by_number() -> None:
    situation = asked(Choose(0, STEPS[1:], missing="red"))
    assert read_answer("2", situation) == Chosen(STEPS[2])


@pytest.mark.parametrize("ask", [Roll(0, THROWS), Choose(0, STEPS), Move(STEP), Mend(STEP), Suspect("2", None)])
def test_a_game_can_rest_whatever_is_asked(ask: Ask) -> None:
    assert read_answer("pause", asked(ask)) == Pause()


def test_the_trap_can_be_stopped_while_it_runs_and_only_then() -> None:
    assert str(hint(asked(Watch()))).startswith("stop: the trap stops; ")
    assert read_answer("stop", asked(Watch())) == Stop()
    assert str(hint(asked(Watch(), fault="stopped"))) == "undo, pause, quit, ?"
    with pytest.raises(Unclear, match="The trap does not run now; Enter: roll"):
        read_answer("stop", asked(Roll(0, THROWS)))


@pytest.mark.parametrize("typed", ["pause", "undo", "a", "1"])
def test_while_it_rests_it_only_goes_on(typed: str) -> None:
    situation = asked(Paused(), undoable=DONE)
    with pytest.raises(Unclear, match="Enter: carry on"):
        read_answer(typed, situation)


def test_the_hint_names_what_a_seat_may_say_besides() -> None:
    may = Situation(draughts.START, Choose(0, draughts.START.actions()))
    assert "offer: Offer a draw, resign: Give up, undo, pause, quit, ?" in str(hint(may))
    assert read_answer("resign", may) == Chosen(Action("resign"))
    declined = draughts.START.play("offer").play("decline")
    assert "offer" not in str(hint(Situation(declined, Choose(0, declined.actions()))))


def test_a_move_that_does_not_fit_is_refused_with_one_that_begins_alike_and_does() -> None:
    may = Situation(draughts.START, Choose(0, draughts.START.actions()))
    with pytest.raises(Unclear, match=r"^'e3-e4' does not fit. Type 1-7, or a short name such as 'e3-d4'\.$"):
        read_answer("e3-e4", may)
    assert read_answer("e3-d4", may) == Chosen(Action(name="e3-d4"))


def test_the_help_for_typing_has_an_example_from_the_game() -> None:
    start = draughts.START
    for ask in (Choose(0, start.actions()), Watch()):
        *_, typed, _, _ = teach(Situation(start, ask))
        assert re.search(r"such as '[a-h][1-8]-[a-h][1-8]'\. ", typed)


def test_undo_takes_back() -> None:
    assert read_answer("undo", asked(Mend(STEP), undoable=DONE)) == TakeBack()


def test_what_people_alone_can_say_waits_for_them_and_what_hands_do_does_not() -> None:
    assert all(asks(asked(ask)) for ask in (*YES_OR_NO, Paused()))
    assert not any(asks(asked(ask)) for ask in (Move(STEP, confirm=True), Mend(STEP), Watch()))


def test_enter_leaves_a_game_that_is_over_and_undo_takes_the_last_move_back() -> None:
    over = Situation(state(None), None, undoable=DONE, over=True)
    assert str(hint(over)) == "Press Enter to leave, or type undo to take the last move back."
    assert str(hint(replace(over, undoable=None))) == "Press Enter to leave."
    assert read_answer("undo", over) == TakeBack()
    with pytest.raises(Leave):
        read_answer("", over)


def test_enter_agrees_to_a_takeback_after_the_end() -> None:
    assert read_answer("", Situation(state(None), Consent(1, ()), undoable=DONE, over=True)) == Press("b")


def test_enter_does_not_leave_while_the_winning_move_rests() -> None:
    with pytest.raises(Unclear):
        read_answer("", Situation(state(None), None, undoable=DONE))
