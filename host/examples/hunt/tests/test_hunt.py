"""The rules of Hunt, the contract of all games, and a whole game by simulated hands on the simulated table."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from mouseboard import rules
from mouseboard.rules import State
from mouseboard.testing.conformance import *  # noqa: F403  brings the tests that every game must pass

GAME = "hunt"
START: Any = rules.load(GAME).start()
CAPTURE = "d1-d2 c4-d3 b1-b2 d3-d1"
GOLDEN = f"{CAPTURE} b2-b3 d1-b1"


def after(moves: str) -> State:
    state: State = START
    for move in moves.split():
        state = state.play(move)
    return state


def test_the_cat_takes_a_mouse_by_jumping_over_it() -> None:
    mice = [place for piece, place in after(CAPTURE).placement().items() if piece != "cat"]
    assert sorted(mice) == ["a1", "b2", "c1", "e1"]


def test_the_cat_wins_with_two_mice() -> None:
    assert after(GOLDEN).winners == (1,)


def test_the_mice_win_with_four_at_home() -> None:
    nearly = structs.replace(START, mice=("a5", "b5", "c5", "d4", ""), cat="c2")
    assert nearly.play("d4-d5").winners == (0,)


def test_the_cat_never_enters_row_5() -> None:
    here = structs.replace(START, turn=1, mice=("a4", "b1", "c1", "d1", "e1"), cat="a3")
    assert "a3-a4" not in map(str, here.actions())
    assert "a3-a5" not in map(str, here.actions())


def test_a_mouse_that_has_no_free_square_ahead_stays() -> None:
    blocked = structs.replace(START, mice=("a4", "a5", "b5", "", "c2"), cat="c4")
    assert {str(move)[:2] for move in blocked.actions()} == {"c2"}


def test_simulated_hands_play_a_game_to_its_end(mouse_match: Any) -> None:
    assert mouse_match(GAME, seed=7).state.winners


@pytest.mark.parametrize("attacker_first", [False, True])
def test_the_table_understands_that_hands_take_a_mouse(mouse_match: Any, attacker_first: bool) -> None:
    match = mouse_match(GAME, moves=CAPTURE.split(), attacker_first=attacker_first)
    assert match.state.placement() == after(CAPTURE).placement()
