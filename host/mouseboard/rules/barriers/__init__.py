"""Barriers: be the first across a grid of 7 x 7 squares, and put barriers in the others' way."""

from mouseboard.rules.barriers.words import Barriers, BarriersState

__all__ = ["Barriers", "BarriersState"]
