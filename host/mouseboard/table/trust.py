"""Trust in contacts and magnets, learnt from what people say, from corrections, and from how contacts behave. Pure.

A contact that contradicts what people say becomes *blind*: it is ignored. It is trusted again after it has shown HEALED
comings and goings in a row. A piece has a weak magnet if several places do not feel it, if one place feels the others,
or if people must put it down again more often than clumsy hands explain. Then the piece is named, not the contacts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from math import exp, lgamma, log

import msgspec

from mouseboard.layouts import Layout
from mouseboard.say import Say, enumeration, say
from mouseboard.table.expectation import Placement

HEALED = 3
"""Consecutive comings and goings that a blind contact must show before it is trusted again."""
CHRONIC = 5
"""How often people must put pieces down again at a place before it is suspected."""
CLUMSY = 0.1
"""The share of moves after which even a good magnet is not felt, because clumsy hands missed the sensor."""
BY_CHANCE = 1000
"""Suspect a magnet or place when clumsy hands explain its failures with a chance of 1 in this many at most."""


class _Conduct(msgspec.Struct):
    """How a blind contact has behaved."""

    believed: bool = True
    """Whether the belief had a piece there when the board was last at rest."""
    agreed: bool = False
    """Whether the contact agreed."""
    shown: int = 0
    """Comings and goings that it has shown since it last missed one."""
    missed: str | None = None
    """The piece that it did not feel."""
    felt: set[str] = set()
    """The pieces that it has felt since."""


class Trust:
    """Decides which contacts to ignore. `news` returns each conclusion one time."""

    def __init__(self, layout: Layout, blind: Iterable[str]) -> None:
        self._layout = layout
        self._blind = {place: _Conduct() for place in blind}
        self._weak: set[str] = set()
        self._excused: dict[str, str] = {}
        self._unfelt: set[tuple[str, str]] = set()
        self._mended: Counter[tuple[str, str]] = Counter()
        self._failed: defaultdict[str, list[str]] = defaultdict(list)
        """By piece, the goals of moves where it was not felt at first."""
        self._arrived: Counter[str] = Counter()
        """By piece, the moves after which it was felt."""
        self._came: Counter[str] = Counter()
        """By place, the moves after which a piece was felt there."""
        self._stood: Placement = {}
        self._news: list[Say] = []

    @property
    def lasting(self) -> frozenset[str]:
        """The blind places, which the table stores."""
        return frozenset(self._blind)

    @property
    def blind(self) -> frozenset[str]:
        """The places to ignore now; some only while a piece with a weak magnet is there."""
        return self.lasting | frozenset(self._excused)

    @property
    def weak(self) -> frozenset[str]:
        """The pieces whose magnets are weak."""
        return frozenset(self._weak)

    def news(self) -> list[Say]:
        """Return the sentences for people that have not been returned before."""
        news, self._news = self._news, []
        return news

    # Evidence

    def contradicted(self, place: str, piece: str | None) -> None:
        """Take the word of a player: this piece is not felt there or, with None, the place is felt although empty."""
        if piece is None:
            self._call_blind(place)
            return
        self._unfelt.add((piece, place))
        places = self._unfelt_alone(piece)
        if piece in self._weak or len(places) > 1:
            self._excused[place] = piece
            self._call_weak(piece, places)
        else:
            self._call_blind(place, piece)

    def overheard(self, place: str) -> None:
        """Note that a contact that is ignored closes. It works if it feels the piece that people said was there."""
        conduct = self._blind.get(place)
        if conduct and conduct.missed and conduct.believed and not conduct.agreed:
            self._unfelt.discard((conduct.missed, place))
            conduct.felt.add(conduct.missed)
            self._heal(place, conduct)

    def mended(self, piece: str, place: str, moving: bool) -> None:
        """Note that a piece was felt nowhere, and is felt again after people were asked only to put it on this place.

        With `moving` the place is the goal of its move, otherwise it was there before.
        """
        if place in self.blind or piece in self._weak:
            return
        self._mended[piece, place] += 1
        if moving:
            self._failed[piece].append(place)
        here, failed = _most_of_it(self._mended, place), self._failed[piece]
        if here >= CHRONIC and _is_no_chance(here, 1 + self._came[place]):
            self._call_blind(place)
        elif len(set(failed)) > 1 and _is_no_chance(len(failed), 1 + self._arrived[piece]):
            self._call_weak(piece, failed)

    def observe(self, standing: Placement, felt: Collection[str]) -> None:
        """Note a board at rest: where the pieces are believed to be, and which places are felt."""
        for place, conduct in list(self._blind.items()):
            believed, before = place in standing.values(), conduct.believed
            if believed != before:
                conduct.shown = conduct.shown + 1 if conduct.agreed else 0
            conduct.believed, conduct.agreed = believed, believed == (place in felt)
            if conduct.agreed:
                conduct.felt.update(piece for piece, at in standing.items() if at == place)
                if conduct.shown >= HEALED:
                    self._heal(place, conduct)
        moved = {piece: at for piece, at in standing.items() if at in felt and self._stood.get(piece) != at}
        self._arrived.update(moved.keys())
        self._came.update(moved.values())
        self._stood = dict(standing)
        self._excused = {place: piece for place, piece in self._excused.items() if standing.get(piece) == place}

    # Conclusions

    def _heal(self, place: str, conduct: _Conduct) -> None:
        """Trust a contact again. If it has felt other pieces but never the one it missed, blame that magnet."""
        del self._blind[place]
        if conduct.missed and conduct.missed not in conduct.felt:
            self._call_weak(conduct.missed, {place})
        else:
            self._news.append(say("The table can see {place} again.", place=place))

    def _unfelt_alone(self, piece: str) -> set[str]:
        """Return the places that missed this piece and no other."""
        others = {place for one, place in self._unfelt if one != piece}
        return {place for one, place in self._unfelt if one == piece} - others

    def _call_blind(self, place: str, missed: str | None = None) -> None:
        if place in self._blind:
            return
        self._blind[place] = _Conduct(missed=missed)
        inputs = enumeration([str(sensor) for sensor in self._layout.by_name[place].sensors])
        self._news.append(_blind(place, inputs) if missed is None else _blind_or_weak(place, inputs, missed))

    def _call_weak(self, piece: str, places: Collection[str]) -> None:
        """Blame the magnet of a piece, and trust the contacts of these places again."""
        if piece in self._weak:
            return
        self._weak.add(piece)
        for place in places:
            self._blind.pop(place, None)
        self._news.append(say("The table cannot see {piece} well. Turn its magnet over, or change it.", piece=piece))


def _blind(place: str, inputs: str | Say) -> Say:
    return say(
        "The table cannot see {place} any more (sensor {inputs}). Play on! `mouseboard table doctor` helps to mend it.",
        place=place,
        inputs=inputs,
    )


def _blind_or_weak(place: str, inputs: str | Say, piece: str) -> Say:
    """Return the sentence for a single miss, which does not show whether contact or magnet is at fault."""
    return say(
        "The table cannot see {piece} on {place} (sensor {inputs}). Play on! "
        "`mouseboard table doctor` helps to mend it.",
        place=place,
        inputs=inputs,
        piece=piece,
    )


def _most_of_it(counts: Mapping[tuple[str, str], int], place: str) -> int:
    """Return the count at this place if it is at least four fifths of all: clumsy hands fail all over the board."""
    mine = sum(count for (_, at), count in counts.items() if at == place)
    return mine if mine >= 4 * (sum(counts.values()) - mine) else 0


def _is_no_chance(failed: int, moves: int) -> bool:
    """Return whether clumsy hands do not explain this many failures.

    There may be more failures than moves, because pieces are also knocked over.
    """
    return sum(_chance_of(n, moves) for n in range(failed, moves + 1)) * BY_CHANCE <= 1


def _chance_of(failed: int, moves: int) -> float:
    """Return the binomial probability of exactly `failed` failures. Logarithms: factorials of long games overflow."""
    ways = lgamma(moves + 1) - lgamma(failed + 1) - lgamma(moves - failed + 1)
    return exp(ways + failed * log(CLUMSY) + (moves - failed) * log(1 - CLUMSY))
