"""What changes of contacts may mean: each change extends a reading to those that explain it too, with a price. Pure.

A reading says of every piece where it is: on a place, *aloft*, or beside the board. Aloft is whatever no contact feels:
in a hand, lying, between places. A place with two pieces on it looks like one with one of them, so who leaves or joins
others is not felt; that somebody has left is only supposed when an arrival needs it, for it is always plausible.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from mouseboard.table import prices
from mouseboard.table.expectation import NOTHING_KNOWN, Intent, Key, Places


class Aloft(msgspec.Struct, frozen=True, cache_hash=True):
    """Not felt anywhere since it left a place, at this time on the table's clock, in seconds."""

    source: str
    since: float


Where = str | Aloft | None
"""Of a piece: the place on which it stands; aloft; None beside the board, where it belongs."""


class Reading(msgspec.Struct, frozen=True, cache_hash=True):
    """One explanation of everything felt so far."""

    where: tuple[Where, ...]
    """Of each piece, in their order."""
    strangers: frozenset[str] = frozenset()
    """Places on which a magnet is that no piece accounts for."""
    stuck: frozenset[str] = frozenset()
    """Places that read closed though the piece that stood there has left."""

    def on(self, place: str) -> list[int]:
        """The pieces on a place."""
        return [piece for piece, where in enumerate(self.where) if where == place]

    def moved(self, piece: int, to: Where) -> Reading:
        """The same with one piece elsewhere."""
        return Reading((*self.where[:piece], to, *self.where[piece + 1 :]), self.strangers, self.stuck)

    @property
    def unknown(self) -> frozenset[str]:
        """The places that read closed while nothing known stands on them."""
        return self.strangers | self.stuck

    @property
    def aloft(self) -> list[int]:
        """The pieces that are felt nowhere and do not stand beside the board."""
        return [piece for piece, where in enumerate(self.where) if isinstance(where, Aloft)]

    def trusting(self, unfelt: frozenset[str]) -> Reading:
        """The same where these places tell nothing."""
        return replace(self, strangers=self.strangers - unfelt, stuck=self.stuck - unfelt)

    def shows(self, placement: Places) -> bool:
        """Whether everything stands so. A piece that should be off the board is, once it is felt nowhere."""
        return not self.unknown and all(
            where == place or (place is None and isinstance(where, Aloft))
            for where, place in zip(self.where, placement, strict=True)
        )


Priced = Iterator[tuple[Reading, float]]

REMEMBERED = 256
"""Answers that are kept, for between two changes the same few readings are looked at again and again."""


