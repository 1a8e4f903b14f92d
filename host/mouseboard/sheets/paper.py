"""Sheets on paper: whole or on overlapping pages, each with cut marks and a bar to measure the print."""

from __future__ import annotations

import io
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from mouseboard.lang import translate
from mouseboard.say import Say, say
from mouseboard.sheets import SheetError
from mouseboard.sheets.pen import FONT, POINTS, Pen, fitting, use_font

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

WHOLE = "whole"
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN_MM = 10.0
"""Millimetres at the edge of a page that a printer may leave blank. The marks lie there."""
OVERLAP_MM = 10.0
"""Millimetres that neighbouring pages overlap, as a strip to glue."""
SLUG_MM = 12.0
"""Millimetres round a whole sheet, for its marks and bar."""
BAR_MM = 100.0
"""The length of the bar that people measure, in millimetres."""
LONGEST_MM = 5080.0
"""The longest side of a PDF page in millimetres (200 inches; PDF 1.7, annex C.2)."""
MOST_PAGES = 100
INK, PALE = "#000000", "#8a8378"


class Drawing(Protocol):
    """The content of a sheet. Its origin is the lower left corner of the board."""

    size: tuple[float, float]
    bleed: float
    """The millimetres drawn beyond the board's edge."""

    @property
    def legend(self) -> Say | None:
        """The instructions printed on it."""

    def draw(self, pen: Pen) -> None: ...


@dataclass(frozen=True)
class Window:
    """The part of a sheet on one page. Rows count from the top."""

    row: int
    column: int
    corner: tuple[float, float]
    """Its lower left corner on the sheet, in millimetres."""
    size: tuple[float, float]


@dataclass(frozen=True)
class Paging:
    """The division of a sheet into pages."""

    paper: tuple[float, float]
    rows: int
    columns: int
    windows: tuple[Window, ...]

    def place(self, window: Window) -> tuple[float, float]:
        """Return the position of the window's lower left corner on its page, with the window centred."""
        (width, height), (wide, high) = self.paper, window.size
        return (width - wide) / 2, (height - high) / 2


def whole(drawing: Drawing) -> Paging:
    """Return the sheet on one page of the necessary size. Raises SheetError."""
    size = _printed(drawing)
    paper = (max(size[0], 1.5 * BAR_MM) + 2 * SLUG_MM, size[1] + 2 * SLUG_MM)
    if max(paper) > LONGEST_MM:
        raise SheetError(
            f"with its marks a sheet of {max(drawing.size):g} mm is longer than a PDF's page can be "
            f"({LONGEST_MM:g} mm); tile it: --paper a4"
        )
    corner = (-drawing.bleed, -drawing.bleed)
    return Paging(paper, 1, 1, (Window(0, 0, corner, size),))


def tiled(drawing: Drawing, paper: tuple[float, float]) -> Paging:
    """Return the sheet in equal parts on as few pages as possible, portrait or landscape. Raises SheetError."""
    upright, lying = _tiled(drawing, paper), _tiled(drawing, (paper[1], paper[0]))
    best = min(upright, lying, key=lambda paging: len(paging.windows))
    if len(best.windows) > MOST_PAGES:
        width, height = drawing.size
        raise SheetError(
            f"a board of {width:g} x {height:g} mm needs {len(best.windows)} pages, more than {MOST_PAGES}"
        )
    return best


def _tiled(drawing: Drawing, paper: tuple[float, float]) -> Paging:
    (wide, columns), (high, rows) = (
        _share(side, room - 2 * MARGIN_MM) for side, room in zip(_printed(drawing), paper, strict=True)
    )
    windows = tuple(
        Window(
            row,
            column,
            (column * (wide - OVERLAP_MM) - drawing.bleed, (rows - 1 - row) * (high - OVERLAP_MM) - drawing.bleed),
            (wide, high),
        )
        for row in range(rows)
        for column in range(columns)
    )
    return Paging(paper, rows, columns, windows)


def _share(side: float, room: float) -> tuple[float, int]:
    """Return what each page shows of a side of the sheet, its overlaps included, and the number of pages."""
    pages = max(1, math.ceil((side - OVERLAP_MM) / (room - OVERLAP_MM) - 1e-9))
    return (side + (pages - 1) * OVERLAP_MM) / pages, pages


def _printed(drawing: Drawing) -> tuple[float, float]:
    width, height = drawing.size
    return width + 2 * drawing.bleed, height + 2 * drawing.bleed


def pdf(drawing: Drawing, paging: Paging, title: str, language: str) -> bytes:
    """Return the pages as a PDF: the same bytes for the same drawing. Raises ModuleNotFoundError without reportlab."""
    from reportlab.pdfgen.canvas import Canvas

    width, height = paging.paper
    out = io.BytesIO()
    use_font()
    canvas = Canvas(out, (width * POINTS, height * POINTS), invariant=1, pageCompression=1, initialFontName=FONT)
    canvas.setTitle(title)
    canvas.setCreator("Mouseboard")
    cut, (wide, high) = drawing.bleed, _printed(drawing)
    canvas.beginForm("sheet", -cut, -cut, wide - cut, high - cut)
    drawing.draw(Pen(canvas))
    canvas.endForm()
    for window in paging.windows:
        _page(canvas, drawing, paging, window, title, language)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _page(canvas: Canvas, drawing: Drawing, paging: Paging, window: Window, title: str, language: str) -> None:
    x, y = paging.place(window)
    wide, high = window.size
    canvas.scale(POINTS, POINTS)
    canvas.saveState()
    clip = canvas.beginPath()
    clip.rect(x, y, wide, high)
    canvas.clipPath(clip, stroke=0, fill=0)
    canvas.translate(x - window.corner[0], y - window.corner[1])
    canvas.doForm("sheet")
    canvas.restoreState()
    pen = Pen(canvas)
    _corners(pen, (x, y), window, drawing)
    _joints(pen, (x, y), window, paging)
    _head(pen, (x, y), window, paging, drawing.legend, language)
    _slug(pen, (x, y), window, paging, title, language)
    if len(paging.windows) == 1:
        cut = drawing.bleed
        canvas.setTrimBox(_box(x + cut, y + cut, wide - 2 * cut, high - 2 * cut))
        canvas.setBleedBox(_box(x, y, wide, high))


