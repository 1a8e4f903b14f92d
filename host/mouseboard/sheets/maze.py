"""The cells on which a maze's cards are laid, drawn as in the page's maze.js."""

from __future__ import annotations

from mouseboard.board.fields import PlaceShown
from mouseboard.sheets.pen import Pen


class Maze:
    """The print of a maze."""

    def under(self, pen: Pen) -> None:
        """Draw nothing: a maze has only its cells."""

    def place(self, pen: Pen, place: PlaceShown, n: int) -> None:
        """Draw an empty cell, centred on the origin."""
        pen.box((-18.8, -18.8), (37.6, 37.6), 4, "mat", "grain", 0.6, (2.4, 2))
        pen.sign("mouse", (0, 0), 0.34)
        pen.words(place.name, (-15.6, -15.8), 3.4, "stone-ink-2", anchor=0)
