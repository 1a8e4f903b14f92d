"""Players of `cards` that push their luck by exact expectation over the next draw.

What a state is worth to a seat is the cheese it expects to bring home this turn, plus a prize if that wins. With
nothing more to draw that is the cheese at risk; one draw ahead it is the mean over all cards left in the draw pile,
each followed by the best choices. So they draw again while the cheese they may gain outweighs that which they may
lose. What the maze will be like for the next player they do not consider.
"""

from __future__ import annotations

from random import Random

from mouseboard.players import Levels
from mouseboard.players.lookahead import ALIKE
from mouseboard.rules.cards import CardsState
from mouseboard.rules.cards.game import AGAIN, TO_WIN, Phase
from mouseboard.rules.core import CHANCE, Action, State

WIN = 4.0
"""What winning is worth in addition to the cheese itself."""


BLUNDER = 1.0
"""Who gives away so much cheese, expected, is warned, if that is wanted."""


class CardsPlayer:
    """Looks so many draws ahead."""

    def __init__(self, draws: int) -> None:
        self.draws = draws

    def choose(self, state: State, rng: Random) -> Action:
        """The action worth most; among equals any."""
        worths = self._worths(state)
        best = max(worths.values()) - ALIKE
        return rng.choice([action for action, value in worths.items() if value >= best])

    def warns(self, state: State, action: Action) -> bool:
        """Whether the action gives away a cheese or more, on average."""
        worths = self._worths(state)
        return max(worths.values()) - worths[action] >= BLUNDER

    def _worths(self, state: State) -> dict[Action, float]:
        assert isinstance(state, CardsState)
        return {action: worth(state.after(action), state.seat, self.draws) for action in state.actions()}


def worth(state: CardsState, seat: int, draws: int) -> float:
    """The cheese the seat can expect to have safe at the end of its turn, looking so many draws ahead."""
    if state.seat != seat or state.phase is Phase.OVER:
        return _home(state.safe[seat])
    if not draws and state.phase is not Phase.RUN:  # to flip, turn or put something changes only what later draws bring
        return _home(state.safe[seat] + state.risk)
    if state.phase is Phase.AGAIN:
        return max(_home(state.safe[seat] + state.risk), worth(state.after(AGAIN), seat, draws))
    if state.actor == CHANCE:
        return sum(float(odds) * worth(state.after(card), seat, draws - 1) for card, odds in state.odds())
    return max(worth(state.after(action), seat, draws) for action in state.actions())


def _home(cheese: int) -> float:
    """The worth of so much safe cheese; more than it takes to win is none."""
    return TO_WIN + WIN if cheese >= TO_WIN else cheese


LEVELS: Levels = {"child": lambda _: CardsPlayer(draws=0), "sensible": lambda _: CardsPlayer(draws=1)}
