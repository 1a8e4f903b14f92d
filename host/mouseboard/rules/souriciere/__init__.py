"""La souricière: along the winding path to the cheese, in and out of the rooms behind the holes. Pure luck."""

from mouseboard.rules.souriciere.words import Souriciere, SouriciereState

__all__ = ["Souriciere", "SouriciereState"]
