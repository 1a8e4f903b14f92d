"""A whole match for a test: computer players and simulated hands, through the real firmware and the line."""

from __future__ import annotations

from pathlib import Path

from mouseboard import players as computers
from mouseboard import rules, store
from mouseboard.actors.match import play_simulated
from mouseboard.match import Match, Running
from mouseboard.referee.seating import Seating, think_here
from mouseboard.sim.clock import run_virtual
from mouseboard.store import Journal, Replay


def play_match(
    path: Path, game: str, players: int | None = None, *, seed: int = 0, scenario: str = "", **options: rules.Setting
) -> Replay:
    """Play a match to its end in virtual time, and write it into the journal at `path`. This is fixture `mouse_match`.

    `scenario` has the commands that disturb the table meanwhile. Raises RulesError, ScenarioError, Standstill.
    """
    made = rules.load(game, players, **options)
    usual = computers.usual(made)
    seats = tuple(computers.load(usual, made) for _ in range(made.players))
    seating = Seating(seats, frozenset(range(made.players)), think_here)
    with Journal.open(path) as journal:
        match = Match.begin(journal, made, seed)
        with match.writer:
            run_virtual(play_simulated(Running(match, seating), scenario=scenario, alone=True))
        return store.replay(journal, match.writer.game)
