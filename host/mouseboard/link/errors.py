"""What can go wrong between host and table for good; a line that is merely lost for a while is nobody's error."""

from __future__ import annotations


class LinkError(Exception):
    """No table can be talked to; one line says why."""


class BadAnswer(LinkError):
    """The table answered a request with something that is no answer to it."""

    def __init__(self, verb: str, fields: tuple[str, ...], why: object) -> None:
        super().__init__(f"an answer makes no sense: {why}; to `{verb}` came `{' '.join(fields)}`")


class TableRestarted(Exception):
    """The table restarted after it had been asked to crank: nobody knows whether it turned."""
