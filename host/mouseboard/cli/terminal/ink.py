"""Coloured text: lines of (style, text) fragments as prompt_toolkit prints them, and what fits into how many columns.

Without their styles the lines still read: nothing is told by colour alone.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby

Fragment = tuple[str, str]
Line = list[Fragment]

DIM = "ansibrightblack"
INKS = {
    "red": "#ff5f5f",
    "blue": "#5fafff",
    "green": "#5fd75f",
    "yellow": "#ffd75f",
    "white": "#ffffff",
    "purple": "#d787ff",
}
"""What a colour of the game looks like on a dark ground."""

CHIPS = {
    "red": "bold #ffffff bg:#c02020",
    "blue": "bold #ffffff bg:#2050d0",
    "green": "bold #ffffff bg:#108030",
    "yellow": "bold #000000 bg:#f0c000",
    "white": "bold #000000 bg:#f0f0f0",
    "purple": "bold #ffffff bg:#8030b0",
}
"""A mouse of that colour, standing somewhere; readable on whatever ground the terminal has."""

CHIP = "bold #000000 bg:#c0c0c0"
"""Any other piece."""


def chip(piece: str) -> str:
    """The style of a piece."""
    return CHIPS.get(piece, CHIP)


def length(line: Line) -> int:
    """Columns that a line takes."""
    return sum(len(text) for _, text in line)


def fill(line: Line, width: int) -> Line:
    """The line, cut or filled with blanks to that many columns."""
    left, kept = width, []
    for style, text in line:
        kept.append((style, text[:left]))
        left -= len(kept[-1][1])
    return [*kept, ("", " " * left)]


def plain(lines: Iterable[Line]) -> str:
    """The lines without their styles."""
    return "\n".join("".join(text for _, text in line).rstrip() for line in lines)


def wrap(text: str, width: int, style: str = "", hang: int = 0) -> list[Line]:
    """A text as lines of so many columns, those after the first set in by `hang`."""
    return [[(style, line)] for line in textwrap.wrap(text, max(width, hang + 1), subsequent_indent=" " * hang)]


def fold(text: str, width: int) -> list[str]:
    """The words on lines of so many columns; a longer word has a line to itself."""
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


def fits(lines: Sequence[str], width: int, height: int) -> bool:
    """Whether they can all be written there whole."""
    return len(lines) <= height and all(len(line) <= width for line in lines)


def cut(lines: Sequence[str], width: int, height: int) -> list[str]:
    """As many of them as there is room for; the last one says if there are more."""
    kept = [*lines[: height - 1], " ".join(lines[height - 1 :])]
    return [shorten(line, width) for line in kept if line]


def shorten(text: str, width: int) -> str:
    """The text in at most so many characters: whole, or the words or letters that fit."""
    if len(text) <= width:
        return text
    room = width - 1
    words = text[: room + 1].rpartition(" ")[0].rstrip()
    if 2 * len(words) < room:
        words = text[:room].rstrip()
    return f"{words}…"[:width]


class Canvas:
    """A field of characters, each with a style, to be written on anywhere; what falls outside is lost."""

    def __init__(self, width: int, height: int) -> None:
        self._rows = [[("", " ")] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, style: str) -> None:
        """Put the text there, `x` columns from the left and `y` lines from the top."""
        row = self._rows[y] if 0 <= y < len(self._rows) else []
        for column, letter in enumerate(text, x):
            if 0 <= column < len(row):
                row[column] = (style, letter)

    def lines(self) -> list[Line]:
        """What is written, as few fragments as it takes."""
        return [_joined(row) for row in self._rows]


def _joined(row: Sequence[Fragment]) -> Line:
    runs = groupby(row, key=lambda letter: letter[0])
    return [(style, "".join(text for _, text in letters)) for style, letters in runs]
