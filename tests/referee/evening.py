"""Plays whole games on the simulated table. All is real but hands and magnets: rules, referee, link, firmware."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from mouseboard import players, rules, store
from mouseboard.play import Company, Round, play_simulated
from mouseboard.players import Player
from mouseboard.referee.record import Ply
from mouseboard.referee.referee import Referee, think_here
from mouseboard.referee.situation import Situation
from mouseboard.rules import Game, State
from mouseboard.sim.clock import run_virtual
from mouseboard.store import Journal, Replay

Watch = Callable[[Situation, Referee], None]


class Evening(msgspec.Struct):
    """What came of a game: its actions, its end, what the journal tells of it, and how long it took in seconds."""

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
) -> Evening:
    """A new game played to its end by `seats`, by default by computers; `watch` may answer for people."""
    with Journal.open(folder / "journal.db") as journal:
        round = Round.begin(journal, game, seed)
        with round.writer:
            return go_on(journal, round, scenario=scenario, seats=seats, watch=watch)


def go_on(
    journal: Journal,
    round: Round,
    *,
    scenario: str = "",
    seats: Sequence[Player | None] | None = None,
    watch: Watch | None = None,
    within: float | None = None,
) -> Evening:
    """A game taken up where the round has it. Raises TimeoutError if it is not over `within` so many seconds."""
    actions = [str(ply.action) for ply in round.line]
    game = round.game
    met: list[Referee] = []

    def tell(ply: Ply) -> None:
        actions.append(str(ply.action))

    def show(situation: Situation) -> None:
        if watch and met:
            watch(situation, met[0])

    async def evening() -> tuple[State, float]:
        company = Company(tuple(seats or computers(game)), frozenset(range(game.players)), show, tell, think_here)
        async with asyncio.timeout(within):
            state = await play_simulated(round, company, meet=met.append, scenario=scenario)
        return state, asyncio.get_running_loop().time()

    state, seconds = run_virtual(evening())
    return Evening(actions, state, store.replay(journal, round.writer.game), seconds)


def computers(game: Game) -> tuple[Player, ...]:
    """The best player there is, at every seat."""
    player = players.load(players.kinds(game)[-1], game)
    return (player,) * game.players


def classic(seats: int) -> Game:
    """Classic Mouse Trap for so many."""
    return rules.load("classic", seats)
