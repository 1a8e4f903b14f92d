"""Why the table or its trap has stopped, in words for people. SAFETY.md and LINE.md list the causes."""

from __future__ import annotations

from mouseboard.say import Say, say

CAUSES = {
    "rail": "the servo has no power; see to the emergency stop and the fuse",
    "cage": "the cage is down already",
    "fault": "the table has stopped",
    "host": "this computer could not be reached",
    "restart": "the table has restarted",
    "scan": "its sensors cannot be read",
    "servo-time": "the servo was on for too long",
}


def cause_of(status: str) -> Say | str:
    """A fault's cause, or what became of a turn of the crank: `rail`, `fault-rail`; what is not known, as it is."""
    cause = CAUSES.get(status.removeprefix("fault-"))
    return say(cause) if cause else status
