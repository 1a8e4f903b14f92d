"""A match on its table, simulated or at a port."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from mouseboard.actors.match import Meet, play_simulated
from mouseboard.link.serial_port import SerialPort
from mouseboard.match import Match, Running
from mouseboard.match.recording import Recorder
from mouseboard.players import Player
from mouseboard.referee.seating import Seating, think_aside
from mouseboard.rules import Action, BadGame, State
from mouseboard.store import Seated

SIMULATED = "sim"
PACE = 2.0
"""Speed of simulated hands: faster than a person's, because a person waits for them."""

BREATH_S = 1.2
"""Seconds until a computer goes on, so that people see what has just happened."""


class PlayerFailed(BadGame):
    """A computer player has failed to choose. The text is for whoever can mend it."""


@dataclass(frozen=True)
class TableChoice:
    """The table to play on, and what happens to it."""

    table: str = SIMULATED
    """SIMULATED, `auto`, a serial port, or its URL."""
    quiet: bool = False
    scenario: str = ""


@dataclass(frozen=True)
class Plan:
    """A game to be played: who plays, on which table, with how much help."""

    match: Match
    seated: Seated
    choice: TableChoice
    help: Sequence[str] = ()
    write: Callable[[str], object] = lambda _: None
    """Receives the recording of what the table feels."""

    @property
    def written(self) -> Seated:
        """The journal's last entry of who plays."""
        return self.match.seated or self.seated

    def run(self) -> Running:
        """Seat the players and start the recording. Raises UnknownPlayer, BadGame."""
        running = Running(self.match, Seating.of(self.match.game, self.seated, _think, BREATH_S))
        Recorder(running, self.write)
        return running

    async def ready(self) -> Plan:
        """Return itself, for `Evening.begin`: a plan needs no more preparation."""
        return self


async def _think(player: Player, state: State, rng: Random) -> Action:
    """Let the computer think beside the game. Raises PlayerFailed."""
    try:
        return await think_aside(player, state, rng)
    except BadGame as error:
        raise PlayerFailed(error.said) from error


def play_at(choice: TableChoice, running: Running, meet: Meet | None = None) -> Coroutine[Any, Any, State]:
    """Play a match on the chosen table, and stay there after its end until cancelled.

    Raises what `Running.play` and `play_simulated` raise.
    """
    quiet = choice.quiet
    if choice.table == SIMULATED:  # hands are simulated, too
        return play_simulated(running, pace=PACE, scenario=choice.scenario, quiet=quiet, meet=meet, stay=True)
    return running.play(SerialPort(choice.table), quiet=quiet, stay=True)
