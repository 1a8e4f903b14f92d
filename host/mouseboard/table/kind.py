"""A kind of pieces: what a change of a contact may mean for them, and what hands do with them. Pure.

There are two, in `mice.py` and `men.py`. Each explanation of a change is priced first and made later, because most turn
out too dear to be kept. An unfelt departure is only assumed when an arrival needs it, because it is always plausible.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

from mouseboard.table import prices
from mouseboard.table.expectation import NOTHING_KNOWN, Intent, Key, Places
from mouseboard.table.readings import REMEMBERED, Aloft, Reading

Priced = Iterator[tuple[float, Callable[[], Reading]]]
"""Prices, each with what makes its reading."""


class Kind(ABC):
    """Extends readings by one change, given the expectation, and says what hands do with such pieces."""

    def __init__(self, positions: Mapping[str, tuple[float, float]], sensorless: Iterable[str]) -> None:
        """`positions` are in mm; `sensorless` places have no contact."""
        self._at = positions
        self._sensorless = frozenset(sensorless)
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

    # Changes

    def opened(self, reading: Reading, place: str, time: float) -> Priced:
        """Explain that a place opened: all its pieces are aloft. All but one had left before, unfelt."""
        if place in reading.strangers:
            passing = self._was_passing(reading, place, time)
            yield -self._strange(place) if passing else 0.0, partial(reading.without_stranger, place)
        elif place in reading.stuck and self._was_pushed(reading, place, time):
            yield -prices.STUCK, partial(reading.explained, frozenset({place}))
        else:
            yield self._lifting(reading.on(place), place), partial(self._lifted, reading, place, time)

    def closed(self, reading: Reading, place: str, time: float, most: float) -> Priced:
        """Explain that a place closed: a piece has arrived that was aloft, beside the board, or among others.

        Skip lone pieces that would have left a stuck sensor for more than `most`, and pieces that nobody puts back.
        """
        left_unfelt = self.unfelt | self._shared(reading)
        busy = bool(reading.aloft) or time - self.changed_at < prices.MOMENT_S
        arrivals = self._arrivals(reading, place)
        alone = most - prices.STUCK
        restored = self._restored(reading, place, time)
        for piece, (where, arrival) in enumerate(zip(reading.where, arrivals, strict=True)):
            if where is None:
                if self._comes(reading, piece, place, arrival, time):
                    another = prices.INSTEAD_OF_IT if restored else 0.0
                    yield self._arriving(arrival, None, place, time) + another, partial(reading.moved, piece, place)
            elif isinstance(where, Aloft):
                yield self._arriving(arrival, where, place, time), partial(reading.moved, piece, place)
            elif where in left_unfelt:
                another = prices.LEFT_BESIDE_ANOTHER if busy and arrival > prices.WHERE_EXPECTED else 0.0
                yield self._leaving(piece, where) + another + arrival, partial(reading.moved, piece, place)
            elif arrival <= alone and where != place:
                yield prices.STUCK + arrival, partial(reading.left_stuck, piece, place)
        for before in restored:
            yield prices.RETURNED, partial(Reading, before)
        yield self._strange(place), partial(reading.with_stranger, place)

    def joined(self, reading: Reading) -> Priced:
        """Put down a piece that was aloft, in every way that no contact shows: among others, or off the board."""
        aloft = reading.aloft
        if not aloft:
            return
        shared = self.blind | self._shareable(reading)
        for piece in aloft:
            wanted = self.intent.wanted[piece]
            for place in shared.union(goal for goal in wanted if goal in self._sensorless):
                yield self._joining(piece, place), partial(reading.moved, piece, place)
            if None in wanted:
                yield prices.JOINED_TO_MOVE, partial(reading.moved, piece, None)

    # What the kinds differ in: explanations

    @abstractmethod
    def _shared(self, reading: Reading) -> frozenset[str]:
        """Return the places that pieces leave unfelt, because others stay there."""

    @abstractmethod
    def _shareable(self, reading: Reading) -> frozenset[str]:
        """Return the places that pieces join unfelt, because others are there."""

    @abstractmethod
    def _lifted(self, reading: Reading, place: str, time: float) -> Reading:
        """Return the same reading after all pieces of a place were lifted."""

    @abstractmethod
    def _arrivals(self, reading: Reading, place: str) -> Sequence[float]:
        """Return, by piece, the price of an arrival at a place from another one."""

    @abstractmethod
    def _comes(self, reading: Reading, piece: int, place: str, arrival: float, time: float) -> bool:
        """Return whether a piece that this reading has beside the board may be put on `place` next."""

    @abstractmethod
    def _restored(self, reading: Reading, place: str, time: float) -> tuple[Places, ...]:
        """Return the positions before a capture that this change restores."""

    @abstractmethod
    def _strange(self, place: str) -> float:
        """Return the price of a magnet on a place that no piece explains."""

    def _was_passing(self, reading: Reading, place: str, time: float) -> bool:
        """Return whether the magnet that leaves a place was no stranger's: a person has touched it with a wand."""
        return time - self.closed_at.get(place, 0.0) <= prices.TOUCH_S

    @abstractmethod
    def _was_pushed(self, reading: Reading, place: str, time: float) -> bool:
        """Return whether the piece that left a contact closed has been pushed on, and was felt on both places."""

    @abstractmethod
    def may_come_back(self, piece: int, place: str) -> bool:
        """Return whether a piece beside the board may have been put on `place` unfelt, whatever the others do."""

    @abstractmethod
    def lifted_in_reply(self, reading: Reading, place: str) -> int | None:
        """Return the piece on `place` if only the next player lifts it, in reply to what this reading shows."""

    @property
    @abstractmethod
    def next_move_proves_the_last(self) -> bool:
        """Whether a legal reply to a move shows that it was made."""

    # What the kinds differ in: mistakes

    @abstractmethod
    def mistaken(self, one: Reading, other: Reading) -> tuple[int, ...]:
        """Return the pieces that people may have exchanged without noticing, if the readings differ in nothing else."""

    @abstractmethod
    def is_sure_of(self, reading: Reading) -> bool:
        """Return whether people who bring this about have certainly mistaken no piece for another."""

    @abstractmethod
    def likeliest(self, plausible: Sequence[Reading]) -> Reading:
        """Return the reading to go by; the first is the cheapest."""

    @abstractmethod
    def may_be_mistaken(self, takeback: Key) -> bool:
        """Return whether hands may have put a piece back by mistake, where another one is to go."""

    # What the kinds differ in: patience

    @abstractmethod
    def carried(self, before: float) -> float:
        """Return the seconds for which a mover has been carried, given those from its lift until the last change."""

    @abstractmethod
    def until_missed(self, piece: int) -> float:
        """Return the silence after which to mention a piece that is aloft while nobody has begun to move."""

    @abstractmethod
    def is_one_off(self, reading: Reading) -> bool:
        """Return whether a piece has left its place and is felt nowhere, and people may have meant that."""

    # Time

    def waiting(self, reading: Reading, seconds: float) -> float:
        """Return the price of pieces that are still aloft after some silence."""
        until_now = prices.ALOFT_A_SECOND * seconds
        return sum([min(until_now, most) for most in _longest(self.intent, self.unfelt, reading)])

    def rising(self, reading: Reading, seconds: float) -> float:
        """Return how fast that price rises at that time, per second."""
        until_now = prices.ALOFT_A_SECOND * seconds
        return prices.ALOFT_A_SECOND * sum(most > until_now for most in _longest(self.intent, self.unfelt, reading))

    # Pieces

    def has_a_goal(self, piece: int) -> bool:
        """Return whether an expected move takes this piece anywhere."""
        return bool(self.intent.goals[piece])

    def may_be_corrected(self, piece: int) -> bool:
        """Return whether a correction or a takeback takes this piece anywhere."""
        return bool(self.intent.earlier[piece])

    # Prices

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
        way = math.dist(self._at[origin.source], self._at[place]) - prices.REACH_MM
        farthest = prices.FASTEST_MM_S * (time - origin.since)
        return 0 < farthest < way  # 0 after a snapshot


