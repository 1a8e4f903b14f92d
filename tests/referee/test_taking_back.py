"""A person's decision can be taken back on the page, with button A, or by putting the mouse back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from tests.referee.sitting import Sitting, sitting, virtual, way_to

from mouseboard import players, rules
from mouseboard.lang import translate
from mouseboard.referee.situation import Choose, Consent, Do, Mend, Move, Pressed, Roll, Suspect, TakeBack, wording
from mouseboard.rules import CHANCE, Device, State
from mouseboard.store import Played, Source, TakenBack

BARRIERS = rules.load("barriers", 2, first="seat0")


def takebacks(sat: Sitting) -> list[int]:
    """Return the target entry of each takeback."""
    return [entry.to for entry in sat.entries if isinstance(entry, TakenBack)]


async def red_has_moved(sat: Sitting) -> None:
    await sat.asked(Choose)
    await sat.put("red", "d2")
    await sat.asked(Choose, lambda ask: ask.seat == 1)


async def host_starts_again(sat: Sitting) -> None:
    await sat.leave()
    sat.begin()
    await sat.asked_anything()


async def host_goes_on(sat: Sitting) -> None:
    pass


resumed = pytest.mark.parametrize("meanwhile", [host_goes_on, host_starts_again])
"""A takeback works the same in a resumed game as in one that went on."""

Meanwhile = Callable[[Sitting], Coroutine[Any, Any, None]]


@resumed
def test_a_takeback_on_the_page_asks_for_the_mouse_to_be_put_back(tmp_path: Path, meanwhile: Meanwhile) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, BARRIERS) as sat:
            await red_has_moved(sat)
            await meanwhile(sat)
            sat.answer(TakeBack())
            await sat.asked(Move)
            await meanwhile(sat)
            move = await sat.asked(Move)
            assert [(step.piece, step.source, step.target) for step in move.steps] == [("red", "d2", "d1")]
            await sat.put("red", "d1")
            await sat.asked(Choose, lambda ask: ask.seat == 0)
            assert takebacks(sat) == [0]
            assert sat.situation.state == BARRIERS.start()

    test()


@resumed
def test_putting_the_mouse_back_takes_the_move_back(tmp_path: Path, meanwhile: Meanwhile) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, BARRIERS) as sat:
            await red_has_moved(sat)
            await meanwhile(sat)
            await sat.put("red", "d1")
            await sat.asked(Choose, lambda ask: ask.seat == 0)
            assert takebacks(sat) == [0]
            assert sat.situation.state == BARRIERS.start()

    test()


@virtual
async def test_putting_the_mouse_back_while_the_host_is_away_takes_the_move_back(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await red_has_moved(sat)
        await sat.leave()
        await sat.put("red", "d1")
        sat.begin()
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        assert takebacks(sat) == [0]


@resumed
def test_decisions_can_be_taken_back_one_after_the_other(tmp_path: Path, meanwhile: Meanwhile) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, BARRIERS) as sat:
            await red_has_moved(sat)
            await sat.put("blue", "d6")
            await sat.asked(Choose, lambda ask: ask.seat == 0)
            await meanwhile(sat)
            await sat.put("blue", "d7")
            await sat.asked(Choose, lambda ask: ask.seat == 1)
            await meanwhile(sat)
            await sat.put("red", "d1")
            await sat.asked(Choose, lambda ask: ask.seat == 0)
            assert sat.situation.state == BARRIERS.start()
            assert takebacks(sat) == [1, 0]

    test()


def turn_of(seat: int) -> Callable[[Choose], bool]:
    return lambda ask: ask.seat == seat


async def red_is_back_where_blue_may_jump(sat: Sitting) -> None:
    """Put red from d4 back to d3, facing blue: either a takeback, or somebody took red for blue."""
    await red_has_moved(sat)
    for mouse, place, seat in (("blue", "d6", 0), ("red", "d3", 1), ("blue", "d5", 0), ("red", "d4", 1)):
        await sat.put(mouse, place)
        await sat.asked(Choose, turn_of(seat))
    await sat.put("red", "d3")
    ask = await sat.asked(Consent)
    assert list(map(str, ask.undone)) == ["red goes to d4."]


@virtual
async def test_a_mouse_put_back_on_a_rival_s_legal_place_raises_the_question_whether_a_takeback_was_meant(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await red_is_back_where_blue_may_jump(sat)
        await sat.press("b")
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        assert takebacks(sat) == [4]


@virtual
async def test_a_denied_takeback_asks_for_the_wrong_mouse_to_go_where_it_belongs(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await red_is_back_where_blue_may_jump(sat)
        await sat.press("a")
        mend = await sat.asked(Mend)
        assert [(step.piece, step.target) for step in mend.steps] == [("red", "d4")]
        await sat.put("red", "d4")
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        await sat.put("blue", "d3")
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        assert takebacks(sat) == []


@virtual
async def test_putting_the_wrong_mouse_where_it_belongs_denies_the_takeback(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await red_is_back_where_blue_may_jump(sat)
        await sat.put("red", "d4")
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        assert takebacks(sat) == []


@virtual
async def test_a_mouse_in_a_hand_does_not_answer_the_question_about_a_takeback(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await red_is_back_where_blue_may_jump(sat)
        await sat.hands.lift("red")
        await asyncio.sleep(10)
        assert isinstance(sat.situation.ask, Consent)
        await sat.put("red", "d4")
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        assert takebacks(sat) == []


@virtual
async def test_a_mouse_put_where_it_was_several_moves_ago_takes_nothing_back(tmp_path: Path) -> None:
    """Every mouse is where it began, four moves ago. But hands can take back only one move after the other."""
    async with sitting(tmp_path, BARRIERS) as sat:
        await red_has_moved(sat)
        await sat.put("blue", "d6")
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        await sat.put("red", "d3")
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        await sat.put("blue", "d7")
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        await sat.put("red", "d1")
        mend = await sat.asked(Mend)
        assert [(step.piece, step.target) for step in mend.steps] == [("red", "d3")]
        assert takebacks(sat) == []


@virtual
async def test_several_decisions_can_be_undone_on_the_page_before_hands_follow(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await red_has_moved(sat)
        await sat.put("blue", "d6")
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        sat.answer(TakeBack())
        await sat.asked(Move)
        sat.answer(TakeBack())
        await sat.until(lambda: takebacks(sat) == [1, 0])
        await settle(sat)
        assert sat.situation.state == BARRIERS.start()
        assert sat.situation.standing == {"red": "d1", "blue": "d7"}


@virtual
async def test_a_takeback_of_several_moves_says_how_many(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await red_has_moved(sat)
        await sat.put("blue", "d6")
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        sat.answer(TakeBack(0))
        await sat.asked(Consent)
        await sat.press("b")
        await sat.until(lambda: takebacks(sat) == [0])
        told = sat.situation.story[-1]
        assert translate(told, "en") == "Red takes back: Go to d2 and the move after it"
        assert translate(told, "de") == "Rot nimmt zurück: „Zieh nach d2“ und den Zug danach"


@virtual
async def test_two_people_who_take_the_last_move_back_at_once_take_back_one(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await red_has_moved(sat)
        await sat.put("blue", "d6")
        await sat.asked(Choose, turn_of(0))
        for _ in range(2):
            sat.answer(TakeBack(entry=1))
        await settle(sat)
        assert takebacks(sat) == [1]


@resumed
def test_holding_button_a_takes_the_move_back(tmp_path: Path, meanwhile: Meanwhile) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, BARRIERS) as sat:
            await red_has_moved(sat)
            await meanwhile(sat)
            await sat.hands.hold(1.5, "a")
            await sat.asked(Move)
            assert takebacks(sat) == [0]

    test()


@virtual
async def test_holding_both_buttons_takes_nothing_back(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await red_has_moved(sat)
        await sat.hands.hold(2.5, "a", "b")
        assert isinstance(sat.situation.ask, Choose)
        assert takebacks(sat) == []


@resumed
def test_putting_the_mouse_back_before_the_computer_s_move_is_made_takes_the_move_back(
    tmp_path: Path, meanwhile: Meanwhile
) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, BARRIERS, seats=(None, Forward())) as sat:
            await sat.asked(Choose)
            await sat.put("red", "d2")
            await sat.asked(Move)
            await meanwhile(sat)
            move = await sat.asked(Move)
            assert move.steps[0].piece == "blue"
            await sat.put("red", "d1")
            await sat.until(lambda: sat.situation.state == BARRIERS.start())

    test()


@virtual
async def test_a_computer_s_move_undone_while_the_host_is_away_is_asked_for_again(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS, seats=(None, Forward())) as sat:
        await sat.asked(Choose)
        await sat.put("red", "d2")
        step = (await sat.asked(Move)).steps[0]
        assert step.target
        await sat.put("blue", step.target)
        await sat.asked(Choose)
        await sat.leave()
        await sat.put("blue", "d7")
        sat.begin()
        move = await sat.asked(Move)
        assert move.steps == (step,)
        assert takebacks(sat) == []


class Forward(players.RandomPlayer):
    """A player that always moves its mouse to the last square of the list, and never puts a barrier."""

    def choose(self, state: State, rng: object) -> rules.Action:
        return [action for action in state.actions() if len(str(action)) == 2][-1]


@virtual
async def test_a_tap_for_a_move_does_not_confirm_the_way_back_that_is_asked_for_instead(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS, seats=(None, Forward())) as sat:
        await sat.asked(Choose)
        await sat.put("red", "d2")
        await sat.asked(Move)
        asked = sat.situation.asked
        sat.answer(TakeBack())
        await sat.asked(Move, lambda move: move.steps[0].piece == "red")
        sat.answer(Pressed("b", asked))
        await asyncio.sleep(0.5)
        assert not sat.situation.feels
        sat.answer(Pressed("b", sat.situation.asked))
        await sat.until(lambda: sat.situation.feels)


# Work of hands other than moving mice.


@resumed
def test_a_takeback_asks_for_its_barrier_to_be_taken_off(tmp_path: Path, meanwhile: Meanwhile) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, BARRIERS) as sat:
            await sat.asked(Choose)
            sat.answer("d3h")
            await sat.asked(Do)
            await sat.press("b")
            await sat.asked(Choose, lambda ask: ask.seat == 1)
            sat.answer(TakeBack())
            await sat.asked(Do)
            await meanwhile(sat)
            ask = await sat.asked(Do)
            assert str(ask.task.say) == "Have you done this? Then undo it: Put a barrier above d3 and e3."
            assert ask.task.places == ("d3h",)
            await sat.press("b")
            await sat.asked(Choose, lambda ask: ask.seat == 0)

    test()


@resumed
def test_the_last_of_two_barriers_is_taken_off_first(tmp_path: Path, meanwhile: Meanwhile) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, BARRIERS) as sat:
            await two_barriers_have_been_put(sat)
            for _ in range(2):
                sat.answer(TakeBack())
                await asyncio.sleep(1)
            await meanwhile(sat)
            ask = await sat.asked(Do)
            assert ask.task.places == ("d3h", "b5v")
            assert str(ask.task.say).endswith("b5 and b6. Put a barrier above d3 and e3.")

    test()


@resumed
def test_a_barrier_that_has_been_taken_off_is_not_asked_for_again(tmp_path: Path, meanwhile: Meanwhile) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, BARRIERS) as sat:
            await two_barriers_have_been_put(sat)
            sat.answer(TakeBack())
            await sat.asked(Do)
            await sat.press("b")
            await sat.asked(Choose, turn_of(1))
            await meanwhile(sat)
            await sat.asked(Choose, turn_of(1))
            sat.answer(TakeBack())
            ask = await sat.asked(Do)
            assert ask.task.places == ("d3h",)

    test()


@resumed
def test_a_barrier_still_has_to_be_taken_off_after_a_correction_meanwhile(tmp_path: Path, meanwhile: Meanwhile) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, BARRIERS) as sat:
            await red_has_moved(sat)
            sat.answer("b5v")
            await sat.asked(Do)
            await sat.press("b")
            await sat.asked(Choose, turn_of(0))
            sat.answer(TakeBack())
            await sat.asked(Do)
            await sat.put("red", "e1")
            await sat.until(lambda: sat.situation.state.placement()["red"] == "e1")
            await meanwhile(sat)
            ask = await sat.asked(Do)
            assert ask.task.places == ("b5v",)
            await sat.press("b")
            await sat.asked(Choose, turn_of(1))

    test()


async def two_barriers_have_been_put(sat: Sitting) -> None:
    for seat, barrier in enumerate(("d3h", "b5v")):
        await sat.asked(Choose, turn_of(seat))
        sat.answer(barrier)
        await sat.asked(Do)
        await sat.press("b")
    await sat.asked(Choose, turn_of(0))


@virtual
async def test_a_barrier_that_was_not_put_yet_need_not_be_taken_off(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await sat.asked(Choose)
        sat.answer("d3h")
        await sat.asked(Do)
        sat.answer(TakeBack())
        await sat.asked(Choose)
        assert takebacks(sat) == [0]


@virtual
async def test_a_takeback_of_a_run_asks_for_the_trap_to_be_set_again(tmp_path: Path) -> None:
    game = rules.load("classic", 3)
    way = way_to(game, lambda state: state.actor == CHANCE and state.device is Device.TRAP, Source.PLAYER)
    async with sitting(tmp_path, game, way) as sat:
        sat.table.trap.chance = 1
        await sat.until(lambda: sat.played[-1:] == ["caught"])
        await sat.asked(Do)
        sat.answer(TakeBack())
        await sat.asked(Consent)
        await sat.press("b")
        ask = await sat.asked(Do)
        assert ask.task.until_cage_up
        await sat.hands.set_trap()
        await sat.press("b")
        await sat.until(lambda: sat.situation.ask != ask)
        assert takebacks(sat) == [len(way) - 1]


@virtual
async def test_the_trap_must_be_set_again_although_more_is_taken_back_meanwhile(tmp_path: Path) -> None:
    game = rules.load("classic", 3)
    way = way_to(game, lambda state: state.actor == CHANCE and state.device is Device.TRAP, Source.PLAYER)
    async with sitting(tmp_path, game, way) as sat:
        sat.table.trap.chance = 1
        await sat.until(lambda: sat.played[-1:] == ["caught"])
        await sat.asked(Do)
        sat.answer(TakeBack())
        await sat.asked(Consent)
        await sat.press("b")
        await sat.asked(Do)
        sat.answer(TakeBack())
        await sat.until(lambda: len(takebacks(sat)) == 2)
        await asyncio.sleep(1)
        ask = await sat.asked(Do)
        assert ask.task.until_cage_up


@virtual
async def test_a_takeback_drops_the_list_of_all_places_that_people_insisted_on(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await red_has_moved(sat)
        (sensor,) = BARRIERS.layout.by_name["d4"].sensors
        sat.table.world.reeds[sensor].force(True)
        for _ in range(2):
            await sat.asked(Suspect)
            await sat.press("a")
            await asyncio.sleep(1)
        assert (await sat.asked(Mend)).confirm
        sat.answer(TakeBack())
        await sat.until(lambda: takebacks(sat) == [0])
        await asyncio.sleep(1)
        assert not (isinstance(sat.situation.ask, Mend) and sat.situation.ask.confirm)


# Gestures that are no takeback.


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
        await sat.hands.knock_over("red")  # now the start, where blue is, looks as before the roll
        mend = await sat.asked(Mend)
        assert [(step.piece, step.target) for step in mend.steps] == [("red", "4")]
        await asyncio.sleep(5)
        assert takebacks(sat) == []


@virtual
async def test_a_takeback_before_any_decision_does_nothing(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await sat.asked(Choose)
        sat.answer(TakeBack())
        await asyncio.sleep(1)
        assert isinstance(sat.situation.ask, Choose)
        assert takebacks(sat) == []


@virtual
async def test_the_die_shows_the_same_again_after_a_takeback(tmp_path: Path) -> None:
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
    """Put every mouse where the referee asks for it."""
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


# Takebacks with the others' consent.

BEYOND_A_ROLL = [("roll2", Source.ROLLED), ("decline", Source.PLAYER), ("roll4", Source.ROLLED)]
"""Red's decision, and blue's roll since."""


@virtual
async def test_the_request_for_consent_says_who_would_take_back_what(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("revised", 2), BEYOND_A_ROLL) as sat:
        await sat.asked(Choose)
        sat.answer(TakeBack())
        await sat.asked(Consent)
        words = str(wording(sat.situation))
        assert words.startswith("red wants to take this back: red ")
        assert "blue rolls 4" in words
        await sat.press("b")
        await sat.until(lambda: takebacks(sat) == [1])


@virtual
async def test_button_a_refuses_consent_and_play_goes_on(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("revised", 2), BEYOND_A_ROLL) as sat:
        await sat.asked(Choose)
        sat.answer(TakeBack())
        await sat.asked(Consent)
        await sat.press("a")
        await sat.asked(Choose)
        assert takebacks(sat) == []
        await sat.put("red", "cage")  # blue brings it there by hand
        await sat.until(lambda: sat.played == ["bring0"])


@virtual
async def test_consent_is_not_asked_for_if_the_others_are_computers(tmp_path: Path) -> None:
    game, rolled = rules.load("revised", 2), [*BEYOND_A_ROLL, ("nobody", Source.COMPUTER)]
    async with sitting(tmp_path, game, rolled, seats=(None, players.RandomPlayer())) as sat:
        await sat.asked(Roll)
        sat.answer(TakeBack())
        await sat.until(lambda: takebacks(sat) == [1])


@pytest.mark.parametrize("source", [Source.ROLLED, Source.DRAWN, Source.COMPUTER])
def test_an_action_that_no_person_decided_is_not_taken_back(tmp_path: Path, source: Source) -> None:
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


# Hands that are busy when a takeback comes.


async def undone_while_carried(sat: Sitting, action: str, until: Callable[[], bool], then: float = 0.0) -> str:
    """Take an action back on the page while a hand carries it out, which goes on. Return the piece in the hand."""
    await sat.asked(Choose)
    sat.answer(action)
    (step,) = (await sat.asked(Move)).steps
    assert step.target
    carrying = asyncio.create_task(sat.put(step.piece, step.target))
    await sat.until(until)
    await asyncio.sleep(then)
    sat.answer(TakeBack())
    await carrying
    return step.piece


@pytest.mark.parametrize("then", [0.0, 0.3, 0.5])
@virtual
async def test_a_man_in_a_hand_when_its_move_is_taken_back_must_be_put_back_wherever_it_lands(
    tmp_path: Path, then: float
) -> None:
    async with sitting(tmp_path, rules.load("draughts")) as sat:
        man = await undone_while_carried(sat, "c3-d4", lambda: "c3" not in sat.situation.occupied, then)
        mend = await sat.asked(Mend)
        assert [(step.piece, step.source, step.target) for step in mend.steps] == [(man, "d4", "c3")]
        await sat.put(man, "c3")
        await sat.asked(Choose, turn_of(0))
        assert (sat.played, takebacks(sat)) == (["c3-d4"], [0])


@virtual
async def test_a_man_that_has_just_landed_when_its_move_is_taken_back_must_be_put_back(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("draughts")) as sat:
        man = await undone_while_carried(sat, "c3-d4", lambda: "d4" in sat.situation.occupied)
        await sat.asked(Mend)
        assert sat.played == ["c3-d4"]
        await sat.put(man, "c3")
        await sat.asked(Choose, turn_of(0))


@virtual
async def test_a_man_from_beside_the_board_whose_move_is_taken_back_in_the_hand_is_taken_off_again(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path, rules.load("morris")) as sat:
        world = sat.table.world
        man = await undone_while_carried(sat, "d1", lambda: any(world.where(piece).z for piece in world.pieces))
        mend = await sat.asked(Mend)
        assert [(step.source, step.target) for step in mend.steps] == [("d1", None)]
        await sat.hands.remove(man)
        await sat.asked(Choose, turn_of(0))
        assert sat.played == ["d1"]


@virtual
async def test_a_hand_that_reaches_a_man_just_after_its_move_is_taken_back_decides_nothing(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("draughts")) as sat:
        await sat.asked(Choose)
        sat.answer("c3-d4")
        (step,) = (await sat.asked(Move)).steps
        assert step.target
        sat.answer(TakeBack())
        await sat.put(step.piece, step.target)
        await sat.asked(Mend)
        assert sat.played == ["c3-d4"]


@virtual
async def test_a_man_lifted_well_after_a_takeback_decides_again(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("draughts")) as sat:
        await sat.asked(Choose)
        sat.answer("c3-d4")
        (step,) = (await sat.asked(Move)).steps
        sat.answer(TakeBack())
        await sat.asked(Choose)
        await sat.put(step.piece, "b4")
        await sat.asked(Choose, turn_of(1))
        assert sat.played == ["c3-d4", "c3-b4"]


@pytest.mark.parametrize("game", ["draughts", "morris"])
@pytest.mark.parametrize("delay", [n / 4 for n in range(1, 9)])
@virtual
async def test_no_takeback_is_undone_by_the_hand_that_carries_the_move_out(
    tmp_path: Path, game: str, delay: float
) -> None:
    async with sitting(tmp_path, rules.load(game), seed=int(100 * delay)) as sat:
        action = str((await sat.asked(Choose)).actions[0])
        begun = asyncio.get_running_loop().time()
        await undone_while_carried(sat, action, lambda: asyncio.get_running_loop().time() >= begun + delay)
        await asyncio.sleep(5)
        assert (sat.played, takebacks(sat)) == ([action], [0])


@virtual
async def test_a_man_put_back_while_another_player_s_move_is_due_asks_that_player_first(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("draughts")) as sat:
        await sat.asked(Choose)
        man = {place: piece for piece, place in sat.situation.standing.items()}["c3"]
        await sat.put(man, "d4")
        await sat.asked(Choose, turn_of(1))
        sat.answer("d6-e5")
        await sat.asked(Move)
        await sat.put(man, "c3")
        ask = await sat.asked(Consent)
        assert (ask.waiting, takebacks(sat)) == ((0, 1), [])
