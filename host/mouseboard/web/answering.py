"""Turns a post into an answer to the referee, if it fits the moment and its sender may give it."""

from __future__ import annotations

from collections.abc import Collection
from typing import assert_never

import msgspec
from msgspec.structs import replace

from mouseboard.evening.guests import Guest
from mouseboard.evening.may import Moment, agrees_for, undoes_for
from mouseboard.evening.refusals import Refusal, Refused
from mouseboard.evening.requests import (
    AllIsWell,
    AnswerRequest,
    AskHint,
    Button,
    PauseGame,
    PressButton,
    StopTrap,
    TakeAction,
    Undo,
)
from mouseboard.referee.offers import asides, can_pause, can_stop, can_undo, choose, presses, undoable
from mouseboard.referee.situation import Agreed, Answer, Consent, Pause, Pressed, Situation, Stop, TakeBack, Unbroken
from mouseboard.say import say
from mouseboard.web.options import choosable


class Post(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /answer`: exactly one of action, press, undo, pause, stop, hint and as_is."""

    action: str | None = None
    """The notation of an option."""
    press: Button | None = None
    """A button of the table."""
    undo: bool = False
    pause: bool = False
    stop: bool = False
    """Stop the trap."""
    hint: bool = False
    """Ask which option would be a good one. Only the sender gets the answer."""
    as_is: bool = False
    """Say that all is as it should be, to a question that can wait."""
    sure: bool = False
    """With an action: play it in spite of a warning."""
    serial: int | None = None
    """The picture that is answered. If the referee has asked something else since, the answer does not count."""

    def request(self) -> AnswerRequest | None:
        """Return what it asks for, or None if that is not exactly one thing."""
        said: list[AnswerRequest] = [TakeAction(self.action, self.sure)] if self.action is not None else []
        said += [PressButton(self.press)] if self.press is not None else []
        ways: tuple[tuple[bool, AnswerRequest], ...] = (
            (self.undo, Undo()),
            (self.pause, PauseGame()),
            (self.stop, StopTrap()),
            (self.hint, AskHint()),
            (self.as_is, AllIsWell()),
        )
        said += [what for is_said, what in ways if is_said]
        return said[0] if len(said) == 1 else None


NOT_NOW = say("Too late! The game went on.")
BUSY = say("Somebody else is choosing. Look again soon.")
LUCK_DECIDES = say("Luck decides this! Just tap the button.")


def answer_to(
    what: TakeAction | PressButton | Undo | PauseGame | StopTrap, who: Guest, moment: Moment, own_die: bool
) -> Answer:
    """Return the answer of somebody who may give it. Raises Refused if it does not fit the moment.

    Only with `own_die` people may say what a die, a lot or a card shows: otherwise they would choose it.
    """
    situation = moment.situation
    assert situation
    match what:
        case TakeAction(notation):
            return _choose(notation, situation, own_die)
        case PressButton(button):
            return _press(button, situation, agrees_for(who, moment.seats, moment.now))
        case Undo():
            _check_unbroken(situation)
            return _undo(situation, who, moment)
        case PauseGame():
            _check_unbroken(situation)
            if not can_pause(situation):
                raise Refused(Refusal(NOT_NOW))
            return Pause()
        case StopTrap():
            if not (can_stop(situation) or situation.fault):  # the same from two phones is no mistake
                raise Refused(Refusal(NOT_NOW))
            return Stop()
    assert_never(what)


def _check_unbroken(situation: Situation) -> None:
    """Raise Refused while nobody can take back or pause."""
    if isinstance(situation.ask, Unbroken):
        raise Refused(Refusal(say("Not now. First finish this!")))


def _choose(notation: str, situation: Situation, own_die: bool) -> Answer:
    """Return the choice. It does not count for what another post brings about just now."""
    chosen = choose(situation, notation)
    if chosen is None:
        raise Refused(Refusal(NOT_NOW))
    if chosen.action not in (*choosable(situation, own_die), *asides(situation)):
        raise Refused(Refusal(LUCK_DECIDES))
    return replace(chosen, at=len(situation.history))


def _press(button: Button, situation: Situation, agrees: Collection[int]) -> Answer:
    """Return the press. At a takeback it agrees for those of these seats that are waited for, or refuses it."""
    if getattr(presses(situation), button) is None:
        raise Refused(Refusal(NOT_NOW))
    if isinstance(situation.ask, Consent) and button == "b":
        return Agreed(tuple(seat for seat in situation.ask.waiting if seat in agrees), situation.asked)
    return Pressed(button, situation.asked)


def _undo(situation: Situation, who: Guest, moment: Moment) -> Answer:
    seats, now = moment.seats, moment.now
    decision = undoable(situation, undoes_for(who, seats, now)) if can_undo(situation) else None
    if decision is None:
        raise Refused(Refusal(say("There is nothing to take back.")))
    return TakeBack(decision.entry, decision.seat is None or decision.seat in agrees_for(who, seats, now))
