"""A layout read off a photograph of a board: known points clicked, the lens corrected, places clicked."""

from __future__ import annotations

from mouseboard.say import refusal


class PhotoError(ValueError):
    """A photograph that cannot be worked with; its text says why."""

    def __init__(self, text: str) -> None:
        super().__init__(refusal(text))
