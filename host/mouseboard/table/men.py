"""Men: they never share a place, are taken off the board, and nobody takes one for another in a move. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from mouseboard.table import prices
from mouseboard.table.expectation import Intent, Key, Places
from mouseboard.table.kind import Kind, arrivals
from mouseboard.table.readings import REMEMBERED, Aloft, Reading, exchanged, shown
from mouseboard.table.timeouts import FORGOTTEN


class Men(Kind):
    """Men. They only go where they are expected, or stood before."""

    def _shared(self, reading: Reading) -> frozenset[str]:
        return frozenset()

    def _shareable(self, reading: Reading) -> frozenset[str]:
        return frozenset()

    def _lifted(self, reading: Reading, place: str, time: float) -> Reading:
        """Return the same reading with the men of a place aloft. One that has been taken is off the board."""
        after = reading.lifted(place, time)
        for piece in reading.on(place):
            if self.intent.home[piece] is None and not self.intent.wanted[piece]:
                after = after.moved(piece, None)
        return after

    def _arrivals(self, reading: Reading, place: str) -> Sequence[float]:
        belongs_to_another = place in self.intent.home
        if not self._is_contested(reading, place):
            return _among_men(self.intent, place, False, belongs_to_another)
        found = list(_among_men(self.intent, place, True, belongs_to_another))
        for man in (*self._moving_on(reading, place), *self._coming_back(reading, place)):
            found[man] = min(found[man], prices.AS_BEFORE)
        return found

    def _is_contested(self, reading: Reading, place: str) -> bool:
        """Return whether a man that is not felt may go there, or one that is aloft instead of where it went last."""
        seekers = _seekers(self.intent, place)
        return not all(isinstance(reading.where[piece], str) for piece in seekers) or any(
            place in self.intent.corrected[piece] for piece in reading.aloft
        )

    def _moving_on(self, reading: Reading, place: str) -> list[int]:
        """Return the man that may go there instead of where it went last, if no other is away from its place."""
        away = [man for man, at in enumerate(reading.where) if at != self.intent.home[man]]
        return away if len(away) == 1 and place in self.intent.corrected[away[0]] else []

    def _coming_back(self, reading: Reading, place: str) -> list[int]:
        """Return the man that was taken there, if with it all men are back as they were, and others off the board."""
        back = [man for man, earlier in enumerate(self.intent.earlier) if place in earlier] if reading.aloft else []
        return [man for man in back if reading.moved(man, place).shown in self.intent.takebacks.values()]

    def _comes(self, reading: Reading, piece: int, place: str, arrival: float, time: float) -> bool:
        if self._restored(reading, place, time, prices.FETCHED_S):
            return False
        if arrival == prices.WHERE_EXPECTED:
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

    def _restored(
        self, reading: Reading, place: str, time: float, within: float = prices.HESITATED_S
    ) -> tuple[Places, ...]:
        """Return the positions before a capture that this change restores: hands have put all men back.

        The last one comes from where the capture put it, or was taken there less than `within` seconds before.
        """
        if reading.where != self.intent.home:
            return ()
        felt = {*reading.where, place, None}
        is_quick = time - self.opened_at.get(place, -math.inf) < within
        return tuple(
            before
            for before in self.intent.takebacks.values()
            if place in before and felt == {*before, None}
            if is_quick or reading.where[before.index(place)] is not None
        )

    def _strange(self, place: str) -> float:
        return prices.STRANGER + (prices.ANOTHERS if place in self.intent.home else 0.0)

    def _was_passing(self, reading: Reading, place: str, time: float) -> bool:
        """Return also whether a man was put down there and on another place at once, and has been straightened."""
        closed = self.closed_at.get(place, 0.0)
        near = (at for at in reading.where if isinstance(at, str) and self._are_near(at, place))
        at_once = any(abs(closed - self.closed_at.get(at, -math.inf)) <= prices.AT_ONCE_S for at in near)
        return at_once or super()._was_passing(reading, place, time)

    def _was_pushed(self, reading: Reading, place: str, time: float) -> bool:
        """Return whether it was pushed to a free place next to its own. To take another man, hands lift it."""
        pushed = (at for home, at in zip(self.intent.home, reading.where, strict=True) if home == place)
        free = (at for at in pushed if isinstance(at, str) and at not in self.intent.home)
        return any(self._are_near(at, place) for at in free) and time - self.changed_at <= prices.PUSHED_S

    def _are_near(self, one: str, other: str) -> bool:
        """Return whether one man can be felt on both places."""
        return math.dist(self._at[one], self._at[other]) <= prices.BETWEEN_MM

    def may_come_back(self, piece: int, place: str) -> bool:
        """Return whether a move takes a man there, or it stood there before."""
        return place in self.intent.wanted[piece] or place in self.intent.earlier[piece]

    def lifted_in_reply(self, reading: Reading, place: str) -> int | None:
        """Return the man on `place` if the last player neither moves nor takes it, whatever else hands have done."""
        home = self.intent.home
        moved = {man for man, at in enumerate(reading.where) if at != home[man]}
        for man in reading.on(place):
            if man not in moved and all(there[man] == home[man] for there in self.intent.outcomes.values()):
                return man
        return None

    @property
    def next_move_proves_the_last(self) -> bool:
        """Return True: each man is one side's, and the other side does not touch it but to take it."""
        return True

    def mistaken(self, one: Reading, other: Reading) -> tuple[int, ...]:
        """Return none: people do not mistake men for each other."""
        return ()

    def is_sure_of(self, reading: Reading) -> bool:
        """Return whether the reading shows an outcome: nobody mistakes men in a legal move."""
        return bool(shown(self.intent, reading))

    def likeliest(self, plausible: Sequence[Reading]) -> Reading:
        """Return the cheapest reading, or one that only exchanges some of its men and is legal, or a takeback."""
        best = plausible[0]
        if self.is_sure_of(best):
            return best
        others = (other for other in plausible if self.is_sure_of(other))
        return next((other for other in others if exchanged(best, other) or self._puts_back(other)), best)

    def _puts_back(self, reading: Reading) -> bool:
        """Return whether the reading shows a takeback that puts a captured man on the board again."""
        taken = [man for man, here in enumerate(self.intent.home) if here is None]
        shows_takeback = any(key in self.intent.takebacks for key in shown(self.intent, reading))
        return shows_takeback and any(isinstance(reading.where[man], str) for man in taken)

    def may_be_mistaken(self, takeback: Key) -> bool:
        """Return False: nobody puts back one man for another."""
        return False

    def carried(self, before: float) -> float:
        """Return 0: a hand that takes several men is busy until the last change."""
        return 0.0

    def until_missed(self, piece: int) -> float:
        """Return how long a man may be off the board: it is carried there and back."""
        return FORGOTTEN

    def is_one_off(self, reading: Reading) -> bool:
        """Return whether a man has left its place and is felt nowhere: taken, or knocked over and soon put up."""
        left = zip(reading.where, self.intent.home, strict=True)
        return any(here and not isinstance(at, str) for at, here in left)


@lru_cache(maxsize=REMEMBERED)
def _seekers(intent: Intent, place: str) -> tuple[int, ...]:
    """Return the men that a move takes to a place."""
    return tuple(piece for piece, wanted in enumerate(intent.wanted) if place in wanted)


@lru_cache(maxsize=REMEMBERED)
def _among_men(intent: Intent, place: str, is_contested: bool, belongs_to_another: bool) -> tuple[float, ...]:
    """Return, by man, the price of an arrival, contested if a man that is not felt may go there."""
    spared = prices.SPARED_THOUGH_ASKED if intent.due else prices.SPARED

    def price(alone: float, wanted: frozenset[str | None], home: str | None) -> float:
        if alone == prices.WHERE_EXPECTED:
            return alone
        if is_contested and (home is None or None in wanted):
            return spared
        return alone + prices.ANOTHERS if belongs_to_another and alone >= prices.ELSEWHERE else alone

    return tuple(map(price, arrivals(intent, place), intent.wanted, intent.home))
