"""Everything a person may want to know about a running game, as one immutable value.

The terminal, the page, the lamps and the simulated hands are functions of it; they answer through the referee's inbox.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

import msgspec

from mouseboard.rules import Action, HandTask, State
from mouseboard.say import Say, alternatives, enumeration, one_after_another, say
from mouseboard.store import ActionRecord
from mouseboard.table import Departure, Doubt, Step, TableEvent
from mouseboard.table.steps import is_setup, sentence, together
from mouseboard.table.trouble import cause_of


class Move(msgspec.Struct, frozen=True, tag=True):
    """People must make a move that was rolled or decided: the steps left. With `confirm` a button must confirm them."""

    steps: tuple[Step, ...]
    confirm: bool = False


class Mend(msgspec.Struct, frozen=True, tag=True):
    """People must correct the board. With `confirm` a button must confirm it, because no contact shows it."""

    steps: tuple[Step, ...]
    confirm: bool = False


class Suspect(msgspec.Struct, frozen=True, tag=True):
    """A contact contradicts what people must have done. Button B means that the contact is wrong; it becomes blind."""

    place: str
    piece: str | None
    """The piece that should be felt there; None if something is felt that should not be."""


class Who(msgspec.Struct, frozen=True, tag=True):
    """A place is felt, and contacts do not tell who is there. Button B says that it is this piece, A that it is not."""

    place: str
    piece: str


class Consent(msgspec.Struct, frozen=True, tag=True):
    """A seat wants to go back beyond chance or another seat's choice. The others agree or refuse.

    Button B of the table agrees for all of them, at a simulated table for those without a phone, and A refuses.
    """

    seat: int | None
    undone: tuple[Say, ...]
    """The decision, and what came up since."""
    back: Mapping[str, str] = {}
    """Where each piece was before: {piece: place}."""
    waiting: tuple[int, ...] = ()
    """The seats of people who have yet to agree."""


class Paused(msgspec.Struct, frozen=True, tag=True):
    """The game is paused, and the table is not tracked. Button B continues."""


class Choose(msgspec.Struct, frozen=True, tag=True):
    """A seat decides: on the page, by moving a mouse, or with the buttons, which light the option `pointed`."""

    seat: int
    actions: tuple[Action, ...]
    pointed: int | None = None
    ambiguous: bool = False
    """Whether hands have already made one of `actions`, and contacts do not tell which."""
    missing: str | None = None
    """A piece that is felt nowhere, and may be where one of `actions` takes it."""


class Roll(msgspec.Struct, frozen=True, tag=True):
    """Chance decides: a button makes the table draw, or a player tells which of `actions` the wooden die shows."""

    seat: int | None
    actions: tuple[Action, ...]


class Do(msgspec.Struct, frozen=True, tag=True):
    """People must do a task that sensors do not fully see. The button says when it is done."""

    task: HandTask


class Watch(msgspec.Struct, frozen=True, tag=True):
    """The trap is running: hands off."""


class Trouble(msgspec.Struct, frozen=True, tag=True):
    """The crank did not turn. `remedy` says what to do."""

    remedy: Say


MOST_NAMED = 3
"""The most places that a question names."""

UNSURE = say("Some sensors do not work. The table may be wrong! `mouseboard table doctor` finds out why.")
"""The last sentence of the story while the register chain has failed its test, is noisy or has a wrong code."""


class Told(msgspec.Struct, frozen=True):
    """A sentence of the story, with the seat whose turn it was and the number of actions before it."""

    said: Say
    seat: int | None = None
    position: int = 0
    number: int = 0
    """Counts the sentences since the host began or resumed the game."""
    to: int | None = None
    """The seat that it is said to: it has asked for something. None for everybody."""


Ask = Move | Mend | Suspect | Who | Consent | Paused | Choose | Roll | Do | Watch | Trouble
"""What people can be asked. Whatever must treat each kind in its own way matches all of them, for mypy to check."""

Unbroken = Consent | Paused | Watch
"""Asks during which nobody can take back or pause."""


class Situation(msgspec.Struct, frozen=True):
    """The state of the game, and what it waits for."""

    state: State
    ask: Ask | None
    """None while a computer thinks, while a move rests, and after the end."""
    occupied: frozenset[str] = frozenset()
    """The occupied places."""
    standing: dict[str, str] = {}
    """Where each piece is believed to be: {piece: place}. A piece in a hand, or lying, is missing."""
    doubts: tuple[Doubt, ...] = ()
    """Pieces that people may have exchanged. Play goes on meanwhile."""
    departure: Departure | None = None
    """A piece that may not be the one that has left a shared place. Play goes on meanwhile."""
    blind: frozenset[str] = frozenset()
    """Places whose contacts are ignored."""
    weak: frozenset[str] = frozenset()
    """Pieces that are not felt well."""
    connected: bool = True
    """Whether the table answers."""
    fault: str | None = None
    """Why the table has stopped; None after a person has cleared it at the table."""
    told: tuple[Told, ...] = ()
    """What happened, oldest first."""
    history: tuple[ActionRecord, ...] = ()
    """The actions not taken back, oldest first."""
    undoable: ActionRecord | None = None
    """The last decision that a person may take back."""
    cage_down: bool = False
    """Whether the cage is down."""
    sure: bool = True
    """Whether the register chain passed its test and every tile answers."""
    over: bool = False
    """Whether the game has ended. A move by hand that ends it must rest first. It can be taken back afterwards."""

    feels: bool = False
    """Whether contacts are given a few seconds, to show what people have confirmed or put back after a takeback."""
    asked: int = 0
    """Counts the questions shown. A press answers only the one that could be seen when it began."""

    @property
    def story(self) -> tuple[Say, ...]:
        """The sentences told, oldest first, then those about open doubts."""
        left = () if self.departure is None else (who_left(self.departure),)
        open_now = (*map(sentence_of, self.doubts), *left, *(() if self.sure else (UNSURE,)))
        return (*(told.said for told in self.told), *open_now)


# What the referee receives: events of the table, answers by key, tap or button, and ends of jobs.


class Chosen(msgspec.Struct, frozen=True):
    """An action taken from those on offer."""

    action: Action
    at: int | None = None
    """The number of actions played when it was chosen. It does not count after another one; None counts always."""


class TakeBack(msgspec.Struct, frozen=True):
    """Take back a decision of a person, with everything after it."""

    entry: int | None = None
    """The decision to take back, if that was not done yet; None for the last one."""
    is_deciders: bool = True
    """Whether the seat that decided wants it. If not, it is asked like the others."""


class Pressed(msgspec.Struct, frozen=True):
    """A button of the table was tapped on a page."""

    button: str
    asked: int
    """The question that the page showed. It answers no other."""


class Agreed(msgspec.Struct, frozen=True):
    """These seats agree to the takeback that is asked about."""

    seats: tuple[int, ...]
    asked: int | None = None
    """The question that their pages showed. It answers no other; None answers any."""


class Pause(msgspec.Struct, frozen=True):
    """Pause the game, or continue it."""


class Stop(msgspec.Struct, frozen=True):
    """Stop the trap while it runs."""


class Finished(msgspec.Struct, frozen=True):
    """The referee's job is done."""

    result: Action | str
    """The action of the computer player, or the status of the crank."""


