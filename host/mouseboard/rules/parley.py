"""Resigning and offering a draw, in games of two: asides that a seat may play on its turn.

resign             the seat gives up
offer              it offers a draw, and the other seat decides:
accept decline     the game is a draw, or goes on; until the next move no draw is offered again
"""

from __future__ import annotations

from typing import Literal

from mouseboard.rules.core import Action, Game
from mouseboard.say import Say, say

RESIGN, OFFER = Action("resign"), Action("offer")
ACCEPT, DECLINE = Action("accept"), Action("decline")
PARLEY = (RESIGN, OFFER, ACCEPT, DECLINE)

Word = Literal["", "resign", "offer", "accept", "decline"]
"""The last thing said since the last move, as its notation; empty for nothing."""

TOO_LATE = "nothing is said after the end of the game"
"""Why a saved state is impossible that would be over without its last word."""

TOLD = {
    "resign": "{mouse} gives up.",
    "offer": "{mouse} offers a draw.",
    "accept": "{other} takes the draw.",
    "decline": "{other} plays on.",
}
DESCRIBED = {
    "resign": "Give up",
    "offer": "Offer a draw",
    "accept": "Yes, a draw",
    "decline": "No, play on",
}


def asides(word: Word) -> tuple[Action, ...]:
    """Return what a seat may say on its turn, after this was said."""
    return {"": (OFFER, RESIGN), "decline": (RESIGN,)}.get(word, ())


def taught() -> Say:
    """Return how a game ends in a draw, for people who learn it."""
    return say("Nobody can win any more? Offer a draw. The same position for the third time is a draw, too.")


def is_end(word: Word) -> bool:
    """Return whether this ends the game."""
    return word in ("resign", "accept")


def told(game: Game, turn: int, word: Word) -> Say:
    """Return what everybody is told when this is said on the turn of a seat."""
    return say(TOLD[word], mouse=game.mice[turn], other=game.mice[1 - turn])


def described(action: Action) -> Say:
    """Return the words of a choice."""
    return say(DESCRIBED[action.verb])


def asked(game: Game, turn: int) -> Say:
    """Return the question that an offer puts to the other seat."""
    return say("{other}, {mouse} offers a draw. Is that OK?", mouse=game.mice[turn], other=game.mice[1 - turn])


def result(game: Game, turn: int, word: Word) -> Say | None:
    """Return why what was said ends the game, or None if it does not."""
    if word == "resign":
        return say("{mouse} gives up. {other} wins!", mouse=game.mice[turn], other=game.mice[1 - turn])
    return say("You agree on a draw. Well played, both!") if word == "accept" else None
