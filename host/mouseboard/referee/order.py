"""The order of changes: a man that is lifted just before the last player's man lands is felt after it.

Two hands are at work then, and players do not wait for the sensors. No clock in here.
"""

from __future__ import annotations

from collections import deque
from math import inf

from msgspec.structs import replace

from mouseboard.referee.situation import Answer
from mouseboard.referee.tracker import Tracker
from mouseboard.table import PlaceChanged

EARLY = 0.25
"""Seconds between a reply lifted too early and the landing of the last man. Nobody puts the same man down so soon."""


class Order:
    """Puts answers in order: what comes first is returned, and the rest goes back to the `unread` ones."""

    def __init__(self, unread: deque[Answer], tracker: Tracker) -> None:
        self._unread = unread
        self._tracker = tracker
        self._held: PlaceChanged | None = None
        self.due = inf
        """When to pass on what is held back, even if nothing happens."""

    def first(self, answer: Answer | None, now: float) -> Answer | None:
        """Return what to process now, or None while it may be too early for that."""
        held = self._held
        if held is None:
            if isinstance(answer, PlaceChanged) and self._tracker.may_be_early(answer):
                self._held, self.due = answer, now + EARLY
                return None
            return answer
        if answer is None and now < self.due:
            return None
        self._held, self.due = None, inf
        if answer is None:
            return held
        if isinstance(answer, PlaceChanged) and self._tracker.completes(answer):
            self._unread.appendleft(replace(held, time=answer.time))
            return answer
        self._unread.appendleft(answer)
        return held
