"""A person chooses by hand, on the page, with the buttons, or with a wand. Only hands and magnets are simulated."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.referee.sitting import Sitting, sitting, virtual, way_to

from mouseboard import rules
from mouseboard.referee.situation import Choose, Do, Mend, Move, Pressed, Roll, Situation, Suspect
from mouseboard.rules import Device, Game, State
from mouseboard.store import Answered, Asked, Source
from mouseboard.table import Belief, Press


def barriers() -> Game:
    return rules.load("barriers", 2, first="seat0")


def pointed(sat: Sitting) -> str | None:
    ask = sat.situation.ask
    return str(ask.actions[ask.pointed]) if isinstance(ask, Choose) and ask.pointed is not None else None


async def tap(sat: Sitting, *places: str) -> None:
    for place in places:
        await sat.hands.tap("wand", sat.table.place(place))
    await asyncio.sleep(0.2)


@virtual
async def test_putting_a_mouse_on_a_legal_place_chooses_that_move(tmp_path: Path) -> None:
    async with sitting(tmp_path, barriers()) as sat:
        await sat.asked(Choose)
        await sat.put("red", "d2")
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        assert sat.sources == [("d2", Source.HANDS)]


@virtual
async def test_a_choice_on_the_page_asks_for_the_move_afterwards(tmp_path: Path) -> None:
    async with sitting(tmp_path, barriers()) as sat:
        await sat.asked(Choose)
        sat.answer("e1")
        move = await sat.asked(Move)
        assert [(step.piece, step.source, step.target) for step in move.steps] == [("red", "d1", "e1")]
        await sat.put("red", "e1")
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        assert sat.sources == [("e1", Source.PLAYER)]


@virtual
async def test_a_mouse_carried_off_and_back_repeatedly_makes_no_other_mouse_suspect(tmp_path: Path) -> None:
    """Each trip has a price. The sum once exceeded the price of a failing sensor under the other mouse."""
    async with sitting(tmp_path, barriers()) as sat:
        await sat.asked(Choose)
        for _ in range(5):
            await sat.put("blue", "f4")
            await asyncio.sleep(0.3)
            await sat.put("blue", "d7")
            await asyncio.sleep(1.5)
            assert isinstance(sat.situation.ask, Choose)
            assert sat.situation.standing == {"red": "d1", "blue": "d7"}


@virtual
async def test_button_a_walks_through_the_lit_options_and_b_takes_the_one_that_blinks(tmp_path: Path) -> None:
    async with sitting(tmp_path, barriers()) as sat:
        options = (await sat.asked(Choose)).actions
        walked = []
        for _ in range(3):
            await sat.press("a")
            walked.append(pointed(sat))
        assert walked == [str(action) for action in options[:3]]
        await sat.press("b")
        await sat.until(lambda: bool(sat.played))
        assert sat.sources == [(str(options[2]), Source.PLAYER)]


@virtual
async def test_button_b_takes_nothing_before_something_is_pointed_at(tmp_path: Path) -> None:
    async with sitting(tmp_path, barriers()) as sat:
        await sat.asked(Choose)
        await sat.press("b")
        await asyncio.sleep(1)
        assert sat.played == []


@virtual
async def test_a_double_tap_is_one_answer(tmp_path: Path) -> None:
    async with sitting(tmp_path, barriers()) as sat:
        await sat.asked(Choose)
        await tap(sat, "d3", "e3")
        sat.hands.pace = 10
        await sat.hands.press("b")
        await sat.hands.press("b")
        await asyncio.sleep(1)
        assert sat.played == ["d3h"]
        assert isinstance(sat.situation.ask, Do)


@virtual
async def test_a_wand_on_the_two_squares_below_or_left_of_a_barrier_points_at_it(tmp_path: Path) -> None:
    async with sitting(tmp_path, barriers()) as sat:
        await sat.asked(Choose)
        await tap(sat, "d3", "e3")
        assert pointed(sat) == "d3h"
        await tap(sat, "d4", "d3")
        assert pointed(sat) == "d3v"
        lamps = [await sat.lit(square) for square in ("d3", "d4", "e3", "d1")]
        assert lamps == [("white", "blink"), ("white", "blink"), ("dark", "steady"), ("red", "steady")]
        await sat.press("b")
        await sat.asked(Do)
        await sat.press("b")
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        assert sat.sources == [("d3v", Source.PLAYER)]


@virtual
async def test_lifting_a_mouse_and_putting_it_back_counts_as_a_tap_of_the_wand(tmp_path: Path) -> None:
    async with sitting(tmp_path, barriers()) as sat:
        await sat.asked(Choose)
        await sat.put("red", "d1")
        await tap(sat, "e1")
        assert pointed(sat) == "d1h"
        assert sat.played == []


@virtual
async def test_a_wand_left_on_a_place_is_asked_about_and_still_counts_as_a_tap(tmp_path: Path) -> None:
    async with sitting(tmp_path, barriers()) as sat:
        await sat.asked(Choose)
        await sat.put("wand", "e1")
        await asyncio.sleep(2)
        assert isinstance(sat.situation.ask, Suspect)
        await sat.hands.lift("wand")
        await sat.asked(Choose)
        assert pointed(sat) == "e1"
        assert sat.played == []


@virtual
async def test_a_slide_over_legal_places_chooses_none_of_them(tmp_path: Path) -> None:
    async with sitting(tmp_path, barriers()) as sat:
        await sat.asked(Choose)
        await sat.hands.slide("red", sat.table.place("d4"))
        mend = await sat.asked(Mend)
        assert [(step.source, step.target) for step in mend.steps] == [("d4", "d1")]
        assert sat.played == []
        await sat.hands.slide("red", sat.table.place("d2"))
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        assert sat.played == ["d2"]


@virtual
async def test_a_mouse_knocked_over_during_a_choice_must_be_put_back_first(tmp_path: Path) -> None:
    async with sitting(tmp_path, barriers()) as sat:
        await sat.asked(Choose)
        await sat.press("a")
        await sat.hands.knock_over("blue")
        mend = await sat.asked(Mend)
        assert [(step.piece, step.target) for step in mend.steps] == [("blue", "d7")]
        assert await sat.lit("d7") == ("blue", "blink")
        await sat.press("b")
        assert sat.played == []
        await sat.put("blue", "d7")
        await sat.asked(Choose)


@virtual
async def test_a_button_pressed_while_hands_are_mending_is_ignored(tmp_path: Path) -> None:
    async with sitting(tmp_path, barriers()) as sat:
        await sat.asked(Choose)
        await sat.hands.knock_over("blue")
        mend = await sat.asked(Mend)
        await sat.put("red", "d2")
        await sat.press("b")
        assert sat.situation.ask == mend
        await sat.put("blue", "d7")
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        assert sat.played == ["d2"]


@virtual
async def test_instructions_that_hands_follow_in_vain_become_a_list_of_all_places(tmp_path: Path) -> None:
    """The referee does not repeat fruitless instructions for ever, whatever the reason."""
    async with sitting(tmp_path, barriers()) as sat:
        await sat.asked(Choose)
        await sat.put("blue", "f3")
        await sat.asked(Mend, lambda ask: not ask.confirm)
        for place in ("f5", "f3", "f5", "f3"):
            await sat.put("blue", place)
        mend = await sat.asked(Mend, lambda ask: ask.confirm)
        assert [(step.piece, step.target) for step in mend.steps[:2]] == [("red", "d1"), ("blue", "d7")]
        await sat.put("blue", "d7")
        sat.answer(Press("b"))
        await sat.asked(Choose)


@virtual
async def test_an_answer_on_the_page_waits_until_a_carried_off_mouse_is_back(tmp_path: Path) -> None:
    async with sitting(tmp_path, barriers()) as sat:
        await sat.asked(Choose)
        await sat.hands.lift("blue")
        assert (await sat.asked(Mend)).steps[0].piece == "blue"
        sat.answer("d2")
        await asyncio.sleep(1)
        assert sat.played == []


def two_ways(state: State) -> bool:
    """Return whether two of the seat's choices lead to the same occupancy."""
    if state.actor is None or state.actor < 0:
        return False
    belief = Belief(state.game.layout, state.game.pieces)
    here = belief.occupancy(state.placement())
    frames = [belief.occupancy(state.after(action).placement()) for action in state.actions()]
    return any(frames.count(occupancy) > 1 for occupancy in frames if occupancy != here)


