import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mouseboard.sim.magnets import STRONG, WEAK, Magnet, Motion, Point, distance, feels, standing

REED = Point(0, 0)
metres = st.floats(-200, 200)
points = st.builds(Point, metres, metres, st.floats(0, 100))


def closes(foot: Point, magnet: Magnet = STRONG) -> bool:
    return feels(False, [(distance(foot, REED), magnet)])


def holds(foot: Point, magnet: Magnet = STRONG) -> bool:
    return feels(True, [(distance(foot, REED), magnet)])


def test_a_magnet_on_the_board_closes_a_reed_within_11_mm() -> None:
    assert closes(Point(10.9, 0))
    assert not closes(Point(11.1, 0))


def test_it_holds_a_closed_reed_to_17_mm() -> None:
    assert holds(Point(0, 16.9))
    assert not holds(Point(0, 17.1))


def test_a_weak_magnet_must_come_nearer() -> None:
    assert not closes(Point(6, 0), WEAK)
    assert closes(Point(4, 0), WEAK)


def test_lifting_a_mouse_by_a_centimetre_opens_its_reed() -> None:
    assert holds(Point(0, 0, 9))
    assert not holds(Point(0, 0, 10))


def test_half_way_between_two_places_of_the_reference_table_no_reed_is_closed() -> None:
    assert not holds(Point(20, 0))


@given(points, points, st.lists(points))
def test_a_reed_that_is_not_passed_is_not_crossed(start: Point, end: Point, reeds: list[Point]) -> None:
    motion, radius = Motion(start, end, began=0, took=1), STRONG.balls[1]
    spared = set(range(len(reeds))) - set(motion.passes(reeds, radius))
    assert [i for i in spared if motion.crossings(reeds[i]._replace(z=0), radius)] == []


def test_a_piece_that_stands_crosses_nothing() -> None:
    assert standing(Point(11, 0)).crossings(REED, STRONG.balls[0]) == []


@given(points, points)
def test_at_a_crossing_the_foot_is_on_the_ball(start: Point, end: Point) -> None:
    motion = Motion(start, end, began=5, took=2)
    radius = STRONG.balls[1]
    for moment in motion.crossings(REED, radius):
        assert 5 <= moment <= 7
        assert distance(motion.at(moment), REED) == pytest.approx(radius, abs=1e-3)


@given(points, points)
def test_between_two_looks_on_different_sides_of_the_ball_there_is_a_crossing(start: Point, end: Point) -> None:
    motion = Motion(start, end, began=0, took=1)
    radius = STRONG.balls[0]
    inside = [distance(motion.at(moment), REED) - radius for moment in (0.0, 1.0)]
    if math.prod(inside) < -1e-6:
        assert len(motion.crossings(REED, radius)) == 1
