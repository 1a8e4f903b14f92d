"""Gestures at the table by which somebody shows that they are there. Pure: somebody else listens and keeps the time.

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
"""All orders of two things in which each occurs."""


def any_order(one: str, other: str) -> tuple[str, ...]:
    """Return two things in an order that nobody can guess."""
    return tuple((one, other)[which] for which in secrets.choice(ORDERS))


class Pressing:
    """Hold both buttons, then press them in an order.

    Without a fault, both held mean nothing else, so nobody arms this by accident. Until then presses are the game's.
    """

    def __init__(self, steps: Sequence[str]) -> None:
        self.steps = steps
        self.done = 0
        self.armed = False

    def arm(self) -> None:
        """Both buttons have been held: what is pressed now counts."""
        self.armed, self.done = True, 0

    def light(self, table: Table) -> None:
        """Light all lamps: the table listens."""
        table.show_all(LISTENING)

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
    """Lift what is on two places and put it back, one after the other, in an order. A game may feel that, too."""

    armed = True

    def __init__(self, steps: Sequence[str]) -> None:
        self.steps = steps
        self.done = 0
        self._lifted = ""

    def light(self, table: Table) -> None:
        """Light the places."""
        table.show({"a": LISTENING}, dict.fromkeys(self.steps, "a"))

    def hear(self, event: TableEvent) -> bool:
        match event:
            case PlaceChanged(place, False) if not self._lifted and place == self.steps[self.done]:
                self._lifted = place
            case PlaceChanged(place, True) if self._lifted and place == self._lifted:
                self._lifted = ""
                self.done += 1
            case PlaceChanged() | Missed():
                self._lifted, self.done = "", 0
        return False


Gesture = Pressing | Lifting
