"""A layout made from a photograph of a board: click known points, correct the lens, click the places."""

from __future__ import annotations

from mouseboard.say import Explained


class PhotoError(Explained, ValueError):
    """A photograph or layout file that cannot be worked with; the message says why."""
