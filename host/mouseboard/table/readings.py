"""Readings: explanations of all changes of contacts, and what they show. Pure.

A reading says where each piece is: on a place, *aloft*, or beside the board. A piece that no contact feels is aloft: in
a hand, lying, or between places. A contact cannot tell two pieces from one, so pieces leave and join others unfelt.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from mouseboard.table.expectation import Intent, Key, Places


class Aloft(msgspec.Struct, frozen=True, cache_hash=True):
    """Felt nowhere since it left `source`, at `since` seconds on the table's clock."""

    source: str
    since: float


Where = str | Aloft | None
"""Where a piece is: the name of a place, aloft, or None for beside the board."""


class Reading(msgspec.Struct, frozen=True, cache_hash=True):
    """One explanation of all changes."""

    where: tuple[Where, ...]
    """By piece."""
    strangers: frozenset[str] = frozenset()
    """Places with a magnet that does not belong to a piece."""
    stuck: frozenset[str] = frozenset()
    """Places that stay closed although their piece has left."""

    def on(self, place: str) -> list[int]:
        """Return the pieces on a place."""
        return [piece for piece, where in enumerate(self.where) if where == place]

    def moved(self, piece: int, to: Where) -> Reading:
        """Return the same reading with one piece elsewhere."""
        return Reading((*self.where[:piece], to, *self.where[piece + 1 :]), self.strangers, self.stuck)

    def left_stuck(self, piece: int, to: str) -> Reading:
        """Return the same reading with one piece elsewhere, whose old place stays closed."""
        return replace(self.moved(piece, to), stuck=self.stuck | {str(self.where[piece])})

    def lifted(self, place: str, time: float) -> Reading:
        """Return the same reading with all pieces of a place aloft."""
        where = tuple(Aloft(place, time) if at == place else at for at in self.where)
        return Reading(where, self.strangers, self.stuck - {place})

    def with_stranger(self, place: str) -> Reading:
        """Return the same reading with a magnet on a place that belongs to no piece."""
        return replace(self, strangers=self.strangers | {place})

    def without_stranger(self, place: str) -> Reading:
        """Return the same reading after that magnet has left."""
        return replace(self, strangers=self.strangers - {place})

    @property
    def unknown(self) -> frozenset[str]:
        """The places that are closed without a known piece."""
        return self.strangers | self.stuck

    @property
    def aloft(self) -> list[int]:
        """The pieces that are aloft."""
        return [piece for piece, where in enumerate(self.where) if isinstance(where, Aloft)]

    def explained(self, places: frozenset[str]) -> Reading:
        """Return the same reading without unknown closures of these places."""
        return replace(self, strangers=self.strangers - places, stuck=self.stuck - places)

    @property
    def shown(self) -> Places | None:
        """The placement that this shows, or None with an unknown magnet. A piece aloft may be beside the board."""
        return None if self.unknown else tuple([at if isinstance(at, str) else None for at in self.where])


REMEMBERED = 256
"""Size of the caches: between two changes the same few readings are judged again and again."""


@lru_cache(maxsize=REMEMBERED)
def exchanged(one: Reading, other: Reading) -> tuple[int, ...]:
    """Return the pieces that differ, if the two readings only exchange them; else ()."""
    differing = []
    for piece, (a, b) in enumerate(zip(one.where, other.where, strict=True)):
        if a != b:
            if not (isinstance(a, str) and isinstance(b, str)):
                return ()
            differing.append(piece)
    here, there = (sorted(str(reading.where[piece]) for piece in differing) for reading in (one, other))
    return tuple(differing) if here == there and one.unknown == other.unknown else ()


@lru_cache(maxsize=REMEMBERED)
def shown(intent: Intent, reading: Reading) -> tuple[Key, ...]:
    """Return the outcomes that a reading shows: of the present decision, else corrections, else takebacks."""
    placement = reading.shown
    for keys in intent.keys:
        if placement in keys:
            return keys[placement]
        if reading.where == intent.home and not reading.unknown:
            return ()
    return ()


def standing(pieces: tuple[str, ...], where: Iterable[Where]) -> dict[str, str]:
    """Return the place of each piece that is on one."""
    return {piece: at for piece, at in zip(pieces, where, strict=True) if isinstance(at, str)}
