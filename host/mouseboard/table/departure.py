"""Departures: a piece has left a shared place, and no contact tells which of those there it was. Pure."""

from __future__ import annotations

import msgspec

from mouseboard.table import prices
from mouseboard.table.belief import LANDED, Belief


class Departure(msgspec.Struct, frozen=True):
    """The last piece that arrived somewhere from a shared place. People are asked whether it is the expected one."""

    piece: str
    """The expected one."""
    place: str
    """The place that it has left."""
    to: str
    """The place where it arrived."""
    others: tuple[str, ...]
    """The pieces that it may be instead."""


def last_departure(belief: Belief) -> Departure | None:
    """Return the piece that arrived last, if one that it stood with may have arrived instead."""
    (_, best), *others = belief.priced(LANDED, prices.FORGET)
    at = belief.standing(best)
    left: dict[tuple[str, str], list[str]] = {}
    for _, reading in others:
        pair = [belief.pieces[piece] for piece in belief.kind.mistaken(best, reading)]
        for piece, other in (pair, pair[::-1]) if len(pair) == 2 else ():
            if belief.just_closed(at[piece]) and not belief.just_closed(at[other]):
                left.setdefault((piece, at[other]), []).append(other)
    for (piece, place), found in left.items():
        return Departure(piece, place, at[piece], tuple(dict.fromkeys(found)))
    return None
