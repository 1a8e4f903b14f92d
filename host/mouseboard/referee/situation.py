"""Everything a person could want to know of a running game, as one immutable value.

The terminal, the page, the lamps and the simulated hands are functions of it; they answer through the referee's inbox.
"""

from __future__ import annotations

import msgspec

from mouseboard.rules import Action, HandTask, State
from mouseboard.say import Say, enumeration, one_after_another, say
from mouseboard.store import ActionRecord
from mouseboard.table import Doubt, Step, TableEvent
from mouseboard.table.steps import sentence, together
from mouseboard.table.trouble import cause_of


class Move(msgspec.Struct, frozen=True, tag=True):
    """Make the move that was rolled or decided: the steps still to do. With `confirm` no contact shows them."""

    steps: tuple[Step, ...]
    confirm: bool = False


class Mend(msgspec.Struct, frozen=True, tag=True):
    """Put right what stands where it cannot stay. With `confirm` no contact shows that, and a button must."""

    steps: tuple[Step, ...]
    confirm: bool = False


class Suspect(msgspec.Struct, frozen=True, tag=True):
    """A contact contradicts what hands must have done: if it is wrong, button B says so, and it is not asked again."""

    place: str
    piece: str | None
    """What should be felt there; None if something is felt where nothing should be."""
    moved: tuple[str, str] | None = None
    """A piece that seems to have left it, and where it would stand."""


class Consent(msgspec.Struct, frozen=True, tag=True):
    """A seat would take back what was rolled, drawn or caught, too: the others agree by button B, or refuse by A."""

    seat: int | None
    undone: tuple[Say, ...]
    """What it decided, and what came up since."""


class Paused(msgspec.Struct, frozen=True, tag=True):
    """The game rests; nobody looks at the table until button B says that it goes on."""


class Choose(msgspec.Struct, frozen=True, tag=True):
    """A seat decides: on the page, by moving a mouse where that shows it, or with the buttons, `pointed` being lit."""

    seat: int
    actions: tuple[Action, ...]
    pointed: int | None = None
    ambiguous: bool = False
    """Whether the hands have done one of `actions` already, and the table cannot tell which."""
    missing: str | None = None
    """A piece that is felt nowhere, and may be where one of `actions` takes it."""


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


UNSURE = say("The table failed the test of its sensors and may feel wrongly: `mouseboard table doctor` finds out why.")
"""Said last of all for as long as the chain did not answer when the table started, or a tile's code is wrong."""


class Told(msgspec.Struct, frozen=True):
    """A sentence of the story: whose turn it was, and how many actions had been played by then."""

    said: Say
    seat: int | None = None
    position: int = 0
    number: int = 0
    """Counts all that was told since the host took the game up."""


Ask = Move | Mend | Suspect | Consent | Paused | Choose | Roll | Do | Watch | Trouble

Unbroken = Consent | Paused | Watch
"""What goes on to its end before anything is taken back, or the game rests."""


class Situation(msgspec.Struct, frozen=True):
    """Where the game stands and what it waits for."""

    state: State
    ask: Ask | None
    """None while no one is waited for: a computer thinks, or the game is over."""
    occupied: frozenset[str] = frozenset()
    """The places on which something stands."""
    standing: dict[str, str] = {}
    """Which piece is believed to stand where: {piece: place}. One that is in a hand, or lies, is missing."""
    doubts: tuple[Doubt, ...] = ()
    """Pieces that may have changed places among themselves. Play goes on meanwhile."""
    blind: frozenset[str] = frozenset()
    """Places whose contact is not trusted."""
    weak: frozenset[str] = frozenset()
    """Pieces that are not felt well."""
    connected: bool = True
    """Whether the table answers."""
    fault: str | None = None
    """Why the table has stopped, until a person clears it there."""
    told: tuple[Told, ...] = ()
    """What happened, oldest first."""
    history: tuple[ActionRecord, ...] = ()
    """The actions that stand, oldest first."""
    undoable: ActionRecord | None = None
    """A person's decision, if there is one to take back."""
    cage_down: bool = False
    """Whether the cage has fallen and not been lifted since."""
    sure: bool = True
    """Whether the table's register chain passed its test, and every tile proves to be there."""

    @property
    def story(self) -> tuple[Say, ...]:
        """What happened, oldest first, and then what is open."""
        open_now = (*map(sentence_of, self.doubts), *(() if self.sure else (UNSURE,)))
        return (*(told.said for told in self.told), *open_now)


# Answers: what a person says with a key, a tap, or a button of the table.


class Chosen(msgspec.Struct, frozen=True):
    """An action taken from those on offer."""

    action: Action


class TakeBack(msgspec.Struct, frozen=True):
    """Undo the last decision of a person; once more, the one before."""


class Pause(msgspec.Struct, frozen=True):
    """Let the game rest, or go on with it."""


class Finished(msgspec.Struct, frozen=True):
    """A job that the referee has given is done."""

    result: Action | str
    """What the computer decided, or the status of the crank."""


class Reseated(msgspec.Struct, frozen=True):
    """Somebody else sits on a seat now: whoever is to decide is looked up again."""


Answer = TableEvent | Chosen | TakeBack | Pause | Finished | Reseated


def sentence_of(doubt: Doubt) -> Say:
    """A doubt in words."""
    stand = enumeration([say("{piece} on {place}", piece=piece, place=place) for piece, place in doubt.pieces])
    return say("{pieces}? Press A if it is the other way round.", pieces=stand)


def wording(situation: Situation) -> Say:
    """The one sentence that says what to do now."""
    if not situation.connected:
        return say("The table does not answer. Is its cable in?")
    if situation.fault:
        return say("The table has stopped: {cause}. Hold A and B for two seconds.", cause=cause_of(situation.fault))
    match situation.ask:
        case Move(steps, confirm=True) | Mend(steps, confirm=True):
            return say("{steps} Then press B.", steps=one_after_another([sentence(group) for group in together(steps)]))
        case Move(steps) if steps:
            return sentence(together(steps)[0])
        case Mend(steps):
            return say("Please mend this: {step}", step=sentence(together(steps)[0]))
        case Suspect(place, None, (moved, to)):
            return say(
                "Something stands on {to}. Is that {piece}, and {place} empty? "
                "If so, press B: the sensor under {place} does not work.",
                to=to,
                piece=moved,
                place=place,
            )
        case Suspect(place, None):
            return say("Is {place} empty? If so, press B: its sensor does not work.", place=place)
        case Suspect(place, piece):
            return say(
                "Does {piece} stand on {place}? If so, press B: it is not felt there.",
                piece=piece or "",
                place=place,
            )
        case Consent(None, undone):
            return say("Take this back? {undone} If all agree press B, else A.", undone=one_after_another(undone))
        case Consent(int(seat), undone):
            return say(
                "{mouse} would take this back: {undone} If all agree press B, else A.",
                mouse=situation.state.game.mice[seat],
                undone=one_after_another(undone),
            )
        case Paused():
            return say("The game rests. When all stand where their lamps are lit, press B to go on.")
        case Choose(missing=str(piece)):
            return say("{piece} is felt nowhere. Put it where it goes, or say where it stands.", piece=piece)
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
