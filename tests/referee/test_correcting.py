"""A move may be made otherwise by hand until something follows from it; that is one step in the journal."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.referee.sitting import sitting, virtual

from mouseboard import rules, store
from mouseboard.referee.situation import Choose
from mouseboard.store import Played, Source, TakenBack

BARRIERS = rules.load("barriers", 2, first="seat0")


@virtual
async def test_the_mouse_is_just_moved_on(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await sat.asked(Choose)
        await sat.put("red", "d2")
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        await sat.put("red", "e1")
        await sat.until(lambda: sat.situation.state.placement()["red"] == "e1")
        assert sat.situation.state.actor == 1
        assert sat.entries == (Played(0, "d2", Source.HANDS), Played(0, "e1", Source.HANDS, instead=0))
        assert str(sat.situation.story[-2]) == "No, rather:"


@virtual
async def test_more_than_once_and_then_taken_back_and_resumed(tmp_path: Path) -> None:
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
