"""Orderly shutdown on Ctrl-C: several presses in quick succession count as one."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

TIDYING = 2.0
"""Seconds of cleanup after the first Ctrl-C during which further presses are ignored."""


class Interruption:
    """The handler of SIGINT and SIGTERM: cancels the task of `run`, or raises KeyboardInterrupt if there is none.

    One press may arrive twice: `timeout` signals its child and then its whole process group. asyncio.run takes the
    second for impatience and interrupts its own loop. That may then wait for ever for the task it has just cancelled.
    """

    def __init__(self, tidying: float) -> None:
        """`tidying`: seconds of cleanup during which further presses are ignored."""
        self.cancel: Callable[[], None] | None = None
        self.is_of_system = False
        """Whether it was SIGTERM: not a person at the keyboard has ended this program, but the system."""
        self._tidying = tidying
        self._begun = -tidying

    def __call__(self, number: int, *_: object) -> None:
        now = time.monotonic()
        if now - self._begun < self._tidying:
            return
        self._begun = now
        self.is_of_system = number == signal.SIGTERM
        if self.cancel is None:
            raise KeyboardInterrupt
        cancel, self.cancel = self.cancel, None
        cancel()


class _Aside(ThreadPoolExecutor):
    """The executor of `asyncio.to_thread`. Nobody waits for its threads at exit, because none can be cancelled."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(fn(*args, **kwargs))
            except BaseException as error:  # whoever awaits the future gets it
                future.set_exception(error)

        threading.Thread(target=run, name="aside", daemon=True).start()
        return future


def listen(tidying: float = TIDYING) -> None:
    """Handle SIGTERM like Ctrl-C from now on, so that it loses nothing either.

    An ignored SIGINT stays ignored: a shell ignores it for jobs started with `&`.
    """
    interruption = Interruption(tidying)
    signal.signal(signal.SIGTERM, interruption)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, interruption)


def is_of_system() -> bool:
    """Return whether the system is ending this program: it shuts down, or stops a service."""
    interruption = signal.getsignal(signal.SIGTERM)
    return isinstance(interruption, Interruption) and interruption.is_of_system


def run(main: Coroutine[Any, Any, T], loop_factory: Callable[[], asyncio.AbstractEventLoop] | None = None) -> T:
    """Run like `asyncio.run`, but give an interrupted task time for its cleanup. Raises KeyboardInterrupt then."""
    interruption = signal.getsignal(signal.SIGTERM)
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        if loop_factory is None:  # a loop on simulated time would not wait for the thread that shuts the executor down
            runner.get_loop().set_default_executor(_Aside())
        if not isinstance(interruption, Interruption):
            return runner.run(main)
        return runner.run(_interruptible(main, interruption))


async def _interruptible(main: Coroutine[Any, Any, T], interruption: Interruption) -> T:
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task

    def cancel() -> None:  # threadsafe: it wakes a sleeping loop
        loop.call_soon_threadsafe(task.cancel)

    interruption.cancel = cancel
    try:
        return await main
    except asyncio.CancelledError:
        if interruption.cancel is None:
            raise KeyboardInterrupt from None
        raise
    finally:
        interruption.cancel = None
