"""Midnight in the Pantry: two mice sniff for cheese in the dark. Nine places and two magnets are enough for it."""

from mouseboard.rules.pantry.words import Pantry, PantryState

__all__ = ["Pantry", "PantryState"]
