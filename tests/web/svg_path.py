"""SVG paths made simple: absolute moves, lines and cubic curves alone, as PDF has them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
COMMAND = re.compile(r"([MLHVCSQTAZ])([^MLHVCSQTAZ]*)", re.I)
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def simple(d: str, matrix: Matrix) -> str:
    """The same path, its points moved by a matrix."""
    return " ".join(
        " ".join([letter, *(f"{round(value, 2):g}" for point in points for value in _moved(point, matrix))])
        for letter, points in _segments(d)
    )


def _moved(point: Point, matrix: Matrix) -> Point:
    (x, y), (a, b, c, d, e, f) = point, matrix
    return a * x + c * y + e, b * x + d * y + f


def _segments(d: str) -> Iterator[tuple[str, list[Point]]]:
    here = start = (0.0, 0.0)
    last_control: Point | None = None
    for letter, values in _commands(d):
        x, y = here if letter.islower() else (0.0, 0.0)
        kind, control = letter.upper(), None
        mirrored = (2 * here[0] - last_control[0], 2 * here[1] - last_control[1]) if last_control else here
        match kind:
            case "M":
                here = start = (x + values[0], y + values[1])
                yield "M", [here]
            case "Z":
                here = start
                yield "Z", []
            case "L" | "H" | "V":
                to = {"L": values, "H": [*values, here[1] - y], "V": [here[0] - x, *values]}[kind]
                here = (x + to[0], y + to[1])
                yield "L", [here]
            case "C" | "S":
                points = [(x + a, y + b) for a, b in zip(values[::2], values[1::2], strict=True)]
                points = points if kind == "C" else [mirrored, *points]
                here, control = points[-1], points[1]
                yield "C", points
            case "Q" | "T":
                control = (x + values[0], y + values[1]) if kind == "Q" else mirrored
                to_point = (x + values[-2], y + values[-1])
                yield "C", [_between(here, control), _between(to_point, control), to_point]
                here = to_point
            case "A":
                to_point = (x + values[5], y + values[6])
                yield from (("C", curve) for curve in _arc(here, values, to_point))
                here = to_point
        last_control = control


def _between(end: Point, control: Point) -> Point:
    """Where a cubic curve has its control point, for a quadratic one's."""
    return end[0] + 2 / 3 * (control[0] - end[0]), end[1] + 2 / 3 * (control[1] - end[1])


def _commands(d: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers, as often as they are repeated."""
    for letter, text in COMMAND.findall(d):
        takes = TAKES[letter.upper()]
        numbers = _flags_apart(text) if takes == 7 else [float(found) for found in NUMBER.findall(text)]
        if not takes:
            yield letter, []
        for n in range(0, len(numbers), takes or 1):
            yield letter if n == 0 or letter not in "Mm" else {"M": "L", "m": "l"}[letter], numbers[n : n + takes]


def _flags_apart(text: str) -> list[float]:
    """The numbers of arcs, whose two flags may stand together with what follows."""
    numbers: list[float] = []
    rest = text.lstrip(" ,")
    while rest:
        found = re.match(r"[01]", rest) if len(numbers) % 7 in (3, 4) else NUMBER.match(rest)
        assert found, text
        numbers.append(float(found[0]))
        rest = rest[found.end() :].lstrip(" ,")
    return numbers


def _arc(start: Point, values: list[float], end: Point) -> Iterator[list[Point]]:
    """An elliptic arc as curves of at most a quarter turn (SVG 2, appendix B.2.4); none here is tilted."""
    rx, ry, tilt, large, sweep = values[:5]
    assert tilt == 0
    hx, hy = (start[0] - end[0]) / 2 / rx, (start[1] - end[1]) / 2 / ry
    away = hx * hx + hy * hy
    if away > 1:
        rx, ry, hx, hy, away = rx * away**0.5, ry * away**0.5, hx / away**0.5, hy / away**0.5, 1
    turn = (-1 if large == sweep else 1) * math.sqrt(max(1 - away, 0) / away)
    cx, cy = turn * hy, -turn * hx
    first = math.atan2(hy - cy, hx - cx)
    whole = math.atan2(-hy - cy, -hx - cx) - first
    whole += 2 * math.pi * (int(sweep and whole < 0) - int(not sweep and whole > 0))
    middle = ((start[0] + end[0]) / 2 + cx * rx, (start[1] + end[1]) / 2 + cy * ry)
    pieces = math.ceil(abs(whole) / (math.pi / 2) - 1e-9)
    step = whole / pieces
    reach = 4 / 3 * math.tan(step / 4)
    for n in range(pieces):
        a, b = first + n * step, first + (n + 1) * step
        unit = [
            (math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a)),
            (math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b)),
            (math.cos(b), math.sin(b)),
        ]
        yield [(middle[0] + rx * x, middle[1] + ry * y) for x, y in unit]
