"""Every game is a chain, so that damage shows: each entry carries a hash over itself and over all before it.

The first link is the heading's; the last one is kept once more, in the game's head, so that a missing end shows too.
A heading's link is also over its journal's identity, so that no game of another journal is taken for one of this:
SQLite plays back whatever write-ahead log lies beside a database.

That is against broken disks and careless hands. Whoever means to forge a game can compute the hashes anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

from mouseboard.store.entries import Damaged

SIZE = 16  # bytes of a link: enough for chance never to hit it


class WrittenHeading(NamedTuple):
    """A game's row, its texts as they lie in the file."""

    began: bytes
    setup: bytes
    link: bytes


WrittenEntry = tuple[int, bytes]
"""When an entry was written, and its JSON. A bare tuple: a game has hundreds, and each reading checks them all."""


class LinkedEntry(NamedTuple):
    """An entry's row, where it matters which of them is damaged."""

    number: int
    at: int
    text: bytes
    link: bytes


class WrittenGame(NamedTuple):
    """A game as it lies in the file."""

    heading: WrittenHeading
    entries: list[WrittenEntry]


class End(NamedTuple):
    """How far a game has come: what its head keeps."""

    entries: int
    link: bytes


def heading_link(journal: bytes, game: int, began: bytes, setup: bytes) -> bytes:
    """The first link of a game in the journal of that identity; b"" where that does not matter."""
    return blake2b(b"%b%d\n%b\n%b" % (journal, game, began, setup), digest_size=SIZE).digest()


class Chain:
    """A game's links, one after the other."""

    def __init__(self, first: bytes, entries: Sequence[WrittenEntry] = ()) -> None:
        """`first` is the heading's link."""
        self.link = first
        self.entries = len(entries)
        self._hash = blake2b(first, digest_size=SIZE)
        if entries:  # all at once: that is many times faster
            self._hash.update(b"".join([_LINKED % (at, len(text), text) for at, text in entries]))
            self.link = self._hash.digest()

    def add(self, at: int, text: bytes) -> bytes:
        """The link of the next entry."""
        self._hash.update(_LINKED % (at, len(text), text))
        self.entries += 1
        self.link = self._hash.digest()
        return self.link

    def copy(self) -> Chain:
        """One that can be added to while this one stays as it is."""
        other = Chain(b"")
        other.link, other.entries, other._hash = self.link, self.entries, self._hash.copy()
        return other


_LINKED = b"%d %d\n%b"
"""What is hashed of an entry: when it was written, how long it is, and its JSON."""


def is_heading_of(journal: bytes, game: int, heading: WrittenHeading) -> bool:
    """Whether it is as it was written, and in that journal."""
    return heading.link == heading_link(journal, game, heading.began, heading.setup)


def damage(game: int, first: bytes, entries: Sequence[LinkedEntry], end: End | None) -> Damaged:
    """What is wrong with entries that do not lead to where their game has come."""
    chain = Chain(first)
    for number, entry in enumerate(entries):
        if entry.number != number:
            return _damaged_from(game, number, f"entry {number} is missing")
        if entry.link != chain.add(entry.at, entry.text):
            return _damaged_from(game, number, f"entry {number} is not what was written")
    if end is not None and end.entries > len(entries):
        return _damaged_from(game, len(entries), f"entry {len(entries)} is missing")
    return _damaged_from(game, len(entries), "it does not end where it was left")


def _damaged_from(game: int, entry: int, why: str) -> Damaged:
    return Damaged(
        f"game {game} is damaged: {why};"
        f" `mouseboard log resume {game} --before {entry}` goes on as a new game from what is sound"
    )
