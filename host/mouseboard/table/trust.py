"""Which contacts and magnets are trusted: from what people say, from what was mended, and from how they behave. Pure.

A contact that contradicts what people say is *blind*: what it tells counts no more. It is trusted again once it has
agreed with two visits. A piece that is not felt in several places, or in one that feels the others, or that has to be
put down again more often than even clumsy hands need, has a weak magnet: it is named, and the contacts are trusted.
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
"""Comings and goings, one after the other, that a blind contact must show before it is trusted again."""
CHRONIC = 5
"""Times that pieces must have been put down again at a place before it is suspected."""
CLUMSY = 0.1
"""The share of moves that clumsy hands end so badly that the piece is not felt and has to be put down again."""
BY_CHANCE = 1000
"""A magnet or a place is suspected once it is that unlikely that clumsy hands have failed so many of its moves."""


class _Conduct(msgspec.Struct):
    """How a blind contact has behaved."""

    believed: bool = True
    """Whether something stood there when all was at rest last, as it is believed."""
    agreed: bool = False
    """Whether the contact said the same."""
    shown: int = 0
    """Comings and goings that it has shown, since the last it did not."""
    missed: str | None = None
    """The piece that was not felt there."""
    felt: set[str] = set()
    """The pieces that were, since."""


class Trust:
    """What it decides is told by `news`, once."""

    def __init__(self, layout: Layout, blind: Iterable[str]) -> None:
        self._layout = layout
        self._blind = {place: _Conduct() for place in blind}
        self._weak: set[str] = set()
        self._excused: dict[str, str] = {}
        self._unfelt: set[tuple[str, str]] = set()
        self._mended: Counter[tuple[str, str]] = Counter()
        self._failed: defaultdict[str, list[str]] = defaultdict(list)
        """Where pieces had come to at the end of a move, and were not felt at first."""
        self._arrived: Counter[str] = Counter()
        """How often pieces have moved, and are felt."""
        self._came: Counter[str] = Counter()
        """How often a piece has come to a place, and is felt there."""
        self._stood: Placement = {}
        self._news: list[Say] = []

    @property
    def lasting(self) -> frozenset[str]:
        """The blind places, to be kept with the table."""
        return frozenset(self._blind)

    @property
    def blind(self) -> frozenset[str]:
        """The places whose contacts tell nothing now; some only because of the weak magnet that stands there."""
        return self.lasting | frozenset(self._excused)

    @property
    def weak(self) -> frozenset[str]:
        """The pieces whose magnets are weak."""
        return frozenset(self._weak)

    def news(self) -> list[Say]:
        """What people have not been told yet."""
        news, self._news = self._news, []
        return news

    # Evidence

    def contradicted(self, place: str, piece: str | None) -> None:
        """People say that this piece stands there unfelt; or, without one, that nothing does and something is felt."""
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

    def mended(self, piece: str, place: str, moving: bool) -> None:
        """A piece that was felt nowhere is felt there, after people were told to put it there, and nothing else was.

        With `moving` it was to go there; else it had stood there.
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
        """All is at rest, believed to stand so, while this is felt."""
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
        """The contact is good after all. If it feels all but the piece it had missed, that one's magnet is not."""
        del self._blind[place]
        if conduct.missed and conduct.missed not in conduct.felt:
            self._call_weak(conduct.missed, {place})
        else:
            self._news.append(say("The sensor under {place} works again.", place=place))

    def _unfelt_alone(self, piece: str) -> set[str]:
        """The places where this piece was not felt, and no other was missed."""
        others = {place for one, place in self._unfelt if one != piece}
        return {place for one, place in self._unfelt if one == piece} - others

    def _call_blind(self, place: str, missed: str | None = None) -> None:
        if place in self._blind:
            return
        self._blind[place] = _Conduct(missed=missed)
        inputs = enumeration([str(sensor) for sensor in self._layout.by_name[place].sensors])
        self._news.append(_blind(place, inputs) if missed is None else _blind_or_weak(place, inputs, missed))

    def _call_weak(self, piece: str, places: Collection[str]) -> None:
        """It was the magnet, and not the contacts of these places."""
        if piece in self._weak:
            return
        self._weak.add(piece)
        for place in places:
            self._blind.pop(place, None)
        self._news.append(
            say("{piece} is not felt well: its magnet is weak, or the wrong way up. Change it.", piece=piece)
        )


def _blind(place: str, inputs: str | Say) -> Say:
    return say(
        "The sensor under {place} (input {inputs}) does not work; the game goes on without it. "
        "`mouseboard table doctor` helps to mend it.",
        place=place,
        inputs=inputs,
    )


def _blind_or_weak(place: str, inputs: str | Say, piece: str) -> Say:
    """Of one piece that was not felt once it cannot be known which of the two it is."""
    return say(
        "The sensor under {place} (input {inputs}) does not work, or the magnet of {piece} is weak; "
        "the game goes on without it. `mouseboard table doctor` helps to mend it.",
        place=place,
        inputs=inputs,
        piece=piece,
    )


def _most_of_it(counts: Mapping[tuple[str, str], int], place: str) -> int:
    """How often it happened at this place, if that is most of it: clumsy hands spread what happens over the board."""
    mine = sum(count for (_, at), count in counts.items() if at == place)
    return mine if mine >= 4 * (sum(counts.values()) - mine) else 0


def _is_no_chance(failed: int, moves: int) -> bool:
    """Whether clumsy hands would hardly fail so many of these moves; what was knocked over may be more than moved."""
    return sum(_chance_of(n, moves) for n in range(failed, moves + 1)) * BY_CHANCE <= 1


def _chance_of(failed: int, moves: int) -> float:
    """That clumsy hands fail just so many moves (binomial); by logarithms, for in long games it is out of a float."""
    ways = lgamma(moves + 1) - lgamma(failed + 1) - lgamma(moves - failed + 1)
    return exp(ways + failed * log(CLUMSY) + (moves - failed) * log(1 - CLUMSY))
