"""The events of a turn of `cards`, as data: `effects` produces them, `words` tells them."""

from __future__ import annotations

from enum import Enum, auto

import msgspec


class What(Enum):
    """The kinds of event. An event about a card on the table has its cell. `n` is 0 unless described here."""

    STARTS = auto()
    """The player in seat `n` starts."""
    LAID = auto()
    """The lying card `n` is laid."""
    POINTED = auto()
    """The player points the mouse to heading `n`, an index of HEADINGS."""
    DREW = auto()
    DREW_AGAIN = auto()
    SHUFFLED = auto()
    PUT = auto()
    """A cheese is put on a card."""
    NONE_TO_PUT = auto()
    TOOK = auto()
    """A cheese is taken from the pile."""
    NONE_TO_TAKE = auto()
    RAN = auto()
    BLOCKED = auto()
    WENT_ON = auto()
    """The mouse goes on from a GO TO card."""
    FACE_DOWN = auto()
    """The card that GO TO leads to lies face down."""
    FOUND = auto()
    """There are `n` cheese where the mouse has stopped."""
    STOPPED_SHORT = auto()
    FOLLOWED_BEFORE = auto()
    BACK_ON_SAFE = auto()
    NO_CARD = auto()
    """There is no card where one should be flipped or turned."""
    FLIPPED = auto()
    GAVE_BACK = auto()
    """`n` cheese on a flipped card go back to the pile."""
    PICKED = auto()
    TURNED = auto()
    """A card is turned to heading `n`."""
    TURNED_WITH_MOUSE = auto()
    """The card under the mouse is turned to heading `n`."""
    LOOKS = auto()
    """The mouse now looks to heading `n`."""
    TRAPPED = auto()
    """The player is trapped and loses `n` cheese."""
    BROUGHT = auto()
    """The player brings `n` cheese out of the maze."""
    HAS_SAFE = auto()
    """The player has `n` safe cheese in all."""


class Event(msgspec.Struct, frozen=True):
    """Something that happened."""

    what: What
    cell: int = -1
    n: int = 0
    label: str = ""
    """The words on the card that the event is about."""
