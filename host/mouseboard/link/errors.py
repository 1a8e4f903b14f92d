"""What can go wrong between host and table for good; a line that is merely lost for a while is nobody's error."""

from __future__ import annotations


class LinkError(Exception):
    """No table can be talked to; one line says why."""


class Nonsense(LinkError):
    """The table said something that cannot be: its frames are whole, their contents are not to be believed."""

    def __init__(self, why: object) -> None:
        super().__init__(f"the table speaks nonsense: {why}")


class TableRestarted(Exception):
    """The table restarted after it had been asked to crank: nobody knows whether it turned."""
