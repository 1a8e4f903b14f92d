"""Ctrl-C ends what is on, in order and once, however often it is pressed."""

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
"""Seconds for what the first Ctrl-C has begun to end; only after them does another break into it."""


class Interruption:
    """What SIGINT and SIGTERM do: cancel what is `run`, else raise KeyboardInterrupt.

    One press may arrive twice (`timeout` tells its child and then its whole group). asyncio.run takes the second for
    impatience and breaks into its own loop, which then may wait for ever for the task that it has just cancelled.
    """

    def __init__(self, tidying: float) -> None:
        """`tidying`: seconds before another press breaks into what the first has begun to end."""
        self.cancel: Callable[[], None] | None = None
        self._tidying = tidying
        self._begun = -tidying

    def __call__(self, *_: object) -> None:
        now = time.monotonic()
        if now - self._begun < self._tidying:
            return
        self._begun = now
        if self.cancel is None:
            raise KeyboardInterrupt
        cancel, self.cancel = self.cancel, None
        cancel()


class _Aside(ThreadPoolExecutor):
    """What `asyncio.to_thread` runs in: threads that nobody waits for at the end, since no thread can be cancelled."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(fn(*args, **kwargs))
            except BaseException as error:  # it goes to whoever waits
                future.set_exception(error)

        threading.Thread(target=run, name="aside", daemon=True).start()
        return future


def listen(tidying: float = TIDYING) -> None:
    """Handle SIGTERM as Ctrl-C from now on: a polite end loses nothing either; a shell's `&` may forbid Ctrl-C."""
    interruption = Interruption(tidying)
    signal.signal(signal.SIGTERM, interruption)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, interruption)


def run(main: Coroutine[Any, Any, T], loop_factory: Callable[[], asyncio.AbstractEventLoop] | None = None) -> T:
    """Like `asyncio.run`, but not broken off in its tidying up. Raises KeyboardInterrupt when it was interrupted."""
    interruption = signal.getsignal(signal.SIGTERM)
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        if loop_factory is None:  # a loop on simulated time would not wait for the thread that shuts it down
            runner.get_loop().set_default_executor(_Aside())
        if not isinstance(interruption, Interruption):
            return runner.run(main)
        return runner.run(_interruptible(main, interruption))


async def _interruptible(main: Coroutine[Any, Any, T], interruption: Interruption) -> T:
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task

    def cancel() -> None:  # a loop that is asleep wakes up
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
