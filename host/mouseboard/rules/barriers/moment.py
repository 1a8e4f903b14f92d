"""A moment of `barriers`: where mice and barriers stand, and who plays."""

from __future__ import annotations

import msgspec

from mouseboard.rules.barriers.grid import BIT, Grid
from mouseboard.rules.core import Count, Game, State


class GridGame(Game):
    """What a moment must know of its game."""

    goals: tuple[int, ...]
    """The squares that each seat's mouse must reach."""
    grid: Grid
    handicap: int
    """The barriers that whoever starts lays aside."""


class Moment(State, msgspec.Struct, frozen=True):
    """All that changes in a game."""

    game: GridGame
    actor: int | None
    mice: tuple[str, ...]
    """The square each mouse is on."""
    left: tuple[Count, ...]
    """The barriers each seat has still to put."""
    h: Count = 0
    """The horizontal barriers that stand, as `grid` keeps them."""
    v: Count = 0
    """The vertical ones."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat whose mouse is across."""
        return tuple(seat for seat, goal in enumerate(self.game.goals) if BIT[self.mice[seat]] & goal)
