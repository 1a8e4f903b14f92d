"""A layout made from a photograph of a board: click known points, correct the lens, click the places."""

from __future__ import annotations

from mouseboard.say import refusal


class PhotoError(ValueError):
    """A photograph or layout file that cannot be worked with; the message says why."""

    def __init__(self, text: str) -> None:
        super().__init__(refusal(text))
