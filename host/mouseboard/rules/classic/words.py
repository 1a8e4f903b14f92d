"""What classic says to people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mouseboard.rules.core import HandTask, sit_around
from mouseboard.say import Say, one_after_another, say

if TYPE_CHECKING:
    from mouseboard.rules.classic.rules import Classic


def preparation(game: Classic) -> HandTask:
    """Parts, cheese, seats (text: Place the Mouse Trap parts next to the gameboard)."""
    sentences = [
        say("Lay the {n} parts of the trap beside the board, in the order of their numbers.", n=len(game.layout.card)),
        say("Put all {n} cheese in a pile beside it; nobody has any yet.", n=game.start().pile),
        sit_around(game.mice),
    ]
    return HandTask(one_after_another(sentences))


def how_to_play() -> tuple[Say, ...]:
    """A paragraph each: a turn, the spaces, how it ends."""
    return (
        say(
            "Roll and walk on along the path, which leads into the Loop and round it. What is printed where you "
            "stop happens to you."
        ),
        say(
            "Build: if the number of players is printed there, the next part of the trap is built and you get a "
            "cheese; in the Loop two of each."
        ),
        say(
            "Take and Lose: so many cheese from the pile or back to it. Go back and Move ahead: to that space, "
            "where nothing more happens. Dog bone and Safe: nothing, but nobody can move you off Safe. "
            "Cheese wheel: two cheese."
        ),
        say(
            "Turn crank, once the trap is complete: pay a cheese, as often as you like, to roll for another's "
            "mouse; and turn the crank while others sit on the Cheese wheel, under the cage."
        ),
        say(
            "Whom the cage catches is out, and gives you all cheese; if it misses, they escape to Safe. Whoever "
            "is free last wins."
        ),
    )
