"""What a journal remembers of a game: its setup, and entries of a few kinds, numbered from 0, that never change.

An entry's JSON is what the database keeps: `{"kind":"played","actor":0,"action":"roll4","source":"drawn"}`.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, TypeVar

import msgspec
from msgspec import structs

from mouseboard.say import plain, refusal

PERSON = "person"
AT_TABLE, DRAWN = "table", "drawn"
"""How people's dice come about: rolled at the table, or drawn by the program."""


class StoreError(Exception):
    """A journal, or a game in it, that cannot be used as asked; the text is one line for a person, and plain."""

    def __init__(self, text: str) -> None:
        super().__init__(refusal(text))


class Damaged(StoreError):
    """What a journal holds is not what was written there."""


class Source(StrEnum):
    """How an action became known."""

    HANDS = "hands"
    """The table felt it."""
    PLAYER = "player"
    """A person decided it on the page, by a key or by the table's buttons."""
    COMPUTER = "computer"
    """A computer player decided it."""
    TYPED = "typed"
    """A person typed what a wooden die or a real card shows."""
    ROLLED = "rolled"
    """A person pressed the table's button and the program rolled for them."""
    DRAWN = "drawn"
    """The program drew it without being asked."""
    TRAP = "trap"
    """The cage's switch showed it."""
    TEXT = "text"
    """It comes from a text that does not say how it became known."""


class Played(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="played"):
    """An action by a seat or, as actor rules.CHANCE, an outcome."""

    actor: int
    action: str
    """In the game's notation."""
    source: Source
    instead: int | None = None
    """The entry that it replaces, which was corrected before anything followed from it; of several the first."""


class Asked(msgspec.Struct, frozen=True, tag_field="kind", tag="asked"):
    """A question about what the table cannot show."""

    question: str
    answers: tuple[str, ...] = ()
    """Those it allows; () where any text will do."""


class Answered(msgspec.Struct, frozen=True, tag_field="kind", tag="answered"):
    """The answer to the last question."""

    answer: str


class Crank(msgspec.Struct, frozen=True, tag_field="kind", tag="crank"):
    """The crank is to be turned, once for this id."""

    id: str
    profile: str


class Cranked(msgspec.Struct, frozen=True, tag_field="kind", tag="cranked"):
    """The table reported the result of a crank: `caught`, `missed` or a fault."""

    id: str
    result: str


class Done(msgspec.Struct, frozen=True, tag_field="kind", tag="done"):
    """Hands have done what the last action asked of them besides moving pieces, or a part of it."""

    task: str


class TakenBack(msgspec.Struct, frozen=True, tag_field="kind", tag="takenback"):
    """The game is again as it was before entry `to`."""

    to: int


class Paused(msgspec.Struct, frozen=True, tag_field="kind", tag="paused"):
    """The game rests from here on."""


class Continued(msgspec.Struct, frozen=True, tag_field="kind", tag="continued"):
    """The game goes on."""


class Seated(msgspec.Struct, frozen=True, tag_field="kind", tag="seated"):
    """Who plays from here on; without one it is not known."""

    seats: tuple[str, ...]
    """The kind of computer player on each seat, or PERSON."""
    dice: str
    """AT_TABLE or DRAWN."""


class Noted(msgspec.Struct, frozen=True, tag_field="kind", tag="noted"):
    """Something a reader of the journal will want to know; replaying passes over it."""

    note: str


Exchange = tuple[tuple[str, str], ...]
"""Pieces that may have changed places: each with the one on whose place it would stand then."""


class Doubted(msgspec.Struct, frozen=True, tag_field="kind", tag="doubted"):
    """These may have changed places, all else is sure: until this is said anew."""

    exchanges: tuple[Exchange, ...]


class Copied(msgspec.Struct, frozen=True, tag_field="kind", tag="copied"):
    """All entries before this one are another game's, which goes on here as a game of its own."""

    game: int
    """Its number, in the journal in which that was done."""
    before: int
    """Its first entry that was left out."""


Entry = (
    Played
    | Asked
    | Answered
    | Crank
    | Cranked
    | Done
    | TakenBack
    | Paused
    | Continued
    | Seated
    | Noted
    | Doubted
    | Copied
)

K = TypeVar("K", bound=msgspec.Struct)

_DECODER: Final = msgspec.json.Decoder(Entry)


UNUSUAL: Final = re.compile(rb"[^ -\[\]-~]")
"""In JSON: anything but ASCII, or spelled out."""
UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What decoding a damaged JSON raises."""


def decode(text: str | bytes) -> Entry:
    """The entry of that JSON; a journal may be anybody's, so its words are made plain. Raises UNREADABLE."""
    entry: Entry = _DECODER.decode(text)
    return made_plain(entry) if UNUSUAL.search(text.encode() if isinstance(text, str) else text) else entry


def made_plain(kept: K) -> K:
    """The same with plain words."""
    fields = {name: getattr(kept, name) for name in kept.__struct_fields__}
    return structs.replace(kept, **{name: _plain(value) for name, value in fields.items()})


def _plain(value: object) -> object:
    if isinstance(value, str):
        return value if isinstance(value, StrEnum) else plain(value)
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game is rebuilt from, before its first entry."""

    game: str
    players: int
    options: dict[str, bool | int | str] = {}
    seed: int | None = None
    """What chance and the computer players drew from, if the program drew at all."""


class Heading(msgspec.Struct, frozen=True):
    """A game in the journal."""

    id: int
    began: str
    """Wall clock, ISO 8601 in UTC, for people only."""
    setup: Setup
