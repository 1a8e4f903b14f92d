"""What people say and contacts tell waits for the referee in the order it came, and the referee waits for it."""

import asyncio

import pytest

from mouseboard.referee.inbox import Inbox
from mouseboard.referee.situation import Pause, Reseated, TakeBack
from mouseboard.sim.clock import run_virtual


def test_answers_are_read_in_the_order_they_came_though_nobody_waited_for_them() -> None:
    async def main() -> None:
        inbox = Inbox()
        for answer in (TakeBack(), Pause(), Reseated()):
            inbox.put_nowait(answer)
        assert [await inbox.get(), await inbox.get(0), await inbox.get(5)] == [TakeBack(), Pause(), Reseated()]
        assert asyncio.get_running_loop().time() == 0

    run_virtual(main())


def test_who_waits_is_given_the_answer_at_once_and_is_not_woken_later() -> None:
    async def main() -> None:
        loop, inbox = asyncio.get_running_loop(), Inbox()
        loop.call_later(3, inbox.put_nowait, Pause())
        assert (await inbox.get(5), loop.time()) == (Pause(), 3)
        loop.call_later(6, inbox.put_nowait, TakeBack())  # at 9: what was to wake it at 5 is forgotten
        assert (await inbox.get(), loop.time()) == (TakeBack(), 9)

    run_virtual(main())


@pytest.mark.parametrize("patience", [0, 0.001, 5])
def test_patience_ends_when_nothing_has_come(patience: float) -> None:
    async def main() -> None:
        loop, inbox = asyncio.get_running_loop(), Inbox()
        assert (await inbox.get(patience), loop.time()) == (None, patience)
        inbox.put_nowait(Pause())
        assert await inbox.get(patience) == Pause()

    run_virtual(main())


def test_who_stops_waiting_loses_nothing() -> None:
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
