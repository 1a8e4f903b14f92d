"""Players of revised: they take the cheese on offer, rob and trap the leader, and look where tunnels lead."""

from __future__ import annotations

from mouseboard.players import Levels
from mouseboard.players.lookahead import Lookahead, Worth
from mouseboard.rules.core import State
from mouseboard.rules.revised import RevisedState
from mouseboard.rules.revised.rules import Phase

STEEPNESS = 1.6
"""One cheese more multiplies a seat's chances by this factor."""
BRINGS = {"cheese": 1.0, "steal": 1.0, "launch": 0.75, "lose": -1.0}
"""The approximate gain in cheese when a roll ends on a space, by its kind."""
DEPTH = 3
"""Actions: bring, launch, cage. These are the most actions in a turn after its roll."""


def turn_over(state: State) -> bool:
    """Return whether a seat is about to roll."""
    assert isinstance(state, RevisedState)
    return state.phase is Phase.ROLL


def estimate(state: State) -> Worth:
    """Return each seat's share of all chances, which grow with its cheese and its prospects for the next roll."""
    assert isinstance(state, RevisedState)
    chances = [STEEPNESS ** (held + prospect(state, seat)) for seat, held in enumerate(state.hands)]
    whole = sum(chances)
    return tuple(chance / whole for chance in chances)


def prospect(state: RevisedState, seat: int) -> float:
    """Return the cheese that a seat's next roll gains on average."""
    game, here = state.game, state.game.index[state.at[seat]]
    spaces = range(here + 1, here + 7)
    on_start = sum(state.on_start for space in spaces if space >= len(game.circle))
    return (on_start + sum(BRINGS.get(game.kind[game.circle[space % len(game.circle)]], 0.0) for space in spaces)) / 6


LEVELS: Levels = {
    "child": lambda _: Lookahead(estimate, 1, turn_over),
    "sensible": lambda _: Lookahead(estimate, DEPTH, turn_over),
}
