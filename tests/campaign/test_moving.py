"""A deed records whether the table could have felt it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

from tests.campaign.moving import TEMPERS, Mover
from tests.referee.sitting import virtual

from mouseboard import rules
from mouseboard.actors.table import table_for_game

GAME = rules.load("classic", 2)


@asynccontextmanager
async def red_and_blue_together() -> AsyncIterator[Mover]:
    """A mover at a table where these two mice share the first place."""
    async with table_for_game(GAME, 1) as table:
        for piece in ("red", "blue"):
            table.world.move(piece, table.place("1"), 0)
        yield Mover(table, GAME, TEMPERS["careful"], Random(1), 1, lambda _: None)


@virtual
async def test_a_mouse_that_leaves_others_is_unfelt_until_it_moves_again() -> None:
    async with red_and_blue_together() as mover:
        await mover.put("red", "5", "move")
        assert not mover.deeds["red"].felt
        await mover.put("red", "6", "move")
        assert mover.deeds["red"].felt


@virtual
async def test_a_mouse_lifted_from_others_and_put_elsewhere_is_unfelt() -> None:
    async with red_and_blue_together() as mover:
        await mover.lift("red", "exchanged")
        await mover.put("red", "5", "exchanged")
        assert not mover.deeds["red"].felt


@virtual
async def test_a_false_confirmation_by_button_is_recorded_as_an_unfelt_deed() -> None:
    async with red_and_blue_together() as mover:
        await mover.put("red", "5", "move")
        await mover.put("red", "6", "move")
        await mover.confirm([("red", "6"), ("blue", "6")])
        assert mover.deeds["red"].what == "put red on 6"
        assert (mover.deeds["blue"].why, mover.deeds["blue"].felt) == ("untrue", False)
