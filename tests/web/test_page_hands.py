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
