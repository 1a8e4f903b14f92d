"""A player for games of chance: it searches all choices and all outcomes, weighted by odds, a few actions deep."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from mouseboard.rules.core import CHANCE, Action, State, shares

Worth = tuple[float, ...]
"""Each seat's probability of winning, or a value that grows with it; between 0 and 1."""

ALIKE = 1e-9
"""Actions whose worths differ by less than this are ties. Floats summed in another order differ slightly."""


BLUNDER = 0.08
"""Loss of worth (a share of all chances) above which a move is a blunder."""


class Lookahead:
    """A player that maximises its seat's expected worth, and assumes that every other seat does the same (max^n).

    Outcomes of chance are weighted by their odds. After `depth` actions, the chosen one included, or at a `settled`
    state, `estimate` gives the worth. A game whose turns are chains of actions calls a state settled when a turn is
    over. Otherwise a short chain would leave search depth for the next player's turn and be judged by that. The random
    stream passed in breaks ties.
    """

    def __init__(
        self,
        estimate: Callable[[State], Worth],
        depth: int,
        settled: Callable[[State], bool] = lambda _: False,
    ) -> None:
        self.estimate = estimate
        self.depth = depth
        self.settled = settled

    def choose(self, state: State, rng: Random) -> Action:
        """Return the best action. Raises ValueError if no seat decides."""
        worths = self._worths(state)
        best = max(worths.values()) - ALIKE
        return rng.choice([action for action, worth in worths.items() if worth >= best])

    def warns(self, state: State, action: Action) -> bool:
        """Return whether the action loses more worth than BLUNDER. Raises ValueError if no seat decides."""
        worths = self._worths(state)
        return max(worths.values()) - worths[action] > BLUNDER

    def _worths(self, state: State) -> dict[Action, float]:
        """Return the worth of each action to the seat that decides. Raises ValueError if none does."""
        seat = state.actor
        if seat is None or seat == CHANCE:
            raise ValueError("no seat decides here")
        return {action: self._worth(state.after(action), self.depth - 1)[seat] for action in state.actions()}

    def _worth(self, state: State, depth: int) -> Worth:
        """Return the worth of a state to each seat, searched `depth` actions further."""
        seat = state.actor
        if seat is None:
            return shares(state)
        if depth == 0 or self.settled(state):
            return self.estimate(state)
        if seat == CHANCE:
            branches = [(float(odds), self._worth(state.after(action), depth - 1)) for action, odds in state.odds()]
            return tuple(sum(odds * worth[k] for odds, worth in branches) for k in range(state.game.players))
        return max((self._worth(state.after(action), depth - 1) for action in state.actions()), key=lambda w: w[seat])
