"""The answers that people can give in a situation: actions, and the meaning of the table's two buttons.

Terminal and page ask here, so that a key, a tap and a button say the same.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import NamedTuple, assert_never

from mouseboard.referee.record import is_decision
from mouseboard.referee.situation import (
    Choose,
    Chosen,
    Consent,
    Do,
    Mend,
    Move,
    Paused,
    Roll,
    Situation,
    Suspect,
    Trouble,
    Unbroken,
    Watch,
    Who,
)
from mouseboard.rules import Action, BadNotation, Device
from mouseboard.say import Say, say
from mouseboard.store import ActionRecord
from mouseboard.table import Step

YES, ALL_SET = say("Yes"), say("All set!")
"""The words of button B about a piece that may have left a shared place, and about pieces that may have swapped."""


class Presses(NamedTuple):
    """What each button would say now; None where it means nothing."""

    a: Say | None = None
    b: Say | None = None


def offered(situation: Situation) -> tuple[Action, ...]:
    """Return the actions that a person can take now."""
    match situation.ask:
        case Choose(_, actions) | Roll(_, actions):
            return actions
        case Trouble():
            return situation.state.actions()
        case Move() | Mend() | Suspect() | Who() | Consent() | Paused() | Do() | Watch() | None:
            return ()
        case unknown:
            assert_never(unknown)


def asides(situation: Situation) -> tuple[Action, ...]:
    """Return what the seat that decides can say besides: resign, or offer a draw."""
    return situation.state.asides() if isinstance(situation.ask, Choose) else ()


def choose(situation: Situation, notation: str) -> Chosen | None:
    """Return the answer that takes an action, or None if that is not on offer."""
    with suppress(BadNotation):
        action = situation.state.game.read(notation)
        if action in (*offered(situation), *asides(situation)):
            return Chosen(action)
    return None


def asks(situation: Situation) -> bool:
    """Return whether the game waits for what a person decides or says, rather than for hands."""
    match situation.ask:
        case Choose() | Roll() | Trouble() | Suspect() | Who() | Consent() | Paused():
            return True
        case Move() | Mend() | Do() | Watch() | None:
            return False
        case unknown:
            assert_never(unknown)


def is_doubted(situation: Situation) -> bool:
    """Return whether button A says that pieces stand the other way round."""
    match situation.ask:
        case Choose(pointed=int()) | Mend() | Suspect() | Who() | Consent() | Paused():
            return False  # the buttons are about that
        case Choose() | Roll() | Move() | Do() | Watch() | Trouble() | None:
            return bool(situation.doubts)
        case unknown:
            assert_never(unknown)


def can_undo(situation: Situation) -> bool:
    """Return whether a decision of a person can be taken back, also after the end of the game."""
    return situation.undoable is not None and not isinstance(situation.ask, Unbroken)


def undoers(situation: Situation) -> tuple[int, ...]:
    """Return the seats with a decision that can be taken back. A decision before the first turn is everybody's."""
    if not can_undo(situation):
        return ()
    decided = {decision.seat for decision in situation.history if is_decision(decision)}
    return tuple(seat for seat in range(situation.state.game.players) if decided & {None, seat})


def undoable(situation: Situation, seats: Collection[int]) -> ActionRecord | None:
    """Return the last decision of one of these seats, or of anybody before the first turn; None if there is none."""
    decisions = filter(is_decision, reversed(situation.history))
    return next((decision for decision in decisions if decision.seat in (None, *seats)), None)


def can_pause(situation: Situation) -> bool:
    """Return whether the game can be let rest: it lasts, and does not rest already."""
    return situation.state.actor is not None and not isinstance(situation.ask, Unbroken)


def can_stop(situation: Situation) -> bool:
    """Return whether the trap runs, and can be stopped: if the table is away, as soon as it is back."""
    return isinstance(situation.ask, Watch) and not situation.fault


def presses(situation: Situation) -> Presses:
    """Return what the table's buttons would do now."""
    if situation.fault:  # then they clear it, and nothing else
        return Presses()
    pressed = _presses(situation)
    if is_doubted(situation):
        return pressed._replace(a=say("They swapped"))
    return pressed._replace(a=say("No")) if situation.departure else pressed


def _presses(situation: Situation) -> Presses:
    match situation.ask:
        case Roll() if situation.state.device is Device.DIE:
            return Presses(b=say("Roll!"))
        case Roll() if situation.state.device is Device.DEAL:
            return Presses(b=say("Deal"))
        case Roll():
            return Presses(b=say("Draw"))
        case Choose(_, _, int(), ambiguous=True):
            return Presses(say("No"), YES)
        case Choose(_, actions, pointed) if pointed is not None or len(actions) == 1:
            return Presses(say("The next one"), say("This one"))
        case Choose() if situation.doubts:
            return Presses(b=ALL_SET)
        case Choose() if situation.departure:
            return Presses(b=YES)
        case Choose():
            return Presses(say("The next one"))
        case Do() | Move(_, True) | Mend(_, True):
            return Presses(b=say("Done"))
        case Move(steps) | Mend(steps):
            return Presses(b=_done(steps))
        case Suspect(_, None):
            return Presses(say("No, something is there"), say("Yes, it is empty"))
        case Suspect() | Who():
            return Presses(say("No"), YES)
        case Consent():
            return Presses(say("No, play on"), say("Yes, take it back"))
        case Paused():
            return Presses(b=say("Carry on"))
        case Trouble():
            return Presses(b=say("Mended! Try again"))
        case Watch() | None:
            return Presses()
        case unknown:
            assert_never(unknown)


def _done(steps: Sequence[Step]) -> Say:
    """Return what a player says who has made the first of these steps, although no contact shows it."""
    if not steps or steps[0].target is None:
        return say("It's gone now")
    return say("It's on {target} now", target=steps[0].target)
