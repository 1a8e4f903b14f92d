"""The options as the page shows them: every game's arrows, whom an option is about, and the cheese that it brings."""

from __future__ import annotations

import json
from math import isclose

import pytest
from tests.rules.draughts import moments as draughts
from tests.rules.morris import moments as morris
from tests.web.page_files import SOURCES
from tests.web.questions import choosing, moment
from tests.web.test_picture import game_of

from mouseboard import rules
from mouseboard.referee.situation import Choose, Situation
from mouseboard.web.fields import OptionShown
from mouseboard.web.options import options


def shown(situation: Situation) -> dict[str, OptionShown]:
    return {option.action: option for option in options(situation, True, str)}


def ways(situation: Situation) -> dict[str, float | None]:
    return {action: option.way for action, option in shown(situation).items()}


@pytest.mark.parametrize("name", rules.games())
def test_an_arrow_points_from_its_place_to_the_place_that_it_stands_for(name: str) -> None:
    for situation in game_of(name, 2):
        by_name = situation.state.game.layout.by_name
        arrows = [option for option in shown(situation).values() if option.way is not None]
        assert len({option.way for option in arrows}) == len(arrows)
        assert len({option.start for option in arrows}) <= 1
        for option in arrows:
            assert option.start in by_name and 0 <= (option.way or 0) < 4
            if option.piece and option.way in (0, 1, 2, 3):
                (x, y), (to_x, to_y) = by_name[str(option.start)].at, by_name[option.places[0]].at
                right, up = to_x - x, to_y - y
                straight, aside = (up, right) if option.way in (0, 2) else (right, up)
                assert isclose(aside, 0, abs_tol=abs(straight) / 2)
                assert (straight > 0) == (option.way in (0, 1))


def test_a_mouse_on_its_first_square_may_step_ahead_or_aside() -> None:
    first = moment("barriers", 2, lambda state: state.actor == 0)
    assert {action: way for action, way in ways(first).items() if way is not None} == {"c1": 3, "d2": 0, "e1": 1}
    assert {option.start for option in shown(first).values()} == {"d1", None}


def test_a_mouse_is_pointed_and_a_card_is_turned_by_quarter_turns() -> None:
    pointing, turning = moment("cards", 2, choosing("point")), moment("cards", 2, choosing("turn"))
    assert ways(pointing) == {"pointn": 0, "pointe": 1, "points": 2, "pointw": 3}
    assert all(option.turn is None for option in shown(pointing).values())
    (place,) = {str(option.start) for option in shown(turning).values()}
    heading = turning.state.scenery().cards[place].heading
    assert {option.turn for option in shown(turning).values()} == {1, 2, 3}
    assert all((heading + (option.turn or 0)) % 4 == option.way for option in shown(turning).values())


def test_a_card_beside_the_mouse_is_pointed_at() -> None:
    flipping = moment("cards", 2, choosing("flip"))
    assert all(option.way is not None and option.piece is None for option in shown(flipping).values())


def test_an_option_tells_whom_it_is_about_and_the_cheese_that_it_brings() -> None:
    stealing = shown(moment("revised", 4, choosing("steal", "decline")))
    for action, option in stealing.items():
        about = (None, 0) if action == "decline" else (int(action[-1]), 1)
        assert (option.seat, option.cheese) == about
    taking = shown(moment("revised", 4, choosing("take", "decline")))
    assert {action: option.cheese for action, option in taking.items()} == {"decline": 0, "take": 1}


def test_an_option_tells_the_picture_of_what_it_does() -> None:
    again = shown(moment("cards", 2, choosing("again", "end")))
    assert {action: option.sign for action, option in again.items()} == {"again": "cards", "end": "hand"}
    puts = shown(moment("cards", 2, choosing("cheese")))
    assert {option.sign for option in puts.values()} == {"put"}


@pytest.mark.parametrize("name", rules.games())
def test_the_page_has_the_picture_of_every_option(name: str) -> None:
    icons = SOURCES["kit/icons.js"]
    files = ["board/signs.json", *(["board/maze.json"] if name == "cards" else [])]
    read = [json.loads(SOURCES[file]) for file in files]
    printed = {sign for found in read for sign in (*found["signs"], *found["same"])}
    signs = {option.sign for situation in game_of(name, 2) for option in shown(situation).values()} - {""}
    assert [sign for sign in signs - printed if f"  {sign}: " not in icons] == []


def test_a_roll_is_about_its_number_and_nobody() -> None:
    rolls = shown(moment("classic", 2, choosing("roll")))
    assert [(option.number, option.seat, option.way) for option in rolls.values()] == [
        (n, None, None) for n in range(1, 7)
    ]


def test_a_man_is_chosen_by_the_touch_of_where_it_stands_and_where_it_goes() -> None:
    moving = shown(Situation(state := morris.state("a1 d1 b2 g7", "a4 g1 d5"), Choose(0, state.actions())))
    assert {action: (option.start, option.places) for action, option in moving.items()} == {
        "b2-b4": ("b2", ("b4",)),
        "b2-d2": ("b2", ("d2",)),
        "d1-d2": ("d1", ("d2",)),
        "g7-d7": ("g7", ("d7",)),
        "g7-g4": ("g7", ("g4",)),
    }
    assert all(option.way is None for option in moving.values())


def test_a_chain_of_jumps_is_chosen_by_the_touch_of_its_end_or_of_a_man_that_it_takes() -> None:
    (jump,) = shown(Situation(state := draughts.state("c3", "d4 f6 a7"), Choose(0, state.actions()))).values()
    assert (jump.start, jump.places) == ("c3", ("g7", "d4", "f6"))


def test_a_man_that_may_be_taken_is_touched_itself() -> None:
    state = morris.state("a1 d1 g4 b2", "a7 d7 c3").play("g4-g1")
    places = {action: option.places for action, option in shown(Situation(state, Choose(0, state.actions()))).items()}
    assert places == {"xa7": ("a7",), "xc3": ("c3",), "xd7": ("d7",)}
