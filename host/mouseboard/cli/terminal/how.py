"""How to play a game, in words."""

from __future__ import annotations

from mouseboard.lang import ENGLISH, translate
from mouseboard.rules import Game
from mouseboard.say import say


def rules_of(game: Game, language: str = ENGLISH) -> list[str]:
    """Return paragraphs: the aim first, then the turn and the spaces."""
    return [translate(said, language) for said in (say(game.summary), *game.how_to_play())]
