"""Silence: how long no contact has changed, and when a longer one would mean something else. Pure."""

from __future__ import annotations

from math import inf


class Silence:
    """Seconds without a change. Each limit it is compared with and has not reached is a reason to look again."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.until = inf
        """The silence, in seconds, up to which every answer stays the same."""

    def lasts(self, limit: float) -> bool:
        """Return whether it has lasted this many seconds."""
        if self.seconds >= limit:
            return True
        self.until = min(self.until, limit)
        return False
