"""Contacts that bounce: reeds, buttons, the cage's switch.

Modelled: a closing contact opens again a few times before it rests. An opening contact opens cleanly (a reed) or
bounces as well (a switch). Not modelled: contact resistance, wear.
"""

import asyncio
from collections.abc import Callable
from random import Random

import msgspec


class Bounce(msgspec.Struct, frozen=True):
    """How long a contact bounces, in seconds (shortest, longest)."""

    make: tuple[float, float]
    breaks: bool = True  # whether it also bounces when it opens


REED = Bounce(make=(0.0005, 0.001), breaks=False)  # data sheet: operate time with bounce at most 0.6 ms
SWITCH = Bounce(make=(0.0005, 0.003))  # a button or a microswitch, typical


def toggles(rng: Random, longest: tuple[float, float]) -> list[float]:
    """Return when the contact changes again, in seconds after the first touch.

    There is an even number of such times, so that it ends as it began. The last lies within `longest`.
    """
    lasts = rng.uniform(*longest)
    between = sorted(rng.uniform(0, lasts) for _ in range(2 * rng.randint(0, 2) + 1))
    return [*between, lasts]


class Contact:
    """One contact, as the board's input sees it: `closed`. Calls `changed` on every change, bounces included."""

    def __init__(self, bounce: Bounce, rng: Random, changed: Callable[[], None], closed: bool = False) -> None:
        self.closed = closed
        self.forced: bool | None = None  # True: welded (stuck), False: broken (dead)
        self._touching = closed
        self._bounce = bounce
        self._rng = rng
        self._changed = changed
        self._timers: list[asyncio.TimerHandle] = []

    def move(self, touching: bool) -> None:
        """Bring the two halves of the contact together, or part them."""
        if touching == self._touching:
            return
        self._touching = touching
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
        self._show(touching)
        if touching or self._bounce.breaks:
            loop, level = asyncio.get_running_loop(), touching
            now = loop.time()
            for after in toggles(self._rng, self._bounce.make):
                level = not level
                self._timers.append(loop.call_at(now + after, self._show, level))

    def force(self, closed: bool | None) -> None:
        """Weld the contact (True), break it (False) or mend it (None)."""
        self.forced = closed
        self._show(self._touching)

    def _show(self, level: bool) -> None:
        closed = level if self.forced is None else self.forced
        if closed != self.closed:
            self.closed = closed
            self._changed()
