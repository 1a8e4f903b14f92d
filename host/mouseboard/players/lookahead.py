"""A player for games of chance: it follows every choice and every outcome a few actions ahead, weighed by its odds."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from mouseboard.rules.core import CHANCE, Action, State

Worth = tuple[float, ...]
"""How likely each seat is to win, or something that grows with it; between 0 and 1."""

ALIKE = 1e-9
"""Actions whose worth differs by less are equally good: sums of floats in another order are no reason to prefer one."""


BLUNDER = 0.08
"""Who gives away more of the chances than this is warned, if that is wanted."""


class Lookahead:
    """Chooses what is worth most to its seat on average, and takes the others to do the same.

    Chance weighs the outcomes by their odds, every seat goes for its own best (max^n). After `depth` actions, the
    chosen one included, or where a state is `settled`, `estimate` says what it is worth. A game whose turns are chains
    of actions calls a state settled when a turn is over: else a short chain would be judged by what the next player
    does with the actions it leaves over. Ties are broken by the random stream handed in.
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
        """The best action. Raises ValueError where no seat decides."""
        worths = self._worths(state)
        best = max(worths.values()) - ALIKE
        return rng.choice([action for action, worth in worths.items() if worth >= best])

    def warns(self, state: State, action: Action) -> bool:
        """Whether the action gives away much of the seat's chances. Raises ValueError where no seat decides."""
        worths = self._worths(state)
        return max(worths.values()) - worths[action] > BLUNDER

    def _worths(self, state: State) -> dict[Action, float]:
        """What each action is worth to the seat that decides. Raises ValueError where none does."""
        seat = state.actor
        if seat is None or seat == CHANCE:
            raise ValueError("no seat decides here")
        return {action: self._worth(state.after(action), self.depth - 1)[seat] for action in state.actions()}

    def _worth(self, state: State, depth: int) -> Worth:
        """What a state is worth to each seat, looked at `depth` actions further."""
        seat = state.actor
        if seat is None:
            share = 1 / len(state.winners)
            return tuple(share if k in state.winners else 0.0 for k in range(state.game.players))
        if depth == 0 or self.settled(state):
            return self.estimate(state)
        if seat == CHANCE:
            branches = [(float(odds), self._worth(state.after(action), depth - 1)) for action, odds in state.odds()]
            return tuple(sum(odds * worth[k] for odds, worth in branches) for k in range(state.game.players))
        return max((self._worth(state.after(action), depth - 1) for action in state.actions()), key=lambda w: w[seat])