async def to_the_question(sat: Sitting) -> tuple[str, ...]:
    """Make a move that two choices explain, and return the answers that the referee offers."""
    state = sat.situation.state
    sense = Belief(state.game.layout, state.game.pieces)
    here = state.placement()
    outcomes = {action: state.after(action).placement() for action in state.actions()}
    frames = {
        action: sense.occupancy(there)
        for action, there in outcomes.items()
        if sense.occupancy(there) != sense.occupancy(here)
    }
    action = next(a for a in frames if list(frames.values()).count(frames[a]) > 1)
    for piece, place in outcomes[action].items():
        if here.get(piece) != place:
            await sat.put(piece, place)
    await sat.asked(Choose, lambda ask: ask.actions != state.actions())
    return tuple(str(a) for a in frames if frames[a] == frames[action])


@virtual
async def test_an_ambiguous_move_is_asked_about_and_question_and_answer_are_journaled(tmp_path: Path) -> None:
    game = rules.load("revised", 4)
    async with sitting(tmp_path, game, way_to(game, two_ways)) as sat:
        await sat.asked(Choose)
        answers = await to_the_question(sat)
        await sat.press("a")
        await sat.press("b")
        await sat.until(lambda: bool(sat.played))
        asked, answered = (entry for entry in sat.entries if isinstance(entry, Asked | Answered))
        assert isinstance(asked, Asked)
        assert asked.answers == answers
        assert answered == Answered(answers[0])
        assert sat.played[0] == answers[0]


