"""Games among computer players, and how likely a result is by luck. Shared by the tests of the players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb
from random import Random

from mouseboard import players, rules
from mouseboard.players import Player
from mouseboard.rules import CHANCE, Game, State
from mouseboard.rules.chance import draw


def states(game: Game, seats: Sequence[Player], rng: Random) -> Iterator[State]:
    """Yield every state of a game, including the last."""
    state = game.start()
    yield state
    while (seat := state.actor) is not None:
        action = draw(state.odds(), rng) if seat == CHANCE else seats[seat].choose(state, rng)
        state = state.after(action)
        yield state


def wins(name: str, count: int, games: int, kind: str = "sensible", among: str = "random") -> int:
    """Return how many games one player of a kind wins among players of another kind. It plays each seat in turn."""
    game = rules.load(name, count)
    player, rest = players.load(kind, game), players.load(among, game)
    won = 0
    for number in range(games):
        mine = number % count
        seats = [player if seat == mine else rest for seat in range(count)]
        *_, last = states(game, seats, Random(f"{count}/{number}"))
        won += last.winners == (mine,)
    return won


def luck(won: int, games: int, chance: float) -> float:
    """Return the probability of at least `won` wins for a player who wins each game with `chance`."""
    return sum(comb(games, k) * chance**k * (1 - chance) ** (games - k) for k in range(won, games + 1))
