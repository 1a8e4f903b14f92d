"""Cables, power and hosts come and go. Each question is asked again, and nothing is lost or done twice."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.referee.evening import classic, go_on, play
from tests.referee.sitting import Sitting, sitting, virtual, way_to

from mouseboard import rules
from mouseboard.match import Match
from mouseboard.referee.situation import Ask, Choose, Do, Mend, Move, Roll, Trouble, wording
from mouseboard.rules import CHANCE, Device, State
from mouseboard.store import Journal, Seated

BARRIERS, CLASSIC = rules.load("barriers", 2, first="seat0"), classic(2)


def is_trap(state: State) -> bool:
    return state.actor == CHANCE and state.device is Device.TRAP


async def to_move(sat: Sitting) -> None:
    await sat.asked(Choose)
    sat.answer("d2")
    await sat.asked(Move)


async def to_choose(sat: Sitting) -> None:
    await sat.asked(Choose)


async def to_do(sat: Sitting) -> None:
    await sat.asked(Choose)
    sat.answer("d3h")
    await sat.asked(Do)


async def to_roll(sat: Sitting) -> None:
    await sat.asked(Roll)


async def to_trouble(sat: Sitting) -> None:
    sat.table.world.switches["rail"].move(False)
    await sat.asked(Trouble)


ASKS = {
    "move": (BARRIERS, to_move),
    "choose": (BARRIERS, to_choose),
    "do": (BARRIERS, to_do),
    "roll": (CLASSIC, to_roll),
    "trouble": (CLASSIC, to_trouble),
}


@pytest.mark.parametrize("seconds", [0.3, 5.0])
@pytest.mark.parametrize("name", ASKS)
def test_a_cable_pulled_during_a_question_changes_nothing(tmp_path: Path, name: str, seconds: float) -> None:
    game, to_it = ASKS[name]

    @virtual
    async def test() -> None:
        async with sitting(tmp_path, game, way_to(game, is_trap) if name == "trouble" else ()) as sat:
            await to_it(sat)
            ask, entries = sat.situation.ask, sat.entries
            sat.table.cable.unplug()
            await sat.until(lambda: not sat.situation.connected)
            assert "cable" in str(wording(sat.situation))
            await asyncio.sleep(seconds)
            sat.table.cable.replug()
            await sat.until(lambda: sat.situation.connected)
            await asyncio.sleep(2)
            assert sat.situation.ask == ask
            assert sat.entries == entries
            await can_be_answered(sat, ask)

    test()


async def can_be_answered(sat: Sitting, ask: Ask | None) -> None:
    match ask:
        case Move(steps):
            await sat.put(steps[0].piece, str(steps[0].target))
        case Choose(_, actions):
            sat.answer(str(actions[0]))
        case Trouble():
            sat.answer("missed")
        case _:
            await sat.press("b")
    await sat.until(lambda: sat.situation.ask != ask)


@virtual
async def test_a_choice_made_while_the_cable_is_out_counts_after_the_replug(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await sat.asked(Choose)
        sat.table.cable.unplug()
        await sat.put("red", "d2")
        await asyncio.sleep(5)
        assert sat.played == []
        sat.table.cable.replug()
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        assert sat.played == ["d2"]


@virtual
async def test_the_lamps_show_where_each_mouse_belongs_after_a_power_cut(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await sat.asked(Choose)
        sat.table.power_cut()
        await sat.hands.remove("red")
        await sat.hands.remove("blue")
        sat.table.power_on()
        mend = await sat.asked(Mend, lambda ask: len(ask.steps) == 2)
        assert {step.piece: step.target for step in mend.steps} == {"red": "d1", "blue": "d7"}
        assert await sat.lit("d1") == ("red", "blink")
        await sat.put("red", "d1")
        await sat.asked(Mend, lambda ask: [step.piece for step in ask.steps] == ["blue"])
        assert await sat.lit("d7") == ("blue", "blink")
        await sat.put("blue", "d7")
        await sat.asked(Choose)
        assert await sat.lit("d1") == ("red", "steady")


@virtual
async def test_a_table_whose_host_leaves_goes_dark(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await sat.asked(Choose)
        await asyncio.sleep(1)
        assert any(any(sat.table.lamp(lamp)) for lamp in range(sat.table.lamp_count))
        await sat.leave()
        for _ in range(30):
            await asyncio.sleep(0.1)
            assert not any(any(sat.table.lamp(lamp)) for lamp in range(sat.table.lamp_count))
        sat.begin()
        await sat.prepare()
        await sat.asked(Choose)


@virtual
async def test_a_move_made_while_the_host_was_away_counts_when_it_is_back(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await sat.asked(Choose)
        await sat.put("red", "d2")
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        await sat.leave()
        await sat.put("blue", "d6")
        sat.begin()
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        assert sat.played == ["d2", "d6"]


@pytest.mark.parametrize("name", ["cards", "revised", "souriciere"])
def test_a_game_left_after_every_twelfth_entry_comes_to_the_same_end(tmp_path: Path, name: str) -> None:
    game = rules.load(name)
    whole = play(tmp_path, game)
    entries = whole.journal.entries
    for left in range(0, len(entries), 12):
        with Journal.open(tmp_path / f"{left}.db") as journal:
            with journal.begin(game, 7, [e for e in entries[:left] if not isinstance(e, Seated)]) as writer:
                number = writer.game
            match = Match.resume(journal, number)
            with match.writer:
                assert go_on(journal, match).actions == whole.actions


@pytest.mark.parametrize("name", ["barriers", "classic"])
def test_a_game_whose_host_is_interrupted_repeatedly_comes_to_the_same_end(tmp_path: Path, name: str) -> None:
    game = rules.load(name, first="seat0")
    whole = play(tmp_path, game)
    with Journal.open(tmp_path / "interrupted.db") as journal:
        with journal.begin(game, 7) as writer:
            number = writer.game
        for seconds in (0.0, 0.31, 2.0, 5.7, 13.3, 29.9, 33.01):
            match = Match.resume(journal, number)
            with match.writer, pytest.raises(TimeoutError):
                go_on(journal, match, within=seconds)
        match = Match.resume(journal, number)
        with match.writer:
            assert go_on(journal, match).actions == whole.actions


@pytest.mark.campaign
def test_a_game_of_classic_left_after_any_entry_comes_to_the_same_end(tmp_path: Path) -> None:
    whole = play(tmp_path, CLASSIC)
    entries = whole.journal.entries
    for left in range(len(entries)):
        with Journal.open(tmp_path / f"{left}.db") as journal:
            with journal.begin(CLASSIC, 7, entries[:left]) as writer:
                number = writer.game
            match = Match.resume(journal, number)
            with match.writer:
                assert go_on(journal, match).actions == whole.actions
