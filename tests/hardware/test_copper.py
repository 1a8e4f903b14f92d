"""Distances between pads, tracks and vias."""

from __future__ import annotations

import pytest
from hardware.making.copper import BACK, FRONT, Shape, near, track, turned, via

SQUARE = Shape(((0, 0), (2, 0), (2, 2), (0, 2)), 0)


@pytest.mark.parametrize(
    ("other", "gap"),
    [
        (Shape(((3, 1),), 0.5), 0.5),
        (Shape(((5, 6),), 1), 4),
        (Shape(((4, -5), (4, 5)), 0.25), 1.75),
        (Shape(((1, 1),), 0.1), -0.1),
        (Shape(((-1, 1), (3, 1)), 0), 0),
    ],
    ids=["a disc beside it", "a disc past its corner", "a track past it", "a disc in it", "a track across it"],
)
def test_the_gap_between_a_pad_and_another_shape_is_its_shortest_distance(other: Shape, gap: float) -> None:
    assert SQUARE.gap(other) == other.gap(SQUARE) == pytest.approx(gap)


def test_layers_touch_only_through_a_via() -> None:
    above, below = track("A", FRONT, (0, 0), (5, 0), 0.25), track("A", BACK, (5, 0), (5, 5), 0.25)
    hole = via("A", (5, 0), 0.8)
    assert not above.touches(below)
    assert above.touches(hole)
    assert hole.touches(below)


def test_near_gives_each_pair_once() -> None:
    row = [via("A", (float(x), 0), 0.8) for x in range(4)]
    assert [(one.shape.points[0][0], two.shape.points[0][0]) for one, two in near(row, 0.3)] == [(0, 1), (1, 2), (2, 3)]


def test_turning_is_counterclockwise_with_y_down() -> None:
    assert turned((1, 0), 90) == pytest.approx((0, -1))
