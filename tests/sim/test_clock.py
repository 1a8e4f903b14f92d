import asyncio
import os
import threading
import time
from contextvars import Context, ContextVar
from types import SimpleNamespace

import pytest

from mouseboard.sim.clock import SPINS, Deadlock, Livelock, run_virtual


def test_an_hour_of_sleep_takes_no_real_time() -> None:
    async def main() -> float:
        await asyncio.sleep(3600)
        return asyncio.get_running_loop().time()

    began = time.perf_counter()
    assert run_virtual(main()) == pytest.approx(3600)
    assert time.perf_counter() - began < 1


def test_a_sleep_of_ten_years_ends_although_floats_are_coarse_by_then() -> None:
    run_virtual(asyncio.sleep(10 * 365 * 24 * 3600))


def test_timers_fire_in_the_order_of_their_times() -> None:
    async def main() -> list[str]:
        seen: list[str] = []

        async def say(after: float, word: str) -> None:
            await asyncio.sleep(after)
            seen.append(word)

        await asyncio.gather(say(0.003, "third"), say(0.001, "first"), say(0.002, "second"))
        return seen

    assert run_virtual(main()) == ["first", "second", "third"]


def test_timers_a_millisecond_apart_run_separately_on_a_machine_with_a_coarse_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    windows = SimpleNamespace(resolution=0.015625)
    monkeypatch.setattr(time, "get_clock_info", lambda _: windows)

    async def main() -> list[float]:
        loop, seen = asyncio.get_running_loop(), list[float]()
        for moment in (1.0, 1.001, 1.002):
            loop.call_at(moment, lambda: seen.append(loop.time()))
        await asyncio.sleep(2)
        return seen

    assert run_virtual(main()) == pytest.approx([1.0, 1.001, 1.002])


def test_time_stands_still_while_code_runs() -> None:
    async def main() -> float:
        loop = asyncio.get_running_loop()
        before = loop.time()
        time.sleep(0.01)
        await asyncio.sleep(0)
        return loop.time() - before

    assert run_virtual(main()) == 0


def test_a_timeout_ends_a_wait_at_its_simulated_time() -> None:
    async def main() -> float:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(5):
                await asyncio.Event().wait()
        return asyncio.get_running_loop().time()

    assert run_virtual(main()) == pytest.approx(5)


def test_waiting_for_ever_is_an_error_that_names_who_waits() -> None:
    async def main() -> None:
        await asyncio.sleep(1)
        await asyncio.create_task(asyncio.Event().wait(), name="referee")

    with pytest.raises(Deadlock, match=r"at 1\.000000 s.*referee in .*Event\.wait"):
        run_virtual(main())


def test_tasks_that_wake_each_other_for_ever_are_an_error_that_names_them() -> None:
    async def main() -> None:
        await asyncio.sleep(1)
        ball = [asyncio.Event(), asyncio.Event()]

        async def play(mine: int) -> None:
            while True:
                ball[1 - mine].set()
                await ball[mine].wait()
                ball[mine].clear()

        await asyncio.gather(asyncio.create_task(play(0), name="ping"), asyncio.create_task(play(1), name="pong"))

    with pytest.raises(Livelock, match=r"no time passes any more at 1\.000000 s: .*ping in .*pong in .*") as caught:
        run_virtual(main())
    assert "\n" not in str(caught.value)


def test_many_steps_at_one_moment_are_no_deadlock() -> None:
    async def main() -> float:
        for _ in range(2):
            for _ in range(SPINS - 1000):
                await asyncio.sleep(0)
            await asyncio.sleep(0.5)
        return asyncio.get_running_loop().time()

    assert run_virtual(main()) == 1.0


def test_a_real_file_descriptor_is_waited_for_in_real_time() -> None:
    async def main() -> bytes:
        loop = asyncio.get_running_loop()
        reading, writing = os.pipe()
        arrived: asyncio.Future[bytes] = loop.create_future()
        loop.add_reader(reading, lambda: arrived.set_result(os.read(reading, 10)))
        os.write(writing, b"cheese")
        try:
            return await arrived
        finally:
            loop.remove_reader(reading)
            os.close(reading)
            os.close(writing)

    assert run_virtual(main()) == b"cheese"


def test_a_cancelled_timer_never_fires_and_is_not_waited_for() -> None:
    seen: list[str] = []

    async def main() -> None:
        loop = asyncio.get_running_loop()
        timers = loop.call_later(1, seen.append, "in time"), loop.call_later(60, seen.append, "too late")
        timers[1].cancel()
        assert [(timer.when(), timer.cancelled()) for timer in timers] == [(1, False), (60, True)]
        await asyncio.Event().wait()

    with pytest.raises(Deadlock, match=r"nothing is scheduled at 1\.000000 s"):
        run_virtual(main())
    assert seen == ["in time"]


def test_a_timer_that_fails_is_reported_and_the_next_one_fires() -> None:
    async def main() -> tuple[list[str], list[str]]:
        loop, seen, errors = asyncio.get_running_loop(), list[str](), list[str]()
        loop.set_exception_handler(lambda _, context: errors.append(str(context["exception"])))
        loop.call_later(1, int, "cheese")
        loop.call_later(2, seen.append, "next")
        await asyncio.sleep(3)
        return seen, errors

    seen, (error,) = run_virtual(main())
    assert seen == ["next"]
    assert error.startswith("invalid literal for int()")


def test_a_timer_runs_in_its_given_context_even_an_empty_one() -> None:
    asked_by = ContextVar("asked_by", default="nobody")

    async def main() -> list[str]:
        loop, seen = asyncio.get_running_loop(), list[str]()
        asked_by.set("the referee")
        loop.call_later(1, lambda: seen.append(asked_by.get()))
        loop.call_later(2, lambda: seen.append(asked_by.get()), context=Context())
        await asyncio.sleep(3)
        return seen

    assert run_virtual(main()) == ["the referee", "nobody"]


def test_a_thread_s_callback_runs_although_timers_follow_one_another() -> None:
    async def main() -> None:
        loop, called = asyncio.get_running_loop(), asyncio.Event()
        thread = threading.Thread(target=loop.call_soon_threadsafe, args=(called.set,))

        def tick() -> None:
            if not called.is_set():
                loop.call_later(0.001, tick)

        tick()
        loop.call_later(1, thread.start)
        await called.wait()
        thread.join()

    run_virtual(main())


def test_a_file_that_a_timer_begins_to_read_is_read_although_timers_follow_one_another() -> None:
    async def main() -> None:
        loop, read = asyncio.get_running_loop(), asyncio.Event()
        reading, writing = os.pipe()

        def tick() -> None:
            if not read.is_set():
                loop.call_later(0.001, tick)

        tick()
        os.write(writing, b"cheese")
        loop.call_later(1, loop.add_reader, reading, read.set)
        try:
            async with asyncio.timeout(3600):
                await read.wait()
        finally:
            loop.remove_reader(reading)
            os.close(reading)
            os.close(writing)

    run_virtual(main())
