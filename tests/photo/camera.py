"""A textbook camera for tests: a pinhole and a lens with distortion. It shares no code with the real one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

Point = tuple[float, float]


@dataclass(frozen=True)
class Pinhole:
    """A camera that looks down at a board at an angle. `board` is its width and height in millimetres."""

    board: tuple[float, float]
    picture: tuple[int, int] = (4000, 3000)
    focal: float = 3100
    """In pixels."""
    k1: float = -0.08
    """Radial distortion, in the picture's plane at distance 1; a negative value bends inwards."""
    tilt: float = 24
    turn: float = 7
    """Both angles in degrees."""
    distance: float = 620
    """In millimetres, from the board's middle."""

    def pixel(self, at: Point) -> Point:
        x, y = at[0] - self.board[0] / 2, at[1] - self.board[1] / 2
        a, b = math.radians(self.turn), math.radians(self.tilt)
        x, y = x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a)
        right, down, away = x, -y * math.cos(b), self.distance + y * math.sin(b)
        u, v = right / away, down / away
        bend = 1 + self.k1 * (u * u + v * v)
        return self.picture[0] / 2 + self.focal * u * bend, self.picture[1] / 2 + self.focal * v * bend


def off(pixel: Point, by: float, rng: Random) -> Point:
    """Return a click that misses the pixel by `by` pixels, in a random direction."""
    angle = rng.uniform(0, math.tau)
    return pixel[0] + by * math.cos(angle), pixel[1] + by * math.sin(angle)


def known_points(board: tuple[float, float]) -> list[Point]:
    """Return the corners, the middles of the sides, and the middle."""
    width, height = board
    return [(x * width, y * height) for y in (0, 0.5, 1) for x in (0, 0.5, 1)]
