"""The wanted styles and picture of the lamps, compared with those the table holds. Pure: the link does the talking."""

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
    """Styles and a picture, as requests. Only those that the table does not hold yet are due."""

    def __init__(self) -> None:
        self._lamps = 0
        self._styles: dict[str, tuple[str, ...]] = {}  # the wanted styles as requests, by their characters
        self._picture = ""
        self._held: dict[str, tuple[str, ...]] = {}  # held by the table: the same, and the picture by its verb
        self._pending: list[tuple[str, ...]] = []  # requests that are wanted and not yet held

    def want(self, styles: Mapping[str, Style], picture: str) -> None:
        """Set what the lamps must show from now on. Raises ValueError, naming what is allowed."""
        requests = {character: _request(character, *style) for character, style in styles.items()}
        if not picture or not styles.keys() >= {*picture} - {"."}:
            raise ValueError(f"picture {picture!r}: one character a lamp, `.` or with a style, here {' '.join(styles)}")
        self._styles, self._picture = requests, picture
        self._compare()

    def due(self) -> tuple[str, ...] | None:
        """Return the next request to make, if any: styles come before the picture that uses them."""
        return self._pending[0] if self._pending else None

    def done(self, words: tuple[str, ...]) -> None:
        """Note that the table has answered this request."""
        self._held[words[1] if words[0] == wire.STYLE else wire.LAMPS] = words
        self._compare()

    def meet(self, lamps: int) -> None:
        """Start over with a table that has this number of lamps. It is assumed to hold nothing."""
        self._lamps = lamps
        self._held.clear()
        self._compare()

    def _compare(self) -> None:
        wanted = dict(self._styles)
        if self._picture:  # cut or filled to size: the table may have come back with more lamps than before, or fewer
            wanted[wire.LAMPS] = (wire.LAMPS, self._picture[: self._lamps].ljust(self._lamps, "."))
        held = self._held
        self._pending = [words for key, words in wanted.items() if held.get(key) != words]


@lru_cache  # there are few
def _request(character: str, colour: str, pattern: str) -> tuple[str, ...]:
    """Return the request that sends a style to the table. Raises ValueError."""
    if not _CHARACTER.fullmatch(character) or not _COLOUR.fullmatch(colour) or pattern not in PATTERNS:
        raise ValueError(
            f"style {character!r} {colour!r} {pattern!r}: one of a-z 0-9, rrggbb, one of {', '.join(PATTERNS)}"
        )
    return wire.STYLE, character, colour, pattern
