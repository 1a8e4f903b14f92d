"""What `cards` says to people: what to do next, and what hands do that no sensor feels."""

from __future__ import annotations

from mouseboard.rules.core import HandTask
from mouseboard.say import say

HEADINGS = (say("north"), say("east"), say("south"), say("west"))
"""The headings by number; north is up the table."""


def lay(place: str, lying: int, label: str) -> HandTask:
    """The next maze card; `lying` as in `maze`, `label` what its upper side says."""
    card, side = lying // 8 + 1, "ab"[lying // 4 % 2]
    return HandTask(
        say(
            "Lay maze card {card} on {place}, side {side} up, its top to the {heading}: {label}.",
            card=card,
            place=place,
            side=side,
            heading=HEADINGS[lying % 4],
            label=say(label),
        ),
        (place,),
    )


def point(place: str, heading: int) -> HandTask:
    """The mouse on Safe looks that way."""
    return HandTask(say("Point the mouse {heading}.", heading=HEADINGS[heading]), (place,))


def put(place: str) -> HandTask:
    """A cheese from the pile."""
    return HandTask(say("Put a cheese on {place}.", place=place), (place,))


def flip(place: str) -> HandTask:
    """The other face up, the heading kept."""
    return HandTask(say("Turn the card on {place} over; its top stays where it is.", place=place), (place,))


def turn(place: str, heading: int, nose: int | None) -> HandTask:
    """A card lies another way; with the mouse on it, that looks to `nose` now."""
    todo = say("Turn the card on {place} to the {heading}.", place=place, heading=HEADINGS[heading])
    if nose is None:
        return HandTask(todo, (place,))
    return HandTask(say("{turn} The mouse turns with it and looks {nose}.", turn=todo, nose=HEADINGS[nose]), (place,))


def label(heading: int, cheese: int, label: str) -> str:
    """What a player sees of a card from afar: where its top lies, the cheese on it, what it says."""
    return f"{'↑→↓←'[heading]}{cheese or ''} {label}"


PROMPTS = {
    "lot": "Draw who starts.",
    "lay": "Lay the maze: the card for {place}.",
    "point": "{player}: set the mouse on Safe. Which way does it look?",
    "cheese": "{player}: on which card do you put a cheese?",
    "draw": "{player}: draw an action card.",
    "to": "{player}: which way does the mouse run? It looks {nose}.",
    "flip": "{player}: which card do you turn over?",
    "pick": "{player}: which card do you turn?",
    "turn": "{player}: which way shall the card on {place} lie?",
    "again": "{player}: draw again, or end your turn with {n} cheese? The mouse looks {nose}.",
    "over": "{player} has {safe} cheese out of the maze and wins.",
}
"""What to do now, by phase."""
