"""The queue of everything that the referee has to process."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from mouseboard.referee.situation import Answer, Chosen


class Inbox:
    """The queue of events and answers for the referee, in their order. It ignores those that do not fit."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[Answer], None]] = []
        self._answers: deque[Answer] = deque()
        self._reader: asyncio.Future[None] | None = None  # who waits for one

    def listen(self, hear: Callable[[Answer], None]) -> None:
        """Call this with every answer before the referee gets it."""
        self._listeners.append(hear)

    def put_nowait(self, answer: Answer) -> None:
        """Add an answer of a person, or an event of the table."""
        for hear in self._listeners:
            hear(answer)
        self._answers.append(answer)
        self._wake()

    def keep_choices(self) -> None:
        """Drop everything but what people have chosen, for a new referee, which looks at the table first."""
        self._answers = deque(answer for answer in self._answers if isinstance(answer, Chosen))

    async def get(self, patience: float | None = None) -> Answer | None:
        """Return the next one, or None after `patience` seconds without one."""
        if not self._answers:
            await self._arrival(patience)
        return self._answers.popleft() if self._answers else None

    async def _arrival(self, patience: float | None) -> None:
        loop = asyncio.get_running_loop()
        self._reader = loop.create_future()
        timer = None if patience is None else loop.call_later(patience, self._wake)
        try:
            await self._reader
        finally:
            self._reader = None
            if timer:
                timer.cancel()

    def _wake(self) -> None:
        if self._reader and not self._reader.done():
            self._reader.set_result(None)
