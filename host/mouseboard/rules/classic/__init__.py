"""Classic Mouse Trap: build the trap while your mouse walks to the Loop, then catch the others with it."""

from mouseboard.rules.classic.words import Classic, ClassicState

__all__ = ["Classic", "ClassicState"]
