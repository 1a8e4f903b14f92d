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
        self._styles: dict[str, tuple[str, ...]] = {}  # what is wanted as requests, by their characters
        self._picture = ""
        self._held: dict[str, tuple[str, ...]] = {}  # the same and the picture, by its verb
        self._pending: list[tuple[str, ...]] = []  # of what is wanted, all that is not held

    def want(self, styles: Mapping[str, Style], picture: str) -> None:
        """From now on this. Raises ValueError, naming what is allowed."""
        requests = {character: _request(character, *style) for character, style in styles.items()}
        if not picture or not styles.keys() >= {*picture} - {"."}:
            raise ValueError(f"picture {picture!r}: one character a lamp, `.` or with a style, here {' '.join(styles)}")
        self._styles, self._picture = requests, picture
        self._compare()

    def due(self) -> tuple[str, ...] | None:
        """The next request to make, if any: styles come before the picture that uses them."""
        return self._pending[0] if self._pending else None

    def done(self, words: tuple[str, ...]) -> None:
        """The table has answered this request."""
        self._held[words[1] if words[0] == wire.STYLE else wire.LAMPS] = words
        self._compare()

    def meet(self, lamps: int) -> None:
        """A table met, or met again, has so many lamps and is taken to hold nothing."""
        self._lamps = lamps
        self._held.clear()
        self._compare()

    def _compare(self) -> None:
        wanted = dict(self._styles)
        if self._picture:  # as the table can show it: it may have come back with more lamps than before, or fewer
            wanted[wire.LAMPS] = (wire.LAMPS, self._picture[: self._lamps].ljust(self._lamps, "."))
        held = self._held
        self._pending = [words for key, words in wanted.items() if held.get(key) != words]


@lru_cache  # they are few
def _request(character: str, colour: str, pattern: str) -> tuple[str, ...]:
    """A style as the table is told it. Raises ValueError."""
    if not _CHARACTER.fullmatch(character) or not _COLOUR.fullmatch(colour) or pattern not in PATTERNS:
        raise ValueError(
            f"style {character!r} {colour!r} {pattern!r}: one of a-z 0-9, rrggbb, one of {', '.join(PATTERNS)}"
        )
    return wire.STYLE, character, colour, pattern
