"""A sensible player of classic: it pays for moves that are likely to catch somebody, and prefers rich mice."""

from __future__ import annotations

from mouseboard.players import Levels
from mouseboard.players.lookahead import Lookahead, Worth
from mouseboard.rules.classic import ClassicState
from mouseboard.rules.classic.rules import CAPTURED, Phase
from mouseboard.rules.core import State

CHEESE_WORTH = 0.05
"""How much one cheese adds to a mouse's chances, where a free mouse counts 1."""
DEPTH = 4
"""Actions: pay, roll, crank, cage. That is enough to follow one paid cheese to its effect."""


def turn_over(state: State) -> bool:
    """Return whether a player is about to roll for their own mouse."""
    assert isinstance(state, ClassicState)
    return state.phase is Phase.ROLL and state.mover == state.seat


def estimate(state: State) -> Worth:
    """Return each seat's share of all chances. A captured mouse has none, and cheese improves those of a free one."""
    assert isinstance(state, ClassicState)
    chances = [
        0.0 if space == CAPTURED else 1 + CHEESE_WORTH * cheese
        for space, cheese in zip(state.at, state.cheese, strict=True)
    ]
    whole = sum(chances)
    return tuple(chance / whole for chance in chances)


LEVELS: Levels = {"sensible": lambda _: Lookahead(estimate, DEPTH, turn_over)}
