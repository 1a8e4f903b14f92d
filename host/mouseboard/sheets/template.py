"""The drill template: holes over reeds, for light and for screws, and the edges of tiles."""

from __future__ import annotations

from mouseboard.layouts import Layout, tiles
from mouseboard.say import decimal, say
from mouseboard.sheets.holes import DIAMETERS, LIGHT, REED, SCREW, Hole, corners, holes
from mouseboard.sheets.pen import Pen, fitting

INKS = {REED: "#b3261e", LIGHT: "#0b57d0", SCREW: "#000000"}
LETTERS = {REED: "R", LIGHT: "L", SCREW: ""}
PALE = "#c9c2b8"


class Template:
    """The drill template of one layout."""

    bleed = 0.0

    def __init__(self, layout: Layout) -> None:
        self.size = layout.size
        self.corners = corners(layout)
        self.holes = holes(layout)
        self.legend = say(
            "Drill red R for a reed {reed} mm, blue L for light {light} mm, black for a screw {screw} mm.",
            **{kind: decimal(f"{DIAMETERS[kind]:g}") for kind in (REED, LIGHT, SCREW)},
        )

    def draw(self, pen: Pen) -> None:
        for n, (x, y) in enumerate(self.corners):
            pen.words(str(n + 1), (x + tiles.EDGE / 2, y + tiles.EDGE / 2 - 32), 90, "#f3efe8")
            pen.box((x, y), (tiles.EDGE, tiles.EDGE), 0, None, PALE, 0.3, (4, 2))
        pen.box((0, 0), self.size, 0, None, "#000000", 0.25)
        for hole in self.holes:
            self._hole(pen, hole)

    def _hole(self, pen: Pen, hole: Hole) -> None:
        ink, radius = INKS[hole.kind], DIAMETERS[hole.kind] / 2
        (x, y), arm = hole.at, radius + 1.8
        pen.line([(x - arm, y), (x + arm, y)], ink, 0.1)
        pen.line([(x, y - arm), (x, y + arm)], ink, 0.1)
        pen.disc(hole.at, radius, None, ink, 0.2)
        if hole.wire is not None:
            pen.words(f"{LETTERS[hole.kind]}{hole.wire}", (x, y - arm - 2.2), 2.6, ink)
        if hole.kind == REED and hole.place != str(hole.wire):
            pen.words(hole.place, (x - radius - 1, y + 1.4), fitting(hole.place, 4.2, 12), "#000000", anchor=1)
