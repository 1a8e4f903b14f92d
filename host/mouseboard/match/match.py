"""A game being played, as the journal has it: begun, or taken up where it was left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from mouseboard import store
from mouseboard.rules import Game
from mouseboard.store import ActionRecord, Crank, Cranked, Exchange, Journal, Seated, StoreError, Writer

CAUGHT, MISSED = "caught", "missed"
"""What a table tells of a crank after which the trap has run."""


@dataclass(frozen=True)
class Match:
    """A game to be played: from its start, or from where the journal has it."""

    game: Game
    seed: int
    writer: Writer
    history: tuple[ActionRecord, ...] = ()
    taken_back: tuple[ActionRecord, ...] = ()
    """What was taken back last, unless something was played since."""
    done: frozenset[str] = frozenset()
    """What hands have done already of what the last action asks of them."""
    paused: bool = False
    """Whether it rests."""
    crank: Crank | Cranked | None = None
    """A turn of the crank whose outcome was not played yet."""
    exchanges: tuple[Exchange, ...] = ()
    """Pieces that may have changed places."""
    trap_runs: int = 0
    """How often the trap has run."""
    seated: Seated | None = None
    """Who played when it was left."""

    @classmethod
    def begin(cls, journal: Journal, game: Game, seed: int, seated: Seated | None = None) -> Self:
        """A new game, written down as begun. Raises StoreError."""
        return cls(game, seed, journal.begin(game, seed, (seated,) if seated else ()), seated=seated)

    @classmethod
    def resume(cls, journal: Journal, number: int) -> Self:
        """A game of the journal, to go on where it was left. Raises StoreError, also where it is over."""
        writer, replay = store.resume(journal, number)
        if replay.state.actor is None:
            writer.close()
            raise StoreError(f"game {number} is over; `mouseboard log show {number}` tells it")
        runs = sum(isinstance(entry, Cranked) and entry.result in (CAUGHT, MISSED) for entry in replay.entries)
        return cls(
            replay.game,
            replay.seed or 0,
            writer,
            replay.history,
            replay.taken_back,
            replay.done,
            replay.paused,
            replay.crank,
            replay.exchanges,
            runs,
            replay.seated,
        )
