"""What can go wrong between host and table for good; a line that is merely lost for a while is nobody's error."""

from __future__ import annotations

from mouseboard.say import refusal


class LinkError(Exception):
    """No table can be talked to; one line says why."""

    def __init__(self, text: str) -> None:
        super().__init__(refusal(text))


class Nonsense(LinkError):
    """The table said something that cannot be: its frames are whole, their contents are not to be believed."""

    def __init__(self, why: object) -> None:
        super().__init__(f"the table speaks nonsense: {why}")


class TableRestarted(Exception):
    """The table restarted after it had been asked to crank: nobody knows whether it turned."""
