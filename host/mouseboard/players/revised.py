"""Players of revised: they take what there is, rob and trap the leader, and look where tunnels lead."""

from __future__ import annotations

from mouseboard.players import Levels
from mouseboard.players.lookahead import Lookahead, Worth
from mouseboard.rules.core import State
from mouseboard.rules.revised import RevisedState
from mouseboard.rules.revised.rules import Phase

STEEPNESS = 1.6
"""How many times better a hand is with one cheese more."""
BRINGS = {"cheese": 1.0, "steal": 1.0, "launch": 0.75, "lose": -1.0}
"""Cheese that a space brings whose roll ends there, more or less."""
DEPTH = 3
"""Whom to bring, launch, cage: as far as a turn goes after its roll."""


def turn_over(state: State) -> bool:
    """Whether a seat is about to roll."""
    assert isinstance(state, RevisedState)
    return state.phase is Phase.ROLL


def estimate(state: State) -> Worth:
    """Each seat's share of all chances, which grow with its cheese and with what its next roll may bring."""
    assert isinstance(state, RevisedState)
    chances = [STEEPNESS ** (held + prospect(state, seat)) for seat, held in enumerate(state.hands)]
    whole = sum(chances)
    return tuple(chance / whole for chance in chances)


def prospect(state: RevisedState, seat: int) -> float:
    """The cheese that a seat's next roll brings on average."""
    game, here = state.game, state.game.index[state.at[seat]]
    spaces = range(here + 1, here + 7)
    on_start = sum(state.on_start for space in spaces if space >= len(game.circle))
    return (on_start + sum(BRINGS.get(game.kind[game.circle[space % len(game.circle)]], 0.0) for space in spaces)) / 6


LEVELS: Levels = {
    "child": lambda _: Lookahead(estimate, 1, turn_over),
    "sensible": lambda _: Lookahead(estimate, DEPTH, turn_over),
}
