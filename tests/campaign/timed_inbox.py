"""Measures the processor time that the host takes for what the table feels."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time

from mouseboard.referee.inbox import Inbox
from mouseboard.referee.situation import Answer
from mouseboard.table import PlaceChanged


class TimedInbox(Inbox):
    """An inbox that measures the time from each event, or timeout, until the host waits for the next."""

    def __init__(self) -> None:
        super().__init__()
        self.spent = 0.0
        """Seconds of processor time."""
        self.changes = 0
        """The number of contacts that have changed."""
        self._began: float | None = None

    async def get(self, patience: float | None = None) -> Answer | None:
        if self._began is not None:
            self.spent += process_time() - self._began
            self._began = None
        answer = await super().get(patience)
        self.changes += isinstance(answer, PlaceChanged)
        self._began = process_time()
        return answer

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Leave out what the campaign itself does."""
        began = process_time()
        yield
        if self._began is not None:
            self._began += process_time() - began
