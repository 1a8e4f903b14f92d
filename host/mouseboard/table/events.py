"""Events of a table during a game, in order of occurrence."""

from __future__ import annotations

import msgspec


class Press(msgspec.Struct, frozen=True):
    """A button was pressed: "a" steps through the options, "b" means yes, done, roll or this one."""

    button: str


class Released(msgspec.Struct, frozen=True):
    """A button was released."""

    button: str


class PlaceChanged(msgspec.Struct, frozen=True):
    """Something was put on a place or lifted. `occupancy` holds all places occupied right after."""

    place: str
    occupied: bool
    time: float
    """Seconds by the table's clock since its first start. It never goes back, also when the table restarts."""
    occupancy: frozenset[str]


class Missed(msgspec.Struct, frozen=True):
    """The table restarted or lost events, so changes are unknown. These places are occupied now."""

    occupancy: frozenset[str]


class Unstoppable(msgspec.Struct, frozen=True):
    """The trap was to be stopped, but the table's firmware is too old to do so."""


class Changed(msgspec.Struct, frozen=True):
    """Something other than a place changed: the cage, a fault, or the connection."""


TableEvent = Press | Released | PlaceChanged | Missed | Unstoppable | Changed
