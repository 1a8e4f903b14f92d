"""Turns a post into an answer to the referee, if it fits the moment and its sender may give it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, assert_never

import msgspec

from mouseboard.referee.offers import asides, can_pause, can_undo, choose, is_doubted, presses, undoable
from mouseboard.referee.situation import (
    Agreed,
    Answer,
    Choose,
    Chosen,
    Consent,
    Do,
    Mend,
    Move,
    Pause,
    Paused,
    Pressed,
    Roll,
    Situation,
    Suspect,
    TakeBack,
    Trouble,
    Unbroken,
    Watch,
    Who,
)
from mouseboard.rules import Action
from mouseboard.rules.parley import ACCEPT
from mouseboard.say import say
from mouseboard.serving.unfit import Unfit
from mouseboard.web.options import choosable


class Post(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /answer`: exactly one of action, press, undo, pause, hint and as_is."""

    action: str | None = None
    """The notation of an option."""
    press: Literal["a", "b"] | None = None
    """A button of the table."""
    undo: bool = False
    pause: bool = False
    hint: bool = False
    """Ask which option would be a good one. Only the sender gets the answer."""
    as_is: bool = False
    """Say that all is as it should be, to a question that can wait."""
    sure: bool = False
    """With an action: play it in spite of a warning."""
    serial: int | None = None
    """The picture that is answered. If the referee has asked something else since, the answer does not count."""

    @property
    def is_one(self) -> bool:
        """Whether it says exactly one thing."""
        said = [self.action is not None, self.press is not None, self.undo, self.pause, self.hint, self.as_is]
        return said.count(True) == 1


NOT_YOURS = say("Wait! Somebody else chooses now.")
NOT_LEADING = say("Only the big screen and the first phone can do that.")
ONLY_WATCHING = say("You are watching. Join with the code to play!")
NO_SEAT = say("Pick a mouse first.")
BUSY = say("Somebody else is choosing. Look again soon.")
TOO_LONG = say("That takes too long.")
NOT_NOW = say("Too late! The game went on.")
LUCK_DECIDES = say("Luck decides this! Just tap the button.")


def answer_to(post: Post, situation: Situation, seats: Collection[int], own_die: bool) -> Answer:
    """Return the answer of a sender who acts for these seats. Raises Unfit.

    Only with `own_die` people may say what a die, a lot or a card shows: otherwise they would choose it.
    """
    if post.action is not None:
        return _choose(post.action, situation, seats, own_die)
    if post.press is not None:
        return _press(post.press, situation, seats)
    if isinstance(situation.ask, Unbroken):
        raise Unfit(409, say("Not now. First finish this!"))
    if post.undo:
        return _undo(situation, seats)
    if not can_pause(situation):
        raise Unfit(409, NOT_NOW)
    return Pause()


def _choose(notation: str, situation: Situation, seats: Collection[int], own_die: bool) -> Answer:
    chosen = choose(situation, notation)
    if chosen is None:
        raise Unfit(409, NOT_NOW)
    _check_seat(situation, seats)
    if chosen.action not in (*choosable(situation, own_die), *asides(situation)):
        raise Unfit(409, LUCK_DECIDES)
    return chosen


def check_word(answer: Answer, situation: Situation, seats: Collection[int]) -> None:
    """Raise Unfit if somebody who does not speak for one of these seats would give up or take a draw."""
    seat = situation.state.actor
    if seat not in seats and _taken(answer, situation) in (*asides(situation), ACCEPT):
        raise Unfit(403, say("Only {mouse} can say that.", mouse=situation.state.game.mice[seat or 0]))


def _taken(answer: Answer, situation: Situation) -> Action | None:
    """Return the action that an answer takes, by its name or by the button that takes the option pointed at."""
    match answer, situation.ask:
        case Chosen(action), _:
            return action
        case Pressed("b"), Choose(_, actions, int(pointed)):
            return actions[pointed]
        case Pressed("b"), Choose(_, (action,)):
            return action
    return None


def _press(button: Literal["a", "b"], situation: Situation, seats: Collection[int]) -> Answer:
    if getattr(presses(situation), button) is None:
        raise Unfit(409, NOT_NOW)
    if isinstance(situation.ask, Consent):
        return _agree(button, situation.ask, situation.asked, seats)
    if button == "b" or not is_doubted(situation):  # anybody may say where mice are
        _check_seat(situation, seats)
    return Pressed(button, situation.asked)


def _agree(button: Literal["a", "b"], ask: Consent, asked: int, seats: Collection[int]) -> Answer:
    """Agree to a takeback for those of these seats that are waited for, or refuse it, or give up one's own."""
    agreeing = tuple(seat for seat in ask.waiting if seat in seats)
    gives_up = button == "a" and ask.seat in seats
    if ask.waiting and not agreeing and not gives_up:
        raise Unfit(403, say("The others must agree."))
    return Agreed(agreeing, asked) if button == "b" else Pressed("a", asked)


def _undo(situation: Situation, seats: Collection[int]) -> Answer:
    decision = undoable(situation, seats) if can_undo(situation) else None
    if decision is None:
        raise Unfit(409, say("There is nothing to take back."))
    return TakeBack(decision.entry)


def _check_seat(situation: Situation, seats: Collection[int]) -> None:
    """Raise Unfit if the question is for other seats."""
    match situation.ask:
        case Choose(int(seat)) | Roll(int(seat)) if seat not in seats:
            raise Unfit(403, NOT_YOURS)
        case Choose() | Roll():
            pass  # for one of these, or for everybody
        case Move() | Mend() | Suspect() | Who() | Consent() | Paused() | Do() | Watch() | Trouble() | None:
            pass  # anybody may say what is on the table
        case unknown:
            assert_never(unknown)
