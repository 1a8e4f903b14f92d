"""Why the table or its trap has stopped, in words for people. SAFETY.md and LINE.md list the causes."""

from __future__ import annotations

from mouseboard.say import Say, say

CAUSES = {
    "rail": "the trap has no power, so check the emergency stop and the fuse",
    "cage": "the cage is down",
    "ends": "its crank has not been set up, so have the doctor look at it",
    "fault": "the table has stopped",
    "host": "the computer was away",
    "restart": "the table has started again",
    "scan": "its sensors do not work",
    "stopped": "somebody said stop",
    "stalled": "something blocks the crank",
    "servo-time": "its motor ran for too long",
}


def cause_of(status: str) -> Say | str:
    """Return the sentence for a fault or a status of the crank (`rail`, `fault-rail`), or an unknown one unchanged."""
    cause = CAUSES.get(status.removeprefix("fault-"))
    return say(cause) if cause else status
