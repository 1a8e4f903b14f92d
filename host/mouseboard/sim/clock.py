"""An event loop whose time is simulated: when nothing is ready, it jumps to the next timer.

Code under it uses `asyncio.sleep`, `asyncio.timeout` and `loop.time()` as always and runs as fast as the machine can.
Time starts at 0 and passes only between events, never while code runs. Real file descriptors (on Windows: sockets) work
too: they are looked at on every turn of the loop, and when no timer is left the loop waits for them in real time.
"""

import asyncio
import selectors
from collections.abc import Callable, Collection, Coroutine
from contextvars import Context, copy_context
from typing import Any, TypeVar, TypeVarTuple

from mouseboard import interrupts
from mouseboard.say import refusal
from mouseboard.sim.timers import Timer, Timers

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

SPINS = 100_000
"""Turns of the loop in which something may be ready without any time passing; then it is taken to go on so for ever."""


class Standstill(RuntimeError):
    """A simulation that comes to nothing more; one line says who waits for what."""

    def __init__(self, text: str) -> None:
        super().__init__(refusal(text))


class Deadlock(Standstill):
    """Every task waits and nothing is scheduled: however much time passed, nothing would happen."""


class Livelock(Standstill):
    """Tasks wake each other again and again, and no time passes."""


class _JumpingSelector(selectors.DefaultSelector):
    """Waits by moving `time` forward instead of sleeping, and runs timers until something is `ready`."""

    def __init__(self) -> None:
        super().__init__()
        self.time = 0.0
        self.ready: Collection[object] = ()  # what the loop runs next
        self.failed: Callable[[Timer, BaseException], None]  # told of what a timer raises
        self.timers = Timers()
        self._spins = 0  # turns since time passed, or a file was ready
        self._has_files = False  # more than the loop's own, by which threads wake it up

    def register(self, fileobj: Any, events: int, data: object = None) -> selectors.SelectorKey:
        key = super().register(fileobj, events, data)
        self._has_files = len(self.get_map()) > 1
        return key

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        key = super().unregister(fileobj)
        self._has_files = len(self.get_map()) > 1
        return key

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """`timeout` is 0 where something can be done now, else None. Raises Deadlock, Livelock."""
        ready = super().select(0) if self._has_files else []
        if ready:
            self._spins = 0
            return ready
        if timeout == 0:
            self._spin()
            return []
        while timer := self.timers.take():
            if timer.moment > self.time:
                self.time, self._spins = timer.moment, 0
            else:
                self._spin()
            self._run(timer)
            if self.ready or self._has_files:
                return []
        if self._has_files:
            return super().select(None)
        raise Deadlock(f"nothing is ready and nothing is scheduled at {self.time:.6f} s: {_who_waits()}")

    def _run(self, timer: Timer) -> None:
        """What it raises goes where asyncio takes such things, but for what ends a program."""
        try:
            timer.run()
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self.failed(timer, error)

    def _spin(self) -> None:
        self._spins += 1
        if self._spins > SPINS:
            self._spins = 0  # tasks that are cancelled now have turns of their own
            raise Livelock(f"no time passes any more at {self.time:.6f} s: {_who_waits()}")


def _who_waits() -> str:
    names = sorted(f"{task.get_name()} in {_spelled(task)}" for task in asyncio.all_tasks())
    return f"waiting: {'; '.join(names)}" if names else "no task is left"


def _spelled(task: asyncio.Task[Any]) -> str:
    """The coroutine that a task runs, by its name."""
    return str(getattr(task.get_coro(), "__qualname__", type(task.get_coro()).__name__))


class VirtualLoop(asyncio.SelectorEventLoop):
    """An asyncio event loop on simulated time, in seconds from 0. It keeps timers itself."""

    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)
        self._jumping.ready = self._ready  # type: ignore[attr-defined]  # asyncio's own queue
        self._jumping.failed = self._timer_failed

    def time(self) -> float:
        return self._jumping.time

    def leap(self, seconds: float) -> None:
        """Time has passed at once, as for a computer that slept: what was due meanwhile is overdue."""
        self._jumping.time += seconds

    def call_later(
        self, delay: float, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self._jumping.time + delay, callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        context = copy_context() if context is None else context  # an empty one is false
        return self._jumping.timers.add(when, callback, args, context)  # type: ignore[return-value]  # as good as one

    def _timer_failed(self, timer: Timer, error: BaseException) -> None:
        self.call_exception_handler({"message": f"error in {timer}", "exception": error, "handle": timer})


def run_virtual(main: Coroutine[Any, Any, T]) -> T:
    """Run `main` to its end in simulated time, like `asyncio.run`. Raises Standstill when it can never end."""
    return interrupts.run(main, VirtualLoop)
