"""A moment of `revised`: where the mice and the cheese are, and what the turn waits for."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from mouseboard import layouts
from mouseboard.rules.core import Action, Game, Setting, State
from mouseboard.rules.revised.layout import check

TO_WIN = 6
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
    seat: int
    """Who moves."""
    at: tuple[str, ...]
    """Where each mouse stands."""
    hands: tuple[int, ...]
    """Each player's cheese."""
    on_start: int
    """Cheese waiting on Start."""
    pile: int
    """Cheese beside the board."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat that holds six or more. Only the seat that moves ever gains, so it is one."""
        return (self.seat,) if self.hands[self.seat] >= TO_WIN else ()

    @property
    def turn(self) -> int | None:
        """Who moves, once that is drawn."""
        return None if self.phase is Phase.LOT else self.seat

    def under_the_cage(self) -> list[int]:
        """The other mice that the trap would catch."""
        return [seat for seat in self.others() if self.at[seat] == self.game.cage]

    def others(self) -> list[int]:
        """The seats that do not move."""
        return [seat for seat in range(self.game.players) if seat != self.seat]
