"""Sheets to print at true size: drill templates, and overlays for the board. Drawn from a layout alone."""

from __future__ import annotations

from mouseboard.say import Explained


class SheetError(Explained, ValueError):
    """A sheet that cannot be printed; its text says why."""
