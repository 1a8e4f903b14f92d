"""One game, played through the rules alone, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from mouseboard.players import Player
from mouseboard.rules import CHANCE, Action, State
from mouseboard.rules.chance import draw

Step = tuple[State, Action, State]
"""A state, what was played there, and the state after it."""

LONGEST = 10_000
"""A game that has not ended after so many actions and outcomes is left: some never would."""


class Streams(NamedTuple):
    """The random numbers of a game. Chance has its own, so that two rule sets meet the same dice."""

    chance: Random
    choices: Random


def streams(name: str) -> Streams:
    """Drawn from the game's name alone: the same whoever plays it, and when."""
    return Streams(Random(f"{name}/chance"), Random(f"{name}/choices"))


def play(state: State, seats: Sequence[Player], drawn: Streams) -> Iterator[Step]:
    """The steps from a state to the end of its game, or the first LONGEST of them."""
    return islice(_play(state, seats, drawn), LONGEST)


def _play(state: State, seats: Sequence[Player], drawn: Streams) -> Iterator[Step]:
    while (seat := state.actor) is not None:
        action = draw(state.odds(), drawn.chance) if seat == CHANCE else seats[seat].choose(state, drawn.choices)
        after = state.after(action)
        yield state, action, after
        state = after
