"""Who plays a match and who watches it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random

from mouseboard.players import Player
from mouseboard.referee.situation import Situation
from mouseboard.rules import Action, State
from mouseboard.store import ActionRecord

Think = Callable[[Player, State, Random], Awaitable[Action]]


async def think_here(player: Player, state: State, rng: Random) -> Action:
    """Let the computer think while everything waits: right where time is simulated."""
    return player.choose(state, rng)


async def think_aside(player: Player, state: State, rng: Random) -> Action:
    """Let the computer think in a thread, so that the table is not left alone meanwhile."""
    return await asyncio.to_thread(player.choose, state, rng)


@dataclass(frozen=True)
class Seating:
    """Who decides on each seat, and for which seats a person rolls."""

    players: tuple[Player | None, ...]
    """A computer player a seat, None where a person decides."""
    rollers: frozenset[int]
    """Seats for which a person rolls; for the others the outcome is drawn."""
    think: Think = think_aside


def _ignore(_: object) -> None:
    pass


@dataclass(frozen=True)
class Observer:
    """Called with what happens: `show` with every change, `on_played` with each action once it is written down."""

    show: Callable[[Situation], None] = _ignore
    on_played: Callable[[ActionRecord], None] = _ignore
