"""The geometry of a printed board. board/page/geometry.js computes the same for the page, from the same places."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from mouseboard.board.board import BARS
from mouseboard.board.fields import Board, PlaceShown

Box = tuple[float, float, float, float]
"""Left, bottom, width, height."""

BESIDE = ("room", "trap", "slot")
"""Kinds that no mouse walks over."""


def pitch_of(places: Sequence[PlaceShown]) -> float:
    """Return the distance between neighbouring places, at most 200 mm."""
    spots = [place.at for place in places if place.kind not in (*BARS, "slot")]
    return min([200.0, *(math.dist(one, other) for one, other in combinations(spots, 2) if one != other)])


def road_of(places: Sequence[PlaceShown], pitch: float) -> list[tuple[PlaceShown, PlaceShown]]:
    """Return the road as pairs of neighbouring places. Its last place leads back to the first, or a wheel to Safe."""
    walked = [place for place in places if place.kind not in BESIDE]
    pairs = list(pairwise(walked))
    if len(walked) > 2:
        is_wheel = walked[-1].kind == "wheel"
        back = next((place for place in walked if place.kind == "safe"), None) if is_wheel else walked[0]
        pairs += [(walked[-1], back)] if back else []
    return [(one, other) for one, other in pairs if math.dist(one.at, other.at) < 1.5 * pitch]


def free_boxes(board: Board, pitch: float) -> Iterator[Box]:
    """Yield rectangles free of places: the highest for each span of columns and top edge, on a grid of half pitches."""
    step = pitch / 2
    columns, rows = (int(side / step) for side in board.size)
    heights = [0] * columns
    for row in range(rows):
        for column in range(columns):
            spot = ((column + 0.5) * step, (row + 0.5) * step)
            heights[column] = heights[column] + 1 if _is_free(board.places, spot, 0.6 * pitch) else 0
        for left in range(columns):
            for right in range(left + 1, columns + 1):
                if high := min(heights[left:right]):
                    yield left * step, (row + 1 - high) * step, (right - left) * step, high * step


def _is_free(places: Sequence[PlaceShown], spot: tuple[float, float], reach: float) -> bool:
    return all(max(abs(place.at[0] - spot[0]), abs(place.at[1] - spot[1])) > reach for place in places)
