"""Players of pantry: they remember where the cheese may still be, and go where they are nearer to it than the other."""

from __future__ import annotations

from mouseboard.players import Levels
from mouseboard.players.lookahead import Lookahead, Worth
from mouseboard.rules.core import State
from mouseboard.rules.pantry import PantryState

STEEPNESS = 3.0
"""How many times better it is to have one piece more."""
BIRD_IN_THE_BUSH = 0.5
"""What a piece is worth that a mouse is only nearer to."""
TURN = 2
"""Actions: a move, and what is smelt."""


def estimate(state: State) -> Worth:
    """Each seat's share of all chances, which grow with what it has found and what it is nearer to."""
    assert isinstance(state, PantryState)
    chances = [STEEPNESS ** (found + BIRD_IN_THE_BUSH * nearer(state, seat)) for seat, found in enumerate(state.found)]
    whole = sum(chances)
    return tuple(one / whole for one in chances)


def nearer(state: PantryState, seat: int) -> float:
    """Of the places where the cheese may be, the share that this seat can be at before the other."""
    moves = [_moves(state, place) for place in state.hidden]
    return sum(each[seat] < each[1 - seat] for each in moves) / len(moves)


def _moves(state: PantryState, place: str) -> list[float]:
    """How many moves each mouse is from that place; whoever is to move is half a move ahead."""
    return [state.game.steps[at, place] - (seat == state.turn) / 2 for seat, at in enumerate(state.at)]


LEVELS: Levels = {
    "child": lambda _: Lookahead(estimate, TURN),
    "sensible": lambda _: Lookahead(estimate, 2 * TURN),
}
