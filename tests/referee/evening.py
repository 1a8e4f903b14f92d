"""Plays whole games on the simulated table.

Only hands and magnets are simulated: rules, referee, link and firmware are real.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from mouseboard import players, rules, store
from mouseboard.actors.match import Meet, play_simulated
from mouseboard.match import Match, Observer, Running
from mouseboard.players import Player
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.seating import Seating, think_here
from mouseboard.referee.situation import Situation
from mouseboard.rules import Game, State
from mouseboard.sim.clock import run_virtual
from mouseboard.store import ActionRecord, Journal, Replay

Watch = Callable[[Situation, Inbox], None]


class Evening(msgspec.Struct):
    """The result of a game: its actions, its last state, its replay from the journal, and its length in seconds."""

    actions: list[str]
    state: State
    journal: Replay
    seconds: float


def play(
    folder: Path,
    game: Game,
    seed: int = 7,
    *,
    scenario: str = "",
    seats: Sequence[Player | None] | None = None,
    watch: Watch | None = None,
    meet: Meet | None = None,
) -> Evening:
    """Play a new game to its end, with computers at all `seats` by default. `watch` may answer for people."""
    with Journal.open(folder / "journal.db") as journal:
        match = Match.begin(journal, game, seed)
        with match.writer:
            return go_on(journal, match, scenario=scenario, seats=seats, watch=watch, meet=meet)


def go_on(
    journal: Journal,
    match: Match,
    *,
    scenario: str = "",
    seats: Sequence[Player | None] | None = None,
    watch: Watch | None = None,
    meet: Meet | None = None,
    within: float | None = None,
) -> Evening:
    """Resume a match and play it to its end. Raises TimeoutError if that takes more than `within` seconds."""
    actions = [str(record.action) for record in match.played.history]
    game = match.game

    def note(record: ActionRecord) -> None:
        actions.append(str(record.action))

    def show(situation: Situation) -> None:
        if watch:
            watch(situation, running.inbox)

    async def evening() -> tuple[State, float]:
        async with asyncio.timeout(within):
            state = await play_simulated(running, scenario=scenario, meet=meet)
        return state, asyncio.get_running_loop().time()

    seating = Seating(tuple(seats or computers(game)), frozenset(range(game.players)), think_here)
    running = Running(match, seating, Observer(show, note))
    state, seconds = run_virtual(evening())
    return Evening(actions, state, store.replay(journal, match.writer.game), seconds)


def computers(game: Game) -> tuple[Player, ...]:
    """Return the usual computer player for every seat."""
    player = players.load(players.usual(game), game)
    return (player,) * game.players


def classic(seats: int) -> Game:
    """Return classic Mouse Trap for this many players."""
    return rules.load("classic", seats)
