"""A game being played, as the journal has it: begun, or taken up where it was left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from mouseboard import store
from mouseboard.rules import Game
from mouseboard.say import say
from mouseboard.store import Cranked, Journal, Replay, Seated, StoreError, Writer

OVER = "game {game} is over; `{log} show {game}` tells it"
"""The text of the StoreError for a game that cannot go on."""

CAUGHT, MISSED = "caught", "missed"
"""The results of a turn of the crank after which the trap has run."""


@dataclass(frozen=True)
class Match:
    """A game to be played: from its start, or from where the journal has it."""

    writer: Writer
    played: Replay
    """The game as the journal had it when the match was begun or resumed."""

    @property
    def game(self) -> Game:
        return self.played.game

    @property
    def seed(self) -> int:
        return self.played.seed or 0

    @property
    def seated(self) -> Seated | None:
        """The players when the game was left."""
        return self.played.seated

    @property
    def trap_runs(self) -> int:
        """The number of times the trap had run."""
        return sum(isinstance(entry, Cranked) and entry.result in (CAUGHT, MISSED) for entry in self.played.entries)

    def replay(self) -> Replay:
        """Return the game as the journal has it now. Raises StoreError."""
        return store.replay(self.writer.journal, self.writer.game)

    @classmethod
    def begin(cls, journal: Journal, game: Game, seed: int, seated: Seated | None = None) -> Self:
        """Begin a new game and journal it. Raises StoreError."""
        writer = journal.begin(game, seed, (seated,) if seated else ())
        return cls(writer, store.replay(journal, writer.game))

    @classmethod
    def resume(cls, journal: Journal, number: int, *, even_over: bool = False) -> Self:
        """Return a game of the journal, to go on where it was left.

        Raises StoreError; also for a game that is over, unless `even_over`. Then only its last moves can be taken back.
        """
        writer, played = store.resume(journal, number)
        if played.state.actor is None and not even_over:
            writer.close()
            raise StoreError(say(OVER, game=number, log=store.log_command(writer.journal.path)))
        return cls(writer, played)
