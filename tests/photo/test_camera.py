"""How accurately a photograph measures a board, tested against a known camera."""

from __future__ import annotations

import math
from random import Random
from statistics import mean

import pytest
from tests.photo.camera import Pinhole, Point, known_points, off

from mouseboard.photo.camera import Camera, Frame, Unclear, fit

BOARD = (594.0, 420.0)
PHOTO = Pinhole(BOARD)
"""A camera with 12 million pixels and the distortion k1 = -0.08."""
FRAMES = Frame(BOARD), Frame(PHOTO.picture)
NINE = known_points(BOARD)
EIGHT = [at for at in NINE if at != (297, 210)]
CORNERS = [at for at in NINE if at[0] != 297 and at[1] != 210]
SEEDS = range(40)


def fitted(points: list[Point], by: float, rng: Random) -> Camera:
    return fit(*FRAMES, [(at, off(PHOTO.pixel(at), by, rng)) for at in points])


def errors(points: list[Point], by: float, seed: int) -> list[float]:
    """Return the errors of fifty measured places in millimetres, when every click misses by `by` pixels."""
    rng = Random(f"clicks {seed}")
    camera = fitted(points, by, rng)
    places = [(rng.uniform(0, BOARD[0]), rng.uniform(0, BOARD[1])) for _ in range(50)]
    return [math.dist(at, camera.place(off(PHOTO.pixel(at), by, rng))) for at in places]


@pytest.mark.parametrize(("points", "worst"), [(NINE, 1.8), (EIGHT, 2.0)], ids=["nine points", "eight points"])
def test_clicks_that_miss_by_3_pixels_find_places_within_2_mm(points: list[Point], worst: float) -> None:
    found = [errors(points, 3, seed) for seed in SEEDS]
    assert mean(map(mean, found)) < 0.8
    assert max(map(max, found)) < worst


def test_the_lens_would_cost_millimetres_if_it_were_not_corrected() -> None:
    found = [errors(CORNERS, 3, seed) for seed in SEEDS]
    assert mean(map(mean, found)) > 2.5


@pytest.mark.parametrize("k1", [-0.2, -0.08, 0, 0.05])
def test_exact_clicks_are_found_exactly_whatever_the_lens_bends(k1: float) -> None:
    photo = Pinhole(BOARD, k1=k1)
    camera = fit(*FRAMES, [(at, photo.pixel(at)) for at in NINE])
    for at in [(30, 400), (297, 210), (550.5, 13.25)]:
        assert camera.place(photo.pixel(at)) == pytest.approx(at, abs=0.001)
        assert camera.pixel(at) == pytest.approx(photo.pixel(at), abs=0.01)


def test_misses_tell_how_well_hands_clicked() -> None:
    slips = [fitted(NINE, 3, Random(seed)).slip for seed in SEEDS]
    assert mean(slips) == pytest.approx(3 / math.sqrt(2), rel=0.1)


def test_what_is_expected_is_what_happens() -> None:
    camera = fitted(NINE, 0, Random(0))
    rngs = [Random(seed) for seed in range(150)]
    cameras = [fitted(NINE, 3, rng) for rng in rngs]
    for at in [(0.0, 0.0), (150.0, 210.0), (594.0, 420.0)]:
        places = [one.place(off(PHOTO.pixel(at), 3, rng)) for one, rng in zip(cameras, rngs, strict=True)]
        scatter = math.sqrt(mean(math.dist(at, place) ** 2 for place in places))
        assert camera.expected(at, 3 / math.sqrt(2)) == pytest.approx(scatter, rel=0.15)


def test_a_point_that_is_left_out_is_found_by_the_others() -> None:
    found = [max(fitted(NINE, 3, Random(seed)).left_out) for seed in range(8)]
    assert 1 < mean(found) < 4
    assert fitted(EIGHT, 3, Random(0)).left_out == []


@pytest.mark.parametrize(
    "points",
    [
        CORNERS[:3],
        [(x, 210) for x in (0, 100, 200, 300, 594)],
        [(0, 0)] * 9,
    ],
    ids=["too few", "in a line", "one and the same"],
)
def test_points_that_settle_nothing_are_unclear(points: list[Point]) -> None:
    with pytest.raises(Unclear):
        fitted(points, 0, Random(0))
