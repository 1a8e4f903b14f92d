"""What a layout for `morris` must contain: the 24 points, and the 16 lines of three."""

from __future__ import annotations

from mouseboard.layouts import Layout
from mouseboard.say import quoted

_ACROSS = ("a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "a4 b4 c4", "e4 f4 g4", "c5 d5 e5", "b6 d6 f6", "a7 d7 g7")
_UP = ("a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7")
LINES = tuple(tuple(line.split()) for line in (*_ACROSS, *_UP))
"""The lines, each with its three points. A line that one side holds is a mill."""

POINTS = tuple(sorted({point for line in LINES for point in line}))

NEAR = {
    point: tuple(
        sorted(
            other
            for line in LINES
            if point in line
            for other in line
            if abs(line.index(point) - line.index(other)) == 1
        )
    )
    for point in POINTS
}
"""The points beside each point along its lines."""

MILLS = {point: tuple(line for line in LINES if point in line) for point in POINTS}
"""The two lines through each point."""


def check(layout: Layout) -> None:
    """Refuse a layout that `morris` cannot be played on. Raises BadLayout."""
    layout.check_game("morris")
    layout.check_kinds(("point",))
    for i, place in enumerate(layout.place):
        if place.name not in NEAR:
            layout.refuse(f"{quoted(place.name)} is none of the 24 points a1 to g7", i, "name")
    missing = [point for point in POINTS if point not in layout.by_name]
    if missing:
        layout.refuse(f"{missing[0]} is missing; there are 24 points", field="place")
    if sorted(map(sorted, layout.lines)) != sorted(map(sorted, LINES)):
        layout.refuse(f"there must be the 16 lines {' '.join(map('-'.join, LINES))}", field="edge")
