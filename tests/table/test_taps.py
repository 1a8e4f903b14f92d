"""A wand taps places; a hand that moves a mouse does not."""

from __future__ import annotations

import pytest

from mouseboard import rules
from mouseboard.table.taps import Taps, felt_beside


def touched(*occupancies: str, standing: str = "17") -> tuple[str, ...]:
    """Return the places tapped after these occupancies. Each letter is a place."""
    taps = Taps(frozenset(standing))
    for occupancy in occupancies:
        taps.see(frozenset(occupancy))
    return taps.places


@pytest.mark.parametrize(
    ("occupancies", "places"),
    [
        (("173", "17"), "3"),
        (("173", "17", "174", "17"), "34"),
        (("173", "173", "17"), "3"),  # a bounce, or another event meanwhile
        (("17", "17"), ""),
        (("173",), ""),  # not yet
        (("7", "17"), "1"),  # a mouse lifted and put back
        (("7", "72", "7", "17"), ""),  # a mouse put elsewhere, and back
        (("173", "17", "7", "72", "17"), ""),  # a person who moves a mouse is not pointing
        (("173", "1734", "174", "17"), ""),  # two at once
        (("173", "17", "7", "72", "17", "174", "17"), "4"),  # pointing begins again when all mice are back
    ],
)
def test_a_place_that_changes_and_changes_back_was_tapped(occupancies: tuple[str, ...], places: str) -> None:
    assert touched(*occupancies) == tuple(places)


def test_the_last_tapped_places_count_in_any_order() -> None:
    taps = Taps(frozenset())
    for place in "534":
        taps.see(frozenset(place))
        assert taps.see(frozenset())
    assert taps.end_with(frozenset("34"))
    assert taps.end_with(frozenset("4"))
    assert not taps.end_with(frozenset("35"))
    assert not taps.end_with(frozenset())


@pytest.mark.parametrize(
    ("spot", "squares"), [("d3h", {"d3", "e3"}), ("d3v", {"d3", "d4"}), ("a1h", {"a1", "b1"}), ("d2", {"d2"})]
)
def test_a_barrier_is_tapped_by_the_squares_below_it_or_to_its_left(spot: str, squares: set[str]) -> None:
    assert felt_beside(rules.load("barriers", 2).layout, [spot]) == squares


def test_each_place_is_tapped_alone_where_all_share_one_lamp() -> None:
    assert felt_beside(rules.load("pantry").layout, ["b2"]) == {"b2"}