class Reseated(msgspec.Struct, frozen=True):
    """The seating has changed, so the present question may be for another player."""


Answer = TableEvent | Pressed | Chosen | TakeBack | Agreed | Pause | Stop | Finished | Reseated


def sentence_of(doubt: Doubt) -> Say:
    """Return the sentence for a doubt."""
    stand = enumeration([say("{piece} on {place}", piece=piece, place=place) for piece, place in doubt.pieces])
    return say("{pieces}? Or did they swap?", pieces=stand)


def who_left(departure: Departure) -> Say:
    """Return the question who has left a shared place."""
    return say("Did {piece} leave {place}?", piece=departure.piece, place=departure.place)


SETTING_UP = say("One moment! The table is setting things up.")
PUTTING_RIGHT = say("One moment! The table is putting things right.")


def wording(situation: Situation, by_itself: bool = False, turn: int | None = None) -> Say:
    """Return the sentence that tells people what to do now, or what a table does by itself, and for whose `turn`."""
    if not situation.connected:
        return say("Looking for the table. Is its cable in?")
    if situation.fault == "stopped":  # by both buttons, perhaps, which may be held still
        return say("Somebody said stop! Let go of both buttons of the table, then hold them down and count to three.")
    if situation.fault:
        return say(
            "The table has stopped: {cause}. Hold down both its buttons and count to three.",
            cause=cause_of(situation.fault),
        )
    if situation.feels:
        return say("One moment. Let me feel if it's there ...")
    match situation.ask:
        case Move(steps) if by_itself and (is_setup(steps) or not situation.history):
            return SETTING_UP
        case Move((_, *_)) if by_itself and turn is not None:
            return say("The table is moving for {mouse}.", mouse=situation.state.game.mice[turn])
        case Mend() | Suspect() | Who() if by_itself:
            return PUTTING_RIGHT
        case Move(steps, confirm=False) if is_setup(steps):
            return say("Set up the pieces. A light shows where one is missing.")
        case Move(steps, confirm=True) | Mend(steps, confirm=True):
            return say("{steps} All done?", steps=one_after_another([sentence(group) for group in together(steps)]))
        case Move(steps) if steps:
            return sentence(together(steps)[0])
        case Mend(steps):
            return say("Oops! {step}", step=sentence(together(steps)[0]))
        case Suspect(place, None):
            return say("Is {place} empty?", place=place)
        case Suspect(place, piece):
            return say("Is {piece} on {place}?", piece=piece or "", place=place)
        case Who(place, piece):
            return say("Is that {piece} on {place}?", piece=piece, place=place)
        case Consent(seat, undone):
            told = one_after_another(undone)
            if seat is None:
                return say("Take this back? {undone} Is everyone OK with that?", undone=told)
            mouse = situation.state.game.mice[seat]
            return say("{mouse} wants to take this back: {undone} Is everyone OK with that?", mouse=mouse, undone=told)
        case Paused() if by_itself:
            return say("Break time! You can switch off. Everything stays as it is.")
        case Paused():
            return say("Break time! To play on, put each piece on its light.")
        case Choose(missing=str(piece)):
            return say("Where is {piece}? Put it in the middle of its space.", piece=piece)
        case Choose(seat, actions, pointed, ambiguous=True):
            return _which(situation.state, seat, actions if pointed is None else (actions[pointed],))
        case Choose() | Roll():
            return situation.state.prompt()
        case Do() if by_itself:
            return SETTING_UP
        case Do(task):
            return say("{task} All done?", task=task.say)
        case Watch():
            return say("Hands off! Here it goes!")
        case Trouble(remedy):
            return remedy
        case None if situation.state.actor is None and not situation.over:
            return situation.history[-1].before.prompt()  # the last move has yet to rest
        case Move() | None:
            return situation.state.result or situation.state.prompt()
        case unknown:
            assert_never(unknown)


def _which(state: State, seat: int, actions: Sequence[Action]) -> Say:
    """Return the question which of these actions was done: of a few moves, by what people can see now."""
    moves = [tuple(state.after(action).placement().items() - state.placement().items()) for action in actions]
    names = [action.name for action in actions]
    if len(actions) <= MOST_NAMED and all(name in state.game.layout.by_name for name in names) and any(moves):
        return say("{mouse}, did you go to {places}?", mouse=state.game.mice[seat], places=alternatives(names))
    places = {place for move in moves for _, place in move}
    if len(actions) <= MOST_NAMED and len(places) == 1 and all(len(move) == 1 for move in moves):
        pieces, place = [move[0][0] for move in moves], places.pop()
        if len(pieces) == 1:
            return say("Is that {piece} on {place}?", piece=pieces[0], place=place)
        return say("Who is on {place} now: {pieces}?", place=place, pieces=alternatives(pieces))
    return say("What did you do?")
