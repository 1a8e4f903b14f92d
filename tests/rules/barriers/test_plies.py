"""What a game of barriers keeps of its plies: an answer is worked out once, and given to no other moment."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from mouseboard import rules
from mouseboard.rules.barriers import BarriersState
from mouseboard.rules.barriers.grid import BIT

MICE = ("d2", "d6")


def moment(left: tuple[int, int]) -> BarriersState:
    begun = rules.load("barriers", 2, first="seat0").start()
    assert isinstance(begun, BarriersState)
    return replace(begun, mice=MICE, left=left)


def test_what_is_legal_is_worked_out_once_for_a_moment_that_is_asked_again() -> None:
    state = moment(left=(8, 8))
    assert state.actions() is state.actions()


@pytest.fixture(params=[{"actor": 1}, {"mice": MICE[::-1]}, {"h": BIT["d2"]}, {"v": BIT["d2"]}], ids=str)
def other(request: pytest.FixtureRequest) -> dict[str, object]:
    """The one thing in which another moment of the game differs."""
    changed: dict[str, object] = request.param
    return changed


def test_another_moment_has_its_own_answer(other: dict[str, object]) -> None:
    one = moment(left=(8, 8))
    for state in (one, replace(one, **other), one):
        assert state.actions() == replace(state, game=moment(left=(8, 8)).game).actions()


def test_who_has_no_barriers_left_has_the_moves_of_who_has_some(other: dict[str, object]) -> None:
    one = moment(left=(0, 0))
    for state in (one, replace(one, **other), one):
        assert state.actions() == tuple(a for a in replace(state, left=(8, 8)).actions() if a.verb in BIT)
