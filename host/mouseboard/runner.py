"""Runs what a command waits for, like `asyncio.run`: an interruption lets it tidy up, and threads delay no exit."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from mouseboard.interrupts import Interruption

P = ParamSpec("P")
T = TypeVar("T")


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
