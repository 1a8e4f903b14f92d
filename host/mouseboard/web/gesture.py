"""Gestures at the table that show that somebody is there. Pure: somebody else listens and keeps the time.

Only the phone that asked shows what to do, so the gesture tells which phone its owner holds.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from itertools import product

from mouseboard.table import Missed, PlaceChanged, Press, TableEvent
from mouseboard.table.lamps import NEUTRAL, PALETTE, PULSE
from mouseboard.table.table import Table

LISTENING = (PALETTE[NEUTRAL], PULSE)
"""The style of lamps while the table listens."""
BUTTONS = ("a", "b")
LENGTH = 4
"""Steps of a gesture."""
ORDERS = tuple(order for order in product((0, 1), repeat=LENGTH) if len({*order}) > 1)
"""All orders of two things that contain each of them."""


def any_order(one: str, other: str) -> tuple[str, ...]:
    """Return two things in an order that nobody can guess."""
    return tuple((one, other)[which] for which in secrets.choice(ORDERS))


class Pressing:
    """Hold both buttons, then press them in an order.

    Both held stop the trap or clear a fault, and else mean nothing, so nobody arms this by accident. Until then presses
    are the game's.
    """

    def __init__(self, steps: Sequence[str]) -> None:
        self.steps = steps
        self.done = 0
        self.armed = False

    def arm(self) -> None:
        """Both buttons have been held: what is pressed now counts."""
        self.armed, self.done = True, 0

    def is_held(self, table: Table) -> bool:
        """Return whether both buttons are held; during a fault that would clear it."""
        return table.fault is None and table.closed_direct >= {*BUTTONS}

    def hear(self, event: TableEvent) -> bool:
        """Take an event; return whether it is for this gesture, and not for a game."""
        match event:
            case Press(button) if self.armed:
                self.armed = button == self.steps[self.done]
                self.done = self.done + 1 if self.armed else 0
                return True
            case Missed():
                self.armed, self.done = False, 0
        return False


class Lifting:
    """Lift what is on two places together and put it back, then one after the other in an order.

    Nobody lifts just these two by accident. A game may feel it, too.
    """

    def __init__(self, steps: Sequence[str], occupied: frozenset[str]) -> None:
        """`occupied` are the places that are so at the start."""
        self.steps = steps
        self.done = 0
        self.armed = False
        self._others = occupied - {*steps}
        self._lifted = ""

    def arm(self) -> None:
        """Both have been lifted: what is lifted now counts, once it is back."""
        self.armed, self.done, self._lifted = True, 0, ""

    def is_held(self, table: Table) -> bool:
        """Return whether what was on these places is up, and nothing else."""
        return table.occupied == self._others

    def hear(self, event: TableEvent) -> bool:
        """Take an event, which is always for a game, too."""
        match event:
            case PlaceChanged(place, True) if place in self.steps:
                self.done += place == self._lifted
                self._lifted = ""
            case PlaceChanged(place, False) if self.armed and not self._lifted and place == self.steps[self.done]:
                self._lifted = place
            case PlaceChanged() | Missed():
                self.armed, self.done, self._lifted = False, 0, ""
        return False


Gesture = Pressing | Lifting
