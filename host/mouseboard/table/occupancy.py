"""The occupied places, updated contact by contact. One closed sensor occupies a place. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from mouseboard.layouts import Layout


class Occupancy:
    """The `occupied` places of a layout."""

    def __init__(self, layout: Layout) -> None:
        self.occupied: frozenset[str] = frozenset()
        self._place_of = {sensor: place.name for place in layout.stands for sensor in place.sensors}
        self._closed: set[int] = set()  # sensors of places
        self._count = dict.fromkeys(self._place_of.values(), 0)  # of them, by place

    def reset(self, closed: Iterable[int]) -> None:
        """Start again with exactly these inputs closed."""
        self._closed = self._place_of.keys() & set(closed)
        self._count = dict.fromkeys(self._count, 0)
        for sensor in self._closed:
            self._count[self._place_of[sensor]] += 1
        self.occupied = frozenset(place for place, count in self._count.items() if count)

    def change(self, sensor: int, closed: bool) -> str | None:
        """Process a change of an input. Return the place that became occupied or empty, if one did."""
        place = self._place_of.get(sensor)
        if place is None or closed == (sensor in self._closed):
            return None
        self._closed ^= {sensor}
        self._count[place] += 1 if closed else -1
        if self._count[place] != closed:  # others of its sensors are closed
            return None
        self.occupied ^= {place}
        return place
