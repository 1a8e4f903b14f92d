"""What revised says to people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mouseboard.rules.core import HandTask, sit_around
from mouseboard.say import Say, one_after_another, say

if TYPE_CHECKING:
    from mouseboard.rules.revised.rules import Revised


def preparation(game: Revised) -> HandTask:
    """The trap, the cheese, seats (text: Setup)."""
    start = game.start()
    sentences = [
        say("Build the whole trap on the board and set it, the cage up."),
        say("Each player gets one cheese; put {n} on Start.", n=start.on_start),
        say("Put the other {n} cheese in a pile beside the board.", n=start.pile),
        sit_around(game.mice),
    ]
    return HandTask(one_after_another(sentences), places=(game.cage,), until_cage_up=True)


def how_to_play() -> tuple[Say, ...]:
    """A paragraph each: a turn, the spaces, how it ends."""
    return (
        say(
            "Roll and walk on round the circle. Where you stop you may do what the space says; only losing is no "
            "choice."
        ),
        say(
            "Cheese: take one from the pile. Snatch: one from another mouse. Drop: one back to the pile. Tunnel: "
            "walk through to its other mouth."
        ),
        say(
            "Trap: put one other mouse under the cage, from anywhere; then, if others sit there, launch the trap. "
            "Each that is caught gives you a cheese."
        ),
        say("The first mouse back at Start finds two more cheese there. Whoever has six cheese wins at once."),
    )
