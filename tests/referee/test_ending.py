"""The end of a game: the winning move must rest first, and can be taken back until people leave."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest
from tests.referee.sitting import Sitting, sitting, virtual
from tests.referee.test_signals import BARRIERS, TO_THE_END, heard

from mouseboard import rules, store
from mouseboard.match import Match
from mouseboard.referee.dialogue import CHEERS_S
from mouseboard.referee.questions import REST_S
from mouseboard.referee.situation import Choose, Consent, Move, Pause, TakeBack, wording
from mouseboard.store import Played, Source, StoreError, TakenBack

FANFARE = [523, 659, 784, 1047]

Reconsider = Callable[[Sitting], Awaitable[object]]


async def win(sat: Sitting) -> None:
    """Move Red across the board by hand, and wait until it has won."""
    await sat.asked(Choose)
    await sat.put("red", "d7")
    await sat.over()


async def put_back(sat: Sitting) -> None:
    await sat.put("red", "d6")


async def hold_a(sat: Sitting) -> None:
    await sat.hands.hold(1.5, "a")


async def undo(sat: Sitting) -> None:
    sat.answer(TakeBack())


@virtual
async def test_a_winning_move_by_hand_rests_before_the_game_is_over(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS, TO_THE_END[:-1]) as sat:
        await sat.asked(Choose)
        before = wording(sat.situation)
        await sat.put("red", "d7")
        moved = asyncio.get_running_loop().time()
        await sat.until(lambda: sat.played == ["d7"])
        assert sat.situation.state.winners == (0,)
        assert (sat.situation.over, wording(sat.situation)) == (False, before)
        await sat.over()
        assert asyncio.get_running_loop().time() - moved == pytest.approx(REST_S, abs=0.1)
        assert str(wording(sat.situation)) == "red is across. red wins!"


@virtual
async def test_a_winning_move_that_was_chosen_and_then_made_ends_the_game_at_once(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS, TO_THE_END[:-1]) as sat:
        await sat.asked(Choose)
        sat.answer("d7")
        await sat.asked(Move)
        assert not sat.situation.over
        await sat.put("red", "d7")
        await sat.over(within=REST_S / 2)


@pytest.mark.parametrize("reconsider", [put_back, hold_a, undo])
def test_the_winning_move_is_taken_back_after_the_end(tmp_path: Path, reconsider: Reconsider) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, BARRIERS, TO_THE_END[:-1]) as sat:
            await win(sat)
            await reconsider(sat)
            await sat.until(lambda: not sat.situation.over)
            await sat.put("red", "d6")
            assert (await sat.asked(Choose)).seat == 0
            assert sat.entries[-1] == TakenBack(len(TO_THE_END) - 1)
            await win(sat)
            assert (await sat.end()).winners == (0,)

    test()


@virtual
async def test_button_b_asks_for_another_game_after_the_end_unless_it_comes_with_the_winning_move(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path, BARRIERS, TO_THE_END[:-1]) as sat:
        await win(sat)
        await sat.press("b")
        assert sat.again == 0
        await asyncio.sleep(CHEERS_S / 2)  # the walk to the button takes a second
        await sat.press("b")
        assert sat.again == 1 and sat.situation.over
        await put_back(sat)
        await sat.until(lambda: not sat.situation.over)


@virtual
async def test_a_winning_mouse_that_moves_on_after_the_end_goes_on_with_the_game(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS, TO_THE_END[:-1]) as sat:
        await win(sat)
        await asyncio.sleep(2)
        await sat.put("red", "c6")
        assert (await sat.asked(Choose)).seat == 1
        last = sat.entries[-1]
        assert isinstance(last, Played)
        assert (last.action, last.instead) == ("c6", len(TO_THE_END) - 1)


@virtual
async def test_the_others_must_agree_to_a_takeback_after_the_end_that_goes_back_beyond_a_card(tmp_path: Path) -> None:
    game = rules.load("pantry")
    async with sitting(tmp_path, game, won_by_smell(game)) as sat:
        await sat.over()
        sat.answer(TakeBack())
        await sat.asked(Consent)
        await sat.press("a")
        await sat.until(lambda: sat.situation.ask is None)
        assert sat.situation.over
        sat.answer(TakeBack())
        await sat.asked(Consent)
        await sat.press("b")
        await sat.until(lambda: not sat.situation.over)


def won_by_smell(game: rules.Game) -> list[tuple[str, Source]]:
    """Return the actions of a game that two people play at random, until one has won by a smell that nobody knew."""
    for seed in range(100):
        rng, state, before, way = Random(seed), game.start(), game.start(), list[tuple[str, Source]]()
        while state.actor is not None:
            before, action = state, rng.choice(state.actions())
            way.append((str(action), Source.DRAWN if state.actor == rules.CHANCE else Source.HANDS))
            state = state.after(action)
        if len(before.actions()) > 1:
            return way
    raise AssertionError("every last smell is certain")


@virtual
async def test_a_board_that_is_cleared_after_the_end_asks_for_nothing(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS, TO_THE_END[:-1]) as sat:
        await win(sat)
        asked = list[object]()
        sat.watch = lambda situation: asked.append(situation.ask)
        listening = asyncio.create_task(heard(sat, 5))
        await sat.hands.knock_over("blue")
        await sat.hands.remove("blue")
        await sat.hands.remove("red")
        assert (await sat.end()).winners == (0,)
        assert {*asked} == {None}
        assert 220 not in await listening


@virtual
async def test_buttons_and_pauses_after_the_end_change_nothing(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS, TO_THE_END[:-1]) as sat:
        await win(sat)
        entries = sat.entries
        await sat.press("b")
        await sat.press("a")
        await sat.hands.hold(2.5, "b")
        sat.answer(Pause())
        await asyncio.sleep(1)
        assert (sat.situation.over, sat.situation.ask, sat.entries) == (True, None, entries)


@virtual
async def test_a_host_that_restarts_after_the_end_shows_it_without_a_fanfare(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS, TO_THE_END[:-1]) as sat:
        await sat.asked(Choose)
        await asyncio.sleep(1)
        listening = asyncio.create_task(heard(sat, 4))
        await win(sat)
        assert await listening == FANFARE
        await sat.leave()
        sat.begin()
        listening = asyncio.create_task(heard(sat, 2))
        await sat.over()
        assert await listening == []
        await sat.put("red", "d6")
        assert (await sat.asked(Choose)).seat == 0
        await asyncio.sleep(1)
        listening = asyncio.create_task(heard(sat, 5))
        await win(sat)
        assert await listening == FANFARE


@virtual
async def test_a_game_whose_winning_move_was_taken_back_can_be_resumed(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS, TO_THE_END[:-1]) as sat:
        await win(sat)
        await sat.leave()
        with pytest.raises(StoreError, match="is over"):
            Match.resume(sat.journal, sat.number)
        sat.begin()
        await sat.over()
        sat.answer(TakeBack())
        await sat.asked(Move)
        await sat.leave()
        (summary,) = store.summaries(sat.journal)
        assert (summary.turn, summary.winners) == (0, ())
        Match.resume(sat.journal, sat.number).writer.close()
        sat.begin()
        move = await sat.asked(Move)
        assert [(step.piece, step.target) for step in move.steps] == [("red", "d6")]
