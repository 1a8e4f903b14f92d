"""A board of squares with gaps for barriers between them, drawn as in the page's raster.js."""

from __future__ import annotations

from mouseboard.board.board import BARS
from mouseboard.board.fields import Board, PlaceShown
from mouseboard.sheets.geometry import pitch_of
from mouseboard.sheets.pen import Pen, fitting
from mouseboard.sheets.signs import sign_of


class Raster:
    """The print of a board of squares."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def under(self, pen: Pen) -> None:
        """Paint each mouse's own side in its colour. If two start on one place, paint none."""
        places = {place.name: place for place in self._board.places}
        spots = {piece.name: places[piece.home].at for piece in self._board.pieces if piece.home in places}
        if len(set(spots.values())) < len(spots):
            return
        (width, height) = self._board.size
        rim = min(
            value for x, y in (place.at for place in self._board.places) for value in (x, y, width - x, height - y)
        )
        free = max(rim - 0.45 * pitch_of(self._board.places), 1)
        half, out, broad = 0.3 * width, min(0.5 * free, 5), min(0.6 * free, 4.4)
        for name, (x, y) in spots.items():
            dx, dy = x - width / 2, y - height / 2
            if abs(dx) > abs(dy):
                edge = width - out if dx > 0 else out
                pen.line([(edge, height / 2 - half), (edge, height / 2 + half)], name, broad)
            else:
                edge = height - out if dy > 0 else out
                pen.line([(width / 2 - half, edge), (width / 2 + half, edge)], name, broad)

    def place(self, pen: Pen, place: PlaceShown, n: int) -> None:
        """Draw a square, or the middle of a gap, centred on the origin."""
        if place.kind in BARS:
            pen.disc((0, 0), 1.4, "grain")
            return
        pen.box((-14.5, -16), (29, 29), 6, "square-rim")
        pen.box((-14.5, -14.5), (29, 29), 6, "square", "square-rim", 1.1)
        if sign := sign_of(place):
            pen.sign(sign, (0, 2.5), 0.85)
        label = place.short if place.label in ("", place.name) else place.label
        if label and not sign:
            pen.words(label, (0, -1), fitting(label, 7, 24), "stone-ink")
        elif label:
            pen.words(label, (0, -10), fitting(label, 2.8, 16), "stone-ink-2")
        elif not sign:
            pen.words(place.name, (0, -3), 9, "stone-ink-2")
            return
        pen.words(place.name, (-12.4, -12.6), 3.4, "stone-ink-2", anchor=0)
