"""Cards that are dealt: one press deals them all, and people who lay cards of their own name them one by one."""

from __future__ import annotations

from pathlib import Path

from tests.referee.sitting import sitting, virtual

from mouseboard import rules
from mouseboard.referee.offers import presses
from mouseboard.referee.situation import Do, Move, Roll
from mouseboard.store import Source

CARDS = rules.load("cards", 2)


@virtual
async def test_one_press_deals_all_cards_and_each_is_laid_by_hand(tmp_path: Path) -> None:
    async with sitting(tmp_path, CARDS) as sat:
        await sat.asked(Roll)
        assert str(presses(sat.situation).b) == "Deal"
        await sat.press("b")
        *places, last = (place.name for place in CARDS.layout.place)
        for place in places:
            await sat.asked(Do, lambda ask: ask.task.places == (place,))  # noqa: B023
            await sat.press("b")
        moves = await sat.asked(Move)  # with the last card the mouse goes on Safe
        await sat.put("mouse", moves.steps[0].target or "")
        await sat.asked(Do, lambda ask: ask.task.places == (last,))
        assert [source for _, source in sat.sources] == [Source.ROLLED, *[Source.DRAWN] * 15]


@virtual
async def test_a_deal_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with sitting(tmp_path, CARDS, [("lay7bs", Source.ROLLED)]) as sat:
        await sat.asked(Do, lambda ask: ask.task.places == (CARDS.layout.place[0].name,))
        await sat.press("b")
        await sat.asked(Do, lambda ask: ask.task.places == (CARDS.layout.place[1].name,))
        assert sat.sources[1][1] is Source.DRAWN


@virtual
async def test_people_may_name_cards_of_their_own_and_have_the_rest_dealt(tmp_path: Path) -> None:
    async with sitting(tmp_path, CARDS) as sat:
        for card in ("lay7bs", "lay3an"):
            await sat.asked(Roll)
            sat.answer(card)
            await sat.asked(Do)
            await sat.press("b")
        await sat.asked(Roll)
        await sat.press("b")
        await sat.asked(Do)
        await sat.press("b")
        await sat.until(lambda: len(sat.played) == 4)
        assert [source for _, source in sat.sources] == [Source.TYPED, Source.TYPED, Source.ROLLED, Source.DRAWN]
