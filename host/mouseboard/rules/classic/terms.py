"""What the rules of classic and its words both name: phases, amounts, and the actions without an argument."""

from __future__ import annotations

from enum import StrEnum

from mouseboard.rules.core import Action

CHEESE = 52
ON_WHEEL = 2
"""Cheese due to whoever's roll ends on the Cheese Wheel."""
FROM_RIVAL = 3
"""Cheese due from the rival with most."""
CAPTURED = -1
"""Where a captured mouse is."""

CRANK, STOP = Action("crank"), Action("stop")


class Phase(StrEnum):
    """What is decided next."""

    LOT = "lot"  # who begins
    ROLL = "roll"  # how far the mover goes
    TAKE = "take"  # from which of the tied opponents the next cheese comes
    AIM = "aim"  # on Turn Crank: pay, crank or stop
    TRAP = "trap"  # whether the cage comes down
    OVER = "over"
