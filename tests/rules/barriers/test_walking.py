"""The cached walks of a game of barriers are used only for the barriers they belong to."""

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


@pytest.fixture(params=[{"actor": 1}, {"mice": MICE[::-1]}, {"h": BIT["d2"]}, {"v": BIT["d2"]}], ids=str)
def other(request: pytest.FixtureRequest) -> dict[str, object]:
    """The one field that differs in another state of the game."""
    changed: dict[str, object] = request.param
    return changed


def test_a_seat_without_barriers_has_the_same_moves_as_one_with_some(other: dict[str, object]) -> None:
    one = moment(left=(0, 0))
    for state in (one, replace(one, **other), one):
        assert state.actions() == tuple(a for a in replace(state, left=(8, 8)).actions() if a.name in BIT)
