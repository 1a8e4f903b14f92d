"""What revised says to people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mouseboard.rules.core import HandTask, sit_around
from mouseboard.say import one_after_another, say

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