class Explainer:
    """Extends readings by one change, given what hands are expected to do."""

    def __init__(self, positions: Mapping[str, tuple[float, float]], sensorless: Iterable[str]) -> None:
        """`positions` of the places in mm; the `sensorless` ones have no contact."""
        self._at = positions
        self._sensorless = frozenset(sensorless)
        self.set_blind(())
        self.closed_at: dict[str, float] = {}
        """When each place closed last, in seconds on the table's clock."""
        self.changed_at = 0.0
        """When the last change before this one was, on the same clock."""
        self.intent = Intent((), NOTHING_KNOWN)
        """What each piece is expected to do."""

    def set_blind(self, places: Iterable[str]) -> None:
        """The contacts of these places tell nothing from now on, those of all others count."""
        self.blind = frozenset(places)
        self.unfelt = self._sensorless | self.blind

    def opened(self, reading: Reading, place: str, time: float) -> Priced:
        """A place has opened: all that stood on it are aloft, all but one had left before."""
        if place in reading.strangers:
            touched = time - self.closed_at.get(place, 0.0) <= prices.TOUCH
            yield replace(reading, strangers=reading.strangers - {place}), -prices.STRANGER if touched else 0.0
            return
        on = reading.on(place)
        where = list(reading.where)
        for piece in on:
            where[piece] = Aloft(place, time)
        yield replace(reading, where=tuple(where), stuck=reading.stuck - {place}), self._lifting(on, place)

    def closed(self, reading: Reading, place: str, time: float) -> Priced:
        """A place has closed: somebody aloft or from beside the board has arrived, or has left others unfelt."""
        crowd = _crowded(reading, self.unfelt)
        busy = bool(reading.aloft) or time - self.changed_at < prices.MOMENT
        for piece, where in enumerate(reading.where):
            arrival = self._arriving(piece, where, place, time)
            if not isinstance(where, str):
                yield reading.moved(piece, place), arrival
            elif where in crowd:
                beside = prices.LEFT_BESIDE_ANOTHER if busy and arrival > prices.WHERE_EXPECTED else 0.0
                yield reading.moved(piece, place), self._leaving(piece, where) + beside + arrival
            elif where != place:
                stuck = reading.moved(piece, place)
                yield replace(stuck, stuck=reading.stuck | {where}), prices.STUCK + arrival
        yield replace(reading, strangers=reading.strangers | {place}), prices.STRANGER

    def joined(self, reading: Reading) -> Priced:
        """Somebody aloft has been put where nothing can be felt of it: to others, or off the board."""
        aloft = reading.aloft
        if not aloft:
            return
        shared = {where for where in reading.where if isinstance(where, str)} | self.blind
        for piece in aloft:
            wanted = self.intent.wanted[piece]
            for place in shared.union(goal for goal in wanted if goal in self._sensorless):
                yield reading.moved(piece, place), self._joining(piece, place)
            if None in wanted:
                yield reading.moved(piece, None), prices.JOINED_TO_MOVE

    def waiting(self, reading: Reading, seconds: float) -> float:
        """What it costs a reading that pieces are still aloft after so long without a change."""
        until_now = prices.ALOFT_A_SECOND * seconds
        return sum([min(until_now, most) for most in _longest(self.intent, self.unfelt, reading)])

    def rising(self, reading: Reading, seconds: float) -> float:
        """How fast that price rises then, a second."""
        until_now = prices.ALOFT_A_SECOND * seconds
        return prices.ALOFT_A_SECOND * sum(most > until_now for most in _longest(self.intent, self.unfelt, reading))

    def has_a_goal(self, piece: int) -> bool:
        """Whether a legal move is to be made with it."""
        return bool(self.intent.goals[piece])

    def may_be_corrected(self, piece: int) -> bool:
        """Whether a decision before may be made otherwise with it."""
        return bool(self.intent.earlier[piece])

    def _lifting(self, pieces: list[int], place: str) -> float:
        """One of them was lifted last, and felt; the others had left unfelt. The cheapest way counts."""
        if not pieces:
            return 0.0
        leaving = sum(self._leaving(piece, place) for piece in pieces)
        return min(leaving - self._leaving(last, place) + self._lift(last, place) for last in pieces)

    def _lift(self, piece: int, place: str) -> float:
        wanted = self.intent.wanted[piece]
        if wanted and place not in wanted:
            return prices.LIFTED_TO_MOVE
        return prices.LIFTED_AGAIN if wanted or self.may_be_corrected(piece) else prices.LIFTED_IDLY

    def _leaving(self, piece: int, place: str) -> float:
        wanted = self.intent.wanted[piece]
        return prices.LEFT_TO_MOVE if wanted and place not in wanted else prices.LEFT_IDLY

    def _joining(self, piece: int, place: str) -> float:
        if place in self.intent.wanted[piece]:
            expected = place in self.unfelt or self.intent.has_company(piece, place)
            return prices.JOINED_TO_MOVE if expected else prices.JOINED_A_STRAY
        return prices.JOINED_BACK if place == self.intent.home[piece] else prices.JOINED_IDLY

    def _arriving(self, piece: int, origin: Where, place: str, time: float) -> float:
        intent = self.intent
        if place in intent.wanted[piece]:
            return prices.WHERE_EXPECTED
        if origin is None:
            price = prices.ELSEWHERE + prices.NOT_IN_PLAY
        elif place == intent.home[piece]:
            price = prices.PUT_BACK
        elif place in intent.earlier[piece]:
            price = prices.AS_BEFORE
        elif isinstance(origin, Aloft) and origin.source == place:
            price = prices.WHERE_LIFTED
        else:
            price = prices.ELSEWHERE
        if isinstance(origin, Aloft) and self._is_thrown(origin, place, time):
            price += prices.TOO_FAST
        return price

    def _is_thrown(self, origin: Aloft, place: str, time: float) -> bool:
        way = math.dist(self._at[origin.source], self._at[place]) - prices.REACH
        farthest = prices.FASTEST * (time - origin.since)
        return 0 < farthest < way  # not 0: in what order is not known; nor less: a new start


def _crowded(reading: Reading, unfelt: frozenset[str]) -> frozenset[str]:
    """The places that one can leave without being felt."""
    standing = [where for where in reading.where if isinstance(where, str)]
    return unfelt | {place for place in standing if standing.count(place) > 1}


@lru_cache(maxsize=REMEMBERED)
def _longest(intent: Intent, unfelt: frozenset[str], reading: Reading) -> tuple[float, ...]:
    """At most for each piece that is aloft: by now it has come to others, if that is what it was to do."""

    def is_by_others(piece: int) -> bool:
        ways = intent.wanted[piece] or {intent.home[piece]}
        return any(way is None or way in unfelt or way in reading.where for way in ways)

    return tuple(prices.ALOFT_BY_OTHERS if is_by_others(piece) else prices.ALOFT for piece in reading.aloft)


@lru_cache(maxsize=REMEMBERED)
def exchanged(one: Reading, other: Reading) -> tuple[int, ...]:
    """The pieces by which they differ, if that is only in which of them stands where; else none."""
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
    """The outcomes that a reading shows; what the present decision can come to before what another could have."""
    for outcomes in (intent.outcomes, intent.corrections, intent.takebacks):
        if keys := tuple(key for key, placement in outcomes.items() if reading.shows(placement)):
            return keys
        if reading.where == intent.home and not reading.unknown:
            return ()
    return ()


def standing(pieces: tuple[str, ...], where: Iterable[Where]) -> dict[str, str]:
    """Where everything stands that stands."""
    return {piece: at for piece, at in zip(pieces, where, strict=True) if isinstance(at, str)}
