"""A position of `cards`: what is on the table, what the game waits for, and the directions being followed."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from mouseboard.layouts import Face
from mouseboard.rules.cards.game import CardsRules, Phase
from mouseboard.rules.cards.maze import Maze, beside, ends, headings
from mouseboard.rules.core import Count


class Position(msgspec.Struct, frozen=True):
    """All that changes in a game. Cells and headings are numbers, as in `maze`."""

    game: CardsRules
    phase: Phase
    seat: Count
    """The seat whose turn it is."""
    maze: Maze
    pile: Count
    """Cheese beside the maze."""
    safe: tuple[Count, ...]
    """Each player's cheese out of the maze, by seat."""
    draw: tuple[Count, ...]
    """The draw pile: the number of cards of each kind."""
    discards: tuple[Count, ...]
    """The discards: the number of cards of each kind."""
    risk: Count = 0
    """Cheese face down before the player, which is safe only when the turn ends without a trap."""
    card: int = -1
    """The kind of action card being followed, or -1."""
    followed: tuple[int, ...] = ()
    """The cells whose cards have been followed since the action card was drawn. The last is being followed."""
    picked: int = -1
    """The cell whose card is being turned, or -1."""

    @property
    def player(self) -> str:
        """The name of the player whose turn it is."""
        return self.game.mice[self.seat]

    def face(self, cell: int) -> Face:
        """Return the face that is up in a cell."""
        return self.game.deck.faces[self.maze.lying[cell] // 4]

    def said(self) -> Face:
        """Return the directions being followed: on the last maze card of the chain, or on the action card."""
        return self.face(self.followed[-1]) if self.followed else self.game.deck.cards[self.card]

    def headings(self) -> tuple[int, ...]:
        """Return the headings of the arrows being followed.

        An action card is held along the mouse's nose. A maze card's arrows turn with the card (ruling: cards, Arrows).
        """
        return headings(self.said().arrows, self._along())

    def _along(self) -> int:
        """Return the heading of the card being followed."""
        return self.maze.heading(self.followed[-1]) if self.followed else self.maze.nose

    def cells(self, phase: Phase) -> tuple[int, ...]:
        """Return the cells to choose from in a phase, by the directions being followed."""
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
        """Return the cells where the arrows take the mouse; True where the edge stops it short."""
        said = self.said()
        return ends(self.maze.mouse, said.arrows, self._along(), said.count)
