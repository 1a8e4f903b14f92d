"""The record of a game in the journal: its setup, and entries of a few kinds, numbered from 0, that never change.

The database keeps an entry as its JSON: `{"kind":"played","actor":0,"action":"roll4","source":"drawn"}`.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, TypeVar

import msgspec
from msgspec import structs

from mouseboard.say import Explained, Say, plain, reason, say

PERSON = "person"
AT_TABLE, OWN, DRAWN = "table", "own", "drawn"
"""Where people's dice rolls come from: a button of the table, a wooden die, or the program without being asked."""


class StoreError(Explained):
    """A journal, or a game in it, cannot be used as asked. The text is one plain line for a person."""


class Unwritable(StoreError):
    """The journal cannot be written; it may still be read."""

    def __init__(self, said: Say, why: Say) -> None:
        """`why` is the reason for everybody: it names no file."""
        super().__init__(said)
        self.why = why


class Locked(Unwritable):
    """Another process has locked the journal. That may end at any moment."""


def cause(error: StoreError | OSError) -> Say:
    """Return why something cannot be read or written, for everybody: it names no file."""
    if isinstance(error, Unwritable):
        return error.why
    return reason(error) if isinstance(error, OSError) else say("something is wrong with the saved games")


class Damaged(StoreError):
    """The journal's contents are not what was written there."""


class Unplayable(StoreError):
    """An entry of a game does not play by its rules."""


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
    """It comes from a text that does not say."""


class Played(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="played"):
    """An action by a seat, or an outcome where the actor is rules.CHANCE."""

    actor: int
    action: str
    """In the game's notation."""
    source: Source
    instead: int | None = None
    """The entry that this one corrects, before anything followed from it. Of several corrected entries, the first."""


class Asked(msgspec.Struct, frozen=True, tag_field="kind", tag="asked"):
    """A question about what the table cannot show."""

    question: str
    answers: tuple[str, ...] = ()
    """The answers it allows; () where any text will do."""


class Answered(msgspec.Struct, frozen=True, tag_field="kind", tag="answered"):
    """The answer to the last question."""

    answer: str


class Crank(msgspec.Struct, frozen=True, tag_field="kind", tag="crank"):
    """The crank is about to be turned, once for this id."""

    id: str
    profile: str


class Cranked(msgspec.Struct, frozen=True, tag_field="kind", tag="cranked"):
    """The table reported the result of a crank: `caught`, `missed` or a fault."""

    id: str
    result: str


class Done(msgspec.Struct, frozen=True, tag_field="kind", tag="done"):
    """Players did one of the hand tasks of the last action, or undid what was taken back."""

    task: str


class TakenBack(msgspec.Struct, frozen=True, tag_field="kind", tag="takenback"):
    """The game returns to its state before entry `to`."""

    to: int


class Paused(msgspec.Struct, frozen=True, tag_field="kind", tag="paused"):
    """The game is paused from here on."""


class Continued(msgspec.Struct, frozen=True, tag_field="kind", tag="continued"):
    """The game goes on."""


class Seated(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="seated"):
    """The players from here on. Without such an entry they are unknown."""

    seats: tuple[str, ...]
    """The kind of computer player on each seat, or PERSON."""
    dice: str
    """AT_TABLE, OWN or DRAWN."""
    names: tuple[str, ...] = ()
    """The name of the person on each seat, empty where unknown; () if no name is known."""

    def name(self, seat: int) -> str:
        """Return the name of the person on a seat, or ""."""
        return self.names[seat] if seat < len(self.names) else ""


class Noted(msgspec.Struct, frozen=True, tag_field="kind", tag="noted"):
    """A note for readers of the journal; replaying ignores it."""

    note: str


Exchange = tuple[tuple[str, str], ...]
"""Pieces that may have changed places: each is paired with the piece whose place it would then be on."""


class Doubted(msgspec.Struct, frozen=True, tag_field="kind", tag="doubted"):
    """These pieces may have changed places; all others are certain. Valid until the next such entry."""

    exchanges: tuple[Exchange, ...]


class Copied(msgspec.Struct, frozen=True, tag_field="kind", tag="copied"):
    """All entries before this one come from another game, which continues here as a game of its own."""

    game: int
    """The other game's number, in the journal where it was copied."""
    before: int
    """The first of its entries that was left out."""


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
"""Matches JSON text that may need `plain`: anything but printable ASCII, and escapes."""
UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""The exceptions that decoding damaged JSON raises."""


def decode(text: str | bytes) -> Entry:
    """Return the entry of that JSON, with its words made plain: a journal may come from anybody. Raises UNREADABLE."""
    entry: Entry = _DECODER.decode(text)
    return made_plain(entry) if UNUSUAL.search(text.encode() if isinstance(text, str) else text) else entry


def made_plain(kept: K) -> K:
    """Return a copy with its words made plain."""
    fields = {name: getattr(kept, name) for name in kept.__struct_fields__}
    return structs.replace(kept, **{name: _plain(value) for name, value in fields.items()})


def _plain(value: object) -> object:
    if isinstance(value, str):
        return value if isinstance(value, StrEnum) else plain(value)
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything needed to rebuild a game's first state."""

    game: str
    players: int
    options: dict[str, bool | int | str] = {}
    seed: int | None = None
    """The seed of chance and of the computer players, if the program drew at all."""


class Heading(msgspec.Struct, frozen=True):
    """A game in the journal."""

    id: int
    began: str
    """Wall clock, ISO 8601 in UTC, for people only."""
    setup: Setup
