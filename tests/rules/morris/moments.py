"""Moments of nine men's morris to begin tests with."""

from __future__ import annotations

from msgspec.structs import replace

from mouseboard import rules
from mouseboard.rules.morris import Morris, MorrisState
from mouseboard.rules.morris.rules import MEN

GAME = rules.load("morris")
assert isinstance(GAME, Morris)
START = GAME.start()


def state(white: str = "", black: str = "", turn: int = 0, in_hand: tuple[int, int] = (0, 0)) -> MorrisState:
    """Return a state with these men on the board: `state("a1 d1", "g7")`."""
    rows = [tuple(words.split()) for words in (white, black)]
    at = (rows[0] + ("",) * (MEN - len(rows[0])), rows[1] + ("",) * (MEN - len(rows[1])))
    moment = replace(START, turn=turn, at=at, in_hand=in_hand)
    return moment if any(in_hand) else replace(moment, seen=(moment._position,))
