"""Players of `cards` that push their luck by exact expectation over the next draw.

The worth of a state to a seat is the safe cheese it expects to have at the end of this turn, plus a prize for winning.
Without further draws that includes the cheese at risk. One draw ahead it is the mean over all cards left in the draw
pile, each followed by the best choices. So these players draw again while the expected gain exceeds the expected loss.
They ignore what the maze will be like for the next player.
"""

from __future__ import annotations

from random import Random

from mouseboard.players import Levels
from mouseboard.players.lookahead import ALIKE
from mouseboard.rules.cards import CardsState
from mouseboard.rules.cards.game import AGAIN, TO_WIN, Phase
from mouseboard.rules.core import CHANCE, Action, State

WIN = 4.0
"""The worth of winning, in cheese, in addition to the cheese itself."""


BLUNDER = 1.0
"""Expected loss, in cheese, at which a move is a blunder."""


class CardsPlayer:
    """A player that looks `draws` draws ahead."""

    def __init__(self, draws: int) -> None:
        self.draws = draws

    def choose(self, state: State, rng: Random) -> Action:
        """Return the action with the highest worth; ties are broken at random."""
        worths = self._worths(state)
        best = max(worths.values()) - ALIKE
        return rng.choice([action for action, value in worths.items() if value >= best])

    def warns(self, state: State, action: Action) -> bool:
        """Return whether the action loses one cheese or more on average, compared with the best."""
        worths = self._worths(state)
        return max(worths.values()) - worths[action] >= BLUNDER

    def _worths(self, state: State) -> dict[Action, float]:
        assert isinstance(state, CardsState)
        return {action: worth(state.after(action), state.seat, self.draws) for action in state.actions()}


def worth(state: CardsState, seat: int, draws: int) -> float:
    """Return the worth of a state to a seat, looking `draws` draws ahead.

    It is the safe cheese expected at the end of the seat's turn, plus the prize for winning.
    """
    if state.seat != seat or state.phase is Phase.OVER:
        return _home(state.safe[seat])
    if not draws and state.phase is not Phase.RUN:  # flipping, turning and putting only affect later draws
        return _home(state.safe[seat] + state.risk)
    if state.phase is Phase.AGAIN:
        return max(_home(state.safe[seat] + state.risk), worth(state.after(AGAIN), seat, draws))
    if state.actor == CHANCE:
        return sum(float(odds) * worth(state.after(card), seat, draws - 1) for card, odds in state.odds())
    return max(worth(state.after(action), seat, draws) for action in state.actions())


def _home(cheese: int) -> float:
    """Return the worth of this much safe cheese. Cheese beyond what wins the game is worth nothing."""
    return TO_WIN + WIN if cheese >= TO_WIN else cheese


LEVELS: Levels = {"child": lambda _: CardsPlayer(draws=0), "sensible": lambda _: CardsPlayer(draws=1)}
