"""English draughts: jump over the other side's men, and crown your own."""

from mouseboard.rules.draughts.words import Draughts, DraughtsState

__all__ = ["Draughts", "DraughtsState"]
