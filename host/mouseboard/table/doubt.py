"""Doubts: pieces that people may have exchanged. The likely ones are shown, and play goes on. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import msgspec

from mouseboard.table import prices
from mouseboard.table.belief import LANDED, Belief


class Doubt(msgspec.Struct, frozen=True):
    """Pieces that people may have exchanged, each with the place where it is believed to be."""

    pieces: tuple[tuple[str, str], ...]
    placement: Mapping[str, str]
    """The placement if they were exchanged."""

    @property
    def names(self) -> frozenset[str]:
        """The pieces, without their places."""
        return frozenset(piece for piece, _ in self.pieces)

    @property
    def exchange(self) -> tuple[tuple[str, str], ...]:
        """Each piece with the one whose place it has taken if they were exchanged."""
        standing = {place: [piece for piece, at in self.pieces if at == place] for _, place in self.pieces}
        return tuple((piece, standing[self.placement[piece]].pop()) for piece, _ in self.pieces)


def likely(belief: Belief, doubts: Iterable[Doubt]) -> tuple[Doubt, ...]:
    """Return the doubts about pieces that were in the hands at the same time. About one in five of them is true.

    In the other doubts a piece has left a shared place unfelt, and may be another of the pieces there. About one in
    forty of these is true.
    """
    return tuple(doubt for doubt in doubts if belief.were_in_hand({place for _, place in doubt.pieces}))


def exchanges(belief: Belief, shown: Collection[frozenset[str]] = ()) -> tuple[Doubt, ...]:
    """Return the exchanges within the margin DOUBT after at least LANDED seconds of silence: more changes none.

    A doubt about pieces that is `shown` already stays for as long as the belief remembers it.
    """
    (_, best), *others = belief.priced(LANDED, prices.FORGET)
    found: dict[frozenset[str], Doubt] = {}
    for price, reading in others:
        mistaken = belief.kind.mistaken(best, reading)
        believed = tuple((belief.pieces[piece], str(best.where[piece])) for piece in mistaken)
        pieces = frozenset(piece for piece, _ in believed)
        if pieces and (price <= prices.DOUBT or pieces in shown) and not any(known <= pieces for known in found):
            found[pieces] = Doubt(believed, belief.standing(reading))
    return tuple(found.values())
