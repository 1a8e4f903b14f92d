"""Games of men at the table: captures, a move and then a taking, giving up, a draw."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.referee.evening import play
from tests.referee.sitting import sitting, virtual
from tests.rules.draughts import moments as draughts
from tests.rules.morris import moments as morris

from mouseboard import players
from mouseboard.referee.situation import Agreed, Choose, Consent, Mend, Move, Situation, Suspect, TakeBack, wording
from mouseboard.rules import Game
from mouseboard.store import Source
from mouseboard.table import Step
from mouseboard.table.timeouts import AWAITED
from mouseboard.web.picture import Around, Chair, picture


@virtual
async def test_a_seat_gives_up_and_the_game_is_over(tmp_path: Path) -> None:
    async with sitting(tmp_path, morris.GAME) as sat:
        await sat.asked(Choose)
        sat.answer("resign")
        await sat.until(lambda: sat.situation.over)
        assert str(wording(sat.situation)) == "white gives up. black wins!"


@virtual
async def test_an_agreed_draw_is_over_and_can_be_taken_back(tmp_path: Path) -> None:
    async with sitting(tmp_path, morris.GAME) as sat:
        await sat.asked(Choose)
        sat.answer("offer")
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        assert str(wording(sat.situation)) == "black, white offers a draw. Is that OK?"
        sat.answer("accept")
        await sat.until(lambda: sat.situation.over)
        assert str(wording(sat.situation)) == "You agree on a draw. Well played, both!"
        sat.answer(TakeBack())
        assert (await sat.asked(Consent)).waiting == (0,)
        sat.answer(Agreed((0,)))
        await sat.asked(Choose, lambda ask: ask.seat == 1)


@virtual
async def test_the_answer_to_an_offer_is_told_of_whoever_answers(tmp_path: Path) -> None:
    async with sitting(tmp_path, morris.GAME) as sat:
        await sat.asked(Choose)
        sat.answer("offer")
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        sat.answer("decline")
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        assert [told.seat for told in sat.situation.told[-2:]] == [0, 1]


@virtual
async def test_only_the_man_in_a_wrong_place_is_asked_for_after_people_say_untruly_that_it_is_right(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path, draughts.GAME) as sat:
        await sat.asked(Choose)
        sat.answer("a3-b4")
        await sat.asked(Move)
        at = {place: piece for piece, place in sat.situation.standing.items()}
        await sat.hands.put(at["c3"], sat.table.place("b4"))
        await sat.asked(Mend)
        await sat.press("b")
        await asyncio.sleep(2 * AWAITED)
        assert sat.situation.ask == Mend((Step(at["c3"], None, "c3"),), confirm=True)
        await sat.press("b")
        assert await sat.asked(Suspect) == Suspect("b4", None)
        await sat.hands.put(at["c3"], sat.table.place("c3"))
        await sat.hands.put(at["a3"], sat.table.place("b4"))
        await sat.asked(Choose, lambda ask: ask.seat == 1)


@virtual
async def test_a_taken_man_that_people_say_untruly_is_gone_is_the_only_one_asked_about(tmp_path: Path) -> None:
    way = [(action, Source.PLAYER) for action in ("c3-d4", "f6-g5", "d4-e5")]
    async with sitting(tmp_path, draughts.GAME, way) as sat:
        await sat.asked(Choose)
        at = {place: piece for piece, place in sat.situation.standing.items()}
        sat.answer("d6xf4")
        await sat.asked(Move)
        await sat.put(at["d6"], "f4")
        await sat.asked(Move, lambda ask: ask.steps[0].piece == at["e5"])
        for _ in range(3):
            await sat.press("b")
            assert await sat.asked(Suspect) == Suspect("e5", None)
            await sat.press("a")
            await asyncio.sleep(1)
        assert sat.situation.ask == Mend((Step(at["e5"], "e5", None),), confirm=True)
        await sat.hands.remove(at["e5"])
        await sat.press("b")
        await sat.asked(Choose, lambda ask: ask.seat == 0)


@virtual
async def test_the_event_leaves_out_what_was_taken_back(tmp_path: Path) -> None:
    async with sitting(tmp_path, morris.GAME) as sat:
        await sat.asked(Choose)
        sat.answer("resign")
        await sat.over()
        sat.answer(TakeBack())
        assert (await sat.asked(Consent)).waiting == (1,)
        sat.answer(Agreed((1,)))
        await sat.asked(Choose)
        sat.answer("offer")
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        event = picture(sat.situation, Around((Chair(), Chair())), "en").event
        assert event is not None
        assert event.text == "White offers a draw."


def test_two_men_of_which_one_was_taken_are_not_gone_to() -> None:
    state = morris.state("a1 d1 g4 b2", "a7 d7 c3").play("g4-g1")
    asked = Situation(state, Choose(0, state.actions()[:2], ambiguous=True))
    assert str(wording(asked)) == "What did you do?"


@pytest.mark.parametrize(
    "game",
    [morris.GAME, pytest.param(draughts.GAME, marks=pytest.mark.real)],
    ids=lambda game: game.name,
)
def test_simulated_hands_play_a_whole_game_of_men(game: Game, tmp_path: Path) -> None:
    evening = play(tmp_path, game, seats=[players.load("child", game)] * 2)
    assert evening.state.actor is None
    assert len(evening.state.placement()) < len(game.pieces)
