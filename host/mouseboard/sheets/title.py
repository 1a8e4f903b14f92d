"""A board's title, drawn as in the page's emblem.js, but also on boards without a free middle."""

from __future__ import annotations

import textwrap
from itertools import pairwise

from mouseboard.board.fields import Board
from mouseboard.sheets.geometry import Box, free_boxes, pitch_of
from mouseboard.sheets.pen import Pen, fitting, wide

ROOM = 4
"""The least width and height of a free box, in pitches, for a title with a picture."""
LEAST_MM = 2.5
"""The smallest height of letters, in millimetres. If the title would be smaller, it goes elsewhere."""
FOLD = 16
"""The most letters on a line."""


def draw_title(pen: Pen, board: Board) -> None:
    """Draw the title as large as possible amid a road, with a mouse and cheese if there is room.

    If that is too small, or the board has no road, draw it on one line above the places or between rows. Without a free
    stripe there is no title.
    """
    pitch = pitch_of(board.places)
    lines = textwrap.wrap(board.title, FOLD, break_long_words=False, break_on_hyphens=False) or [""]
    boxes = free_boxes(board, pitch) if board.sort == "road" else ()
    has_picture, size, box = max(
        ((min(box[2:]) >= ROOM * pitch, _title_size(lines, box), box) for box in boxes),
        default=(False, 0.0, (0, 0, 0, 0)),
    )
    if size >= LEAST_MM:
        _emblem(pen, board, box, lines, size, has_picture)
        return
    band = _band(board, pitch)
    if band:
        _headline(pen, board, *band)


def _band(board: Board, pitch: float) -> tuple[float, float] | None:
    """Return the bottom and top of a free stripe, above all places or between rows; None if there is none."""
    height, rows = board.size[1], sorted({place.at[1] for place in board.places})
    above = (rows[-1] + 0.5 * pitch, height - (6 if board.sort == "raster" else 0))
    gaps = [(low + 0.4 * pitch, high - 0.42 * pitch) for low, high in pairwise(rows)]
    bands = [above, *(reversed(gaps) if board.sort == "raster" else [])]
    return next(((low, high) for low, high in bands if high - low >= 4), None)


def _headline(pen: Pen, board: Board, low: float, high: float) -> None:
    """Draw the title on one line, between a mouse and its cheese."""
    size = fitting(board.title, min(0.5 * (high - low), 10), 0.55 * board.size[0])
    x, y = board.size[0] / 2, (low + high) / 2 - 0.35 * size
    half = wide(board.title, size) / 2
    pen.words(board.title, (x, y), size, "stone-ink-2")
    pen.sign("mouse", (x - half - size, y + 0.34 * size), size / 26)
    pen.sign("take", (x + half + size, y + 0.34 * size), size / 22)


def _emblem(pen: Pen, board: Board, box: Box, lines: list[str], size: float, has_picture: bool) -> None:
    left, bottom, width, height = box
    size = min(size, 0.085 * height) if has_picture else size
    x, y = left + width / 2, bottom + height / 2
    text = (1.2 * len(lines) + 0.6) * size
    if has_picture:
        scale = min(width, height - text) / 75
        pen.sign("mouse", (x - 10 * scale, y + 0.5 * text), scale)
        pen.sign("take", (x + 19 * scale, y + 0.5 * text - 7 * scale), 0.9 * scale)
        y -= 17 * scale
    for n, line in enumerate(lines):
        pen.words(line, (x, y + text / 2 - (1.2 * n + 0.95) * size), size, "stone-ink-2")
    edition = fitting(board.edition, 0.34 * size, 0.8 * width)
    pen.words(board.edition, (x, y - text / 2 + 0.1 * size), edition, "stone-ink-2")


def _title_size(lines: list[str], box: Box) -> float:
    """Return the largest size at which these lines fit."""
    _, _, width, height = box
    high = 0.8 * height / (1.2 * len(lines) + 0.6)
    return min(high, *(fitting(line, high, 0.82 * width) for line in lines))
