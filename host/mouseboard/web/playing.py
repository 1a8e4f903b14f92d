"""A match on whatever table it is to be played on, simulated or at a port."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from mouseboard.actors.match import Meet, play_simulated
from mouseboard.link.serial_port import SerialPort
from mouseboard.match import Match, Running
from mouseboard.match.recording import Recorder
from mouseboard.referee.seating import Seating
from mouseboard.rules import State
from mouseboard.store import Seated

SIMULATED = "sim"
PACE = 2.0
"""The simulated hands are quicker than a person's when a person waits for them."""


@dataclass(frozen=True)
class TableChoice:
    """On which table, and what happens to it."""

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
    """Takes what the table feels, as a recording."""

    def run(self) -> Running:
        """Seat the players, and write down what the table feels. Raises UnknownPlayer, BadGame."""
        running = Running(self.match, Seating.of(self.match.game, self.seated))
        Recorder(running, self.write)
        return running

    async def ready(self) -> Plan:
        """Return itself: nothing has to be prepared any more."""
        return self


def play_at(choice: TableChoice, running: Running, meet: Meet | None = None) -> Coroutine[Any, Any, State]:
    """Play a match there to its end. Raises what `Running.play` and `play_simulated` raise."""
    if choice.table == SIMULATED:  # hands are simulated, too
        return play_simulated(running, pace=PACE, scenario=choice.scenario, quiet=choice.quiet, meet=meet)
    return running.play(SerialPort(choice.table), quiet=choice.quiet)
