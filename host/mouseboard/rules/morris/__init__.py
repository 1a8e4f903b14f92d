"""Nine men's morris: build mills, and take the other side's men."""

from mouseboard.rules.morris.words import Morris, MorrisState

__all__ = ["Morris", "MorrisState"]
