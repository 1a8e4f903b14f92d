"""The occupied places, updated contact by contact, compared with a look at all contacts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mouseboard import layouts
from mouseboard.layouts import Layout, Place
from mouseboard.table.occupancy import Occupancy

LONG = Layout(
    "",
    "one long place and a short one",
    "for tests",
    (120.0, 40.0),
    4,
    2,
    (Place("long", (40.0, 20.0), sensors=(0, 1), lamps=(0,)), Place("short", (100.0, 20.0), sensors=(3,), lamps=(1,))),
)


def looked_at(layout: Layout, closed: set[int]) -> frozenset[str]:
    return frozenset(place.name for place in layout.place if closed & set(place.sensors))


@given(st.sets(st.integers(0, 5)), st.lists(st.tuples(st.integers(0, 5), st.booleans())))
def test_the_occupancy_always_equals_a_look_at_all_contacts(start: set[int], changes: list[tuple[int, bool]]) -> None:
    occupancy, closed = Occupancy(LONG), set(start)
    occupancy.reset(closed)
    for sensor, closes in changes:
        before = occupancy.occupied
        changed = occupancy.change(sensor, closes)
        closed = closed | {sensor} if closes else closed - {sensor}
        assert occupancy.occupied == looked_at(LONG, closed)
        assert before ^ occupancy.occupied == ({changed} if changed else set())


def test_a_second_sensor_under_one_place_changes_nothing() -> None:
    occupancy = Occupancy(LONG)
    assert [occupancy.change(*change) for change in ((0, True), (1, True), (0, False), (1, False))] == [
        "long",
        None,
        None,
        "long",
    ]


@pytest.mark.parametrize("name", layouts.shipped())
def test_each_sensor_of_a_shipped_layout_means_its_place(name: str) -> None:
    layout = layouts.load(name)
    occupancy = Occupancy(layout)
    for place in layout.place:
        for sensor in place.sensors:
            occupancy.reset({sensor})
            assert occupancy.occupied == {place.name}
