"""Taps with a wand, a magnet on a stick: its holder chooses by touching places that are lit.

A touched place changes and changes back while everything else stays as it was. On a place with a mouse a wand is not
felt; its holder lifts the mouse and puts it back instead, which looks the same to the table.
"""

from __future__ import annotations

from collections.abc import Iterable

from mouseboard.layouts import Layout


class Taps:
    """The places touched in turn, while everything else stays occupied as in `standing`."""

    def __init__(self, standing: frozenset[str]) -> None:
        self.places: tuple[str, ...] = ()
        self._standing = standing
        self._touched: str | None = None
        self._moving = False

    def see(self, occupancy: frozenset[str]) -> bool:
        """Process an occupancy; return whether it ends a tap. Two changed places are a move, which clears all taps."""
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
        """Return whether exactly these places were touched last, in any order."""
        return bool(places) and frozenset(self.places[-len(places) :]) == places


def felt_beside(layout: Layout, spots: Iterable[str]) -> frozenset[str]:
    """Return the places to touch for the choice that these spots represent.

    For a spot without a sensor (a barrier between squares) these are the squares whose lamps light up for it.
    """
    there = [layout.by_name[spot] for spot in spots]
    lamps = {lamp for place in there if not place.sensors for lamp in place.lamps}
    lit = {place.name for place in layout.stands if place.sensors and not lamps.isdisjoint(place.lamps)}
    return frozenset(lit | {place.name for place in there if place.sensors})
