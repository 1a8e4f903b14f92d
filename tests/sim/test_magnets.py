import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mouseboard.sim.magnets import (
    FAR_MM,
    HIGH_MM,
    OPERATE,
    STRONG,
    TURNED,
    WEAK,
    Magnet,
    Motion,
    Point,
    Rating,
    first_change,
)

REED = Point(0, 0)
EAGER, SLUGGISH = Rating(operate=15, release=6), Rating(operate=20, release=12)  # the limits of the drawn reeds

metres = st.floats(-200, 200)
points = st.builds(Point, metres, metres, st.floats(0, 100))


def reach(magnet: Magnet, rating: Rating, closed: bool) -> float:
    """Return the largest distance in mm at which the magnet closes the reed, or holds it closed."""
    tenths = (tenth / 10 for tenth in range(600))
    return next(off for off in tenths if not rating.closes(closed, magnet.felt(off, 0)))


def test_a_magnet_on_the_board_closes_its_reed_within_10_or_11_mm_depending_on_the_reed() -> None:
    assert reach(STRONG, SLUGGISH, closed=False) == pytest.approx(10.0, abs=0.15)
    assert reach(STRONG, EAGER, closed=False) == pytest.approx(11.0, abs=0.15)


def test_a_magnet_holds_a_closed_reed_for_2_or_3_mm_more() -> None:
    assert reach(STRONG, SLUGGISH, closed=True) == pytest.approx(11.7, abs=0.15)
    assert reach(STRONG, EAGER, closed=True) == pytest.approx(13.7, abs=0.15)


def test_no_reed_feels_a_magnet_where_its_field_changes_sign() -> None:
    assert STRONG.felt(17, 0) > 0 > STRONG.felt(19, 0)
    assert abs(STRONG.felt(18, 0)) < 0.2


def test_a_magnet_s_reversed_field_is_too_weak_to_hold_a_reed() -> None:
    ring = [STRONG.felt(off, 0) for off in range(19, 60)]
    assert -2 < min(ring) < max(ring) < 0


def test_a_weak_magnet_must_come_nearer() -> None:
    assert reach(WEAK, SLUGGISH, closed=False) == pytest.approx(4.6, abs=0.15)
    assert reach(WEAK, EAGER, closed=False) == pytest.approx(5.8, abs=0.15)


def test_a_reed_opens_when_its_centred_mouse_is_lifted_by_1_to_3_cm() -> None:
    for rating in (SLUGGISH, EAGER):
        assert rating.closes(True, STRONG.felt(0, 10))
        assert not rating.closes(True, STRONG.felt(0, 25))


def test_a_magnet_upside_down_is_felt_but_weakens_another() -> None:
    assert EAGER.closes(False, TURNED.felt(0, 0))
    assert not EAGER.closes(True, TURNED.felt(3, 0) + STRONG.felt(3, 0))


def test_a_mouse_half_way_between_two_places_of_the_reference_table_closes_no_reed() -> None:
    assert not EAGER.closes(True, STRONG.felt(20, 0))


def test_a_magnet_far_away_or_high_above_is_not_felt() -> None:
    assert STRONG.felt(FAR_MM, 0) == STRONG.felt(0, HIGH_MM) == 0
    assert abs(STRONG.felt(FAR_MM - 1, 0)) < 0.5
    assert abs(STRONG.felt(0, HIGH_MM - 1)) < 3


def test_reeds_are_drawn_within_their_limits_and_the_same_for_the_same_seed() -> None:
    drawn = [Rating.drawn(Random(f"{seed}/ratings")) for seed in range(300)]
    assert drawn == [Rating.drawn(Random(f"{seed}/ratings")) for seed in range(300)]
    assert all(15 <= one.operate <= 20 and 0.4 <= one.release / one.operate <= 0.6 for one in drawn)
    assert max(one.operate for one in drawn) - min(one.operate for one in drawn) > 0.9 * (OPERATE[1] - OPERATE[0])


@given(st.floats(0, 59), st.floats(0, 39), st.floats(-30, 130))
def test_a_magnet_beyond_its_reach_is_felt_less(offset: float, height: float, felt: float) -> None:
    if math.hypot(offset, height) > STRONG.reach(felt):
        assert abs(STRONG.felt(offset, height)) < max(felt, 0) + 1e-9


@given(points, points, st.lists(points))
def test_a_motion_never_comes_near_a_reed_that_it_does_not_pass(start: Point, end: Point, reeds: list[Point]) -> None:
    motion = Motion(start, end, began=0, took=1)
    spared = set(range(len(reeds))) - set(motion.passes(reeds, FAR_MM))
    assert [i for i in spared if motion.within(reeds[i], FAR_MM)] == []


@given(points, points, st.floats(0, 1))
def test_a_foot_is_near_a_reed_only_within_the_computed_time(start: Point, end: Point, share: float) -> None:
    motion, radius, time = Motion(start, end, began=5, took=2), 30.0, 5 + 2 * share
    span = motion.within(REED, radius)
    if math.dist(motion.at(time), REED) < radius - 1e-6:
        assert span
        assert 5 <= span[0] <= time <= span[1] <= 7


@pytest.mark.parametrize("way", [0.0, 5e-324, 1e-200])
def test_a_foot_that_hardly_moves_near_a_reed_is_near_it_all_the_time(way: float) -> None:
    assert Motion(Point(0, 0), Point(way, 0), began=5, took=2).within(REED, 30) == (5, 7)


def test_a_passing_foot_is_near_a_reed_from_its_arrival_to_its_departure() -> None:
    by = Motion(Point(-100, 18), Point(100, 18), began=5, took=2)
    assert by.within(REED, 30) == pytest.approx((6 - 0.24, 6 + 0.24))
    assert by.within(REED, 18) is None


def test_a_change_is_found_to_a_tenth_of_a_millisecond() -> None:
    moment = first_change(lambda time: time > 1.23456, start=0, end=5, step=0.3)
    assert moment == pytest.approx(1.23456, abs=1e-4)
    assert moment is not None
    assert moment > 1.23456
    assert first_change(lambda time: time > 6, start=0, end=5, step=0.3) is None
