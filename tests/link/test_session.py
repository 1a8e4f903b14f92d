"""Requests over one stream: when they are resent, and what counts as an answer.

The other end is written out frame by frame here; test_link.py has the real one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from mouseboard.link.session import QUICK_RESENDS, Away, Refused, Session, Stats
from mouseboard.sim.clock import run_virtual
from mousetable import wire


class Paper:
    """A stream that keeps each written frame, with its time in ms."""

    def __init__(self) -> None:
        self.written: list[tuple[int, bytes]] = []
        self.closed = False
        self.unasked: list[list[str]] = []
        self.lost: list[str] = []
        self.monitored: list[tuple[str, str]] = []
        self.session = Session(
            self.unasked.append, self.lost.append, Stats(), lambda way, text: self.monitored.append((way, text))
        )
        self.session.start(self)

    def write(self, data: bytes) -> None:
        self.written.append((round(asyncio.get_running_loop().time() * 1000), data))

    def close(self) -> None:
        self.closed = True

    def say(self, seq: int, *words: str) -> None:
        self.session.receive(wire.encode(seq, *words))


def virtual(test: Callable[[Paper], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    async def with_paper() -> None:
        await test(Paper())

    def run() -> None:
        run_virtual(with_paper())

    return run


async def asking(paper: Paper, *words: str) -> asyncio.Task[tuple[str, ...]]:
    task = asyncio.create_task(paper.session.ask(*words))
    await asyncio.sleep(0)
    return task


@virtual
async def test_a_reply_with_the_same_seq_is_the_answer(paper: Paper) -> None:
    task = await asking(paper, "get", "lamps")
    assert paper.written == [(0, wire.encode(1, "get", "lamps"))]
    paper.say(1, "ok", "81")
    assert await task == ("81",)


@virtual
async def test_a_refusal_is_raised_with_its_reason(paper: Paper) -> None:
    task = await asking(paper, "crank", "x", "classic")
    paper.say(1, "no", "fault", "rail")
    with pytest.raises(Refused, match="the table refused `crank x classic`: fault rail") as caught:
        await task
    assert caught.value.reason == "fault"


@virtual
async def test_a_frame_with_another_seq_or_a_verb_is_no_answer(paper: Paper) -> None:
    task = await asking(paper, "poll")
    paper.say(7, "ok")
    paper.say(1, "poll")  # an echo
    await asyncio.sleep(0.001)
    assert not task.done()
    paper.say(1, "ok")
    paper.say(1, "no", "verb")  # a second answer
    assert await task == ()


@virtual
async def test_one_request_is_outstanding_at_a_time(paper: Paper) -> None:
    first, second = await asking(paper, "poll"), await asking(paper, "stats")
    assert len(paper.written) == 1
    paper.say(1, "ok", "first")
    assert await first == ("first",)
    await asyncio.sleep(0)
    assert paper.written[-1][1] == wire.encode(2, "stats")
    paper.say(2, "ok", "second")
    assert await second == ("second",)


@virtual
async def test_an_unanswered_request_is_resent_after_25_ms_doubling_to_100_behind_a_newline(paper: Paper) -> None:
    task = await asking(paper, "poll")
    await asyncio.sleep(0.4)
    assert [at for at, _ in paper.written] == [0, 25, 75, 175, 275, 375]
    assert {data for _, data in paper.written[1:]} == {b"\n" + wire.encode(1, "poll")}
    paper.say(1, "ok")
    await task


@virtual
async def test_a_second_without_an_answer_loses_the_line(paper: Paper) -> None:
    with pytest.raises(Away):
        await paper.session.ask("poll")
    assert paper.lost == ["no answer for a second"]
    assert paper.closed
    assert 1.0 <= asyncio.get_running_loop().time() < 1.1


@virtual
async def test_a_nak_or_a_bad_line_causes_a_resend_at_once(paper: Paper) -> None:
    task = await asking(paper, "poll")
    paper.say(0, "nak")
    paper.session.receive(b"1 ok 00000000\n")
    assert [at for at, _ in paper.written] == [0, 0, 0]
    paper.say(1, "ok")
    await task


@virtual
async def test_a_bad_line_without_an_open_request_causes_no_resend(paper: Paper) -> None:
    paper.session.receive(b">>> \r\n")
    paper.say(0, "nak")
    assert paper.written == []


@virtual
async def test_a_flood_of_bad_lines_causes_few_resends(paper: Paper) -> None:
    task = await asking(paper, "poll")
    for _ in range(1000):
        paper.session.receive(b"babble\n")
    assert len(paper.written) == 1 + QUICK_RESENDS
    paper.say(1, "ok")
    await task


@virtual
async def test_a_cancelled_request_leaves_the_line_to_the_next(paper: Paper) -> None:
    first, second = await asking(paper, "poll"), await asking(paper, "stats")
    first.cancel()
    await asyncio.sleep(0.001)
    paper.say(1, "ok", "late")
    paper.say(2, "ok", "stats")
    assert await second == ("stats",)


@virtual
async def test_a_lost_line_fails_the_open_request_and_all_that_wait(paper: Paper) -> None:
    first, second = await asking(paper, "poll"), await asking(paper, "stats")
    paper.session.end("unplugged")
    for task in (first, second):
        with pytest.raises(Away, match="unplugged"):
            await task
    assert paper.lost == ["unplugged"]


@virtual
async def test_an_unsolicited_frame_is_passed_on(paper: Paper) -> None:
    paper.say(0, "events", "1", "0", "5+0")
    assert paper.unasked == [["events", "1", "0", "5+0"]]


@virtual
async def test_a_monitor_sees_frames_both_ways_and_bad_lines(paper: Paper) -> None:
    task = await asking(paper, "poll")
    paper.session.receive(b"Traceback\r\n")
    paper.say(1, "ok", "5")
    await task
    assert paper.monitored == [(">", "1 poll"), ("?", "Traceback"), (">", "1 poll"), ("<", "1 ok 5")]


@virtual
async def test_words_that_no_frame_can_carry_are_refused(paper: Paper) -> None:
    for words in [("Poll",), ("poll", ""), ("",), ("a  b",), ("a\nb",), ("a#",), ("é",)]:
        with pytest.raises(ValueError, match="a frame holds words of the letters"):
            await paper.session.ask(*words)
    with pytest.raises(ValueError, match="at most 255"):
        await paper.session.ask("lamps", "." * 250)
    assert paper.written == []
