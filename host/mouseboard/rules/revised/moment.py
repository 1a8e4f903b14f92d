"""A moment of `revised`: where the mice and the cheese are, and what the turn waits for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

import msgspec

from mouseboard import layouts
from mouseboard.rules.core import Action, Count, Game, Setting, State
from mouseboard.rules.revised.layout import check

TO_WIN = 6
ON_START = 2
"""Cheese on Start, until somebody comes round."""
PARTS = 24
"""Of the trap, which is built whole before the game begins (text: Setup)."""

TAKE = Action("take")
NOBODY = Action("nobody")
LAUNCH = Action("launch")
TUNNEL = Action("tunnel")
DECLINE = Action("decline")


class Phase(StrEnum):
    """What the turn waits for."""

    LOT = "lot"
    ROLL = "roll"
    TAKE = "take"
    BRING = "bring"
    LAUNCH = "launch"
    TRAP = "trap"
    STEAL = "steal"
    TUNNEL = "tunnel"


ASKED_ON = {
    Phase.TAKE: "cheese",
    Phase.BRING: "launch",
    Phase.LAUNCH: "launch",
    Phase.TRAP: "launch",
    Phase.STEAL: "steal",
    Phase.TUNNEL: "tunnel",
}
"""The kind of space on which a turn waits for these."""


class CircleGame(Game):
    """The way of a game: its circle, tunnels and cage."""

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.layout = layouts.load(str(settings["layout"]))
        check(self.layout)
        self.circle = tuple(place.name for place in self.layout.place)
        self.index = {name: i for i, name in enumerate(self.circle)}
        self.kind = {place.name: place.kind for place in self.layout.place}
        self.mouth = {place.name: place.to for place in self.layout.place if place.kind == "tunnel"}
        self.cage = next(place.name for place in self.layout.place if place.kind == "cage")


class Moment(State, msgspec.Struct, frozen=True):
    """All that changes in a game."""

    game: CircleGame
    phase: Phase
    seat: Count
    """Who moves."""
    at: tuple[str, ...]
    """Where each mouse stands."""
    hands: tuple[Count, ...]
    """Each player's cheese."""
    on_start: Count
    """Cheese waiting on Start."""
    pile: Count
    """Cheese beside the board."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat that holds six or more. Only the seat that moves ever gains, so it is one."""
        return (self.seat,) if self.hands[self.seat] >= TO_WIN else ()

    @property
    def turn(self) -> int | None:
        """Who moves, once that is drawn."""
        return None if self.phase is Phase.LOT else self.seat

    def impossible(self) -> Iterator[str]:
        """Why no play leads here."""
        game, seats = self.game, range(self.game.players)
        if {len(self.at), len(self.hands)} != {game.players}:
            yield f"there are {game.players} players"
            return
        if self.seat not in seats or not all(place in game.index for place in self.at):
            yield "there is no such seat or place"
            return
        if self.phase is Phase.LOT and self != game.start():
            yield "before the lot nothing has happened"
        if any(self.hands[seat] >= TO_WIN for seat in self.others()):
            yield f"whoever does not move has less than {TO_WIN} cheese"
        if self.on_start not in (0, ON_START):
            yield "the cheese on Start is taken all at once"
        if self.phase in ASKED_ON and game.kind[self.at[self.seat]] != ASKED_ON[self.phase]:
            yield f"{self.phase} is asked on a space of kind {ASKED_ON[self.phase]}"
        if not self.winners and not self._can_be_asked():
            yield f"for {self.phase} there is nobody"

    def _can_be_asked(self) -> bool:
        match self.phase:
            case Phase.BRING:
                return any(self.at[seat] != self.game.cage for seat in self.others())
            case Phase.LAUNCH | Phase.TRAP:
                return bool(self.under_the_cage())
            case Phase.STEAL:
                return any(self.hands[seat] for seat in self.others())
        return True

    def under_the_cage(self) -> list[int]:
        """The other mice that the trap would catch."""
        return [seat for seat in self.others() if self.at[seat] == self.game.cage]

    def others(self) -> list[int]:
        """The seats that do not move."""
        return [seat for seat in range(self.game.players) if seat != self.seat]
