"""A moment of `barriers`: where mice and barriers stand, and who plays."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from mouseboard.rules.barriers.grid import BIT, CORNERS, Grid, open_steps, reaches
from mouseboard.rules.core import CHANCE, Count, Game, State

ALL_BARRIERS = 16
"""As many as there are, shared out evenly (text: rules for 2 and for 4 players)."""


class GridGame(Game):
    """What a moment must know of its game."""

    goals: tuple[int, ...]
    """The squares that each seat's mouse must reach."""
    grid: Grid
    handicap: int
    """The barriers that whoever starts lays aside."""
    gift: int
    """Those that whoever comes third gives to each neighbour."""


class Moment(State, msgspec.Struct, frozen=True, gc=False):
    """All that changes in a game. Nothing it refers to refers to it, so that Python need not look for rings of them."""

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

    def impossible(self) -> Iterator[str]:
        """Why no play leads here."""
        game, h, v = self.game, self.h, self.v
        if {len(self.mice), len(self.left)} != {game.players}:
            yield f"there are {game.players} players"
            return
        if len(set(self.mice)) < len(self.mice) or not BIT.keys() >= set(self.mice):
            yield "each mouse is on a square of its own"
            return
        if (h | v) & ~CORNERS or h & v or h & h << 8 or v & v << 1:
            yield "barriers stand on the board, and neither overlap nor cross"
            return
        if self.actor == CHANCE and self != game.start():
            yield "before the lot nothing has happened"
        if max(self.left) > ALL_BARRIERS // game.players + game.gift:
            yield "nobody has more barriers than at the start"
        if len(self.winners) != (self.actor is None):
            yield "the game is over when one mouse is across"
        steps = open_steps(h, v)
        if not all(reaches(BIT[mouse], goal, *steps) for mouse, goal in zip(self.mice, game.goals, strict=True)):
            yield "every mouse has a way to its goal"
