"""What contacts allow of each piece."""

from __future__ import annotations

import pytest
from tests.campaign.possible import Possible


def possible(*changes: str, red: str = "1", blue: str = "2", untold: tuple[str, ...] = ()) -> Possible:
    """Two mice on their places, and what is felt since, such as -1 and +5."""
    found = Possible(("red", "blue"), {"red": red, "blue": blue}, untold)
    for change in changes:
        found.feel(change[1:], change[0] == "+")
    return found


def test_a_lone_mouse_that_moves_can_be_nowhere_else() -> None:
    moved = possible("-1", "+5")
    assert moved.allows({"red": "5", "blue": "2"})
    assert not moved.allows({"red": "1"})
    assert not moved.allows({"blue": "5"})


def test_two_mice_that_are_lifted_at_once_may_be_exchanged() -> None:
    lifted = possible("-1", "-2", "+5", "+2")
    assert lifted.allows({"red": "5", "blue": "2"})
    assert lifted.allows({"red": "2", "blue": "5"})


def test_a_mouse_may_leave_a_shared_place_unfelt() -> None:
    shared = possible(red="1", blue="1")
    assert shared.allows({"red": None, "blue": "1"})
    assert not shared.allows({"red": None, "blue": None})


def test_a_lifted_mouse_may_join_another_unfelt() -> None:
    assert possible("-1").allows({"red": "2", "blue": "2"})


def test_an_untold_place_may_be_left_and_reached_unfelt() -> None:
    assert possible(untold=("1",)).allows({"red": None})
    assert not possible().allows({"red": None})


@pytest.mark.parametrize("changes", [("+5",), ("-3",)], ids=["a magnet that nobody brought", "an empty place opens"])
def test_anything_may_be_so_where_no_piece_explains_the_contacts(changes: tuple[str, ...]) -> None:
    assert possible(*changes).allows({"red": "9"})


def men(*changes: str) -> Possible:
    """Two white men on 1 and 2, a black one beside the board, and what is felt since."""
    found = Possible(("a", "b", "c"), {"a": "1", "b": "2"}, (), ("white", "white", "black"), shares_places=False)
    for change in changes:
        found.feel(change[1:], change[0] == "+")
    return found


def test_men_that_look_alike_are_not_told_apart() -> None:
    moved = men("-1", "+5")
    assert moved.allows({"a": "2", "b": "5"})
    assert moved.allows({"a": "5", "b": "2"})


def test_a_man_lifted_from_the_board_is_not_known_from_one_beside_it() -> None:
    moved = men("-1", "+5")
    assert moved.allows({"a": None, "c": "5"})
    assert not moved.allows({"a": None, "b": None})


def test_men_share_no_place_unfelt() -> None:
    assert not men("+5").allows({"c": "2"})
    assert men("+5").allows({"c": "5"})
