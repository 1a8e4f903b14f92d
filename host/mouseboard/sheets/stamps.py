"""What the page draws, kept as paths with their colours by day, so that a print looks like it and needs no browser.

`python -m tests.web.stamps` makes stamps.json from the page; a test holds it to that.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

KEPT = Path(__file__).with_name("stamps.json")


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a stamp. Lengths are those of the page's signs, about 24 wide round the middle, `y` downwards."""

    d: str
    """Letters and numbers with blanks between them: M and L with a point, C with three, Z."""
    fill: str | None = None
    stroke: str | None = None
    width: float = 0


class Stamps(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    palette: dict[str, str]
    """Colours by the names that the page has for them."""
    shares: dict[str, float]
    """How light the road's hues are, in percent."""
    stamps: dict[str, tuple[Shape, ...]]


@cache
def stamps() -> Stamps:
    """What is kept."""
    return msgspec.json.decode(KEPT.read_bytes(), type=Stamps)
