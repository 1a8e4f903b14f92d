"""A wand, a magnet on a stick: its holder touches the places that are lit for a choice, without a word.

A touched place changes and changes back while all else stands as it should. Where a mouse stands no wand is felt; it is
lifted and put back instead, which is the same to the table.
"""

from __future__ import annotations

from collections.abc import Iterable

from mouseboard.layouts import Layout


class Taps:
    """The places touched so far, one after the other, while all else is occupied as in `standing`."""

    def __init__(self, standing: frozenset[str]) -> None:
        self.places: tuple[str, ...] = ()
        self._standing = standing
        self._touched: str | None = None
        self._moving = False

    def see(self, occupancy: frozenset[str]) -> bool:
        """Whether a tap ends with this occupancy. Where two places have changed a piece is moved: forget all taps."""
        changed = occupancy ^ self._standing
        if not changed:
            tapped, self._touched, self._moving = self._touched, None, False
            self.places += (tapped,) if tapped else ()
            return tapped is not None
        if changed != {self._touched} and (self._touched or len(changed) > 1):
            self._moving, self.places = True, ()
        self._touched = None if self._moving else next(iter(changed))
        return False

    def end_with(self, places: frozenset[str]) -> bool:
        """Whether just these places were touched last, in any order."""
        return bool(places) and frozenset(self.places[-len(places) :]) == places


def felt_beside(layout: Layout, spots: Iterable[str]) -> frozenset[str]:
    """The places to be touched for a choice that these spots stand for.

    That is a spot itself, or where nothing can be felt (a barrier between squares), the squares that are lit for it.
    """
    there = [layout.by_name[spot] for spot in spots]
    lamps = {lamp for place in there if not place.sensors for lamp in place.lamps}
    lit = {place.name for place in layout.stands if place.sensors and not lamps.isdisjoint(place.lamps)}
    return frozenset(lit | {place.name for place in there if place.sensors})
