"""What classic says to people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mouseboard.rules.core import HandTask, sit_around
from mouseboard.say import one_after_another, say

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
