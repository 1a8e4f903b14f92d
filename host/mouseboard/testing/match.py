"""A match for a test, through the real firmware and the line: computer players and simulated hands, or given moves."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

from mouseboard import players as computers
from mouseboard import rules, store
from mouseboard.actors.chooser import Chooser
from mouseboard.actors.match import play_simulated
from mouseboard.match import Match, Observer, Running
from mouseboard.referee.seating import Seating, think_here
from mouseboard.sim.clock import run_virtual
from mouseboard.store import Journal, Replay


def play_match(
    path: Path,
    game: str,
    players: int | None = None,
    *,
    moves: Iterable[str] | None = None,
    attacker_first: bool = False,
    seed: int = 0,
    scenario: str = "",
    **options: rules.Setting,
) -> Replay:
    """Play a match in virtual time, and write it into the journal at `path`. This is fixture `mouse_match`.

    Computers play it to its end; or hands carry out these `moves`, and what chance decides is drawn. They remove taken
    pieces first, or move the attacker first. `scenario` has the commands that disturb the table meanwhile. Raises
    RulesError, ScenarioError, Standstill.
    """
    made = rules.load(game, players, **options)
    seating = _computers(made) if moves is None else Seating((None,) * made.players, frozenset(), think_here)
    with Journal.open(path) as journal:
        match = Match.begin(journal, made, seed)
        running = Running(match, seating)
        with match.writer:
            if moves is None:
                run_virtual(play_simulated(running, scenario=scenario, alone=True))
            else:
                run_virtual(_play_by_hand(running, moves, attacker_first, scenario))
        return store.replay(journal, match.writer.game)


def _computers(game: rules.Game) -> Seating:
    usual = computers.usual(game)
    seats = tuple(computers.load(usual, game) for _ in range(game.players))
    return Seating(seats, frozenset(range(game.players)), think_here)


async def _play_by_hand(running: Running, moves: Iterable[str], attacker_first: bool, scenario: str) -> None:
    """Play until the moves are done, or nothing is played any more."""
    chooser = Chooser(running.inbox, attacker_first)
    running.watch(Observer(chooser.see))
    tasks = (
        asyncio.create_task(play_simulated(running, scenario=scenario, meet=chooser.meet, alone=True)),
        asyncio.create_task(chooser.play(moves)),
    )
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
