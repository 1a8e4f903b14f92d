"""Tasks that the page's hands do at the press of a button, because dragging a mouse cannot express them."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.referee.sitting import sitting, virtual
from tests.web.test_seats import room

from mouseboard import rules
from mouseboard.actors.person import Person
from mouseboard.evening.hands import PageHands
from mouseboard.referee.situation import Roll
from mouseboard.sim.trap import SET
from mouseboard.store import Source


@virtual
async def test_whoever_says_that_the_trap_is_set_has_set_it(tmp_path: Path) -> None:
    game = rules.load("revised")
    async with sitting(tmp_path, game, [("roll1", Source.TYPED)]) as sat:
        await sat.asked(Roll)
        hands = PageHands(sat.table, Person(sat.table, ()), game.pieces)
        hands.give("page")
        sat.table.trap.drop_cage()
        assert sat.table.trap.stage != SET
        await hands.set_trap()
        assert sat.table.trap.stage == SET


@virtual
async def test_a_deed_that_waits_for_the_hands_is_refused_once_it_would_decide_for_another_player(
    tmp_path: Path,
) -> None:
    async with room(tmp_path) as at:
        await at.begin("draughts")
        black, white = await at.phone(0), await at.phone(1)
        for seat, phone, action in ((0, black, "a3-b4"), (1, white, "b6-a5")):
            await at.turn_of(seat)
            assert (await phone.post("/answer", {"action": action})).status == 200
        await at.turn_of(0)
        way = [[x, 0.0] for x in (-3000.0, 3000.0)] * 4
        deeds: list[dict[str, object]] = [
            {"piece": "black-man-9", "to": "c5"},
            {"piece": "black-man-12", "to": "g3", "via": way},  # it takes so long that White's turn has come
            {"piece": "black-man-9", "to": None},
        ]
        said = await asyncio.gather(*(black.post("/hand", deed) for deed in deeds))
        assert [one.status for one in said] == [200, 200, 403]
        assert [str(record.action) for record in at.situation.history] == ["a3-b4", "b6-a5", "b4-c5"]


@virtual
async def test_a_piece_that_is_carried_into_the_next_turn_goes_back_instead_of_deciding_there(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("morris", first="seat0")
        white, black = await at.phone(0), await at.phone(1)
        await at.turn_of(0)
        assert (await white.post("/answer", {"action": "a1"})).status == 200
        await at.turn_of(1)
        way = [[x, 0.0] for x in (-3000.0, 3000.0)] * 4
        carried = asyncio.create_task(black.post("/hand", {"piece": "black-man-5", "to": "d6", "via": way}))
        await asyncio.sleep(0.5)
        assert (await black.post("/answer", {"action": "g7"})).status == 200
        await asyncio.sleep(0.5)
        assert (await black.post("/hands", {"once": True})).status == 200
        await at.turn_of(0)
        assert not carried.done()
        assert (await carried).status == 403
        await asyncio.sleep(5)
        assert [str(record.action) for record in at.situation.history] == ["a1", "g7"]
        assert at.situation.standing.get("black-man-5") is None


@virtual
async def test_a_man_that_may_be_taken_is_not_taken_by_lifting_it_and_putting_it_back(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("morris", first="seat0")
        white, black = await at.phone(0), await at.phone(1)
        for n, action in enumerate(("a1", "g7", "a4", "g4", "a7")):
            await at.turn_of(n % 2)
            assert (await (white, black)[n % 2].post("/answer", {"action": action})).status == 200
        await at.turn_of(0)
        await asyncio.sleep(3)
        lifted = {"piece": "black-man-2", "to": "g4", "via": [[-600.0, 0.0]]}
        assert (await black.post("/hand", lifted)).status == 403
        await asyncio.sleep(5)
        assert len(at.situation.history) == 5


@virtual
async def test_a_press_for_another_question_or_another_run_of_the_server_comes_too_late(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("draughts")
        black = await at.phone(0)
        await at.turn_of(0)
        for serial in (at.stage.asked - 1, at.stage.news.serial + 1000):
            assert (await black.post("/answer", {"action": "c3-d4", "serial": serial})).status == 409
        assert (await black.post("/answer", {"action": "c3-d4", "serial": at.stage.news.serial})).status == 200
