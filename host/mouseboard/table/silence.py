"""Silence: how long no contact has changed, and for how long an answer based on that stays valid. Pure."""

from __future__ import annotations

from math import inf


class Silence:
    """Seconds without a change. Remembers the lowest limit that it was compared with and has not reached."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.until = inf
        """The silence, in seconds, until which all answers given stay valid."""

    def lasts(self, limit: float) -> bool:
        """Return whether it has lasted this many seconds."""
        if self.seconds >= limit:
            return True
        self.until = min(self.until, limit)
        return False
