"""Events and answers wait in the inbox in order of arrival, and the reader waits for them."""

import asyncio

import pytest

from mouseboard.referee.inbox import Inbox
from mouseboard.referee.situation import Pause, Reseated, TakeBack
from mouseboard.sim.clock import run_virtual


def test_answers_are_read_in_order_although_nobody_waited_for_them() -> None:
    async def main() -> None:
        inbox = Inbox()
        for answer in (TakeBack(), Pause(), Reseated()):
            inbox.put_nowait(answer)
        assert [await inbox.get(), await inbox.get(0), await inbox.get(5)] == [TakeBack(), Pause(), Reseated()]
        assert asyncio.get_running_loop().time() == 0

    run_virtual(main())


def test_a_waiting_reader_gets_an_answer_at_once_and_no_late_timeout() -> None:
    async def main() -> None:
        loop, inbox = asyncio.get_running_loop(), Inbox()
        loop.call_later(3, inbox.put_nowait, Pause())
        assert (await inbox.get(5), loop.time()) == (Pause(), 3)
        loop.call_later(6, inbox.put_nowait, TakeBack())  # at 9; the timeout at 5 is cancelled
        assert (await inbox.get(), loop.time()) == (TakeBack(), 9)

    run_virtual(main())


@pytest.mark.parametrize("patience", [0, 0.001, 5])
def test_a_wait_without_an_answer_ends_after_its_timeout(patience: float) -> None:
    async def main() -> None:
        loop, inbox = asyncio.get_running_loop(), Inbox()
        assert (await inbox.get(patience), loop.time()) == (None, patience)
        inbox.put_nowait(Pause())
        assert await inbox.get(patience) == Pause()

    run_virtual(main())


def test_a_cancelled_wait_loses_no_answer() -> None:
    async def main() -> None:
        inbox = Inbox()
        waiting = asyncio.create_task(inbox.get(5))
        await asyncio.sleep(1)
        inbox.put_nowait(Pause())
        inbox.put_nowait(TakeBack())
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert [await inbox.get(5), await inbox.get(5), await inbox.get(5)] == [Pause(), TakeBack(), None]

    run_virtual(main())
