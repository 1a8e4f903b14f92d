"""A game resumes from the journal. Nobody knows how far hands have carried out its last move."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from tests.referee.sitting import sitting, virtual, way_to

from mouseboard import rules
from mouseboard.referee.situation import Choose, Do, Mend, Move, Pause, Paused, Roll
from mouseboard.rules import CHANCE, Game, State
from mouseboard.store import Doubted, Source
from mouseboard.table import Doubt

Way = list[tuple[str, Source]]


def way_to_roll(game: Game, wanted: Callable[[State, State], bool]) -> Way:
    """Return the actions up to the first roll whose states before and after are `wanted`."""

    def rolls(state: State) -> list[str]:
        if state.actor != CHANCE:
            return []
        return [str(action) for action in state.actions() if wanted(state, state.after(action))]

    way, state = way_to(game, lambda state: bool(rolls(state))), game.start()
    for notation, _ in way:
        state = state.play(notation)
    return [*way, (rolls(state)[0], Source.ROLLED)]


def red_joins_blue(before: State, after: State) -> bool:
    """Return whether red leaves a place of its own for blue's place."""
    stood, stands = before.placement(), after.placement()
    return stood["red"] != stood["blue"] == stands["red"] == stands["blue"]


def unfelt(before: State, after: State) -> bool:
    """Return whether a mouse goes from one group to another, so that no contact changes."""
    stood, stands = before.placement(), after.placement()
    return stood != stands and set(stood.values()) == set(stands.values())


@virtual
async def test_a_mouse_left_elsewhere_before_a_restart_is_not_believed_to_have_joined_another(tmp_path: Path) -> None:
    game = rules.load("classic", 2)
    async with sitting(tmp_path, game, way_to_roll(game, red_joins_blue), standing=False) as sat:
        await sat.leave()
        sat.set_up(red="49")
        sat.begin()
        mend = await sat.asked(Mend)
        assert [(step.piece, step.target) for step in mend.steps] == [("red", sat.table.truth("blue"))]


@virtual
async def test_a_mouse_that_had_joined_another_before_a_restart_is_not_asked_about(tmp_path: Path) -> None:
    game = rules.load("classic", 2)
    async with sitting(tmp_path, game, way_to_roll(game, red_joins_blue)) as sat:
        asked = set[type]()
        sat.watch = lambda situation: asked.add(type(situation.ask))
        await sat.asked(Do)
        await sat.press("b")
        assert asked.isdisjoint({Mend, Move})


@virtual
async def test_a_move_that_no_contact_shows_is_asked_for_again_after_a_restart(tmp_path: Path) -> None:
    game = rules.load("classic", 3)
    async with sitting(tmp_path, game, way_to_roll(game, unfelt)) as sat:
        assert (await sat.asked(Move)).confirm
        await asyncio.sleep(1)
        await sat.press("b")
        await sat.asked(Do)


@virtual
async def test_a_doubt_about_exchanged_mice_survives_a_restart(tmp_path: Path) -> None:
    game = rules.load("barriers", 4, first="seat0")
    async with sitting(tmp_path, game, [("d2", Source.HANDS)]) as sat:
        await sat.asked(Choose)
        first, second = (sat.table.truth(mouse) for mouse in ("green", "yellow"))
        await sat.hands.lift("green")
        await sat.hands.lift("yellow")
        await sat.put("yellow", first)
        await sat.put("green", second)
        await sat.until(lambda: bool(sat.situation.doubts))
        await asyncio.sleep(1)
        (doubt,) = sat.situation.doubts
        await sat.leave()
        sat.begin()
        await sat.asked(Choose)
        await sat.until(lambda: sat.situation.doubts == (doubt,))
        await sat.press("a")
        await sat.asked(Mend)
        await sat.press("b")
        await sat.asked(Choose)
        doubted = [entry.exchanges for entry in sat.entries if isinstance(entry, Doubted)]
        assert doubted == [((("green", "yellow"), ("yellow", "green")),), ()]


@virtual
async def test_a_finished_move_and_task_are_not_asked_for_again_after_a_restart(tmp_path: Path) -> None:
    game = rules.load("classic", 2)
    async with sitting(tmp_path, game, way_to_roll(game, red_joins_blue)) as sat:
        await sat.asked(Do)
        await sat.press("b")
        await sat.asked(Roll)
        await sat.leave()
        sat.begin()
        await sat.asked_anything()
        assert isinstance(sat.situation.ask, Roll)


def test_an_exchange_of_four_mice_maps_each_to_one_believed_on_its_place() -> None:
    believed = (("red", "5"), ("green", "5"), ("blue", "3"), ("yellow", "4"))
    doubt = Doubt(believed, {"red": "3", "green": "4", "blue": "5", "yellow": "5"})
    ones, others = zip(*doubt.exchange, strict=True)
    assert sorted(ones) == sorted(others)
    places = dict(believed)
    assert {one: places[other] for one, other in doubt.exchange} == doubt.placement


@virtual
async def test_ending_a_pause_with_button_b_ends_all_doubts(tmp_path: Path) -> None:
    game = rules.load("barriers", 4, first="seat0")
    async with sitting(tmp_path, game, [("d2", Source.HANDS)]) as sat:
        await sat.asked(Choose)
        places = {mouse: sat.table.truth(mouse) for mouse in ("green", "yellow")}
        for mouse in places:
            await sat.hands.lift(mouse)
        await sat.put("yellow", places["green"])
        await sat.put("green", places["yellow"])
        await sat.until(lambda: bool(sat.situation.doubts))
        sat.answer(Pause())
        await sat.asked(Paused)
        await sat.press("b")
        await sat.asked(Choose)
        assert sat.situation.doubts == ()
