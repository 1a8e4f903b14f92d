"""Tasks that the page's hands do at the press of a button, because dragging a mouse cannot express them."""

from __future__ import annotations

from pathlib import Path

from tests.referee.sitting import sitting, virtual

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