def _box(x: float, y: float, wide: float, high: float) -> tuple[float, float, float, float]:
    return x * POINTS, y * POINTS, (x + wide) * POINTS, (y + high) * POINTS


def _corners(pen: Pen, at: tuple[float, float], window: Window, drawing: Drawing) -> None:
    """Draw the cut marks at those edges of the board that are on this page."""
    for axis, side in enumerate(drawing.size):
        low, high = at[1 - axis], at[1 - axis] + window.size[1 - axis]
        for edge in (0.0, side):
            along = edge - window.corner[axis]
            if -0.01 <= along <= window.size[axis] + 0.01:
                for ends in ((low - 1, low - 4), (high + 1, high + 4)):
                    mark = [(at[axis] + along, end) for end in ends]
                    pen.line(mark if axis == 0 else [(x, y) for y, x in mark], INK, 0.2)


def _joints(pen: Pen, at: tuple[float, float], window: Window, paging: Paging) -> None:
    """Draw the marks for joining pages.

    A page is cut at its left and lower edge if it has a neighbour there, then laid on the dashes of that neighbour.
    """
    (x, y), (wide, high) = at, window.size
    if window.column > 0:
        for end in (y - 1, y + high + 1):
            pen.line([(x, end), (x, end + (4 if end > y else -4))], PALE, 0.3)
        _scissors(pen, (x, y + high + 7))
    if window.row < paging.rows - 1:
        for end in (x - 1, x + wide + 1):
            pen.line([(end, y), (end + (4 if end > x else -4), y)], PALE, 0.3)
        _scissors(pen, (x - 7, y), 90)
    if window.column < paging.columns - 1:
        for end in (y - 5, y + high + 1):
            pen.line([(x + wide - OVERLAP_MM, end), (x + wide - OVERLAP_MM, end + 4)], PALE, 0.3, (0.8, 0.9))
    if window.row > 0:
        for end in (x - 5, x + wide + 1):
            pen.line([(end, y + high - OVERLAP_MM), (end + 4, y + high - OVERLAP_MM)], PALE, 0.3, (0.8, 0.9))


def _scissors(pen: Pen, at: tuple[float, float], turn: float = 0) -> None:
    """Draw scissors that point along the line to cut."""
    with pen.at(at, 1, turn):
        pen.line([(-0.7, 1.6), (0.5, -1.6)], PALE, 0.35)
        pen.line([(0.7, 1.6), (-0.5, -1.6)], PALE, 0.35)
        for side in (-0.95, 0.95):
            pen.disc((side, 2.3), 0.75, None, PALE, 0.35)


def _head(pen: Pen, at: tuple[float, float], window: Window, paging: Paging, legend: Say | None, language: str) -> None:
    """Write the instructions above the window."""
    join = say("Cut at the scissors, and lay it on the dashes of its neighbour.") if len(paging.windows) > 1 else None
    words = " ".join(translate(said, language) for said in (legend, join) if said)
    left, right = max(at[0], MARGIN_MM) + 4, paging.paper[0] - MARGIN_MM - 4
    pen.words(words, (left, at[1] + window.size[1] + 4.6), fitting(words, 2.8, right - left), INK, anchor=0)


def _slug(pen: Pen, at: tuple[float, float], window: Window, paging: Paging, title: str, language: str) -> None:
    """Draw the bar below the window, and write which page this is."""
    x, y = MARGIN_MM, max(at[1] - 8, 4.4)
    pen.box((x, y - 0.125), (BAR_MM, 0.25), 0, INK)
    for n in range(11):
        pen.box((x + 10 * n - (n == 10) * 0.25, y), (0.25, 1.4 if n % 5 == 0 else 0.7), 0, INK)
    pen.words("100 mm", (x + BAR_MM + 1.5, y), 2.6, INK, anchor=0)
    text = title
    if len(paging.windows) > 1:
        page = say(
            "row {row} of {rows}, column {column} of {columns}",
            row=window.row + 1,
            rows=paging.rows,
            column=window.column + 1,
            columns=paging.columns,
        )
        text = f"{title}: {translate(page, language)}"
        _map(pen, (paging.paper[0] - MARGIN_MM, y), window, paging)
    right = paging.paper[0] - MARGIN_MM - (8 if len(paging.windows) > 1 else 0)
    pen.words(text, (right, y), fitting(text, 2.8, right - x - BAR_MM - 14), INK, anchor=1)


def _map(pen: Pen, corner: tuple[float, float], window: Window, paging: Paging) -> None:
    """Draw a small map of all pages, with this one filled. `corner` is its lower right corner."""
    side = 5.0 / max(paging.rows, paging.columns)
    for row in range(paging.rows):
        for column in range(paging.columns):
            spot = (corner[0] - (paging.columns - column) * side, corner[1] + (paging.rows - 1 - row) * side)
            is_this = (row, column) == (window.row, window.column)
            pen.box(spot, (side, side), 0, PALE if is_this else None, PALE, 0.2)
