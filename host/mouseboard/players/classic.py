"""A sensible player of classic: it pays for the moves that are likely to catch someone, and prefers rich mice."""

from __future__ import annotations

from mouseboard.players import Levels
from mouseboard.players.lookahead import Lookahead, Worth
from mouseboard.rules.classic import ClassicState
from mouseboard.rules.classic.rules import CAPTURED, Phase
from mouseboard.rules.core import State

CHEESE_WORTH = 0.05
"""What a cheese adds to a mouse's chances, a free mouse being 1."""
DEPTH = 4
"""Pay, roll, crank, cage: as far as a cheese can be followed to its end."""


def turn_over(state: State) -> bool:
    """Whether a player is about to roll for the own mouse."""
    assert isinstance(state, ClassicState)
    return state.phase is Phase.ROLL and state.mover == state.seat


def estimate(state: State) -> Worth:
    """Each seat's share of all chances, which free mice have and cheese improves."""
    assert isinstance(state, ClassicState)
    chances = [
        0.0 if space == CAPTURED else 1 + CHEESE_WORTH * cheese
        for space, cheese in zip(state.at, state.cheese, strict=True)
    ]
    whole = sum(chances)
    return tuple(chance / whole for chance in chances)


LEVELS: Levels = {"sensible": lambda _: Lookahead(estimate, DEPTH, turn_over)}