@lru_cache(maxsize=REMEMBERED)
def arrivals(intent: Intent, place: str) -> tuple[float, ...]:
    """Return, by piece, the price of an arrival at a place from another one, whoever else may go there."""
    comes_back = any(here is None and place in back for here, back in zip(intent.home, intent.corrected, strict=True))

    def price(
        wanted: frozenset[str | None],
        home: str | None,
        earlier: frozenset[str | None],
        corrected: frozenset[str | None],
    ) -> float:
        if place in wanted:
            return prices.WHERE_EXPECTED
        if place == home:
            return prices.PUT_BACK
        if place in earlier:
            return prices.AS_BEFORE
        return prices.ELSEWHERE + (prices.OWN_MAN_BACK if comes_back and None in corrected else 0.0)

    return tuple(map(price, intent.wanted, intent.home, intent.earlier, intent.corrected))


@lru_cache(maxsize=REMEMBERED)
def _longest(intent: Intent, unfelt: frozenset[str], reading: Reading) -> tuple[float, ...]:
    """Return the maximum price of each piece aloft, which is higher for one that may have arrived unfelt."""

    def is_by_others(piece: int) -> bool:
        ways = intent.wanted[piece] or {intent.home[piece]}
        return any(way is None or way in unfelt or way in reading.where for way in ways)

    return tuple(prices.ALOFT_BY_OTHERS if is_by_others(piece) else prices.ALOFT for piece in reading.aloft)