@virtual
async def test_an_answered_question_is_not_shown_any_more(tmp_path: Path) -> None:
    game = rules.load("revised", 4)
    async with sitting(tmp_path, game, way_to(game, two_ways)) as sat:
        await sat.asked(Choose)
        answers = await to_the_question(sat)
        shown: list[Situation] = []
        sat.watch = shown.append
        sat.answer(answers[0])
        await asyncio.sleep(2)
        assert sat.played == [answers[0]]
        for situation in shown:
            if isinstance(situation.ask, Choose):
                assert set(situation.ask.actions) <= set(situation.state.actions())


@virtual
async def test_an_open_question_is_asked_again_after_a_restart(tmp_path: Path) -> None:
    game = rules.load("revised", 4)
    async with sitting(tmp_path, game, way_to(game, two_ways)) as sat:
        await sat.asked(Choose)
        answers = await to_the_question(sat)
        await sat.leave()
        sat.begin()
        await sat.asked(Choose, lambda ask: tuple(map(str, ask.actions)) == answers)
        sat.answer(answers[1])
        await sat.until(lambda: bool(sat.played))
        assert sat.played[0] == answers[1]


def rolled_again(state: State) -> str | None:
    """Return a roll that moves nothing and leads to the same question, or None."""

    def shown(state: State) -> object:
        return state.actor, state.turn, state.device, state.actions(), state.placement()

    rolls = state.actions() if state.device is Device.DIE else ()
    return next((str(roll) for roll in rolls if shown(state.after(roll)) == shown(state)), None)


@virtual
async def test_a_second_tap_on_the_die_does_not_roll_again_where_the_same_player_rolls_once_more(
    tmp_path: Path,
) -> None:
    game = rules.load("souriciere", 2)
    async with sitting(tmp_path, game, way_to(game, lambda state: bool(rolled_again(state)))) as sat:
        first = await sat.asked(Roll)
        await asyncio.sleep(1)  # time to read it
        asked = sat.situation.asked
        sat.answer(rolled_again(sat.situation.state) or "")
        await sat.until(lambda: len(sat.played) == 1)
        assert sat.situation.ask == first
        sat.answer(Pressed("b", asked))
        sat.answer(Press("b"))  # comes at once, like a second tap at the table
        await asyncio.sleep(1)
        assert len(sat.played) == 1, "neither tap counts"
        sat.answer(Pressed("b", sat.situation.asked))
        await sat.until(lambda: len(sat.played) > 1)
