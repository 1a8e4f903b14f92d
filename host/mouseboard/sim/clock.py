"""An event loop whose time is simulated: when nothing is ready, it jumps to the next timer.

Code under it uses `asyncio.sleep`, `asyncio.timeout` and `loop.time()` as always and runs as fast as the machine can.
Time starts at 0 and passes only between events, never while code runs. Real file descriptors (on Windows: sockets) work
too: they are looked at on every turn of the loop, and when no timer is left the loop waits for them in real time.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from contextvars import Context
from heapq import heappop, heappush
from itertools import count
from typing import Any, TypeVar, TypeVarTuple

from mouseboard import interrupts

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

SPINS = 100_000
"""Turns of the loop in which something may be ready without any time passing; then it is taken to go on so for ever."""


class Standstill(RuntimeError):
    """A simulation that comes to nothing more; one line says who waits for what."""


class Deadlock(Standstill):
    """Every task waits and nothing is scheduled: however much time passed, nothing would happen."""


class Livelock(Standstill):
    """Tasks wake each other again and again, and no time passes."""


class _JumpingSelector(selectors.DefaultSelector):
    """Waits by moving `time` forward instead of sleeping."""

    def __init__(self) -> None:
        super().__init__()
        self.time = 0.0
        self._timers: list[tuple[float, int, asyncio.TimerHandle]] = []  # a heap
        self._numbers = count()  # of two timers for the same time the older one comes first
        self._spins = 0  # turns since time passed, or a file was ready
        self._files = self.get_map()  # as they are registered

    def add(self, when: float, timer: asyncio.TimerHandle) -> None:
        """Run this when its time has come."""
        heappush(self._timers, (when, next(self._numbers), timer))

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """`timeout` is 0 where something can be done now, else None. Raises Deadlock, Livelock."""
        files = len(self._files) > 1  # more than the loop's own, by which threads wake it up
        ready = super().select(0) if files else []
        if ready:
            self._spins = 0
            return ready
        if timeout == 0:
            self._spin()
            return []
        while self._timers:
            when, _, timer = heappop(self._timers)
            if not timer.cancelled():
                self._pass_until(when)
                timer._run()
                return []
        if files:
            return super().select(None)
        raise Deadlock(f"nothing is ready and nothing is scheduled at {self.time:.6f} s: {_who_waits()}")

    def _pass_until(self, when: float) -> None:
        if when > self.time:
            self.time, self._spins = when, 0
        else:
            self._spin()

    def _spin(self) -> None:
        self._spins += 1
        if self._spins > SPINS:
            self._spins = 0  # tasks that are cancelled now have turns of their own
            raise Livelock(f"no time passes any more at {self.time:.6f} s: {_who_waits()}")


def _who_waits() -> str:
    names = sorted(f"{task.get_name()} in {task.get_coro()!r}" for task in asyncio.all_tasks())
    return f"waiting: {'; '.join(names)}" if names else "no task is left"


class VirtualLoop(asyncio.SelectorEventLoop):
    """An asyncio event loop on simulated time, in seconds from 0.

    It keeps timers itself: most of what a simulation does is to set one, and asyncio's own cost as much as their work.
    """

    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.time

    def leap(self, seconds: float) -> None:
        """Time has passed at once, as for a computer that slept: what was due meanwhile is overdue."""
        self._jumping.time += seconds

    def call_at(
        self, when: float, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        self._jumping.add(when, timer)
        return timer


def run_virtual(main: Coroutine[Any, Any, T]) -> T:
    """Run `main` to its end in simulated time, like `asyncio.run`. Raises Standstill when it can never end."""
    return interrupts.run(main, VirtualLoop)
