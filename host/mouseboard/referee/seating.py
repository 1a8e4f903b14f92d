"""The players of a match: people and computers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from typing import Self

from mouseboard.players import Player, close, load
from mouseboard.rules import Action, BadGame, Game, State, contract, fault
from mouseboard.rules.foreign import THINKING_S
from mouseboard.say import listed
from mouseboard.store import DRAWN, PERSON, Seated

CHOOSE = "the computer player's choose()"

Think = Callable[[Player, State, Random], Awaitable[Action]]


async def think_here(player: Player, state: State, rng: Random) -> Action:
    """Let the computer think while everything waits, for simulated time."""
    return choose(player, state, rng)


async def think_aside(player: Player, state: State, rng: Random, seconds: float = THINKING_S) -> Action:
    """Let the computer think in a thread, so that the loop can serve the table. Raises BadGame."""
    try:
        async with asyncio.timeout(seconds):
            return await asyncio.to_thread(choose, player, state, rng)
    except TimeoutError as error:
        raise BadGame(f"{state.game.name}: {CHOOSE} has no end after {seconds:g} s") from error


def choose(player: Player, state: State, rng: Random) -> Action:
    """Return a legal action. Raises BadGame if the player or the game has a fault."""
    try:
        action = player.choose(state, rng)
    except Exception as error:
        why = next(contract.state_faults(state), None)
        found = BadGame(f"{state.game.name}: {why}") if why else fault.at(state.game.name, CHOOSE, error)
        raise fault.fault_of(error) or found from error
    if action not in state.actions():
        raise BadGame(f"{state.game.name}: {CHOOSE} gives {action!s}; legal: {listed(state.actions())}")
    return action


@dataclass
class Seating:
    """The players on all seats, and the seats that roll for themselves. It may change during a match."""

    players: tuple[Player | None, ...]
    """By seat, the computer player, or None for a person."""
    rollers: frozenset[int]
    """Seats for which a person rolls; for the others the outcome is drawn."""
    think: Think = think_aside
    breath: float = 0.0
    """Seconds before a computer goes on, so that people see what has just happened."""
    answers_by_phone: Callable[[int], bool] = lambda _: False
    """Whether a button at the table does not speak for a seat: the table is simulated, and the person has a phone."""

    @classmethod
    def of(cls, game: Game, seated: Seated, think: Think = think_aside, breath: float = 0.0) -> Self:
        """Return the seating that was journaled. Raises UnknownPlayer, BadGame."""
        kinds = seated.seats
        players = tuple(None if kind == PERSON else load(kind, game) for kind in kinds)
        rolling = () if seated.dice == DRAWN else (seat for seat, kind in enumerate(kinds) if kind == PERSON)
        return cls(players, frozenset(rolling), think, breath)

    @property
    def people(self) -> set[int]:
        """The seats of people."""
        return {seat for seat, player in enumerate(self.players) if player is None}

    def change(self, game: Game, seated: Seated) -> None:
        """Change who sits where. Send the referee `Reseated` afterwards. Raises UnknownPlayer, BadGame."""
        other = Seating.of(game, seated, self.think)
        self.close()
        self.players, self.rollers = other.players, other.rollers

    def close(self) -> None:
        """Release what the computer players hold."""
        close(*self.players)
