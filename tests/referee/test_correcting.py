"""A move may be corrected by hand until something follows from it. The correction is one step in the journal."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.referee.sitting import sitting, virtual

from mouseboard import rules, store
from mouseboard.referee.situation import Choose, TakeBack
from mouseboard.store import Played, Source, TakenBack

BARRIERS = rules.load("barriers", 2, first="seat0")


@virtual
async def test_moving_the_mouse_on_corrects_the_last_move(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await sat.asked(Choose)
        await sat.put("red", "d2")
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        await sat.put("red", "e1")
        await sat.until(lambda: sat.situation.state.placement()["red"] == "e1")
        assert sat.situation.state.actor == 1
        assert sat.entries == (Played(0, "d2", Source.HANDS), Played(0, "e1", Source.HANDS, instead=0))
        assert str(sat.situation.story[-2]) == "No, it was this:"


@virtual
async def test_a_move_may_be_corrected_twice_resumed_and_then_taken_back(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await sat.asked(Choose)
        for square in ("d2", "e1", "c1"):
            await sat.put("red", square)
            await asyncio.sleep(1)
        await sat.leave()
        sat.begin()
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        assert sat.situation.state.placement()["red"] == "c1"
        await sat.put("red", "d1")
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        assert sat.entries[-1] == TakenBack(0)
        assert store.replay(sat.journal, sat.number).state == BARRIERS.start()


@virtual
async def test_each_sentence_of_the_story_has_its_seat_and_its_number_of_actions(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS, [("d2", Source.HANDS)]) as sat:
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        await sat.put("blue", "d6")
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        sat.answer(TakeBack())
        await sat.until(lambda: str(sat.situation.story[-1]) == "blue takes back: Go to d6")
        told = [(str(told.said), told.seat, told.position, told.number) for told in sat.situation.told]
        assert told == [
            ("red goes to d2.", 0, 1, 0),
            ("blue goes to d6.", 1, 2, 1),
            ("blue takes back: Go to d6", None, 1, 2),
        ]
        assert [str(record.action) for record in sat.situation.history] == ["d2"]
