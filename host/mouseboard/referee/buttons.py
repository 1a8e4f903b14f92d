"""What people mean by the table's buttons: one counts when it is let go; held alone for long it means another thing.

Pure: the clock and the state of the buttons come from outside.
"""

from __future__ import annotations

from collections.abc import Collection
from math import inf

from mouseboard.referee.situation import Pause, TakeBack
from mouseboard.table import Press

BOTH = {"a", "b"}

HELD: dict[str, tuple[float, TakeBack | Pause]] = {"a": (1.0, TakeBack()), "b": (2.0, Pause())}
"""After how many seconds a button that is held means something else, and what."""


class Buttons:
    """The last press, until it is known what it means. At first there is none."""

    def __init__(self) -> None:
        self._button: str | None = None
        self._held_since: float | None = None
        self.pressed_at = 0.0
        """When a button was pressed last."""

    def press(self, button: str, now: float) -> None:
        """Note a press, of the button or of its key."""
        self._button, self._held_since, self.pressed_at = button, now, now

    def meant(self, closed: Collection[str], now: float, connected: bool = True) -> Press | TakeBack | Pause | None:
        """Return what the last press means, once that is known; `closed` are the closed contacts.

        While the table is away, nobody knows whether a button is still held.
        """
        button = self._button
        if button is None:
            return None
        if button in closed and not connected:
            self._held_since = None
            return None
        if self._held_since is None:
            self._held_since = now
        seconds, long = HELD[button]
        if button in closed and BOTH - {button} <= set(closed):  # both are held to stop the trap or clear a fault
            self._button = None
        elif button not in closed or now >= self._held_since + seconds:
            self._button = None
            return long if button in closed else Press(button)
        return None

    @property
    def due(self) -> float:
        """When to look again, though nothing changes."""
        if self._button is None or self._held_since is None:
            return inf
        return self._held_since + HELD[self._button][0]
