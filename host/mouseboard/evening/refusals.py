"""Why something that people ask for is not done: one sentence, and whether others could do it."""

from __future__ import annotations

from enum import Enum

import msgspec

from mouseboard.say import Say, say


class Why(Enum):
    """The kind of a refusal."""

    FORBIDDEN = "somebody else may do it"
    NOT_NOW = "it does not fit the moment"
    TOO_MUCH = "too much is asked for at once"


class Refusal(msgspec.Struct, frozen=True):
    """Why something is not done."""

    said: Say
    why: Why = Why.NOT_NOW


class Refused(Exception):
    """A request is refused."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal.said))
        self.refusal = refusal


def forbidden(said: Say) -> Refusal:
    """Return the refusal of something that others may do."""
    return Refusal(said, Why.FORBIDDEN)


TOO_LONG = Refusal(say("That takes too long."))
TOO_FAST = Refusal(say("Not so fast! Wait a bit and try again."), Why.TOO_MUCH)
