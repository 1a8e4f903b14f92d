"""The journal's entries as people read them."""

from __future__ import annotations

from mouseboard.rules import State
from mouseboard.say import Say, enumeration, say
from mouseboard.store.entries import (
    PERSON,
    Answered,
    Asked,
    Continued,
    Copied,
    Crank,
    Cranked,
    Done,
    Doubted,
    Entry,
    Noted,
    Paused,
    Played,
    Seated,
    TakenBack,
)
from mouseboard.table.trouble import cause_of

CRANKED = {"caught": "The table felt the cage come down.", "missed": "The cage stayed up."}

RATHER = say("No, it was this:")
"""Precedes an action that corrects the last one."""

PAUSED, CONTINUED = say("The game rests."), say("The game goes on.")

SEATED = {
    PERSON: "{mouse} is played by a person.",
    "random": "{mouse} is played by Pebble, who just guesses.",
    "child": "{mouse} is played by Robo, like a small child.",
    "learner": "{mouse} is played by Pixel, who is still learning.",
    "sensible": "{mouse} is played by Bolt, who plays well.",
    "strong": "{mouse} is played by Turbo, who plays its best.",
}
"""The sentence for a mouse's player, by the kind of player. Other kinds are shown by name."""


def sentences(entry: Entry, before: State, after: State) -> tuple[Say, ...]:
    """Return an entry in words, given the states before and after it; for a correction, before the corrected entry."""
    match entry:
        case Played(_, action, _, instead):
            told = before.tell(before.game.read(action), after)
            return told if instead is None else (RATHER, *told)
        case Asked(question):
            return (say("Asked: {question}", question=question),)
        case Answered(answer):
            return (say("Answered: {answer}", answer=answer),)
        case Crank():
            return (say("The crank is turned."),)
        case Cranked(_, result) if result in CRANKED:
            return (say(CRANKED[result]),)
        case Cranked(_, result):
            return (say("The crank stopped: {cause}.", cause=cause_of(result)),)
        case Done():
            return ()  # the task itself has been told
        case TakenBack(to):
            return (say("Taken back to before entry {to}.", to=to),)
        case Paused():
            return (PAUSED,)
        case Continued():
            return (CONTINUED,)
        case Seated(seats):
            return tuple(
                say("{mouse} is played by {name}.", mouse=mouse, name=name)
                if (name := entry.name(seat)) and kind == PERSON
                else say(SEATED.get(kind, "{mouse} is played by {kind}."), mouse=mouse, kind=kind)
                for seat, (mouse, kind) in enumerate(zip(before.game.mice, seats, strict=False))
            )
        case Copied(game, left_out):
            return (say("Goes on from game {game} as it was before entry {entry}.", game=game, entry=left_out),)
        case Doubted(()):
            return (say("It is sure again which mouse is which."),)
        case Doubted(exchanges):
            return tuple(
                say("{mice} may have changed places.", mice=enumeration([piece for piece, _ in exchange]))
                for exchange in exchanges
            )
        case Noted(note):
            return (say("{note}", note=note),)
