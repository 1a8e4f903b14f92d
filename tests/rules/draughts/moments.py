"""Moments of English draughts to begin tests with."""

from __future__ import annotations

from msgspec.structs import replace

from mouseboard import rules
from mouseboard.rules.draughts import Draughts, DraughtsState
from mouseboard.rules.draughts.rules import MEN

GAME = rules.load("draughts")
assert isinstance(GAME, Draughts)
START = GAME.start()


def state(black: str = "", white: str = "", turn: int = 0) -> DraughtsState:
    """Return a state: `state("c3 D4", "e5")` has a black man on c3, a king on d4, and a white man on e5."""
    sides = [words.split() for words in (black, white)]
    at = [square.lower() for side in sides for square in (*side, *[""] * (MEN - len(side)))]
    names = [side[n] if n < len(side) else "" for side in sides for n in range(MEN)]
    crowned = tuple(sorted(piece for piece, name in zip(GAME.pieces, names, strict=True) if name.isupper()))
    return replace(START, turn=turn, at=tuple(at), crowned=crowned)._noted(())
