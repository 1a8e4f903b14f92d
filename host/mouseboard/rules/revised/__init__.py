"""Mouse Trap, revised rules: round the circle, collect cheese, trap the others; six cheese win."""

from mouseboard.rules.revised.words import Revised, RevisedState

__all__ = ["Revised", "RevisedState"]
