"""A board of lines or of a chequer, drawn as in the page's men.js."""

from __future__ import annotations

from mouseboard.board.fields import Board, PlaceShown
from mouseboard.sheets.pen import Pen, fitting
from mouseboard.sheets.road import RIM
from mouseboard.sheets.signs import sign_of

SQUARE = {"dark": "square-rim", "light": "square"}
"""The colours of the squares, by their shade."""


class Men:
    """The print of a board for men."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def under(self, pen: Pen) -> None:
        """Draw the lines between the points."""
        at = {place.name: place.at for place in self._board.places}
        for line in self._board.lines:
            pen.line([at[name] for name in line], "ink-2", 2.4)

    def place(self, pen: Pen, place: PlaceShown, n: int) -> None:
        """Draw a square of the chequer, or a point, and the ring around a man, centred on the origin."""
        if place.shade:
            pen.box((-20, -20), (40, 40), 0, SQUARE[place.shade])
        else:
            pen.disc((0, 0), 11.5, "square", "ink-2", 1.8)
        if sign := sign_of(place):
            pen.sign(sign, (0, 0), 0.8)
        elif place.shade and place.short:
            pen.words(place.short, (0, -2.5), fitting(place.short, 8, 26), "stone-ink")
        if place.input is not None:
            pen.disc((0, 0), RIM, None, "stone-ink-2", 0.4)
            pen.words(place.name, (-18, -18) if place.shade else (10, -15), 3.4, "stone-ink-2", anchor=0)
