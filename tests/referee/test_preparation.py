"""Before the first move of a new game, hands prepare parts, cheese, cards and the seating."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.referee.sitting import sitting, virtual

from mouseboard import rules
from mouseboard.referee.situation import Do, Move, Roll, wording
from mouseboard.store import Source

CLASSIC, REVISED = rules.load("classic", 2), rules.load("revised", 2)


@virtual
async def test_a_new_game_asks_for_its_preparation_before_the_mice_until_button_b(tmp_path: Path) -> None:
    async with sitting(tmp_path, CLASSIC, standing=False, prepared=False) as sat:
        ask = await sat.asked(Do)
        assert ask.task == CLASSIC.preparation()
        assert str(wording(sat.situation)).endswith("All done?")
        await asyncio.sleep(5)
        assert sat.situation.ask == ask
        await sat.press("b")
        await sat.asked(Move)


@virtual
async def test_the_preparation_is_not_finished_while_the_cage_is_down(tmp_path: Path) -> None:
    async with sitting(tmp_path, REVISED, prepared=False) as sat:
        ask = await sat.asked(Do)
        await sat.hands.drop_cage()
        await sat.press("b")
        await asyncio.sleep(1)
        assert sat.situation.ask == ask
        await sat.hands.set_trap()
        await sat.press("b")
        await sat.until(lambda: sat.situation.ask != ask)


@virtual
async def test_a_game_left_before_its_first_move_asks_for_the_preparation_again(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path, CLASSIC) as sat:
        await sat.asked(Roll)
        assert sat.sources == []
        await sat.leave()
        sat.begin()
        assert (await sat.asked(Do)).task == CLASSIC.preparation()


@virtual
async def test_a_resumed_game_with_a_move_asks_for_no_preparation(tmp_path: Path) -> None:
    async with sitting(tmp_path, REVISED, [("roll1", Source.TYPED)]) as sat:
        await sat.asked(Roll)
