"""Where a point of a photograph lies on the board: perspective and lens distortion, fitted to known points.

A camera sees a flat board through a homography, which has eight numbers. Its lens moves points far from the picture's
middle inwards (barrel distortion) or outwards. One more number k describes that: x becomes x (1 + k r²), with r in half
diagonals of the picture. The nine are fitted by least squares (Gauss-Newton with Levenberg-Marquardt damping). The
errors are minimised in pixels, because that is where clicks miss.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from mouseboard.photo.algebra import Row, inverse, normal, solve

Point = tuple[float, float]
Pair = tuple[Point, Point]
"""Millimetres on the board, pixels of the photograph."""

LEAST = 4
"""Fewest known points that determine the perspective."""
ENOUGH = 8
"""With this many known points the lens is fitted too, and equations are left over to judge the fit."""
ROUNDS = 60
STEP = 1e-6
"""For numerical derivatives, in units that make the board and the picture about 1 large."""


class Unclear(ValueError):
    """Points that do not determine where the camera was."""


@dataclass(frozen=True)
class Frame:
    """The middle and size of the board or the picture. It scales coordinates to about 1."""

    size: tuple[float, float]

    @property
    def reach(self) -> float:
        """Half the diagonal, in millimetres or pixels."""
        return math.hypot(*self.size) / 2

    def small(self, at: Point) -> Point:
        return (at[0] - self.size[0] / 2) / self.reach, (at[1] - self.size[1] / 2) / self.reach

    def large(self, at: Point) -> Point:
        return at[0] * self.reach + self.size[0] / 2, at[1] * self.reach + self.size[1] / 2


@dataclass(frozen=True)
class Camera:
    """Nine fitted numbers, and the points they were fitted to."""

    board: Frame
    picture: Frame
    numbers: tuple[float, ...]
    """The homography's rows without its last number, which is 1; then k."""
    pairs: tuple[Pair, ...]
    spread: list[Row]
    """The covariance of the fitted numbers, for clicks with a standard deviation of one `picture.reach`."""

    def pixel(self, at: Point) -> Point:
        """Return the pixel at which a point of the board is seen."""
        return self.picture.large(_seen(self.numbers, self.board.small(at)))

    def place(self, pixel: Point) -> Point:
        """Return the point of the board that a pixel shows, in millimetres."""
        return self.board.large(_shown(self.numbers, self.picture.small(pixel)))

    @cached_property
    def misses(self) -> list[float]:
        """Distance of each known point from its click, mapped by this camera, in millimetres."""
        return [math.dist(at, self.place(pixel)) for at, pixel in self.pairs]

    @cached_property
    def without(self) -> list[Camera]:
        """For each known point, the camera fitted without it; empty if too few points would be left."""
        if len(self.pairs) <= ENOUGH:
            return []
        return [fit(self.board, self.picture, self.pairs[:n] + self.pairs[n + 1 :]) for n in range(len(self.pairs))]

    @cached_property
    def left_out(self) -> list[float]:
        """Distance of each known point from its click, mapped by the camera fitted without it, in millimetres."""
        return [math.dist(at, other.place(pixel)) for other, (at, pixel) in zip(self.without, self.pairs, strict=False)]

    @cached_property
    def slip(self) -> float:
        """Standard deviation of clicks in one direction, in pixels, from the residuals; 0 with too few points."""
        spare = 2 * len(self.pairs) - len(self.spread)
        squares = sum(math.dist(self.pixel(at), pixel) ** 2 for at, pixel in self.pairs)
        return math.sqrt(squares / spare) if spare > 0 else 0.0

    def expected(self, at: Point, slip: float) -> float:
        """Return the root mean square error of a place there, in millimetres, if clicks miss by `slip` pixels.

        Two errors add up: that of the click on the place, and those of the clicks on the known points, which move the
        place through the fitted numbers.
        """
        if slip == 0:
            return 0.0
        pixel = self.pixel(at)
        moved = [self.place((pixel[0] + dx, pixel[1] + dy)) for dx, dy in ((1, 0), (0, 1))]
        own = sum(math.dist(at, spot) ** 2 for spot in moved)
        gradient = [self._nudged(n).place(pixel) for n in range(len(self.spread))]
        slopes = [[(spot[axis] - at[axis]) / STEP for spot in gradient] for axis in (0, 1)]
        carried = sum(
            slope[a] * self.spread[a][b] * slope[b]
            for slope in slopes
            for a in range(len(slope))
            for b in range(len(slope))
        )
        return slip * math.sqrt(own + carried / self.picture.reach**2)

    def _nudged(self, n: int) -> Camera:
        numbers = tuple(value + STEP * (m == n) for m, value in enumerate(self.numbers))
        return replace(self, numbers=numbers)


