"""Extend a reading by a change of a contact, to every reading that explains the change. Pure.

Each is priced first and made later, because most turn out too dear to be kept.

A reading says where each piece is: on a place, *aloft*, or beside the board. A piece that no contact feels is aloft: in
a hand, lying, or between places. A contact cannot tell two pieces from one, so pieces leave and join others unfelt. An
unfelt departure is only assumed when an arrival needs it, because it is always plausible.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial

import msgspec
from msgspec.structs import replace

from mouseboard.table import prices
from mouseboard.table.expectation import NOTHING_KNOWN, Intent, Key, Places, crowded


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


Priced = Iterator[tuple[float, Callable[[], Reading]]]
"""Prices, each with what makes its reading."""

REMEMBERED = 256
"""Size of the caches: between two changes the same few readings are judged again and again."""


class Explainer:
    """Extends readings by one change, given the expectation."""

    def __init__(
        self, positions: Mapping[str, tuple[float, float]], sensorless: Iterable[str], shares_places: bool
    ) -> None:
        """`positions` are in mm; `sensorless` places have no contact. Pieces may stay together if `shares_places`."""
        self._at = positions
        self._sensorless = frozenset(sensorless)
        self._shares_places = shares_places
        self.set_blind(())
        self.closed_at: dict[str, float] = {}
        """When each place last closed, in seconds on the table's clock."""
        self.opened_at: dict[str, float] = {}
        """When each place last opened, on the same clock."""
        self.changed_at = 0.0
        """When the change before this one was, on the same clock."""
        self.intent = Intent((), NOTHING_KNOWN)
        """The expectation, piece by piece."""

    def set_blind(self, places: Iterable[str]) -> None:
        """Ignore the contacts of these places from now on, and no others."""
        self.blind = frozenset(places)
        self.unfelt = self._sensorless | self.blind

    def opened(self, reading: Reading, place: str, time: float) -> Priced:
        """Explain that a place opened: all its pieces are aloft. All but one had left before, unfelt."""
        if place in reading.strangers:
            touched = time - self.closed_at.get(place, 0.0) <= prices.TOUCH
            yield -self._strange(place) if touched else 0.0, partial(reading.without_stranger, place)
        else:
            yield self._lifting(reading.on(place), place), partial(self._lifted, reading, place, time)

    def _lifted(self, reading: Reading, place: str, time: float) -> Reading:
        """Return the same reading with all pieces of a place aloft. A man that has been taken is off the board."""
        after = reading.lifted(place, time)
        for piece in () if self._shares_places else reading.on(place):
            if self.intent.home[piece] is None and not self.intent.wanted[piece]:
                after = after.moved(piece, None)
        return after

    def closed(self, reading: Reading, place: str, time: float, most: float) -> Priced:
        """Explain that a place closed: a piece has arrived that was aloft, beside the board, or among others.

        Skip lone pieces that would have left a stuck sensor for more than `most`, and men that nobody puts back there.
        """
        crowd = self.unfelt | crowded(reading.where) if self._shares_places else self.unfelt
        busy = bool(reading.aloft) or time - self.changed_at < prices.MOMENT
        arrivals = self._arrivals(reading, place)
        alone = most - prices.STUCK
        restored = self._restored(reading, place, time)
        for piece, (where, arrival) in enumerate(zip(reading.where, arrivals, strict=True)):
            if where is None:
                if not restored and self._comes(reading, piece, place, arrival):
                    yield self._arriving(arrival, None, place, time), partial(reading.moved, piece, place)
            elif isinstance(where, Aloft):
                yield self._arriving(arrival, where, place, time), partial(reading.moved, piece, place)
            elif where in crowd:
                another = prices.LEFT_BESIDE_ANOTHER if busy and arrival > prices.WHERE_EXPECTED else 0.0
                yield self._leaving(piece, where) + another + arrival, partial(reading.moved, piece, place)
            elif arrival <= alone and where != place:
                yield prices.STUCK + arrival, partial(reading.left_stuck, piece, place)
        for before in restored:
            yield prices.RETURNED, partial(Reading, before)
        yield self._strange(place), partial(reading.with_stranger, place)

    def _comes(self, reading: Reading, piece: int, place: str, arrival: float) -> bool:
        """Return whether a piece that this reading has beside the board may be put on `place` next.

        Men only go where they are expected, or stood before.
        """
        if self._shares_places or arrival == prices.WHERE_EXPECTED:
            return True
        return arrival <= prices.AS_BEFORE and self._stood_there(reading, piece, place)

    def _stood_there(self, reading: Reading, piece: int, place: str) -> bool:
        """Return whether all others are on the way back to a position that had this man there.

        A man aloft that belongs there is not: it has been put back itself. What has not moved yet is on the way only to
        the position before the last decision, because hands take one decision back after the other.
        """
        intent = self.intent
        last = next(iter(intent.takebacks.values()), intent.home)

        def is_on_the_way(there: Places) -> bool:
            return all(
                at == goal or (isinstance(at, Aloft) and here != place) or (at == here and there is last)
                for at, here, goal in zip(reading.where, intent.home, there, strict=True)
                if goal != place
            )

        before = (intent.home, *intent.takebacks.values(), *intent.corrections.values())
        return any(there[piece] == place and is_on_the_way(there) for there in before)

    def _restored(self, reading: Reading, place: str, time: float) -> tuple[Places, ...]:
        """Return the positions before a capture that this change restores: hands have put all men back.

        The last one comes from where the capture put it, or was taken there just before another one could be fetched.
        """
        if self._shares_places or reading.where != self.intent.home:
            return ()
        felt = {*reading.where, place, None}
        is_quick = time - self.opened_at.get(place, -math.inf) < prices.FETCHED
        return tuple(
            before
            for before in self.intent.takebacks.values()
            if place in before and felt == {*before, None}
            if is_quick or reading.where[before.index(place)] is not None
        )

    def joined(self, reading: Reading) -> Priced:
        """Put down a piece that was aloft, in every way that no contact shows: among others, or off the board."""
        aloft = reading.aloft
        if not aloft:
            return
        shared = self.blind
        if self._shares_places:
            shared |= {where for where in reading.where if isinstance(where, str)}
        for piece in aloft:
            wanted = self.intent.wanted[piece]
            for place in shared.union(goal for goal in wanted if goal in self._sensorless):
                yield self._joining(piece, place), partial(reading.moved, piece, place)
            if None in wanted:
                yield prices.JOINED_TO_MOVE, partial(reading.moved, piece, None)

    def waiting(self, reading: Reading, seconds: float) -> float:
        """Return the price of pieces that are still aloft after some silence."""
        until_now = prices.ALOFT_A_SECOND * seconds
        return sum([min(until_now, most) for most in _longest(self.intent, self.unfelt, reading)])

    def rising(self, reading: Reading, seconds: float) -> float:
        """Return how fast that price rises at that time, per second."""
        until_now = prices.ALOFT_A_SECOND * seconds
        return prices.ALOFT_A_SECOND * sum(most > until_now for most in _longest(self.intent, self.unfelt, reading))

    def has_a_goal(self, piece: int) -> bool:
        """Return whether an expected move takes this piece anywhere."""
        return bool(self.intent.goals[piece])

    def may_be_corrected(self, piece: int) -> bool:
        """Return whether a correction or a takeback takes this piece anywhere."""
        return bool(self.intent.earlier[piece])

    def may_come_back(self, piece: int, place: str) -> bool:
        """Return whether a piece beside the board may have been put on `place` unfelt, whatever the others do.

        Men only go where they are expected, or stood before.
        """
        intent = self.intent
        return self._shares_places or place in intent.wanted[piece] or place in intent.earlier[piece]

    def _lifting(self, pieces: list[int], place: str) -> float:
        """Return the price of the cheapest order of these departures. Only the last one was felt."""
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

    def _arrivals(self, reading: Reading, place: str) -> tuple[float, ...]:
        """Return, by piece, the price of an arrival at a place from another one."""
        is_contested = not self._shares_places and self._is_contested(reading, place)
        arrivals = _arrivals(self.intent, place, is_contested, self._belongs_to_a_man(place))
        piece = self._moving_on(reading, place) if is_contested else None
        if piece is None:
            return arrivals
        return (*arrivals[:piece], min(arrivals[piece], prices.AS_BEFORE), *arrivals[piece + 1 :])

    def _is_contested(self, reading: Reading, place: str) -> bool:
        """Return whether a man that is not felt may go there, or one that is aloft instead of where it went last."""
        seekers = _seekers(self.intent, place)
        return not all(isinstance(reading.where[piece], str) for piece in seekers) or any(
            place in self.intent.corrected[piece] for piece in reading.aloft
        )

    def _moving_on(self, reading: Reading, place: str) -> int | None:
        """Return the man that may go there instead of where it went last, if no other is away from its place."""
        away = [piece for piece, at in enumerate(reading.where) if at != self.intent.home[piece]]
        return away[0] if len(away) == 1 and place in self.intent.corrected[away[0]] else None

    def _strange(self, place: str) -> float:
        """Return the price of a magnet on a place that no piece explains."""
        return prices.STRANGER + (prices.ANOTHERS if self._belongs_to_a_man(place) else 0.0)

    def _belongs_to_a_man(self, place: str) -> bool:
        return not self._shares_places and place in self.intent.home

    def _arriving(self, price: float, origin: Aloft | None, place: str, time: float) -> float:
        """Return the price of an arrival from the air, or from beside the board, given the price from a place."""
        if origin is None:
            stood_there = price <= prices.AS_BEFORE
            return min(price, prices.RETURNED) if stood_there else prices.ELSEWHERE + prices.NOT_IN_PLAY
        if price == prices.WHERE_EXPECTED:
            return price
        if price == prices.ELSEWHERE and origin.source == place:
            price = prices.WHERE_LIFTED
        return price + prices.TOO_FAST if self._is_thrown(origin, place, time) else price

    def _is_thrown(self, origin: Aloft, place: str, time: float) -> bool:
        way = math.dist(self._at[origin.source], self._at[place]) - prices.REACH
        farthest = prices.FASTEST * (time - origin.since)
        return 0 < farthest < way  # 0 after a snapshot


