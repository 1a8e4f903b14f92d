"""A match on whatever table it is to be played on, simulated or at a port."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any

from mouseboard.actors.match import Meet, play_simulated
from mouseboard.link.serial_port import SerialPort
from mouseboard.match import Listen, Match, play
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.seating import Observer, Seating
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

    @property
    def simulated(self) -> bool:
        """Whether hands are simulated, too."""
        return self.table == SIMULATED


@dataclass(frozen=True)
class Plan:
    """A game to be played: who plays, on which table, with how much help."""

    match: Match
    seated: Seated
    choice: TableChoice = field(default_factory=TableChoice)
    help: Sequence[str] = ()
    write: Callable[[str], object] = lambda _: None
    """Takes what the table feels, as a recording."""

    async def ready(self) -> Plan:
        """Return itself: nothing has to be prepared any more."""
        return self


def play_at(
    choice: TableChoice,
    match: Match,
    seating: Seating,
    observer: Observer,
    inbox: Inbox,
    listen: Listen | None = None,
    meet: Meet | None = None,
) -> Coroutine[Any, Any, State]:
    """Play a match there to its end. Raises what `play` and `play_simulated` raise."""
    if choice.simulated:
        return play_simulated(
            match,
            seating,
            observer,
            inbox,
            pace=PACE,
            scenario=choice.scenario,
            quiet=choice.quiet,
            listen=listen,
            meet=meet,
        )
    port = SerialPort(choice.table)
    return play(match, port, seating, observer, inbox, quiet=choice.quiet, listen=listen)
