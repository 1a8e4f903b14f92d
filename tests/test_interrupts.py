"""One Ctrl-C ends the running work, and lets it tidy up."""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from mouseboard import interrupts, runner
from mouseboard.sim.clock import VirtualLoop


@pytest.fixture(autouse=True)
def listening() -> Iterator[None]:
    """Handle signals as a command does; restore the handlers afterwards."""
    before = {number: signal.getsignal(number) for number in interrupts.NUMBERS}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    interrupts.listen()
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


class Work:
    """Work that takes long, and a while to tidy up. Signals arrive during both."""

    def __init__(self, *signals: signal.Signals, while_tidying: tuple[signal.Signals, ...] = ()) -> None:
        self.tidy = False
        self._signals, self._while_tidying = signals, while_tidying

    async def __call__(self) -> None:
        asyncio.get_running_loop().call_later(0.01, send, *self._signals)
        try:
            await asyncio.sleep(3600)
        finally:
            send(*self._while_tidying)
            await asyncio.sleep(0.01)
            self.tidy = True


def send(*signals: signal.Signals) -> None:
    for number in signals:
        signal.raise_signal(number)


@pytest.mark.parametrize("loop", [None, VirtualLoop])
@pytest.mark.parametrize(
    "signals",
    [*((number,) for number in interrupts.NUMBERS), (signal.SIGINT, signal.SIGINT), (signal.SIGTERM, signal.SIGINT)],
)
def test_interrupted_work_is_cancelled_and_tidies_up(
    signals: tuple[signal.Signals, ...], loop: type[VirtualLoop] | None
) -> None:
    work = Work(*signals)
    with pytest.raises(KeyboardInterrupt):
        runner.run(work(), loop)
    assert work.tidy


def test_tidying_up_is_not_interrupted() -> None:
    work = Work(signal.SIGINT, while_tidying=tuple(interrupts.NUMBERS))
    with pytest.raises(KeyboardInterrupt):
        runner.run(work())
    assert work.tidy


def test_tidying_up_that_takes_too_long_is_interrupted() -> None:
    interrupts.listen(tidying=0.0)
    work = Work(signal.SIGINT, while_tidying=(signal.SIGINT,))
    with pytest.raises(KeyboardInterrupt):
        runner.run(work())
    assert not work.tidy


def test_code_outside_a_loop_is_interrupted_once() -> None:
    with pytest.raises(KeyboardInterrupt):
        send(signal.SIGINT)
    send(*interrupts.NUMBERS)


def test_only_sigterm_interrupts_where_a_shell_has_disabled_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    interrupts.listen()
    send(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        send(signal.SIGTERM)


@pytest.mark.skipif(sys.platform == "win32", reason="terminals send no signal")
def test_a_closed_terminal_ends_nothing_that_nohup_has_started() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    interrupts.listen()
    send(signal.SIGHUP)
    with pytest.raises(KeyboardInterrupt):
        send(signal.SIGTERM)


def test_the_result_of_the_work_is_returned() -> None:
    async def answer() -> int:
        return 42

    assert runner.run(answer()) == 42


def test_a_thread_that_never_ends_does_not_delay_the_end() -> None:
    going, let_go = threading.Event(), threading.Event()

    def wait() -> None:
        going.set()
        let_go.wait()

    async def work() -> None:
        waiting = asyncio.create_task(asyncio.to_thread(wait))
        await asyncio.to_thread(going.wait)
        send(signal.SIGINT)
        await waiting

    began = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            runner.run(work())
        assert time.monotonic() - began < 5
    finally:
        let_go.set()


def test_the_result_or_error_of_a_thread_comes_back() -> None:
    async def work() -> list[int]:
        with pytest.raises(KeyError, match="cheese"):
            await asyncio.to_thread(dict[str, str]().__getitem__, "cheese")
        return [await asyncio.to_thread(lambda: 4), await asyncio.to_thread(lambda: 2)]

    assert runner.run(work()) == [4, 2]