def fit(board: Frame, picture: Frame, pairs: Sequence[Pair]) -> Camera:
    """Return the camera that fits these points best. Raises Unclear."""
    if len(pairs) < LEAST:
        raise Unclear
    known = [(board.small(at), picture.small(pixel)) for at, pixel in pairs]
    unknowns = 9 if len(pairs) >= ENOUGH else 8
    try:
        numbers = _refined([*_straight(known), 0.0], known, unknowns)
        spread = inverse(normal(*_slopes(numbers, known, unknowns))[0])
        camera = Camera(board, picture, tuple(numbers), tuple(pairs), spread)
        _ = camera.misses
    except ArithmeticError as error:
        raise Unclear from error
    return camera


def _straight(known: Sequence[Pair]) -> Row:
    """Solve linear equations for the homography alone, without the lens."""
    rows, right = [], []
    for (x, y), (u, v) in known:
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    return solve(*normal(rows, right))


def _refined(numbers: Row, known: Sequence[Pair], unknowns: int) -> Row:
    """Improve the first `unknowns` numbers until the error falls no more, in ROUNDS at most."""
    damping, error = 1e-3, _error(numbers, known)
    for _ in range(ROUNDS):
        squares, pull = normal(*_slopes(numbers, known, unknowns))
        for n in range(unknowns):
            squares[n][n] *= 1 + damping
        change = solve(squares, pull)
        tried = [value + step for value, step in zip(numbers, [*change, *[0.0] * (9 - unknowns)], strict=True)]
        better = _error(tried, known)
        if better < error:
            settled = error - better < 1e-16
            numbers, error, damping = tried, better, damping / 5
            if settled:
                break
        else:
            damping *= 5
    return numbers


def _error(numbers: Sequence[float], known: Sequence[Pair]) -> float:
    return sum(math.dist(_seen(numbers, at), pixel) ** 2 for at, pixel in known)


def _slopes(numbers: Row, known: Sequence[Pair], unknowns: int) -> tuple[list[Row], Row]:
    """Return the derivatives of each pixel coordinate by each number, and the residuals."""
    rows: list[Row] = []
    right: Row = []
    for at, pixel in known:
        here = _seen(numbers, at)
        nudged = [_seen([v + STEP * (m == n) for m, v in enumerate(numbers)], at) for n in range(unknowns)]
        for axis in (0, 1):
            rows.append([(spot[axis] - here[axis]) / STEP for spot in nudged])
            right.append(pixel[axis] - here[axis])
    return rows, right


def _seen(numbers: Sequence[float], at: Point) -> Point:
    """Return where the picture shows a point of the board: by the homography, then bent by the lens."""
    a, b, c, d, e, f, g, h, k = numbers
    x, y = at
    depth = g * x + h * y + 1
    u, v = (a * x + b * y + c) / depth, (d * x + e * y + f) / depth
    bend = 1 + k * (u * u + v * v)
    return u * bend, v * bend


def _shown(numbers: Sequence[float], pixel: Point) -> Point:
    """Invert `_seen`; the lens is undone by iteration."""
    a, b, c, d, e, f, g, h, k = numbers
    u, v = pixel
    for _ in range(20):
        bend = 1 + k * (u * u + v * v)
        u, v = pixel[0] / bend, pixel[1] / bend
    x, y = solve([[a - g * u, b - h * u], [d - g * v, e - h * v]], [u - c, v - f])
    return x, y
