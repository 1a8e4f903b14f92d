"""Everything a person could want to know of a running game, as one immutable value.

The terminal, the page, the lamps and the simulated hands are functions of it; they answer through the referee's inbox.
"""

from __future__ import annotations

import asyncio

import msgspec

from mouseboard.rules import Action, HandTask, State
from mouseboard.say import Say, one_after_another, say
from mouseboard.table import Step, TableEvent
from mouseboard.table.guide import sentence, together
from mouseboard.table.trouble import cause_of


class Arrange(msgspec.Struct, frozen=True, tag=True):
    """Make the board right: the steps still to do. With `confirm` no sensor can see them, and a button says when."""

    steps: tuple[Step, ...]
    confirm: bool = False


class Choose(msgspec.Struct, frozen=True, tag=True):
    """A seat decides: on the page, by moving a mouse where that shows it, or with the buttons, `pointed` being lit."""

    seat: int
    actions: tuple[Action, ...]
    pointed: int | None = None
    ambiguous: bool = False
    """Whether the hands have done one of `actions` already, and the table cannot tell which."""


class Roll(msgspec.Struct, frozen=True, tag=True):
    """Chance decides: a button lets the table draw, or one of `actions` is what the wooden die shows."""

    seat: int | None
    actions: tuple[Action, ...]


class Do(msgspec.Struct, frozen=True, tag=True):
    """Something hands do that no sensor sees whole; the button says when it is done."""

    task: HandTask


class Watch(msgspec.Struct, frozen=True, tag=True):
    """The trap is under way: hands off."""


class Trouble(msgspec.Struct, frozen=True, tag=True):
    """Something is wrong with the table itself; `remedy` says how to mend it."""

    remedy: Say


Ask = Arrange | Choose | Roll | Do | Watch | Trouble


class Situation(msgspec.Struct, frozen=True):
    """Where the game stands and what it waits for."""

    state: State
    ask: Ask | None
    """None while no one is waited for: a computer thinks, or the game is over."""
    occupied: frozenset[str] = frozenset()
    """The places on which something stands."""
    connected: bool = True
    """Whether the table answers."""
    fault: str | None = None
    """Why the table has stopped, until a person clears it there."""
    story: tuple[Say, ...] = ()
    """What happened, oldest first."""
    undoable: bool = False
    """Whether there is a person's decision to take back."""
    cage_down: bool = False
    """Whether the cage has fallen and not been lifted since."""


# Answers: what a person says with a key, a tap, or a button of the table.


class Chosen(msgspec.Struct, frozen=True):
    """An action taken from those on offer."""

    action: Action


class TakeBack(msgspec.Struct, frozen=True):
    """Undo the last decision of a person."""


Answer = TableEvent | Chosen | TakeBack

Inbox = asyncio.Queue[Answer]
"""Where answers wait for the referee, in the order they came. What does not fit the moment is ignored."""


def wording(situation: Situation) -> Say:
    """The one sentence that says what to do now."""
    if not situation.connected:
        return say("The table does not answer. Is its cable in?")
    if situation.fault:
        return say("The table has stopped: {cause}. Hold A and B for two seconds.", cause=cause_of(situation.fault))
    match situation.ask:
        case Arrange(steps, confirm=True):
            return say("{steps} Then press B.", steps=one_after_another([sentence(group) for group in together(steps)]))
        case Arrange(steps):
            return sentence(together(steps)[0])
        case Choose(ambiguous=True):
            return say("The table cannot tell which of these you have done. Say so.")
        case Choose() | Roll():
            return situation.state.prompt()
        case Do(task):
            return say("{task} Then press B.", task=task.say)
        case Watch():
            return say("The trap is running. Hands off!")
        case Trouble(remedy):
            return remedy
    return situation.state.prompt()
