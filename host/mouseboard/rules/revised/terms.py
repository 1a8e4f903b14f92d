"""What the rules of revised and its words both name: phases, and the actions without an argument."""

from __future__ import annotations

from enum import StrEnum

from mouseboard.rules.core import Action

TAKE = Action("take")
NOBODY = Action("nobody")
LAUNCH = Action("launch")
TUNNEL = Action("tunnel")
DECLINE = Action("decline")


class Phase(StrEnum):
    """What the turn waits for."""

    LOT = "lot"
    ROLL = "roll"
    TAKE = "take"
    BRING = "bring"
    LAUNCH = "launch"
    TRAP = "trap"
    STEAL = "steal"
    TUNNEL = "tunnel"
