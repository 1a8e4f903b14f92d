"""A paused game: hands may clear the board, nothing is judged, and the pause survives a restart."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.referee.sitting import Sitting, sitting, virtual

from mouseboard import rules, store
from mouseboard.referee.situation import Choose, Mend, Move, Pause, Paused, Roll, TakeBack
from mouseboard.sim.runner import Runner
from mouseboard.store import Continued, Played, Source
from mouseboard.store import Paused as PausedEntry
from mouseboard.table import Press

BARRIERS = rules.load("barriers", 2, first="seat0")


async def clear(sat: Sitting) -> None:
    for piece in ("red", "blue"):
        await sat.hands.remove(piece)
    await asyncio.sleep(10)


async def paused(sat: Sitting) -> None:
    """Pause in mid-game, with red on d2."""
    await sat.asked(Choose)
    await sat.put("red", "d2")
    await sat.asked(Choose, lambda ask: ask.seat == 1)
    sat.answer(Pause())
    await sat.asked(Paused)


@pytest.mark.parametrize("again", [Pause(), Press("b")])
def test_a_board_cleared_in_a_pause_must_be_mended_when_the_game_goes_on(tmp_path: Path, again: Pause | Press) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, BARRIERS) as sat:
            await paused(sat)
            await clear(sat)
            assert isinstance(sat.situation.ask, Paused)
            assert await sat.lit("d2") == ("red", "steady")
            sat.answer(again)
            mend = await sat.asked(Mend)
            assert {(step.piece, step.target) for step in mend.steps} <= {("red", "d2"), ("blue", "d7")}
            await sat.put("red", "d2")
            await sat.put("blue", "d7")
            await sat.asked(Choose, lambda ask: ask.seat == 1 and not ask.missing)
            assert sat.entries[:3] == (Played(0, "d2", Source.HANDS), PausedEntry(), Continued())

    test()


@virtual
async def test_a_board_set_up_again_before_the_pause_ends_needs_no_mending(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await paused(sat)
        await clear(sat)
        await sat.put("red", "d2")
        await sat.put("blue", "d7")
        asked = []
        sat.watch = lambda situation: asked.append(type(situation.ask))
        await sat.press("b")
        await asyncio.sleep(3)
        assert set(asked) == {Choose}
        assert sat.situation.doubts == ()


@virtual
async def test_a_pause_survives_a_restart_of_the_host(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await paused(sat)
        await sat.leave()
        await clear(sat)
        (summary,) = store.summaries(sat.journal)
        assert summary.paused
        sat.begin()
        await sat.asked(Paused)
        assert sat.situation.standing == {"red": "d2", "blue": "d7"}
        await asyncio.sleep(0.1)
        assert await sat.lit("d2") == ("red", "steady")
        await sat.press("b")
        await sat.asked(Mend)
        await sat.leave()
        sat.begin()
        await sat.asked(Mend)
        assert sum(isinstance(entry, PausedEntry) for entry in sat.entries) == 1


@virtual
async def test_a_move_that_was_asked_for_before_a_pause_is_asked_for_again(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await sat.asked(Choose)
        sat.answer("d2")
        move = await sat.asked(Move)
        sat.answer(Pause())
        await sat.asked(Paused)
        sat.answer(Pause())
        assert await sat.asked(Move) == move
        await sat.put("red", "d2")
        await sat.asked(Choose, lambda ask: ask.seat == 1)


@virtual
async def test_a_pause_allows_neither_takeback_nor_choice(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await paused(sat)
        sat.answer(TakeBack())
        sat.answer("d6")
        await asyncio.sleep(2)
        assert isinstance(sat.situation.ask, Paused)
        assert sat.played == ["d2"]


# Holding button B.


@virtual
async def test_holding_button_b_pauses_and_answers_nothing(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("revised", 2)) as sat:
        await sat.asked(Roll)
        await asyncio.sleep(1)
        await sat.hands.hold(2.5, "b")
        await asyncio.sleep(1)
        assert isinstance(sat.situation.ask, Paused)
        assert sat.played == []
        await sat.press("b")
        await sat.asked(Roll)


@virtual
async def test_a_press_counts_when_the_button_is_let_go(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("revised", 2)) as sat:
        await sat.asked(Roll)
        await asyncio.sleep(1)
        pressing = asyncio.create_task(sat.hands.hold(1.5, "b"))
        await asyncio.sleep(1.5)
        assert sat.played == []
        await pressing
        await sat.until(lambda: len(sat.played) == 1, within=0.2)


@pytest.mark.parametrize("cut", ["unplug", "power cut"])
@virtual
async def test_a_button_let_go_while_the_cable_was_out_counts_as_pressed_and_not_held(tmp_path: Path, cut: str) -> None:
    async with sitting(tmp_path, rules.load("revised", 2)) as sat:
        await sat.asked(Roll)
        await asyncio.sleep(1)
        pressing = asyncio.create_task(sat.hands.hold(0.5, "b"))
        await sat.until(lambda: sat.table.world.switches["b"].closed)
        await asyncio.sleep(0.1)
        await Runner(sat.table).run(f"{cut}\nwait 30 s\n{'replug' if cut == 'unplug' else 'power on'}")
        await pressing
        await sat.until(lambda: len(sat.played) == 1)


@virtual
async def test_a_button_still_held_after_the_replug_pauses(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("revised", 2)) as sat:
        await sat.asked(Roll)
        await asyncio.sleep(1)
        pressing = asyncio.create_task(sat.hands.hold(60, "b"))
        await sat.until(lambda: sat.table.world.switches["b"].closed)
        await asyncio.sleep(0.1)
        await Runner(sat.table).run("unplug\nwait 10 s\nreplug")
        assert isinstance(sat.situation.ask, Roll)
        await sat.asked(Paused)
        await pressing
        assert sat.played == []
