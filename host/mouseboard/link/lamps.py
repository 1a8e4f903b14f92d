"""What the lamps shall show and what the table has been told of it. Pure: the link does the talking."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from mousetable import wire

PATTERNS = ("steady", "blink", "pulse", "flash")

Style = tuple[str, str]
"""Colour as six hex digits rrggbb, and one of PATTERNS."""

_CHARACTER = re.compile(r"[a-z0-9]")
_COLOUR = re.compile(r"[0-9a-f]{6}")


class Picture:
    """Styles and a picture as requests, of which only those are due that the table does not hold already."""

    def __init__(self) -> None:
        self._lamps = 0
        self._wanted: list[tuple[str, ...]] = []
        self._held: dict[str, tuple[str, ...]] = {}
        self._pending: list[tuple[str, ...]] = []  # of what is wanted, all that is not held

    def want(self, styles: Mapping[str, Style], picture: str) -> None:
        """From now on this. Raises ValueError, naming what is allowed."""
        for character, style in styles.items():
            _check_style(character, style)
        unknown = set(picture) - {".", *styles}
        if unknown or not picture:
            raise ValueError(f"picture {picture!r}: one character a lamp, `.` or with a style, here {' '.join(styles)}")
        self._wanted = [
            *((wire.STYLE, character, *style) for character, style in styles.items()),
            (wire.LAMPS, picture),
        ]
        self._compare()

    def due(self) -> tuple[str, ...] | None:
        """The next request to make, if any: styles come before the picture that uses them."""
        return self._pending[0] if self._pending else None

    def done(self, words: tuple[str, ...]) -> None:
        """The table has answered this request."""
        self._held[_key(words)] = words
        self._compare()

    def meet(self, lamps: int) -> None:
        """A table met, or met again, has so many lamps and is taken to hold nothing."""
        self._lamps = lamps
        self._held.clear()
        self._compare()

    def _compare(self) -> None:
        self._pending = [words for words in map(self._fitted, self._wanted) if self._held.get(_key(words)) != words]

    def _fitted(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """A picture as the table can show it: it may have come back with more lamps than before, or fewer."""
        return (wire.LAMPS, words[1][: self._lamps].ljust(self._lamps, ".")) if words[0] == wire.LAMPS else words


def _key(words: tuple[str, ...]) -> str:
    """There is one picture, and a style for each character."""
    return words[0] if words[0] == wire.LAMPS else words[1]


@lru_cache  # each picture brings most of the styles of the one before
def _check_style(character: str, style: Style) -> None:
    colour, pattern = style
    if not _CHARACTER.fullmatch(character) or not _COLOUR.fullmatch(colour) or pattern not in PATTERNS:
        raise ValueError(
            f"style {character!r} {colour!r} {pattern!r}: one of a-z 0-9, rrggbb, one of {', '.join(PATTERNS)}"
        )
