"""A moment of `cards`: what lies on the table, what the game waits for, and what the card being followed says."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from mouseboard.layouts import Face
from mouseboard.rules.cards.deck import Deck
from mouseboard.rules.cards.maze import ARROWS, Maze, beside, ends
from mouseboard.rules.core import Game

CHEESE = 42
"""Pieces of cheese in all (text: Contents)."""


class Phase(StrEnum):
    """What the game waits for; where a place or a heading is chosen, the verb of the choice."""

    LOT = "lot"
    LAY = "lay"
    POINT = "point"
    CHEESE = "cheese"
    DRAW = "draw"
    RUN = "to"
    FLIP = "flip"
    PICK = "pick"
    TURN = "turn"
    AGAIN = "again"
    OVER = "over"


CHOICES = {
    "move": Phase.RUN,
    "flip either": Phase.FLIP,
    "flip front": Phase.FLIP,
    "flip behind": Phase.FLIP,
    "turn either": Phase.PICK,
    "turn this": Phase.PICK,
    "place": Phase.CHEESE,
}
"""The directions that are about one card of the maze, and the phase that chooses it."""


class DeckGame(Game):
    """What a moment must know of its game."""

    deck: Deck


class Moment(msgspec.Struct, frozen=True):
    """All that changes in a game; cells and headings are numbers as in `maze`."""

    game: DeckGame
    phase: Phase
    seat: int
    """The seat whose turn it is."""
    maze: Maze
    pile: int
    """Cheese beside the maze."""
    safe: tuple[int, ...]
    """Each player's cheese out of the maze."""
    draw: tuple[int, ...]
    """The draw pile: how many of each kind of card."""
    discards: tuple[int, ...]
    """The same for the discards."""
    risk: int = 0
    """Cheese face down before the player: theirs if the turn ends well."""
    card: int = -1
    """The kind of action card being followed, or -1."""
    followed: tuple[int, ...] = ()
    """The cells whose cards the chain has come to since that card was drawn; the last is being followed."""
    picked: int = -1
    """The cell whose card is being turned, or -1."""

    @property
    def player(self) -> str:
        """The name of the player whose turn it is."""
        return self.game.mice[self.seat]

    def face(self, cell: int) -> Face:
        """What the card in a cell says."""
        return self.game.deck.faces[self.maze.face(cell)]

    def said(self) -> tuple[Face, list[int]]:
        """The directions being followed, and the headings of their arrows.

        An action card is held along the mouse's nose; a maze card's arrows lie as it lies (ruling: cards, Arrows).
        """
        said: Face = self.game.deck.cards[self.card]
        along = self.maze.nose
        if self.followed:
            said, along = self.face(self.followed[-1]), self.maze.heading(self.followed[-1])
        return said, [(along + ARROWS[arrow]) % 4 for arrow in said.arrows]

    def cells(self) -> list[int]:
        """The cells to choose from in this phase."""
        mouse, nose = self.maze.mouse, self.maze.nose
        if self.phase is Phase.CHEESE:
            free = self.game.deck.without_symbol
            cells = (cell for cell, card in enumerate(self.maze.lying) if card // 4 in free)
            return [cell for cell in cells if cell != mouse] if self.pile else []
        if self.phase is Phase.RUN:
            return list(self.ends())
        said, headings = self.said()
        match said.kind:
            case "turn this":
                return [mouse]
            case "flip front":
                return beside(mouse, (nose,))
            case "flip behind":
                return beside(mouse, ((nose + 2) % 4,))
        return beside(mouse, headings)

    def ends(self) -> dict[int, bool]:
        """Where the arrows take the mouse, and whether the edge stops it short there."""
        said, headings = self.said()
        return ends(self.maze.mouse, headings, said.count)
