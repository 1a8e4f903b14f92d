"""What a person has decided can be taken back: by the page, or by putting the mouse back where it stood."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.referee.sitting import Sitting, sitting, virtual, way_to

from mouseboard import players, rules
from mouseboard.referee.situation import Choose, Consent, Mend, Move, Roll, TakeBack
from mouseboard.rules import State
from mouseboard.store import Played, Source, TakenBack

BARRIERS = rules.load("barriers", 2, first="seat0")


def takebacks(sat: Sitting) -> list[int]:
    """The entries before which the game was taken back."""
    return [entry.to for entry in sat.entries if isinstance(entry, TakenBack)]


async def red_has_moved(sat: Sitting) -> None:
    await sat.asked(Choose)
    await sat.put("red", "d2")
    await sat.asked(Choose, lambda ask: ask.seat == 1)


@virtual
async def test_by_the_page_and_the_mouse_is_asked_back(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await red_has_moved(sat)
        sat.answer(TakeBack())
        move = await sat.asked(Move)
        assert [(step.piece, step.source, step.target) for step in move.steps] == [("red", "d2", "d1")]
        await sat.put("red", "d1")
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        assert takebacks(sat) == [0]
        assert sat.situation.state == BARRIERS.start()


@virtual
async def test_by_hand_the_mouse_is_just_put_back(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await red_has_moved(sat)
        await sat.put("red", "d1")
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        assert takebacks(sat) == [0]
        assert sat.situation.state == BARRIERS.start()


@virtual
async def test_one_decision_after_the_other(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await red_has_moved(sat)
        await sat.put("blue", "d6")
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        await sat.put("blue", "d7")
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        await sat.put("red", "d1")
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        assert sat.situation.state == BARRIERS.start()
        assert takebacks(sat) == [1, 0]


@virtual
async def test_by_hand_before_the_computers_answer_has_been_moved(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS, seats=(None, Forward())) as sat:
        await sat.asked(Choose)
        await sat.put("red", "d2")
        move = await sat.asked(Move)
        assert move.steps[0].piece == "blue"
        await sat.put("red", "d1")
        await sat.until(lambda: sat.situation.state == BARRIERS.start())


class Forward(players.RandomPlayer):
    """Always the last of the mouse's squares in the list, never a barrier."""

    def choose(self, state: State, rng: object) -> rules.Action:
        return [action for action in state.actions() if len(str(action)) == 2][-1]


@virtual
async def test_a_mouse_that_only_slides_over_its_old_place_takes_nothing_back(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await red_has_moved(sat)
        await sat.hands.slide("red", sat.table.place("d1")._replace(y=-20.0))
        await sat.asked(Mend)
        await sat.put("red", "d2")
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        assert takebacks(sat) == []


@virtual
async def test_a_mouse_that_falls_over_takes_nothing_back(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("revised", 2)) as sat:
        await sat.asked(Roll)
        sat.answer("roll4")
        await sat.asked(Move)
        await sat.put("red", "4")
        await sat.until(lambda: not isinstance(sat.situation.ask, Move))
        await sat.hands.knock_over("red")  # and the start, where blue stands, looks as before the roll
        mend = await sat.asked(Mend)
        assert [(step.piece, step.target) for step in mend.steps] == [("red", "4")]
        await asyncio.sleep(5)
        assert takebacks(sat) == []


@virtual
async def test_with_nothing_decided_there_is_nothing_to_take_back(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await sat.asked(Choose)
        sat.answer(TakeBack())
        await asyncio.sleep(1)
        assert isinstance(sat.situation.ask, Choose)
        assert takebacks(sat) == []


@virtual
async def test_after_taking_back_a_decision_the_die_shows_the_same_again(tmp_path: Path) -> None:
    game = rules.load("revised", 2)
    way = way_to(game, lambda state: state.actor is not None and state.actor >= 0)
    async with sitting(tmp_path, game, way) as sat:
        rolled = []
        for _ in range(2):
            choice = await sat.asked(Choose)
            sat.answer(str(choice.actions[-1]))
            await obey_until_rolled(sat)
            rolled.append(sat.played[-1])
            sat.answer(TakeBack())
            await sat.asked(Consent)
            await sat.press("b")
            await settle(sat)
        assert rolled[0] == rolled[1]
        assert rolled[0].startswith("roll")


async def settle(sat: Sitting) -> None:
    """Have every mouse where it is asked."""
    await asyncio.sleep(1)
    while isinstance(ask := sat.situation.ask, Move | Mend):
        for step in ask.steps:
            if step.target:
                await sat.put(step.piece, step.target)
        if ask.confirm:
            await sat.press("b")
        await asyncio.sleep(1)


async def obey_until_rolled(sat: Sitting) -> None:
    await settle(sat)
    while not isinstance(sat.situation.ask, Roll):
        assert isinstance(sat.situation.ask, Choose)
        sat.answer(str(sat.situation.ask.actions[-1]))
        await settle(sat)
    played = len(sat.played)
    await sat.press("b")
    await sat.until(lambda: len(sat.played) > played)


@pytest.mark.parametrize("source", [Source.ROLLED, Source.DRAWN, Source.COMPUTER])
def test_what_nobody_decided_is_not_taken_back(tmp_path: Path, source: Source) -> None:
    @virtual
    async def test() -> None:
        game = rules.load("revised", 2)
        way = way_to(game, lambda state: len(set(state.placement().values())) > 1, source)
        async with sitting(tmp_path, game, way) as sat:
            await sat.asked_anything()
            sat.answer(TakeBack())
            await asyncio.sleep(1)
            assert takebacks(sat) == []
            assert sum(isinstance(entry, Played) for entry in sat.entries) == len(way)

    test()
