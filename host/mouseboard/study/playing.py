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
"""The most actions and outcomes of a game. After that it is abandoned, because some games never end."""


class Streams(NamedTuple):
    """The random streams of a game. Chance has its own, so that the dice are the same under two rule sets."""

    chance: Random
    choices: Random


def streams(name: str) -> Streams:
    """Return the streams of a game. They depend on its name alone, so every process draws the same numbers."""
    return Streams(Random(f"{name}/chance"), Random(f"{name}/choices"))


def play(state: State, seats: Sequence[Player], drawn: Streams) -> Iterator[Step]:
    """Yield the steps from a state to the end of its game, or the first LONGEST of them."""
    return islice(_play(state, seats, drawn), LONGEST)


def _play(state: State, seats: Sequence[Player], drawn: Streams) -> Iterator[Step]:
    while (seat := state.actor) is not None:
        action = draw(state.odds(), drawn.chance) if seat == CHANCE else seats[seat].choose(state, drawn.choices)
        after = state.after(action)
        yield state, action, after
        state = after
