"""The belief about the pieces: every plausible reading of the contacts, each with its price. Pure.

It lives as long as the game. The referee tells it what to expect and passes on every change; `verdict.py` says what
follows. Prices are in `prices.py`; `readings.py` says what a change may mean.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from math import inf
from operator import itemgetter

from msgspec.structs import replace

from mouseboard.layouts import Layout
from mouseboard.table import prices
from mouseboard.table.expectation import NOTHING_KNOWN, Expectation, Intent, Key, Placement, Places, placed
from mouseboard.table.kind import Kind, Priced
from mouseboard.table.mice import Mice
from mouseboard.table.readings import Aloft, Reading, shown, standing

LONG_AGO_S = 60.0
"""Seconds that are enough for a hand to carry a piece anywhere."""
HANDFUL_S = 4.0
"""Seconds within which hands put down all pieces that they hold at the same time."""
LANDED = prices.ALOFT_BY_OTHERS / prices.ALOFT_A_SECOND
"""Seconds of silence after which no price rises further."""


class Belief:
    """The belief about the pieces. It starts with every piece beside the board."""

    def __init__(self, layout: Layout, pieces: tuple[str, ...], kind: type[Kind] = Mice) -> None:
        self.pieces = pieces
        self._felt: frozenset[str] = frozenset()
        self.expected = NOTHING_KNOWN
        self.time = 0.0
        """When the last change was, in seconds on the table's clock."""
        sensorless = (place.name for place in layout.stands if not place.sensors)
        self.kind = kind({place.name: place.at for place in layout.stands}, sensorless)
        self.kind.intent = Intent(pieces, NOTHING_KNOWN)
        self._readings: dict[Reading, float] = {}  # cheapest first
        self._aloft_at: dict[str, int] = {}
        """By place, the most pieces that may have been aloft when it closed last."""
        self.vouched: frozenset[str] = frozenset()
        """Places whose contact is right according to people, until it changes."""
        self.stand({})

    @property
    def blind(self) -> frozenset[str]:
        """Places whose contacts are not trusted."""
        return self.kind.blind

    @property
    def unfelt(self) -> frozenset[str]:
        """Places that tell nothing: they have no contact, or a blind one."""
        return self.kind.unfelt

    @property
    def felt(self) -> frozenset[str]:
        """Places whose contacts are closed, blind or not."""
        return self._felt

    @property
    def occupied(self) -> frozenset[str]:
        """Places whose trusted contacts are closed."""
        return self._felt - self.unfelt

    @property
    def grounds(self) -> tuple[object, object]:
        """What all prices follow from. It is replaced when they change, so it can be compared by identity."""
        return self._readings, self.kind.intent

    @property
    def best(self) -> Reading:
        """The cheapest reading."""
        return next(iter(self._readings))

    def is_at_home(self, seconds: float) -> bool:
        """Return whether every piece is in its place and no other reading is plausible.

        Without a change this stays true: the price of a piece in the air only rises.
        """
        best = self.best
        at_home = best.where == self.intent.home and not best.unknown
        return at_home and len(self.priced(seconds, prices.DOUBT)) == 1

    @property
    def shows_something(self) -> bool:
        """Whether any reading shows an expected outcome."""
        return any(shown(self.intent, reading) for reading in self._readings)

    def expect(self, expected: Expectation) -> None:
        """Set what hands may do from now on."""
        if expected != self.expected:
            self.expected = expected
            self.kind.intent = Intent(self.pieces, expected)

    def tell(self, told: Placement) -> None:
        """Expect that people put these pieces where they were told."""
        if told != self.expected.told:
            self.expect(replace(self.expected, told=told))

    def set_blind(self, places: Iterable[str]) -> None:
        """Ignore the contacts of these places from now on, and no others."""
        heard = self.blind - frozenset(places)
        self.kind.set_blind(places)
        readings = self._readings.items()
        self._again((reading.explained(self.unfelt), price) for reading, price in readings)
        if heard:
            self._hear(heard)

    def _hear(self, places: frozenset[str]) -> None:
        """Drop the readings that contradict these contacts, unless all do."""
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
        """Note that people say this contact is right."""
        self.vouched |= {place}

    @property
    def intent(self) -> Intent:
        """The expectation, piece by piece."""
        return self.kind.intent

    # Changes

    def change(self, place: str, occupied: bool, time: float) -> None:
        """Process a change of a place. Skip one that people have reported while the table was away."""
        self.time = time
        self.vouched -= {place}
        was_known = occupied == (place in self._felt)
        self._felt = self._felt | {place} if occupied else self._felt - {place}
        if occupied:
            self.kind.closed_at[place] = time
            plausible = [reading for reading, price in self._readings.items() if price <= prices.STOP]
            self._aloft_at[place] = max(len(reading.aloft) for reading in plausible)
        else:
            self.kind.opened_at[place] = time
        if place in self.unfelt or was_known:
            return
        kind = self.kind
        if occupied:
            self._extend(lambda reading, most: kind.closed(reading, place, time, most))
        else:
            self._extend(lambda reading, _: kind.opened(reading, place, time))
        self.kind.changed_at = time

    def stand(
        self,
        placement: Placement,
        occupied: Collection[str] | None = None,
        exchanges: Iterable[Iterable[tuple[str, str]]] = (),
        *,
        coming_from: Placement | None = None,
    ) -> None:
        """Start from a known placement, and explain the contacts that differ as changes since.

        Alternatively people may be on the way there, `coming_from` another placement, and still hold the pieces that no
        contact shows. Or the pieces of one of the `exchanges` may have changed places.
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
        """Return the reading with all moves finished except those that no contact shows."""
        long_ago = self.time - LONG_AGO_S
        return Reading(
            tuple(
                Aloft(here, long_ago) if here not in (None, there) and self._arrives_unfelt(there, after) else there
                for here, there in zip(before, after, strict=True)
            )
        )

    def _arrives_unfelt(self, place: str | None, placement: Places) -> bool:
        return place is None or place in self.unfelt or placement.count(place) > 1

    def agree(self, said: Mapping[str, str | None]) -> None:
        """Put these pieces where people say they are, or off the board. All others stay as uncertain as they are."""
        named = [(self.pieces.index(piece), place) for piece, place in said.items()]
        agreeing = {
            reading: price
            for reading, price in self._readings.items()
            if all(reading.where[piece] == place for piece, place in named)
        }
        if not agreeing:
            where = list(self.best.where)
            for piece, place in named:
                where[piece] = place
            agreeing = {replace(self.best, where=tuple(where)).explained(self.occupancy(said)): 0.0}
        self._rank(agreeing)

    def catch_up(self, occupied: Collection[str], time: float) -> None:
        """Process a snapshot: these places are occupied now. The order and times of the changes are unknown."""
        felt = frozenset(occupied)
        for place in sorted(self._felt - felt):
            self.change(place, False, time - LONG_AGO_S)
        for place in sorted(felt - self._felt):
            self.kind.changed_at = time - LONG_AGO_S  # it may have taken a second hand
            self.change(place, True, time)
        self.time = time

    def shows(self, placement: Placement) -> bool:
        """Return whether any reading has every piece there; pieces aloft may be off the board."""
        places = placed(self.pieces, placement)
        return any(reading.shown == places for reading in self._readings)

    def settle(self, placement: Placement) -> None:
        """Go on from this placement, as people do. Other readings are not forgotten, but become dearer.

        A reading that only exchanges pieces which people may mistake keeps its price: it is a doubt.
        """
        places = placed(self.pieces, placement)
        known = Reading(places)

        def settled(reading: Reading, price: float) -> tuple[Reading, float]:
            if reading.shown == places:
                return known, price
            if self.kind.mistaken(reading, known):
                return reading, price
            return reading, price + (prices.ARRIVED_UNFELT if self._lags(reading, places) else prices.OVERRULED)

        self._again(settled(reading, price) for reading, price in self._readings.items())

    def rest(self) -> None:
        """Raise the price of readings with a stuck sensor: the board was at rest with every piece in its place.

        Otherwise such a reading would become cheaper each time that a piece is carried off and back.
        """
        if self.best.shown != self.intent.home:
            return
        self._again(
            (reading, price + prices.OVERRULED if reading.stuck else price) for reading, price in self._readings.items()
        )

    def _lags(self, reading: Reading, known: Places) -> bool:
        """Return whether a reading only lacks arrivals that no contact shows."""
        return not reading.unknown and all(
            at == place or (isinstance(at, Aloft) and self._arrives_unfelt(place, known))
            for at, place in zip(reading.where, known, strict=True)
        )

    # Readings and their prices

    def occupancy(self, placement: Mapping[str, str | None]) -> frozenset[str]:
        """Return the places whose contacts this placement closes."""
        return frozenset(place for place in placement.values() if place is not None) - self.unfelt

    def standing(self, reading: Reading) -> dict[str, str]:
        """Return the place of each piece that is on one in this reading."""
        return standing(self.pieces, reading.where)

    def priced(self, seconds: float, most: float) -> list[tuple[float, Reading]]:
        """Return the readings up to the price `most` after some silence, cheapest first. The best costs 0."""
        if len(self._readings) == 1:
            return [(0.0, reading) for reading in self._readings]
        waiting = self.kind.waiting
        best = self.best
        limit = self._readings[best] + waiting(best, seconds) + most  # waiting never makes a reading cheaper
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
        """Return the silence, in seconds, after which another reading may be the best, or others be plausible.

        The price of a piece that is aloft rises linearly up to a limit, so the crossings can be computed.
        """
        if seconds >= LANDED or len(self._readings) == 1:
            return inf
        kind = self.kind
        lines = [
            (price + kind.waiting(reading, seconds), kind.rising(reading, seconds))
            for reading, price in self._readings.items()
        ]
        if not any(slope for _, slope in lines):
            return inf
        least, slope = min(lines)
        crossings = [
            (price - least - margin) / (slope - other)
            for price, other in lines
            if other != slope
            for margin in (0.0, prices.STOP)
        ]
        bends = [most - seconds for most in (prices.ALOFT / prices.ALOFT_A_SECOND, LANDED)]
        return seconds + min((later for later in (*crossings, *bends) if later > 0), default=inf)

    def perhaps_on(self, place: str) -> tuple[str, ...]:
        """Return the pieces that may be on this place, first those that a move takes there, then the likeliest.

        A piece that must be felt elsewhere is none of them, unless people say that the contact there is right: then
        another piece may close it.
        """
        likely = [piece for reading in self._readings if reading.stuck <= self.vouched for piece in reading.on(place)]
        loose = [piece for piece in range(len(self.pieces)) if self._may_have_come_to(place, piece)]
        found = sorted(dict.fromkeys((*likely, *loose)), key=lambda piece: place not in self.intent.goals[piece])
        return tuple(self.pieces[piece] for piece in found)

    def _may_have_come_to(self, place: str, piece: int) -> bool:
        """Return whether a piece may be there instead of where the best reading has it: no contact contradicts it."""
        where = self.best.where[piece]
        if isinstance(where, Aloft):
            return where.since <= self.kind.closed_at.get(place, inf)
        if where is None:
            return self.kind.may_come_back(piece, place)
        return where in self.unfelt or self.best.where.count(where) > 1

    def made_before_reply(self, place: str, seconds: float) -> tuple[Key, str] | None:
        """Return the outcome that was made before the piece on `place` was lifted after some silence, and that piece.

        None unless that piece is another player's, who replies to the only outcome of all plausible readings, or
        correction.
        """
        best, *others = (reading for _, reading in self.priced(seconds, prices.STOP))
        key, piece = self._only_shown(best), self.kind.lifted_in_reply(best, place)
        if key is None or piece is None or any({*shown(self.intent, other)} - {key} for other in others):
            return None
        return key, self.pieces[piece]

    @property
    def outcome(self) -> Key | None:
        """The only outcome, or correction, that the best reading shows; else None."""
        return self._only_shown(self.best)

    def _only_shown(self, reading: Reading) -> Key | None:
        keys = shown(self.intent, reading)
        return keys[0] if len(keys) == 1 and keys[0] not in self.intent.takebacks else None

    def has_a_goal(self, piece: int) -> bool:
        """Return whether an expected move takes this piece anywhere."""
        return self.kind.has_a_goal(piece)

    def may_be_corrected(self, piece: int) -> bool:
        """Return whether a correction or a takeback takes this piece anywhere."""
        return self.kind.may_be_corrected(piece)

    def may_go(self, name: str, place: str) -> bool:
        """Return whether an expected move takes this piece there."""
        return place in self.intent.goals[self.pieces.index(name)]

    def is_last_lifted(self, name: str) -> bool:
        """Return whether lifting this piece was the last change, and no other piece is aloft."""
        best, piece = self.best, self.pieces.index(name)
        where = best.where[piece]
        return best.aloft == [piece] and isinstance(where, Aloft) and where.since == self.time

    def just_closed(self, place: str) -> bool:
        """Return whether a contact, trusted or blind, closed with the last change or just before it."""
        closed_at = self.kind.closed_at.get(place)
        return place in self._felt and closed_at is not None and self.time - closed_at <= prices.MOMENT_S

    def were_in_hand(self, places: Collection[str]) -> bool:
        """Return whether the pieces there were in the hands together. True if that was before the program began."""
        closed = {place: self.kind.closed_at.get(place, -inf) for place in places}
        first = min(closed, key=lambda place: closed[place])
        latest = max(closed.values())
        return latest == -inf or (self._aloft_at.get(first, 0) > 1 and latest - closed[first] <= HANDFUL_S)

    def closed_before(self, place: str) -> float:
        """Return the seconds from when a place closed until the last change anywhere."""
        return self.time - self.kind.closed_at.get(place, self.time)

    def aloft_before(self, where: Aloft) -> float:
        """Return the seconds from when a piece was lifted until the last change; 0 if nobody knows when that was."""
        before = self.time - where.since
        return before if before < LONG_AGO_S else 0.0

    # Bookkeeping

    def _extend(self, explain: Callable[[Reading, float], Priced]) -> None:
        """Extend every reading by a change. After that, pieces in the air may also have joined others.

        Readings too dear to be kept are not made. `explain` also gets the most that it may add to the price.
        """
        found: list[tuple[float, Callable[[], Reading]]] = []
        least = inf
        for reading, price in self._readings.items():
            for more, make in explain(reading, least + prices.FORGET - price):
                found.append((price + more, make))
                least = min(least, price + more)
        limit = least + prices.FORGET
        extended: dict[Reading, float] = {}
        for price, make in found:
            if price <= limit:
                _keep(extended, make(), price)
        fresh = list(extended)
        while fresh:
            reading = fresh.pop()
            price = extended[reading]
            for more, make in self.kind.joined(reading):
                if price + more <= limit and _keep(extended, joined := make(), price + more):
                    fresh.append(joined)
        self._rank(extended)

    def _again(self, readings: Iterable[tuple[Reading, float]]) -> None:
        """Replace the readings. Where two become equal, the cheaper price counts."""
        kept: dict[Reading, float] = {}
        for reading, price in readings:
            _keep(kept, reading, price)
        self._rank(kept)

    def _rank(self, readings: dict[Reading, float]) -> None:
        """Keep the readings that are cheap enough."""
        ranked = sorted(readings.items(), key=itemgetter(1))[: prices.MOST_READINGS]
        least = ranked[0][1]
        self._readings = {reading: price - least for reading, price in ranked if price - least <= prices.FORGET}


def _keep(readings: dict[Reading, float], reading: Reading, price: float) -> bool:
    """Add a reading. Return whether it was new or cheaper than before."""
    if price >= readings.get(reading, float("inf")):
        return False
    readings[reading] = price
    return True
