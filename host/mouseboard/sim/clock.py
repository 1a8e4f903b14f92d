"""An event loop on simulated time. When nothing is ready, it jumps to the next timer.

Code under it uses `asyncio.sleep`, `asyncio.timeout` and `loop.time()` as usual and runs as fast as the machine can.
Time starts at 0 and passes only between events, never while code runs. Real file descriptors (on Windows: sockets)
work too: the loop polls them on every turn, and with no timer left it waits for them in real time.
"""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

from mouseboard import runner
from mouseboard.say import Explained

T = TypeVar("T")

SPINS = 100_000
"""Turns of the loop without any time passing, after which it counts as spinning for ever."""
RESOLUTION_S = 1e-6
"""Seconds. Closer timers run in the same turn. A float can still tell such times apart after centuries."""


class Standstill(Explained, RuntimeError):
    """The simulation makes no progress; one line names who waits for what."""


class Deadlock(Standstill):
    """Every task waits and nothing is scheduled, so nothing would ever happen."""


class Livelock(Standstill):
    """Tasks wake each other endlessly, and no time passes."""


class _JumpingSelector(selectors.DefaultSelector):
    """A selector that moves `time` forward instead of sleeping."""

    def __init__(self) -> None:
        super().__init__()
        self.time = 0.0
        self._spins = 0  # turns since time passed or a file was ready

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return the files that are ready, or let `timeout` pass. Raises Deadlock, Livelock."""
        if len(self.get_map()) > 1:  # the loop's own file, which threads use to wake it, is always there
            ready = super().select(None if timeout is None else 0)
            if ready:
                self._spins = 0
                return ready
        if timeout is None:
            raise Deadlock(f"nothing is ready and nothing is scheduled at {self.time:.6f} s: {_who_waits()}")
        if timeout:
            self.time += timeout
            self._spins = 0
            return []
        self._spins += 1
        if self._spins > SPINS:
            self._spins = 0  # tasks that are cancelled now have turns of their own
            raise Livelock(f"no time passes any more at {self.time:.6f} s: {_who_waits()}")
        return []


def _who_waits() -> str:
    names = sorted(f"{task.get_name()} in {_spelled(task)}" for task in asyncio.all_tasks())
    return f"waiting: {'; '.join(names)}" if names else "no task is left"


def _spelled(task: asyncio.Task[Any]) -> str:
    """Return the name of the coroutine that a task runs."""
    return str(getattr(task.get_coro(), "__qualname__", type(task.get_coro()).__name__))


class VirtualLoop(asyncio.SelectorEventLoop):
    """An asyncio event loop on simulated time, in seconds from 0."""

    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)
        self._clock_resolution = RESOLUTION_S  # asyncio's own is Windows' 16 ms: timers would run early

    def time(self) -> float:
        return self._jumping.time

    def leap(self, seconds: float) -> None:
        """Let time pass at once, as on a computer that slept: timers due meanwhile are overdue."""
        self._jumping.time += seconds


def run_virtual(main: Coroutine[Any, Any, T]) -> T:
    """Run `main` to its end in simulated time, like `asyncio.run`. Raises Standstill if it can never end."""
    return runner.run(main, VirtualLoop)
