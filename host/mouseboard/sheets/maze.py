"""The cells on which cards of a maze are laid: as the page's maze.js."""

from __future__ import annotations

from mouseboard.sheets.pen import Pen
from mouseboard.web.fields import PlaceShown


class Maze:
    """The print of one."""

    def under(self, pen: Pen) -> None:
        """Nothing."""

    def place(self, pen: Pen, place: PlaceShown, n: int) -> None:
        """An empty cell, about the origin."""
        pen.box((-18.8, -18.8), (37.6, 37.6), 4, "mat", "grain", 0.6, (2.4, 2))
        pen.sign("mouse", (0, 0), 0.34)
        pen.words(place.name, (-15.6, -15.8), 3.4, "stone-ink-2", anchor=0)
