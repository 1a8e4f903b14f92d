"""A camera for tests, as textbooks have it: a pinhole in space, and a lens that bends. It shares nothing with ours."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

Point = tuple[float, float]


@dataclass(frozen=True)
class Pinhole:
    """Looks at a board of so many millimetres from above, aslant."""

    board: tuple[float, float]
    picture: tuple[int, int] = (4000, 3000)
    focal: float = 3100
    """Pixels."""
    k1: float = -0.08
    """In the picture's plane at distance 1; negative bends inwards."""
    tilt: float = 24
    turn: float = 7
    """Degrees."""
    distance: float = 620
    """Millimetres from the board's middle."""

    def pixel(self, at: Point) -> Point:
        x, y = at[0] - self.board[0] / 2, at[1] - self.board[1] / 2
        a, b = math.radians(self.turn), math.radians(self.tilt)
        x, y = x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a)
        right, down, away = x, -y * math.cos(b), self.distance + y * math.sin(b)
        u, v = right / away, down / away
        bend = 1 + self.k1 * (u * u + v * v)
        return self.picture[0] / 2 + self.focal * u * bend, self.picture[1] / 2 + self.focal * v * bend


def off(pixel: Point, by: float, rng: Random) -> Point:
    """Where a hand clicks that misses by so many pixels, in some direction."""
    angle = rng.uniform(0, math.tau)
    return pixel[0] + by * math.cos(angle), pixel[1] + by * math.sin(angle)


def known_points(board: tuple[float, float]) -> list[Point]:
    """Corners, the middles of the sides, and the middle."""
    width, height = board
    return [(x * width, y * height) for y in (0, 0.5, 1) for x in (0, 0.5, 1)]
