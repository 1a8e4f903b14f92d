"""What the lamps shall show and what the table has been told of it. Pure: the link does the talking."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mousetable import wire

PATTERNS = ("steady", "blink", "pulse", "flash")

Style = tuple[str, str]
"""Colour as six hex digits rrggbb, and one of PATTERNS."""

_CHARACTER = re.compile(r"[a-z0-9]")
_COLOUR = re.compile(r"[0-9a-f]{6}")


class Picture:
    """Styles and a picture as requests, of which only those are due that the table does not hold already."""

    def __init__(self) -> None:
        self._wanted: dict[str, tuple[str, ...]] = {}
        self._held: dict[str, tuple[str, ...]] = {}

    def want(self, styles: Mapping[str, Style], picture: str) -> None:
        """From now on this. Raises ValueError, naming what is allowed."""
        for character, style in styles.items():
            _check_style(character, style)
        unknown = set(picture) - {".", *styles}
        if unknown or not picture:
            raise ValueError(f"picture {picture!r}: one character a lamp, `.` or with a style, here {' '.join(styles)}")
        wanted = {character: (wire.STYLE, character, *style) for character, style in styles.items()}
        self._wanted = {**wanted, wire.LAMPS: (wire.LAMPS, picture)}

    def due(self) -> tuple[str, ...] | None:
        """The next request to make, if any: styles come before the picture that uses them."""
        return next((words for key, words in self._wanted.items() if self._held.get(key) != words), None)

    def done(self, words: tuple[str, ...]) -> None:
        """The table has answered this request."""
        self._held[words[0] if words[0] == wire.LAMPS else words[1]] = words

    def forget(self) -> None:
        """A table met again is taken to hold nothing."""
        self._held.clear()


def _check_style(character: str, style: Style) -> None:
    colour, pattern = style
    if not _CHARACTER.fullmatch(character) or not _COLOUR.fullmatch(colour) or pattern not in PATTERNS:
        raise ValueError(
            f"style {character!r} {colour!r} {pattern!r}: one of a-z 0-9, rrggbb, one of {', '.join(PATTERNS)}"
        )
