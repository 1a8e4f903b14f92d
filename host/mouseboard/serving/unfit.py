"""The refusal of a request: an HTTP status, and the sentence that goes with it."""

from __future__ import annotations

from mouseboard.say import Say, say


class Unfit(Exception):
    """A request that cannot be fulfilled, with the HTTP status and the sentence that say so."""

    def __init__(self, status: int, said: Say) -> None:
        super().__init__(str(said))
        self.status = status
        self.said = said


UNREADABLE = say("That cannot be read.")
TOO_FAST = say("Not so fast! Wait a bit and try again.")
BROKEN = say("Something went wrong here. Please try again.")