@lru_cache(maxsize=REMEMBERED)
def _seekers(intent: Intent, place: str) -> tuple[int, ...]:
    """Return the pieces that a move takes to a place."""
    return tuple(piece for piece, wanted in enumerate(intent.wanted) if place in wanted)


@lru_cache(maxsize=REMEMBERED)
def _arrivals(intent: Intent, place: str, is_contested: bool, belongs_to_a_man: bool) -> tuple[float, ...]:
    """Return, by piece, the price of an arrival at a place, contested if a man that is not felt may go there."""
    elsewhere = prices.ELSEWHERE + (prices.ANOTHERS if belongs_to_a_man else 0.0)
    comes_back = any(here is None and place in back for here, back in zip(intent.home, intent.corrected, strict=True))

    def price(
        wanted: frozenset[str | None],
        home: str | None,
        earlier: frozenset[str | None],
        corrected: frozenset[str | None],
    ) -> float:
        if place in wanted:
            return prices.WHERE_EXPECTED
        if is_contested and (home is None or None in wanted):
            return prices.SPARED_THOUGH_ASKED if intent.due else prices.SPARED
        if place == home:
            return prices.PUT_BACK
        if place in earlier:
            return prices.AS_BEFORE
        return elsewhere + (prices.OWN_MAN_BACK if comes_back and None in corrected else 0.0)

    return tuple(map(price, intent.wanted, intent.home, intent.earlier, intent.corrected))


@lru_cache(maxsize=REMEMBERED)
def _longest(intent: Intent, unfelt: frozenset[str], reading: Reading) -> tuple[float, ...]:
    """Return the maximum price of each piece aloft, which is higher for one that may have arrived unfelt."""

    def is_by_others(piece: int) -> bool:
        ways = intent.wanted[piece] or {intent.home[piece]}
        return any(way is None or way in unfelt or way in reading.where for way in ways)

    return tuple(prices.ALOFT_BY_OTHERS if is_by_others(piece) else prices.ALOFT for piece in reading.aloft)


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
