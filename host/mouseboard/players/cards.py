"""A player for `cards` that pushes its luck by exact expectation over the next draw.

What a state is worth to a seat is the cheese it expects to bring home this turn, plus a prize if that wins. With
nothing more to draw that is the cheese at risk; one draw ahead it is the mean over all cards left in the draw pile,
each followed by the best choices. So it draws again while the cheese it may gain outweighs that which it may lose.
What the maze will be like for the next player it does not consider.
"""

from __future__ import annotations

from random import Random

from mouseboard.players.lookahead import ALIKE
from mouseboard.rules.cards.moment import Phase
from mouseboard.rules.cards.rules import AGAIN, CardsState
from mouseboard.rules.cards.turn import TO_WIN
from mouseboard.rules.core import CHANCE, Action, Game, State

WIN = 4.0
"""What winning is worth in addition to the cheese itself."""


class Sensible:
    """Looks one draw ahead."""

    def __init__(self, game: Game) -> None:
        """Every `cards` game is played the same way."""

    def choose(self, state: State, rng: Random) -> Action:
        """The action worth most; among equals any."""
        assert isinstance(state, CardsState)
        worths = {action: worth(state.after(action), state.seat, draws=1) for action in state.actions()}
        best = max(worths.values()) - ALIKE
        return rng.choice([action for action, value in worths.items() if value >= best])


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
