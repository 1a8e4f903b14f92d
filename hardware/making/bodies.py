"""The room that a part takes on a perfboard, from the drawing of its body in its KiCad footprint (layer F.Fab).

A body is a rectangle: left, upper, right and lower edge in mm. y points down, as in KiCad and in the drawings of the
perfboards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import dist

from hardware.making import footprints
from hardware.making.sexpr import Node, child, children, numbers, parse, word, words

Point = tuple[float, float]
Rect = tuple[float, float, float, float]
LEAD = 0.4
"""Radius in mm of a wire in its hole."""
TURNS = {"down": 0, "left": 1, "up": 2, "right": 3}
"""Quarter turns, clockwise, that bring a footprint's lower side to another. There its wire mouths open."""


def placed(footprint: str, pins: Sequence[Point], face: str | None = None) -> Rect:
    """Return the body of a part whose pins are at these points, its lower side turned to `face` if that is given."""
    pads, body = drawn(footprint)
    turns = range(4) if face is None else (TURNS[face],)
    at = middle(pins)
    _, turned = min(((_turned(pads, turn), _turned(_ends_of(body), turn)) for turn in turns), key=_misfit(pins, at))
    return moved(_bounds(turned), at)


def moved(body: Rect, by: Point) -> Rect:
    """Return a body elsewhere."""
    return body[0] + by[0], body[1] + by[1], body[2] + by[0], body[3] + by[1]


def lead(pin: Point) -> Rect:
    """Return the room of a wire in its hole."""
    return moved((-LEAD, -LEAD, LEAD, LEAD), pin)


def shared(one: Rect, other: Rect) -> float:
    """Return how deep two bodies are in each other, in mm; below 0 they are apart."""
    return min(min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1]))


@cache
def drawn(footprint: str) -> tuple[tuple[Point, ...], Rect]:
    """Return a footprint's pads in the order of their numbers, and its body; both around the middle of the pads."""
    root = parse(footprints.file(footprint).read_text("utf-8"))
    found = {int(words(pad)[0]): _at(pad, "at") for pad in children(root, "pad") if words(pad)[0].isdigit()}
    pads = [found[n] for n in sorted(found)]
    x, y = middle(pads)
    shapes = [ends(one) for name, ends in SHAPES.items() for one in children(root, name) if _is_body(one)]
    body = [at for ends in shapes if not set(ends) & set(pads) for at in ends]  # a line to a pad is a wire
    return tuple((a - x, b - y) for a, b in pads), moved(_bounds(body), (-x, -y))


def _is_body(shape: Node) -> bool:
    return word(shape, "layer") == "F.Fab"


def _at(node: Node, name: str) -> Point:
    x, y, *_ = numbers(node, name)
    return x, y


def _ends(shape: Node) -> list[Point]:
    return [_at(shape, "start"), _at(shape, "end")]


def _arc(shape: Node) -> list[Point]:
    return [*_ends(shape), _at(shape, "mid")]


def _round(shape: Node) -> list[Point]:
    middle = x, y = _at(shape, "center")
    radius = dist(middle, _at(shape, "end"))
    return [(x - radius, y - radius), (x + radius, y + radius)]


def _corners(shape: Node) -> list[Point]:
    return [(float(x), float(y)) for x, y in map(words, children(child(shape, "pts"), "xy"))]


SHAPES: dict[str, Callable[[Node], list[Point]]] = {
    "fp_line": _ends,
    "fp_rect": _ends,
    "fp_arc": _arc,
    "fp_circle": _round,
    "fp_poly": _corners,
}


def _turned(points: Sequence[Point], turns: int) -> Sequence[Point]:
    """Return points after quarter turns, clockwise as seen."""
    for _ in range(turns):
        points = [(-y, x) for x, y in points]
    return points


def _misfit(pins: Sequence[Point], middle: Point) -> Callable[[tuple[Sequence[Point], object]], float]:
    """Return a measure of how badly turned pads meet the pins."""
    own = [(x - middle[0], y - middle[1]) for x, y in pins]
    return lambda turned: sum(dist(pad, pin) ** 2 for pad, pin in zip(turned[0], own, strict=True))


def _ends_of(body: Rect) -> list[Point]:
    return [body[:2], body[2:]]


def middle(points: Sequence[Point]) -> Point:
    """Return the middle between the outermost points."""
    left, top, right, bottom = _bounds(points)
    return (left + right) / 2, (top + bottom) / 2


def _bounds(points: Sequence[Point]) -> Rect:
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across), min(down), max(across), max(down)
