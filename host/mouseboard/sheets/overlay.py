"""The overlay of a board: its places as in the page's light look, with an opening for the light of each lamp."""

from __future__ import annotations

from mouseboard.board.fields import Board
from mouseboard.layouts import Layout
from mouseboard.say import say
from mouseboard.sheets.geometry import pitch_of
from mouseboard.sheets.holes import lights
from mouseboard.sheets.inks import mixed
from mouseboard.sheets.maze import Maze
from mouseboard.sheets.men import Men
from mouseboard.sheets.pen import Pen
from mouseboard.sheets.raster import Raster
from mouseboard.sheets.road import Road
from mouseboard.sheets.title import draw_title

BLEED_MM = 3.0
"""Millimetres printed beyond the edge, in case the cut is not exact."""
OPENING_MM = 4.0
"""The radius kept free of ink for a lamp, larger than the hole below, in millimetres."""
LEGEND = say("Light shines through the white dots: leave them free, or punch them.")
SLOT = 0.55
"""The size of a slot, as a fraction of a place's."""


class Overlay:
    """The drawing of one board."""

    bleed = BLEED_MM

    def __init__(self, layout: Layout, board: Board) -> None:
        self.size = layout.size
        self.board = board
        self.openings = [hole.at for hole in lights(layout)]
        self.legend = LEGEND if self.openings else None
        self._print = _print(board, below=layout.light[1] >= 0)

    def draw(self, pen: Pen) -> None:
        self._wood(pen)
        self._print.under(pen)
        draw_title(pen, self.board)
        unit = pitch_of(self.board.places) / 40
        for n, place in enumerate(self.board.places):
            with pen.at(place.at, unit * (SLOT if place.kind == "slot" else 1)):
                self._print.place(pen, place, n)
        for at in self.openings:
            pen.disc(at, OPENING_MM, "#ffffff", "cheese", 0.5)

    def _wood(self, pen: Pen) -> None:
        (width, height), out = self.size, BLEED_MM
        pen.box((-out, -out), (width + 2 * out, height + 2 * out), 0, "wood")
        for n, part in enumerate((0.08, 0.22, 0.37, 0.5, 0.64, 0.79, 0.92)):
            y, bend = part * height, (0.02 if n % 2 else -0.025) * height
            steps = [
                (-out + (width + 2 * out) * n / 6, y + dy) for n, dy in enumerate((0, bend, bend, 0, -bend, -bend, 0))
            ]
            pen.wave(steps, mixed("grain", "wood", 0.55), 1.2)


def _print(board: Board, below: bool) -> Road | Raster | Men | Maze:
    """Return the print for this kind of board, which draws what lies under the places and then each place.

    `below`: whether lamps shine above the middle of places, so that a road's labels go below it.
    """
    match board.sort:
        case "road":
            return Road(board, below)
        case "raster":
            return Raster(board)
        case "men":
            return Men(board)
    return Maze()
