"""Timers of a simulation, by when they are due.

They keep no more than they need: most of what a simulation does is to set one, and asyncio's own books cost as much as
what most of them do.
"""

from collections.abc import Callable
from contextvars import Context
from heapq import heappop, heappush


class Timer:
    """What is to be called at a moment, in seconds. It answers as asyncio's handles do."""

    def __init__(
        self, moment: float, callback: Callable[..., object], args: tuple[object, ...], context: Context
    ) -> None:
        self.moment = moment
        self._callback: Callable[..., object] | None = callback  # None: it was cancelled
        self._args = args
        self._context = context

    def __repr__(self) -> str:
        return f"<timer for {self.moment} s: {self._callback}{self._args}>" if self._callback else "<cancelled timer>"

    def run(self) -> None:
        """Its time has come. Raises what is raised by what it calls."""
        if self._callback:
            self._context.run(self._callback, *self._args)

    def when(self) -> float:
        return self.moment

    def cancel(self) -> None:
        self._callback, self._args = None, ()

    def cancelled(self) -> bool:
        return self._callback is None


class Timers:
    """Those that are still to come. Of two for the same moment the older comes first."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Timer]] = []
        self._number = 0  # of the last one

    def add(self, moment: float, callback: Callable[..., object], args: tuple[object, ...], context: Context) -> Timer:
        timer = Timer(moment, callback, args, context)
        self._number += 1
        heappush(self._heap, (moment, self._number, timer))
        return timer

    def take(self) -> Timer | None:
        """The next that was not cancelled, which is no longer to come then; None: there is none."""
        while self._heap:
            timer = heappop(self._heap)[2]
            if not timer.cancelled():
                return timer
        return None
