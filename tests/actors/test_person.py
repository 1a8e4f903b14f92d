"""The simulated person does what the table asks for, wherever the pieces are."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.referee.sitting import sitting, virtual, way_to

from mouseboard import rules
from mouseboard.actors.person import IMPATIENCE_S, REACTION_S, Person
from mouseboard.referee.situation import (
    Answer,
    Choose,
    Chosen,
    Consent,
    Do,
    Mend,
    Move,
    Roll,
    Stop,
    TakeBack,
    Trouble,
    Watch,
)
from mouseboard.rules import Device
from mouseboard.sim.trap import SET
from mouseboard.store import Crank, Source


@virtual
async def test_a_mouse_that_fell_over_where_it_belongs_is_put_up_again(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("revised"), [("roll1", Source.TYPED)]) as sat:
        await sat.asked(Roll)
        person = Person(sat.table, ())
        sat.watch = person.see
        helping = asyncio.create_task(person.obey())
        await sat.hands.knock_over("red")
        await sat.asked(Mend)
        await sat.asked(Roll)
        helping.cancel()


@virtual
async def test_all_men_of_a_game_are_set_up_within_two_seconds(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("draughts"), standing=False, prepared=False) as sat:
        person = Person(sat.table, ())
        sat.watch = person.see
        helping = asyncio.create_task(person.obey())
        await sat.asked(Move)
        begun = sat.table.world.now()
        await sat.asked(Choose)
        assert sat.table.world.now() - begun < 2
        helping.cancel()


@pytest.mark.parametrize("delay", [0.1, 0.3, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0])
@virtual
async def test_hands_put_a_man_back_whose_move_is_taken_back_while_they_carry_it(tmp_path: Path, delay: float) -> None:
    game = rules.load("draughts")
    async with sitting(tmp_path, game) as sat:
        person = Person(sat.table, ())
        sat.watch = person.see
        helping = asyncio.create_task(person.obey())
        await sat.asked(Choose)
        sat.inbox.put_nowait(Chosen(game.read("a3-b4"), at=0))
        await sat.asked(Move)
        await asyncio.sleep(delay)
        sat.inbox.put_nowait(TakeBack(None))
        await asyncio.sleep(5.0)
        assert isinstance(sat.situation.ask, Choose)
        assert sat.situation.standing == game.start().placement()
        assert not sat.situation.history
        helping.cancel()


@pytest.mark.parametrize("others", [False, True])
@virtual
async def test_a_table_that_has_stopped_is_cleared_even_if_others_move_the_mice(tmp_path: Path, others: bool) -> None:
    game = rules.load("classic", 2)
    before = way_to(game, lambda state: state.device is Device.TRAP)
    async with sitting(tmp_path, game, before) as sat:
        person = Person(sat.table, ())
        person.leave_to_others(others)
        sat.watch = person.see
        helping = asyncio.create_task(person.obey())
        await sat.asked(Watch)
        await asyncio.sleep(1)
        sat.inbox.put_nowait(Stop())
        await sat.until(lambda: sat.situation.fault == "stopped")
        await sat.until(lambda: sat.situation.fault is None)
        helping.cancel()


@pytest.mark.parametrize("alone", [False, True])
@virtual
async def test_hands_run_a_stopped_trap_again_only_if_they_play_alone(tmp_path: Path, alone: bool) -> None:
    game = rules.load("classic", 2)
    async with sitting(tmp_path, game, way_to(game, lambda state: state.device is Device.TRAP)) as sat:
        person = Person(sat.table, (), alone)
        sat.watch = person.see
        helping = asyncio.create_task(person.obey())
        await sat.asked(Watch)
        await asyncio.sleep(3)
        sat.inbox.put_nowait(Stop())
        await sat.asked(Trouble)
        await asyncio.sleep(60)
        assert bool(sat.played) == alone
        if not alone:
            assert sat.table.trap.stage == SET
            await sat.press("b")
            await sat.until(lambda: bool(sat.played))
        helping.cancel()


@virtual
async def test_hands_that_reach_for_the_button_leave_it_once_something_else_is_asked(tmp_path: Path) -> None:
    game = rules.load("barriers", 2, first="seat0")
    async with sitting(tmp_path, game, [("d3h", Source.PLAYER)]) as sat:
        person, heard = Person(sat.table, ()), list[Answer]()
        sat.watch = person.see
        helping = asyncio.create_task(person.obey())
        await sat.asked(Choose)
        sat.answer("b5v")
        await sat.asked(Do)
        await asyncio.sleep(REACTION_S + 0.1)
        sat.inbox.listen(heard.append)
        sat.answer(TakeBack(0))
        await sat.asked(Consent)
        await asyncio.sleep(5)
        assert heard == [TakeBack(0)]
        helping.cancel()


@virtual
async def test_quick_hands_confirm_a_shared_place_only_when_the_table_believes_it(tmp_path: Path) -> None:
    """A press that comes sooner is in vain, and hands press again only after they have lost patience."""
    async with sitting(tmp_path, rules.load("classic", 2), standing=False, prepared=False) as sat:
        sat.hands.pace = 40
        person = Person(sat.table, ())
        sat.watch = person.see
        helping = asyncio.create_task(person.obey())
        begun = sat.table.world.now()
        await sat.asked(Roll)
        assert sat.table.world.now() - begun < IMPATIENCE_S
        helping.cancel()


@virtual
async def test_a_cage_that_fell_while_the_table_had_no_power_is_put_up_before_the_trap_runs_again(
    tmp_path: Path,
) -> None:
    game = rules.load("classic", 2)
    async with sitting(tmp_path, game, way_to(game, lambda state: state.device is Device.TRAP)) as sat:
        await sat.asked(Watch)
        person = Person(sat.table, (), alone=True)
        sat.watch = person.see
        helping = asyncio.create_task(person.obey())
        sat.table.power_cut()
        sat.table.trap.drop_cage()
        sat.table.power_on()
        await sat.until(lambda: bool(sat.played))
        assert sat.table.trap.turns == 1
        helping.cancel()


@virtual
async def test_a_trap_that_nobody_mends_is_not_run_again_at_once(tmp_path: Path) -> None:
    game = rules.load("classic", 2)
    async with sitting(tmp_path, game, way_to(game, lambda state: state.device is Device.TRAP)) as sat:
        sat.table.world.switches["rail"].move(False)
        await sat.asked(Trouble)
        person = Person(sat.table, (), alone=True)
        sat.watch = person.see
        person.see(sat.situation)
        helping = asyncio.create_task(person.obey())
        before = len(sat.entries)
        await asyncio.sleep(60)
        tries = sum(isinstance(entry, Crank) for entry in sat.entries[before:])
        assert 5 <= tries <= 60 / IMPATIENCE_S
        helping.cancel()


@virtual
async def test_a_person_who_leaves_the_board_to_others_mends_it_only_when_asked_to_lend_a_hand(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("revised"), [("roll1", Source.TYPED)]) as sat:
        await sat.asked(Roll)
        person = Person(sat.table, ())
        sat.watch = person.see
        helping = asyncio.create_task(person.obey())
        person.leave_to_others(True)
        await sat.hands.put("red", sat.table.place("5"))
        await sat.asked(Mend)
        await asyncio.sleep(60)
        assert isinstance(sat.situation.ask, Mend)
        person.lend_a_hand()
        await sat.asked(Roll)
        helping.cancel()
