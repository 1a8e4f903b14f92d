"""Errors between host and table that retrying does not mend. A line that is lost for a while is not an error."""

from __future__ import annotations

from mouseboard.say import Explained


class LinkError(Explained):
    """No table can be reached; one line says why."""


class Nonsense(LinkError):
    """The table said something impossible: the frames are intact, but their contents cannot be trusted."""

    def __init__(self, why: object) -> None:
        super().__init__(f"the table speaks nonsense: {why}")


class TableRestarted(Exception):
    """The table restarted after a request to crank: nobody knows whether the crank turned."""
