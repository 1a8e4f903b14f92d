"""Draws on a PDF page in millimetres, `y` upwards, with the font that comes with Mouseboard."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from mouseboard.layouts.paths import NUMBER, STEP
from mouseboard.sheets.inks import Colour, colour, mixed
from mouseboard.sheets.signs import Circle, shapes_of, signs

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.pdfgen.pathobject import PDFPathObject

POINTS = 72 / 25.4
"""Points per millimetre."""
FONT = "Nunito-ExtraBold"
NON_ZERO = 1
"""The fill rule of SVG; reportlab's default leaves holes where shapes overlap."""

Point = tuple[float, float]


@cache
def use_font() -> None:
    """Register the font with reportlab. Raises ModuleNotFoundError without reportlab."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    registerFont(TTFont(FONT, str(Path(__file__).with_name(f"{FONT}.ttf"))))


class Pen:
    """Draws on a canvas whose unit is the millimetre."""

    def __init__(self, canvas: Canvas) -> None:
        use_font()
        self.canvas = canvas

    def disc(self, at: Point, radius: float, fill: Colour | None, edge: Colour | None = None, width: float = 0) -> None:
        self._ink(fill, edge, width)
        self.canvas.circle(*at, radius, stroke=bool(edge), fill=bool(fill))

    def box(
        self,
        corner: Point,
        size: Point,
        round: float,
        fill: Colour | None,
        edge: Colour | None = None,
        width: float = 0,
        dashes: Sequence[float] = (),
    ) -> None:
        self._ink(fill, edge, width, dashes)
        self.canvas.roundRect(*corner, *size, round, stroke=bool(edge), fill=bool(fill))

    def line(self, points: Sequence[Point], edge: Colour, width: float, dashes: Sequence[float] = ()) -> None:
        """Draw a line through all points, with round ends."""
        self._ink(None, edge, width, dashes)
        path = self.canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        self.canvas.drawPath(path, stroke=1, fill=0)

    def wave(self, points: Sequence[Point], edge: Colour, width: float) -> None:
        """Draw Bézier curves: the start, then three points per curve, two control points and the end."""
        self._ink(None, edge, width)
        path = self.canvas.beginPath()
        path.moveTo(*points[0])
        for n in range(1, len(points), 3):
            path.curveTo(*points[n], *points[n + 1], *points[n + 2])
        self.canvas.drawPath(path, stroke=1, fill=0)

    def _ink(self, fill: Colour | None, edge: Colour | None, width: float, dashes: Sequence[float] = ()) -> None:
        if fill:
            self.canvas.setFillColor(colour(fill))
        if edge:
            self.canvas.setStrokeColor(colour(edge))
            self.canvas.setLineWidth(width)
        self.canvas.setLineCap(1)
        self.canvas.setLineJoin(1)
        self.canvas.setDash(list(dashes))

    @contextmanager
    def at(self, at: Point, scale: float = 1, turn: float = 0) -> Iterator[None]:
        """Draw inside the `with` block around this point, scaled, and turned by `turn` degrees anticlockwise."""
        self.canvas.saveState()
        self.canvas.translate(*at)
        self.canvas.rotate(turn)
        self.canvas.scale(scale, scale)
        yield
        self.canvas.restoreState()

    def sign(self, name: str, at: Point, scale: float = 1, turn: float = 0) -> None:
        """Draw a sign of the page, or a path. A mouse has the colour of timber, because it belongs to no player."""
        with self.at(at, scale, turn):
            self.canvas.scale(1, -1)
            for shape in shapes_of(name):
                ink = signs().inks[shape.ink]
                self._ink(ink.fill, ink.stroke and mixed(ink.stroke, "#ffffff", ink.opacity), ink.width)
                self.canvas.drawPath(
                    self._path(shape.form), stroke=bool(ink.stroke), fill=bool(ink.fill), fillMode=NON_ZERO
                )

    def _path(self, form: str | Iterable[Circle]) -> PDFPathObject:
        path = self.canvas.beginPath()
        if isinstance(form, str):
            draw = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
            for letter, numbers in STEP.findall(form):
                draw[letter](*map(float, NUMBER.findall(numbers)))
        else:
            for x, y, radius in form:
                path.circle(x, y, radius)
        return path

    def words(self, text: str, at: Point, size: float, ink: Colour, anchor: float = 0.5) -> None:
        """Write a line of text. `anchor` is the share of its width that lies to the left of the point."""
        self.canvas.setFillColor(colour(ink))
        self.canvas.setFont(FONT, size)
        self.canvas.drawString(at[0] - anchor * wide(text, size), at[1], _spaced(text))

    def arched(self, text: str, middle: Point, radius: float, size: float, ink: Colour, below: bool) -> None:
        """Write text round a circle: over its top or, if `below`, along its bottom. It reads upright either way."""
        way = 1 if below else -1
        angle = (270 if below else 90) - way * math.degrees(wide(text, size) / radius) / 2
        for letter in text:
            step = math.degrees(wide(letter, size) / radius)
            angle += way * step / 2
            spot = (
                middle[0] + radius * math.cos(math.radians(angle)),
                middle[1] + radius * math.sin(math.radians(angle)),
            )
            with self.at(spot, turn=angle + 90 * way):
                self.words(letter, (0, 0), size, ink)
            angle += way * step / 2


def wide(text: str, size: float) -> float:
    """Return the width of a text in millimetres."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    use_font()
    return float(stringWidth(_spaced(text), FONT, size))


def _spaced(text: str) -> str:
    """Replace narrow no-break spaces, as in French, because the font has only the wide one."""
    return text.replace("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}")


def fitting(text: str, size: float, room: float) -> float:
    """Return `size`, or if the text is too wide, the largest size at which it fits."""
    return min(size, size * room / (wide(text, size) or room))


def strange(text: str) -> set[str]:
    """Return the letters of a text that are missing from the font."""
    from reportlab.pdfbase.pdfmetrics import getFont

    use_font()
    known = getFont(FONT).face.charToGlyph
    return {letter for letter in _spaced(text) if ord(letter) not in known}
