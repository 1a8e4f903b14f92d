"""A capture ends with the same men on the same places, whichever hand comes first."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest
from tests.campaign.capturing import Capture
from tests.campaign.moving import TEMPERS, Mover
from tests.referee.sitting import virtual

from mouseboard import rules
from mouseboard.actors.table import table_for_game

GAME = rules.load("draughts")
HERE = {"black-man-1": "c3", "white-man-1": "d4", "white-man-2": "f6"}


@asynccontextmanager
async def men() -> AsyncIterator[Mover]:
    """A mover at a table with a black man that can jump over two white ones."""
    async with table_for_game(GAME, 1) as table:
        table.set_up(HERE)
        yield Mover(table, GAME, TEMPERS["careful"], Random(1), 1, lambda _: None)


def capture(mover: Mover, seed: int, replaces: bool = False) -> Capture:
    """Black jumps over both, or with `replaces` goes to the first one's square."""
    taken = ["white-man-1"] if replaces else ["white-man-1", "white-man-2"]
    goal, landings = ("d4", []) if replaces else ("g7", ["e5"])
    return Capture(mover, Random(seed), taken, {"black-man-1": goal}, landings, mover.go)


@pytest.mark.parametrize("seed", range(8))
def test_a_chain_of_jumps_in_any_order_takes_two_men(seed: int) -> None:
    @virtual
    async def test() -> None:
        async with men() as mover:
            await capture(mover, seed).carry_out()
            assert [mover.truth(piece) for piece in HERE] == ["g7", "beside", "beside"]

    test()


@pytest.mark.parametrize("seed", range(4))
def test_a_man_never_stands_on_another_that_it_replaces(seed: int) -> None:
    @virtual
    async def test() -> None:
        async with men() as mover:
            await capture(mover, seed, replaces=True).carry_out()
            assert mover.on("d4") == ["black-man-1"]
            assert mover.deeds["black-man-1"].felt

    test()


def test_the_ways_and_mishaps_of_captures_differ() -> None:
    told: set[tuple[str, ...]] = set()

    @virtual
    async def test(seed: int) -> None:
        async with men() as mover:

            async def slip(piece: str, _: str) -> None:
                await mover.put(piece, "a3", "slip")

            await capture(mover, seed).go_wrong(slip, lambda: True)
            told.add(tuple(act.line for act in mover.acts.all))

    for seed in range(12):
        test(seed)
    lines = {line for way in told for line in way}
    assert {"put black-man-1 on a3", "put black-man-1 on c3", "put black-man-1 on e5"} <= lines
    assert any("remove white-man-2" not in way for way in told)
