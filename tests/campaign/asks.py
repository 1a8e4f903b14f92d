"""What a situation asks of the people at the table. Only this module of the campaign knows the kinds of asks."""

from __future__ import annotations

from enum import Enum, auto

from mouseboard.referee.situation import (
    Choose,
    Consent,
    Do,
    Mend,
    Move,
    Paused,
    Roll,
    Situation,
    Suspect,
    Trouble,
    Watch,
    Who,
    wording,
)
from mouseboard.say import say
from mouseboard.table.steps import Step, is_setup, together


class Want(Enum):
    """A kind of ask, as people understand it."""

    NOTHING = auto()
    CHOOSE = auto()
    MOVE = auto()
    ROLL = auto()
    TASK = auto()
    TROUBLE = auto()
    MEND = auto()
    WHICH = auto()
    MISSING = auto()
    SUSPECT = auto()
    WHO = auto()
    CONSENT = auto()


def want(situation: Situation) -> Want:
    """Return what the situation asks of people."""
    match situation.ask:
        case Move():
            return Want.MOVE
        case Mend():
            return Want.MEND
        case Suspect():
            return Want.SUSPECT
        case Who():
            return Want.WHO
        case Choose(missing=str()):
            return Want.MISSING
        case Choose(ambiguous=True):
            return Want.WHICH
        case Choose():
            return Want.CHOOSE
        case Consent():
            return Want.CONSENT
        case Roll() | Paused():
            return Want.ROLL
        case Do():
            return Want.TASK
        case Trouble():
            return Want.TROUBLE
    return Want.NOTHING


def asks_what_is_seen(situation: Situation) -> bool:
    """Return whether people are asked which action the board shows, rather than what they did."""
    return want(situation) is Want.WHICH and wording(situation) != say("What did you do?")


def steps(situation: Situation) -> tuple[Step, ...]:
    """Return all steps that are left to do."""
    return situation.ask.steps if isinstance(situation.ask, Move | Mend) else ()


def steps_now(situation: Situation) -> tuple[Step, ...]:
    """Return the steps to do now: only the first group, unless a button confirms them all or it is a setup."""
    left = steps(situation)
    are_all = wants_button(situation) or (isinstance(situation.ask, Move) and is_setup(left))
    return left if not left or are_all else together(left)[0]


def wants_button(situation: Situation) -> bool:
    """Return whether people must confirm the steps with a button."""
    match situation.ask:
        case Move(confirm=True) | Mend(confirm=True):
            return True
    return False


def is_asking(situation: Situation) -> bool:
    """Return whether the table says that something is wrong, or asks for anything besides the next move."""
    if not situation.connected or situation.fault:
        return True
    return is_stop(want(situation)) or wants_button(situation) or isinstance(situation.ask, Paused | Trouble | Watch)


def is_taken_back(situation: Situation) -> bool:
    """Return whether the last event was a takeback."""
    return any(told.text.startswith("{mouse} takes back: {undone}") for told in situation.story[-1:])


def is_stop(wanted: Want) -> bool:
    """Return whether the table stops play: it says that something is wrong, or asks what happened."""
    return wanted in (Want.MEND, Want.WHICH, Want.MISSING, Want.SUSPECT, Want.WHO, Want.CONSENT)
