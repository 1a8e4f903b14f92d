"""A sensor breaks in mid-game, and the game goes on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.referee.sitting import Sitting, sitting, virtual, way_to

from mouseboard import rules
from mouseboard.referee.situation import Ask, Choose, Do, Mend, Move, Roll, Suspect, Who, wording
from mouseboard.rules import Device, State
from mouseboard.store import Noted, Source
from mouseboard.table import Press


def breaks(sat: Sitting, place: str, stuck: bool) -> None:
    (sensor,) = sat.situation.state.game.layout.by_name[place].sensors
    sat.table.world.reeds[sensor].force(stuck)


def notes(sat: Sitting) -> list[str]:
    return [entry.note for entry in sat.entries if isinstance(entry, Noted)]


async def rolled(sat: Sitting) -> tuple[str, str, str]:
    """Roll the die. Return the piece to move, its place and its target."""
    await sat.asked(Roll)
    await sat.press("b")
    (step,) = (await sat.asked(Move)).steps
    assert step.source and step.target
    return step.piece, step.source, step.target


def moves_ahead(state: State) -> bool:
    """Return whether the die moves the foremost mouse, and all the others share a place."""
    here = state.placement()
    if state.device is not Device.DIE or state.turn is None:
        return False
    mover = here.pop(state.game.pieces[state.turn])
    return len({*here.values()}) == 1 and all(int(mover) > int(place) for place in here.values())


@virtual
async def test_a_dead_sensor_is_asked_about_and_named_once_and_the_game_goes_on(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("barriers", 2)) as sat:
        await sat.asked(Choose)
        breaks(sat, "d2", stuck=False)
        await sat.put("red", "d2")
        missing = await sat.asked(Choose, lambda ask: ask.missing == "red")
        assert "d2" in map(str, missing.actions)
        sat.answer("d2")
        assert await sat.asked(Suspect) == Suspect("d2", "red")
        await sat.press("b")
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        assert sat.situation.blind == {"d2"}
        assert sat.situation.standing["red"] == "d2"
        (note,) = notes(sat)
        assert note.startswith("The table cannot see red on d2 (sensor ")
        assert [str(told) for told in sat.situation.story].count(note) == 1


@virtual
async def test_answers_given_while_the_cable_is_out_contradict_no_sensor(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("barriers", 2)) as sat:
        await sat.asked(Choose)
        await sat.hands.lift("red")
        await asyncio.sleep(0.1)
        sat.table.cable.unplug()
        await sat.asked(Choose, lambda ask: ask.missing == "red")
        await sat.put("red", "d2")
        sat.answer("d2")
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        assert sat.situation.blind == set()
        sat.table.cable.replug()
        await asyncio.sleep(5)
        assert isinstance(sat.situation.ask, Choose)
        assert sat.situation.standing["red"] == "d2"
        assert notes(sat) == []


@virtual
async def test_the_question_about_a_stuck_sensor_is_whether_its_place_is_empty(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("barriers", 2)) as sat:
        await sat.asked(Choose)
        breaks(sat, "d1", stuck=True)
        await sat.put("red", "d2")
        assert await sat.asked(Suspect) == Suspect("d1", None)
        assert str(wording(sat.situation)) == "Is d1 empty?"
        await sat.press("b")
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        assert sat.sources[-1] == ("d2", Source.HANDS)
        assert sat.situation.blind == {"d1"}


@virtual
async def test_a_button_pressed_before_the_question_could_be_read_distrusts_no_sensor(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("barriers", 2)) as sat:
        await sat.asked(Choose)
        breaks(sat, "d4", stuck=True)
        asked = await sat.asked(Suspect)
        await asyncio.sleep(0.4)
        sat.answer(Press("b"))
        await asyncio.sleep(1)
        assert sat.situation.ask == asked
        await sat.press("b")
        assert sat.situation.blind == {"d4"}


@virtual
async def test_a_question_about_a_sensor_that_was_denied_is_repeated_only_after_a_while(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("barriers", 2)) as sat:
        await sat.asked(Choose)
        breaks(sat, "d4", stuck=True)
        await sat.asked(Suspect)
        await sat.press("a")
        await asyncio.sleep(3)
        assert not isinstance(sat.situation.ask, Suspect)
        assert await sat.asked(Suspect) == Suspect("d4", None)
        await sat.press("a")
        review = await sat.asked(Mend)
        assert review.confirm
        assert {step.piece: step.target for step in review.steps} == {"red": "d1", "blue": "d7", "something": None}


@virtual
async def test_the_table_remembers_a_distrusted_sensor_over_a_restart_of_the_host(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("barriers", 2)) as sat:
        await sat.asked(Choose)
        breaks(sat, "d4", stuck=True)
        await sat.asked(Suspect)
        await sat.press("b")
        await sat.asked(Choose)
        await sat.leave()
        sat.begin()
        await sat.asked(Choose)
        await asyncio.sleep(10)
        assert isinstance(sat.situation.ask, Choose)
        assert sat.situation.blind == {"d4"}
        assert len(notes(sat)) == 1


@virtual
async def test_a_sensor_that_works_again_is_trusted_again(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("barriers", 2)) as sat:
        await sat.asked(Choose)
        breaks(sat, "d2", stuck=True)
        await sat.asked(Suspect, lambda ask: ask.place == "d1")  # has red gone to d2?
        await sat.press("a")
        await sat.asked(Who, lambda ask: ask.place == "d2")
        await sat.press("a")
        await sat.asked(Suspect, lambda ask: ask.place == "d2")
        await sat.press("b")
        sat.table.world.reeds[sat.situation.state.game.layout.by_name["d2"].sensors[0]].force(None)
        for red, blue in (("d2", "c7"), ("d1", "d7"), ("d2", "c7"), ("d1", "d7")):
            assert sat.situation.blind == {"d2"}
            await sat.asked(Choose, lambda ask: ask.seat == 0)
            await sat.put("red", red)
            await sat.asked(Choose, lambda ask: ask.seat == 1)
            await sat.put("blue", blue)
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        assert sat.situation.blind == set()
        assert notes(sat)[-1] == "The table can see d2 again."


@virtual
async def test_a_dead_sensor_at_the_end_of_a_move_is_asked_about_soon(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("classic", 2)) as sat:
        piece, _, target = await rolled(sat)
        breaks(sat, target, stuck=False)
        await sat.put(piece, target)
        assert await sat.asked(Suspect) == Suspect(target, piece)
        await sat.press("b")
        await sat.until(lambda: isinstance(sat.situation.ask, Roll | Do))
        assert sat.situation.blind == {target}


@virtual
async def test_a_dead_sensor_is_asked_about_although_another_mouse_is_astray(tmp_path: Path) -> None:
    """No contact feels which mouse has left the others, so the table asks who is there."""
    async with sitting(tmp_path, rules.load("classic", 3)) as sat:
        piece, _, target = await rolled(sat)
        breaks(sat, target, stuck=False)
        await sat.put("green", "20")
        await sat.put(piece, target)
        await sat.until(lambda: isinstance(sat.situation.ask, Suspect | Who))
        await sat.tell_the_truth()
        mend = await sat.asked(Mend)
        assert [(step.piece, step.source, step.target) for step in mend.steps] == [("green", "20", "1")]
        await sat.put("green", "1")
        await asyncio.sleep(3)
        await sat.press("b")
        assert await sat.asked(Suspect) == Suspect(target, piece)
        await sat.press("b")
        await sat.until(lambda: isinstance(sat.situation.ask, Roll | Do))
        assert sat.situation.blind == {target}


@virtual
async def test_a_stuck_sensor_is_asked_about_although_another_mouse_is_astray(tmp_path: Path) -> None:
    """The stray mouse is on the mover's target, so the mover's own place seems to be wrongly closed too."""
    game = rules.load("classic", 3)
    async with sitting(tmp_path, game, way_to(game, moves_ahead)) as sat:
        await sat.asked(Roll)
        here = sat.situation.state.placement()
        piece, _, target = await rolled(sat)
        (one, other) = here.keys() - {piece}
        assert here[one] == here[other]
        stuck = "40"
        assert stuck not in {target, *here.values()}
        breaks(sat, stuck, stuck=True)
        await asyncio.sleep(0.5)
        await sat.put(one, target)
        await sat.asked(Who)
        await sat.tell_the_truth()
        await sat.put(one, here[one])
        await sat.put(piece, target)
        await asyncio.sleep(3)
        await sat.confirm()  # no contact tells whether it is among the others again
        await sat.asked(Roll)
        assert sat.situation.blind == {stuck}


@virtual
async def test_the_question_during_the_set_up_is_about_the_mouse_that_is_due(tmp_path: Path) -> None:
    """Slow hands get one question, which they need not answer. It finds a dead sensor."""
    async with sitting(tmp_path, rules.load("barriers", 2), standing=False, prepared=False) as sat:
        await sat.asked(Do)
        breaks(sat, "d1", stuck=False)
        await sat.press("b")
        assert [step.piece for step in (await sat.asked(Move)).steps] == ["red", "blue"]
        await sat.put("red", "d1")
        assert await sat.asked(Suspect) == Suspect("d1", "red")
        await sat.press("b")
        await sat.asked(Move, lambda ask: ask.steps[0].piece == "blue")
        assert sat.situation.blind == {"d1"}
        assert await sat.asked(Suspect) == Suspect("d7", "blue")
        await sat.put("blue", "d7")
        await sat.asked(Choose)
        assert sat.situation.blind == {"d1"}


@virtual
@pytest.mark.parametrize("pause", [0.7, 1.1])
async def test_a_press_within_a_second_of_the_question_about_a_sensor_does_not_answer_it(
    tmp_path: Path, pause: float
) -> None:
    async with sitting(tmp_path, rules.load("classic", 2), standing=False) as sat:
        await sat.put("red", "1")
        breaks(sat, "20", stuck=True)
        await sat.put("blue", "1")
        for _ in range(2):
            await sat.asked(Who)
            await sat.press("a")
        assert await sat.asked(Suspect) == Suspect("20", None)
        await sat.press("a")
        assert (await sat.asked(Mend)).confirm
        await asyncio.sleep(1)
        await sat.press("b")
        assert await sat.asked(Suspect) == Suspect("20", None)
        await asyncio.sleep(pause)
        sat.answer(Press("b"))
        await asyncio.sleep(0.5)
        assert sat.situation.blind == (frozenset({"20"}) if pause > 1 else frozenset())


@virtual
@pytest.mark.parametrize("pause", [0.7, 1.1])
async def test_a_press_within_a_second_of_the_question_who_is_there_does_not_answer_it(
    tmp_path: Path, pause: float
) -> None:
    async with sitting(tmp_path, rules.load("classic", 2), standing=False) as sat:
        await sat.put("red", "1")
        await sat.asked(Move, lambda ask: ask.confirm)
        await sat.put("blue", "20")
        assert await sat.asked(Who) == Who("20", "blue")
        await asyncio.sleep(pause)
        sat.answer(Press("b"))
        await asyncio.sleep(0.3)
        assert isinstance(sat.situation.ask, Move if pause > 1 else Who)


@virtual
async def test_a_dead_sensor_during_the_set_up_makes_nobody_take_a_mouse_off(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path, rules.load("barriers", 4), standing=False, prepared=False) as sat:
        await sat.asked(Do)
        breaks(sat, "d7", stuck=False)
        await sat.press("b")
        for mouse, place in (("red", "d1"), ("blue", "a4"), ("green", "d7")):
            await sat.put(mouse, place)
        assert await sat.asked(Suspect) == Suspect("d7", "green")
        await sat.press("b")
        await sat.put("yellow", "g4")
        await sat.asked(Choose)
        assert sat.situation.blind == {"d7"}


@virtual
async def test_button_b_pressed_while_hands_are_moving_contradicts_no_contact(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("classic", 2)) as sat:
        piece, _, target = await rolled(sat)
        shown: list[Ask | None] = []
        sat.watch = lambda situation: shown.append(situation.ask)
        await asyncio.sleep(0.5)
        await sat.press("b")
        await sat.put(piece, target)
        await sat.press("b")
        await asyncio.sleep(2.0)
        assert not [ask for ask in shown if isinstance(ask, Mend | Suspect)]


@virtual
async def test_several_stuck_sensors_are_asked_about_one_by_one(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("classic", 2), standing=False, prepared=False) as sat:
        await sat.asked(Do)
        breaks(sat, "10", stuck=True)
        breaks(sat, "20", stuck=True)
        await sat.press("b")
        asked: list[Ask | None] = []
        sat.watch = lambda situation: asked.append(situation.ask)
        await sat.asked(Who)
        await sat.tell_the_truth()
        await sat.put("red", "1")
        await sat.put("blue", "1")
        await sat.confirm()
        await sat.asked(Roll)
        assert asked.index(Suspect("10", None)) < asked.index(Suspect("20", None))
        assert sat.situation.blind == {"10", "20"}


@virtual
async def test_instructions_that_nobody_follows_make_no_contact_suspect(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("barriers", 2)) as sat:
        await sat.asked(Choose)
        await sat.put("red", "f5")
        asked = await sat.asked(Mend)
        await asyncio.sleep(60)
        assert sat.situation.ask == asked
