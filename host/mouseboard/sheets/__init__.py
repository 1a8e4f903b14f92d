"""Sheets to print at true size: drill templates, and overlays for the board. Drawn from a layout alone."""

from __future__ import annotations

from mouseboard.say import refusal


class SheetError(ValueError):
    """A sheet that cannot be printed; its text says why."""

    def __init__(self, text: str) -> None:
        super().__init__(refusal(text))
