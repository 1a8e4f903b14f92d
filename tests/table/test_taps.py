"""A wand touches places; a hand that moves a mouse does not."""

from __future__ import annotations

import pytest

from mouseboard import rules
from mouseboard.table.taps import Taps, felt_beside


def touched(*occupancies: str, standing: str = "17") -> tuple[str, ...]:
    """The places touched after these occupancies, each a letter a place."""
    taps = Taps(frozenset(standing))
    for occupancy in occupancies:
        taps.see(frozenset(occupancy))
    return taps.places


@pytest.mark.parametrize(
    ("occupancies", "places"),
    [
        (("173", "17"), "3"),
        (("173", "17", "174", "17"), "34"),
        (("173", "173", "17"), "3"),  # bounce, or other news meanwhile
        (("17", "17"), ""),
        (("173",), ""),  # not yet
        (("7", "17"), "1"),  # a mouse lifted and put back
        (("7", "72", "7", "17"), ""),  # a mouse put elsewhere, and back
        (("173", "17", "7", "72", "17"), ""),  # a person who moves a mouse points no more
        (("173", "1734", "174", "17"), ""),  # two at once
        (("173", "17", "7", "72", "17", "174", "17"), "4"),  # and begins again when all stands right again
    ],
)
def test_a_place_that_changes_and_changes_back_was_touched(occupancies: tuple[str, ...], places: str) -> None:
    assert touched(*occupancies) == tuple(places)


def test_the_places_touched_last_count_in_any_order() -> None:
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
def test_a_barrier_is_touched_by_the_squares_below_it_or_to_its_left(spot: str, squares: set[str]) -> None:
    assert felt_beside(rules.load("barriers", 2).layout, [spot]) == squares


def test_where_all_places_share_the_only_lamp_each_is_touched_alone() -> None:
    assert felt_beside(rules.load("pantry").layout, ["b2"]) == {"b2"}
