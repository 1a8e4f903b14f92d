"""Players of pantry: they remember where the cheese may be, and try to be nearer to those places than their rival."""

from __future__ import annotations

from mouseboard.players import Levels
from mouseboard.players.lookahead import Lookahead, Worth
from mouseboard.rules.core import State
from mouseboard.rules.pantry import PantryState

STEEPNESS = 3.0
"""One piece more multiplies a seat's chances by this factor."""
BIRD_IN_THE_BUSH = 0.5
"""The worth, in pieces, of a piece that a mouse is only nearer to."""
TURN = 2
"""Actions in a turn: a move, and a smell."""


def estimate(state: State) -> Worth:
    """Return each seat's share of all chances, which grow with what it has found and what it is nearer to."""
    assert isinstance(state, PantryState)
    chances = [STEEPNESS ** (found + BIRD_IN_THE_BUSH * nearer(state, seat)) for seat, found in enumerate(state.found)]
    whole = sum(chances)
    return tuple(one / whole for one in chances)


def nearer(state: PantryState, seat: int) -> float:
    """Return the share of the cheese's possible places that this seat can reach before the other."""
    moves = [_moves(state, place) for place in state.hidden]
    return sum(each[seat] < each[1 - seat] for each in moves) / len(moves)


def _moves(state: PantryState, place: str) -> list[float]:
    """Return each mouse's distance from the place, in moves. The seat to move is half a move ahead."""
    return [state.game.steps[at, place] - (seat == state.turn) / 2 for seat, at in enumerate(state.at)]


LEVELS: Levels = {
    "child": lambda _: Lookahead(estimate, TURN),
    "sensible": lambda _: Lookahead(estimate, 2 * TURN),
}
