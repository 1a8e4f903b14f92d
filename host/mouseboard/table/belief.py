"""What the table believes of its pieces: every reading of what was felt, each with its price. Pure.

It lives as long as the game. The referee tells it what to expect, the table each change in order; `verdict.py` says
what follows. Prices are in `prices.py`, what a change may mean is in `readings.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from math import inf
from operator import itemgetter

from msgspec.structs import replace

from mouseboard.layouts import Layout
from mouseboard.table import prices
from mouseboard.table.expectation import NOTHING_KNOWN, Expectation, Intent, Placement, Places, placed
from mouseboard.table.readings import Aloft, Explainer, Priced, Reading, exchanged, shown, standing

LONG_AGO = 60.0
"""Seconds in which a hand may have carried a piece anywhere."""
LANDED = prices.ALOFT_BY_OTHERS / prices.ALOFT_A_SECOND
"""Seconds without a change after which no price rises any more."""


class Belief:
    """Everything stands beside the board at first."""

    def __init__(self, layout: Layout, pieces: tuple[str, ...]) -> None:
        self.pieces = pieces
        self._felt: frozenset[str] = frozenset()
        self.expected = NOTHING_KNOWN
        self.time = 0.0
        """Of the last change, in seconds on the table's clock."""
        sensorless = (place.name for place in layout.stands if not place.sensors)
        self._explainer = Explainer({place.name: place.at for place in layout.stands}, sensorless)
        self._explainer.intent = Intent(pieces, NOTHING_KNOWN)
        self._readings: dict[Reading, float] = {}  # the cheapest first
        self.vouched: frozenset[str] = frozenset()
        """Places whose contact is right, people say, until it changes."""
        self.stand({})

    @property
    def blind(self) -> frozenset[str]:
        """The places whose contacts are not trusted."""
        return self._explainer.blind

    @property
    def unfelt(self) -> frozenset[str]:
        """The places whose contacts tell nothing: there are none, or they are not trusted."""
        return self._explainer.unfelt

    @property
    def occupied(self) -> frozenset[str]:
        """The places on which something is felt, of those whose contacts are trusted."""
        return self._felt - self.unfelt

    @property
    def best(self) -> Reading:
        """The cheapest reading."""
        return next(iter(self._readings))

    def is_at_home(self, seconds: float) -> bool:
        """Whether everything stands where it belongs, and nothing else is meant by what was felt.

        That is so for good once it is, if nothing changes: what hangs in the air becomes dearer, nothing cheaper.
        """
        best = self.best
        at_home = best.where == self.intent.home and not best.unknown
        return at_home and len(self.priced(seconds, prices.DOUBT)) == 1

    @property
    def shows_something(self) -> bool:
        """Whether hands may have done any of what is expected of them."""
        return any(shown(self.intent, reading) for reading in self._readings)

    def expect(self, expected: Expectation) -> None:
        """What hands may do from now on."""
        if expected != self.expected:
            self.expected = expected
            self._explainer.intent = Intent(self.pieces, expected)

    def tell(self, told: Placement) -> None:
        """Hands have been told, until they may do something else, to put these pieces there."""
        if told != self.expected.told:
            self.expect(replace(self.expected, told=told))

    def set_blind(self, places: Iterable[str]) -> None:
        """The contacts of these places tell nothing from now on, those of all others count."""
        heard = self.blind - frozenset(places)
        self._explainer.set_blind(places)
        readings = self._readings.items()
        self._again((reading.trusting(self.unfelt), price) for reading, price in readings)
        if heard:
            self._hear(heard)

    def _hear(self, places: frozenset[str]) -> None:
        """These contacts count again: what contradicts them is not so, unless everything does."""
        agreeing = {
            reading: price
            for reading, price in self._readings.items()
            if all((place in reading.where) == (place in self._felt) for place in places)
        }
        if agreeing:
            self._rank(agreeing)
        else:
            self.stand(self.standing(self.best), self._felt)

    def vouch(self, place: str) -> None:
        """This contact is right."""
        self.vouched |= {place}

    @property
    def intent(self) -> Intent:
        """What each piece is expected to do."""
        return self._explainer.intent

    # What happens.

    def change(self, place: str, occupied: bool, time: float) -> None:
        """A place was occupied, or left. Nothing follows if people have said so already, while the table was silent."""
        self.time = time
        self.vouched -= {place}
        was_known = occupied == (place in self._felt)
        self._felt = self._felt | {place} if occupied else self._felt - {place}
        if occupied:
            self._explainer.closed_at[place] = time
        if place in self.unfelt or was_known:
            return
        explain = self._explainer.closed if occupied else self._explainer.opened
        self._extend(lambda reading: explain(reading, place, time))
        self._explainer.changed_at = time

    def stand(
        self,
        placement: Placement,
        occupied: Collection[str] | None = None,
        exchanges: Iterable[Iterable[tuple[str, str]]] = (),
        *,
        coming_from: Placement | None = None,
    ) -> None:
        """It is known that everything stands so, or stood so last; what is felt otherwise is explained from there.

        Or else hands that were `coming_from` another placement had not put down yet what no contact shows; or pieces
        of one of the `exchanges` stand each where another is thought to be.
        """
        felt = self._felt if occupied is None else occupied
        there = placed(self.pieces, placement)
        self._felt = self.occupancy(placement)
        self._readings = {Reading(there): 0.0}
        if coming_from is not None:
            _keep(self._readings, self._under_way(placed(self.pieces, coming_from), there), prices.CUT_SHORT)
        for exchange in exchanges:
            others = {piece: placement.get(other) for piece, other in exchange}
            if None not in others.values():
                _keep(self._readings, Reading(placed(self.pieces, {**placement, **others})), prices.STOP)
        self.catch_up(felt, self.time)

    def _under_way(self, before: Places, after: Places) -> Reading:
        """All is done but what no contact shows."""
        long_ago = self.time - LONG_AGO
        return Reading(
            tuple(
                Aloft(here, long_ago) if here not in (None, there) and self._arrives_unfelt(there, after) else there
                for here, there in zip(before, after, strict=True)
            )
        )

    def _arrives_unfelt(self, place: str | None, placement: Places) -> bool:
        return place is None or place in self.unfelt or placement.count(place) > 1

    def catch_up(self, occupied: Collection[str], time: float) -> None:
        """These places are occupied now. What changed meanwhile has come in no order that is known, nor how quickly."""
        felt = frozenset(occupied)
        for place in sorted(self._felt - felt):
            self.change(place, False, time - LONG_AGO)
        for place in sorted(felt - self._felt):
            self._explainer.changed_at = time - LONG_AGO  # nor whether it took a second hand
            self.change(place, True, time)
        self.time = time

    def settle(self, placement: Placement) -> None:
        """Everybody goes on from this. A reading that says otherwise is not forgotten, but overruled.

        One in which only the same places are occupied by others stays as it is: that is a doubt.
        """
        places = placed(self.pieces, placement)
        known = Reading(places)

        def settled(reading: Reading, price: float) -> tuple[Reading, float]:
            if reading.shows(places):
                return known, price
            if exchanged(reading, known):
                return reading, price
            return reading, price + (prices.ARRIVED_UNFELT if self._lags(reading, places) else prices.OVERRULED)

        self._again(settled(reading, price) for reading, price in self._readings.items())

    def rest(self) -> None:
        """All stands where it belongs, and is left alone: that a sensor has failed meanwhile is overruled.

        Somebody who carries a piece off and back again and again would make it cheap.
        """
        if not self.best.shows(self.intent.home):
            return
        self._again(
            (reading, price + prices.OVERRULED if reading.stuck else price) for reading, price in self._readings.items()
        )

    def _lags(self, reading: Reading, known: Places) -> bool:
        """Whether only pieces that arrive unfelt, by others, have not done so yet."""
        return not reading.unknown and all(
            at == place or (isinstance(at, Aloft) and self._arrives_unfelt(place, known))
            for at, place in zip(reading.where, known, strict=True)
        )

    # What may be so.

    def occupancy(self, placement: Placement) -> frozenset[str]:
        """The places that are felt to be occupied when everything stands as `placement` says."""
        return frozenset(placement.values()) - self.unfelt

    def standing(self, reading: Reading) -> dict[str, str]:
        """Where everything stands that stands, by a reading."""
        return standing(self.pieces, reading.where)

    def priced(self, seconds: float, most: float) -> list[tuple[float, Reading]]:
        """The readings by price after so long without a change, up to this much; the best costs 0."""
        if len(self._readings) == 1:
            return [(0.0, reading) for reading in self._readings]
        waiting = self._explainer.waiting
        best = self.best
        limit = self._readings[best] + waiting(best, seconds) + most  # who waits does not become cheaper
        ranked = sorted(
            [
                (price + waiting(reading, seconds), reading)
                for reading, price in self._readings.items()
                if price <= limit
            ],
            key=itemgetter(0),
        )
        least = ranked[0][0]
        return [(price - least, reading) for price, reading in ranked if price - least <= most]

    def priced_until(self, seconds: float) -> float:
        """Return the silence, in seconds, after which prices rank or part the readings otherwise.

        Prices rise in straight lines while pieces are aloft, until each has reached its most.
        """
        if seconds >= LANDED or len(self._readings) == 1:
            return inf
        explainer = self._explainer
        lines = [
            (price + explainer.waiting(reading, seconds), explainer.rising(reading, seconds))
            for reading, price in self._readings.items()
        ]
        if not any(slope for _, slope in lines):
            return inf
        least, slope = min(lines)
        crossings = [
            (price - least - margin) / (slope - other)
            for price, other in lines
            if other != slope
            for margin in (0.0, prices.STOP, prices.DOUBT)
        ]
        bends = [most - seconds for most in (prices.ALOFT / prices.ALOFT_A_SECOND, LANDED)]
        return seconds + min((later for later in (*crossings, *bends) if later > 0), default=inf)

    def has_a_goal(self, piece: int) -> bool:
        """Whether a move is to be made with it."""
        return self._explainer.has_a_goal(piece)

    def may_be_corrected(self, piece: int) -> bool:
        """Whether a decision before may be made otherwise with it, or taken back."""
        return self._explainer.may_be_corrected(piece)

    def may_go(self, name: str, place: str) -> bool:
        """Whether a move takes this piece there."""
        return place in self.intent.goals[self.pieces.index(name)]

    def is_last_lifted(self, name: str) -> bool:
        """Whether nothing has changed since this piece was lifted, and no other is in the air."""
        best, piece = self.best, self.pieces.index(name)
        where = best.where[piece]
        return best.aloft == [piece] and isinstance(where, Aloft) and where.since == self.time

    def just_closed(self, place: str) -> bool:
        """Whether a contact, trusted or not, closed with the last change or a moment before."""
        closed_at = self._explainer.closed_at.get(place)
        return place in self._felt and closed_at is not None and self.time - closed_at <= prices.MOMENT

    def closed_before(self, place: str) -> float:
        """Seconds from when a place closed until the last change anywhere."""
        return self.time - self._explainer.closed_at.get(place, self.time)

    def aloft_before(self, where: Aloft) -> float:
        """Seconds from when a piece was lifted until the last change; 0 where nobody knows when that was."""
        before = self.time - where.since
        return before if before < LONG_AGO else 0.0

    # Readings.

    def _extend(self, explain: Callable[[Reading], Priced]) -> None:
        """Each reading becomes those that explain a change too; then whoever is aloft may have joined others."""
        extended: dict[Reading, float] = {}
        for reading, price in self._readings.items():
            for longer, more in explain(reading):
                _keep(extended, longer, price + more)
        limit = min(extended.values()) + prices.FORGET
        fresh = list(extended)
        while fresh:
            reading = fresh.pop()
            price = extended[reading]
            for longer, more in self._explainer.joined(reading):
                if price + more <= limit and _keep(extended, longer, price + more):
                    fresh.append(longer)
        self._rank(extended)

    def _again(self, readings: Iterable[tuple[Reading, float]]) -> None:
        """Look at the same in another light: of what is the same then, the cheaper counts."""
        kept: dict[Reading, float] = {}
        for reading, price in readings:
            _keep(kept, reading, price)
        self._rank(kept)

    def _rank(self, readings: dict[Reading, float]) -> None:
        """Of these, those that are not too dear."""
        ranked = sorted(readings.items(), key=itemgetter(1))[: prices.MOST_READINGS]
        least = ranked[0][1]
        self._readings = {reading: price - least for reading, price in ranked if price - least <= prices.FORGET}


def _keep(readings: dict[Reading, float], reading: Reading, price: float) -> bool:
    """Whether this was cheaper than what was known."""
    if price >= readings.get(reading, float("inf")):
        return False
    readings[reading] = price
    return True
