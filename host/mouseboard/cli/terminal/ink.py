"""Coloured text: lines of (style, text) fragments for prompt_toolkit, and functions that fit text into columns.

Lines can be read without their styles: nothing is shown by colour alone.
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
    "black": "#5fd7d7",
}
"""The game's colours for text on a dark background; black is cyan there, as on the lamps."""

CHIPS = {
    "red": "bold #ffffff bg:#c02020",
    "blue": "bold #ffffff bg:#2050d0",
    "green": "bold #ffffff bg:#108030",
    "yellow": "bold #000000 bg:#f0c000",
    "white": "bold #000000 bg:#f0f0f0",
    "purple": "bold #ffffff bg:#8030b0",
    "black": "bold #ffffff bg:#202020",
}
"""The style of a piece of each colour. It is readable on any background of the terminal."""

CHIP = "bold #000000 bg:#c0c0c0"
"""The style of any other piece."""


def chip(colour: str) -> str:
    """Return the style of the plate that shows a piece of this colour."""
    return CHIPS.get(colour, CHIP)


def length(line: Line) -> int:
    """Return the number of columns of a line."""
    return sum(len(text) for _, text in line)


def fill(line: Line, width: int) -> Line:
    """Cut a line or pad it with blanks to `width` columns."""
    left, kept = width, []
    for style, text in line:
        kept.append((style, text[:left]))
        left -= len(kept[-1][1])
    return [*kept, ("", " " * left)]


def plain(lines: Iterable[Line]) -> str:
    """Return the lines without their styles."""
    return "\n".join("".join(text for _, text in line).rstrip() for line in lines)


def wrap(text: str, width: int, style: str = "", hang: int = 0) -> list[Line]:
    """Wrap a text to `width` columns, with every line after the first indented by `hang`."""
    lines = textwrap.wrap(text, max(width, hang + 1), subsequent_indent=" " * hang, break_on_hyphens=False)
    return [[(style, line)] for line in lines]


def fold(text: str, width: int) -> list[str]:
    """Wrap a text to `width` columns without breaking words; a longer word gets a line to itself."""
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


def fits(lines: Sequence[str], width: int, height: int) -> bool:
    """Return whether all lines fit whole."""
    return len(lines) <= height and all(len(line) <= width for line in lines)


def cut(lines: Sequence[str], width: int, height: int) -> list[str]:
    """Cut lines to the room there is. Text that does not fit ends in an ellipsis."""
    kept = [*lines[: height - 1], " ".join(lines[height - 1 :])]
    return [shorten(line, width) for line in kept if line]


def shorten(text: str, width: int) -> str:
    """Shorten a text to at most `width` characters: whole, or the words or letters that fit and an ellipsis."""
    if len(text) <= width:
        return text
    room = width - 1
    words = text[: room + 1].rpartition(" ")[0].rstrip()
    if 2 * len(words) < room:
        words = text[:room].rstrip()
    return f"{words}…"[:width]


class Canvas:
    """A grid of styled characters that can be written anywhere. Text outside it is dropped."""

    def __init__(self, width: int, height: int) -> None:
        self._rows = [[("", " ")] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, style: str) -> None:
        """Write a text, starting `x` columns from the left and `y` lines from the top."""
        row = self._rows[y] if 0 <= y < len(self._rows) else []
        for column, letter in enumerate(text, x):
            if 0 <= column < len(row):
                row[column] = (style, letter)

    def lines(self) -> list[Line]:
        """Return the lines, with characters of equal style joined into fragments."""
        return [_joined(row) for row in self._rows]


def _joined(row: Sequence[Fragment]) -> Line:
    runs = groupby(row, key=lambda letter: letter[0])
    return [(style, "".join(text for _, text in letters)) for style, letters in runs]
