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
    """Return the sentence for a fault or a status of the crank (`rail`, `fault-rail`), or an unknown one unchanged."""
    cause = CAUSES.get(status.removeprefix("fault-"))
    return say(cause) if cause else status
