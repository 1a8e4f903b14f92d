"""The things that can happen in a turn of `cards`, as data: `turn` makes them happen, `words` tells them."""

from __future__ import annotations

from enum import Enum, auto

import msgspec


class What(Enum):
    """The things that happen. Those with a card on the table have its cell; `n` is said here, else it is 0."""

    STARTS = auto()
    """The player whose seat is `n`."""
    LAID = auto()
    """The lying card `n`."""
    POINTED = auto()
    """The mouse, to heading `n`."""
    DREW = auto()
    DREW_AGAIN = auto()
    SHUFFLED = auto()
    PUT = auto()
    """A cheese on a card."""
    NONE_TO_PUT = auto()
    TOOK = auto()
    """A cheese from the pile."""
    NONE_TO_TAKE = auto()
    RAN = auto()
    BLOCKED = auto()
    WENT_ON = auto()
    """From a GO TO card."""
    FACE_DOWN = auto()
    """The card to which GO TO leads."""
    FOUND = auto()
    """`n` cheese where the mouse has stopped."""
    STOPPED_SHORT = auto()
    FOLLOWED_BEFORE = auto()
    BACK_ON_SAFE = auto()
    NO_CARD = auto()
    """Where there is one to be flipped or turned."""
    FLIPPED = auto()
    GAVE_BACK = auto()
    """`n` cheese, from a card that was flipped."""
    PICKED = auto()
    TURNED = auto()
    """To heading `n`."""
    TURNED_WITH_MOUSE = auto()
    """To heading `n`."""
    LOOKS = auto()
    """The mouse, to heading `n`."""
    TRAPPED = auto()
    """With `n` cheese."""
    BROUGHT = auto()
    """`n` cheese out of the maze."""
    HAS_SAFE = auto()
    """`n` cheese in all."""


class Event(msgspec.Struct, frozen=True):
    """Something that happened."""

    what: What
    cell: int = -1
    n: int = 0
    label: str = ""
    """The words on the card that it is about."""
