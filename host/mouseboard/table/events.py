"""What a table tells while a game is played on it, in the order in which it happened."""

from __future__ import annotations

import msgspec


class Press(msgspec.Struct, frozen=True):
    """Button "a" walks through the options, "b" says yes, done, roll, this one."""

    button: str


class Released(msgspec.Struct, frozen=True):
    """The button was let go."""

    button: str


class PlaceChanged(msgspec.Struct, frozen=True):
    """Something was put on a place, or lifted. `occupancy` is all that was occupied right after."""

    place: str
    occupied: bool
    time: float
    """Seconds since the table started, by its own clock; after a restart it begins at 0."""
    occupancy: frozenset[str]


class Missed(msgspec.Struct, frozen=True):
    """Changes of places are unknown, for the table lost some or restarted. These places are occupied now."""

    occupancy: frozenset[str]


class Changed(msgspec.Struct, frozen=True):
    """Something else is different, and no place: the cage, a fault, whether the table can be reached."""


TableEvent = Press | Released | PlaceChanged | Missed | Changed
