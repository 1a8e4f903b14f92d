"""A position of `cards`: what lies on the table, what the game waits for, and what the card being followed says."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from mouseboard.layouts import Face
from mouseboard.rules.cards.game import CardsRules, Phase
from mouseboard.rules.cards.maze import Maze, beside, ends, headings
from mouseboard.rules.core import Count


class Position(msgspec.Struct, frozen=True):
    """All that changes in a game; cells and headings are numbers as in `maze`."""

    game: CardsRules
    phase: Phase
    seat: Count
    """The seat whose turn it is."""
    maze: Maze
    pile: Count
    """Cheese beside the maze."""
    safe: tuple[Count, ...]
    """Each player's cheese out of the maze."""
    draw: tuple[Count, ...]
    """The draw pile: how many of each kind of card."""
    discards: tuple[Count, ...]
    """The same for the discards."""
    risk: Count = 0
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
        return self.game.deck.faces[self.maze.lying[cell] // 4]

    def said(self) -> Face:
        """The directions being followed: on the card that the chain has come to, or on the action card."""
        return self.face(self.followed[-1]) if self.followed else self.game.deck.cards[self.card]

    def headings(self) -> tuple[int, ...]:
        """Those of their arrows.

        An action card is held along the mouse's nose; a maze card's arrows lie as it lies (ruling: cards, Arrows).
        """
        return headings(self.said().arrows, self._along())

    def _along(self) -> int:
        """The heading along which they are laid."""
        return self.maze.heading(self.followed[-1]) if self.followed else self.maze.nose

    def cells(self, phase: Phase) -> tuple[int, ...]:
        """The cells to choose from in a phase, what the card says being followed."""
        mouse, nose = self.maze.mouse, self.maze.nose
        if phase is Phase.CHEESE:
            return self.game.deck.for_cheese(self.maze.lying, mouse) if self.pile else ()
        if phase is Phase.RUN:
            return tuple(self.ends())
        match self.said().kind:
            case "turn this":
                return (mouse,)
            case "flip front":
                return beside(mouse, (nose,))
            case "flip behind":
                return beside(mouse, ((nose + 2) % 4,))
        return beside(mouse, self.headings())

    def ends(self) -> Mapping[int, bool]:
        """Where the arrows take the mouse, and whether the edge stops it short there."""
        said = self.said()
        return ends(self.maze.mouse, said.arrows, self._along(), said.count)
