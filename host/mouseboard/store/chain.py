"""The hash chain of each game, which reveals damage: each entry carries a hash over itself and all entries before it.

The first link is the heading's. The last link is also kept in the game's head, so that a missing end is noticed too.
A heading's link also covers the journal's identity, so that a game of another journal is not taken for one of this:
SQLite replays whatever write-ahead log lies beside a database.

This guards against broken disks and careless hands. A forger can simply compute the hashes again.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from mouseboard.say import Say, say
from mouseboard.store.entries import Damaged
from mouseboard.store.location import log_command

MISSING = "entry {entry} is missing"
GO_ON_BEFORE = (
    "game {game} is damaged: {why}; `{log} resume {game} --before {entry}` goes on as a new game from what is sound"
)
SIZE = 16  # bytes of a link; enough to rule out a chance collision


class WrittenHeading(NamedTuple):
    """A game's row, with its texts as they are in the file."""

    began: bytes
    setup: bytes
    link: bytes


WrittenEntry = tuple[int, bytes]
"""When an entry was written, and its JSON. A bare tuple for speed: a game has hundreds, and each reading checks all."""


class LinkedEntry(NamedTuple):
    """An entry's row, used to find out which entry is damaged."""

    number: int
    at: int
    text: bytes
    link: bytes


class WrittenGame(NamedTuple):
    """A game as it is in the file."""

    heading: WrittenHeading
    entries: list[WrittenEntry]

    def is_start_of(self, other: WrittenGame) -> bool:
        """Return whether this is the other game at an earlier moment, or the same; its journal does not matter."""
        same = self.heading[:2] == other.heading[:2]
        return same and self.entries == other.entries[: len(self.entries)]


class End(NamedTuple):
    """The progress of a game, as its head records it."""

    entries: int
    link: bytes


def heading_link(journal: bytes, game: int, began: bytes, setup: bytes) -> bytes:
    """Return the first link of a game in the journal with that identity; pass b"" where the journal does not matter."""
    return blake2b(b"%b%d\n%b\n%b" % (journal, game, began, setup), digest_size=SIZE).digest()


class Chain:
    """A game's links, one after the other."""

    def __init__(self, first: bytes, entries: Sequence[WrittenEntry] = ()) -> None:
        """`first` is the heading's link."""
        self.link = first
        self.entries = len(entries)
        self._hash = blake2b(first, digest_size=SIZE)
        if entries:  # in one update, which is many times faster
            self._hash.update(b"".join([_LINKED % (at, len(text), text) for at, text in entries]))
            self.link = self._hash.digest()

    def add(self, at: int, text: bytes) -> bytes:
        """Add the next entry and return its link."""
        self._hash.update(_LINKED % (at, len(text), text))
        self.entries += 1
        self.link = self._hash.digest()
        return self.link

    def copy(self) -> Chain:
        """Return a copy, so that adding to it leaves this one unchanged."""
        other = Chain(b"")
        other.link, other.entries, other._hash = self.link, self.entries, self._hash.copy()
        return other


_LINKED = b"%d %d\n%b"
"""The hashed bytes of an entry: when it was written, its length, and its JSON."""


def is_heading_of(journal: bytes, game: int, heading: WrittenHeading) -> bool:
    """Return whether the heading is as it was written, in that journal."""
    return heading.link == heading_link(journal, game, heading.began, heading.setup)


def damage(journal: Path, game: int, first: bytes, entries: Sequence[LinkedEntry], end: End | None) -> Damaged:
    """Return what is wrong with entries that do not match their game's end."""
    entry, why = _first_damage(first, entries, end)
    return Damaged(say(GO_ON_BEFORE, log=log_command(journal), game=game, why=why, entry=entry))


def _first_damage(first: bytes, entries: Sequence[LinkedEntry], end: End | None) -> tuple[int, Say]:
    """Return the number of the first damaged entry, and what is wrong with it."""
    chain = Chain(first)
    for number, entry in enumerate(entries):
        if entry.number != number:
            return number, say(MISSING, entry=number)
        if entry.link != chain.add(entry.at, entry.text):
            return number, say("entry {entry} is not what was written", entry=number)
    if end is not None and end.entries > len(entries):
        return len(entries), say(MISSING, entry=len(entries))
    return len(entries), say("it does not end where it was left")
