"""Pictures of solids as in a manual: flat colours and visible edges as SVG, in the style of the other drawings.

The edges come from build123d's hidden-line removal. A picture's coordinates are millimetres to the right of and below
the point that the spectator looks at.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from build123d import Compound, Edge, GeomType, Part
from hardware.making.drawing import INK, line
from hardware.making.printed.shading import painted

Point = tuple[float, float]
View = tuple[float, float, float]
"""The spectator's direction, seen from the point that they look at."""

CORNER: View = (70, -100, 70)
FAR = 1000.0
BEND = 0.8
"""mm: nominal length of the straight pieces of a drawn curve."""


def edges(solids: Iterable[Part], view: View = CORNER, look_at: View = (0, 0, 0), width: float = 0.35) -> list[str]:
    """Return the visible edges of solids, as lines."""
    visible, _ = Compound(children=list(solids)).project_to_viewport(_eye(view, look_at), look_at=look_at)
    return sorted(line(_points(edge), INK, width) for edge in visible)


def shaded(
    solids: Sequence[tuple[Part, str]], view: View = CORNER, look_at: View = (0, 0, 0), width: float = 0.35
) -> list[str]:
    """Return solids in their colours, with their visible edges."""
    colours = painted(solids, np.array(_axes(view)), look_at)
    return [*colours, *edges((solid for solid, _ in solids), view, look_at, width)]


def seen_at(point: View, view: View = CORNER, look_at: View = (0, 0, 0)) -> Point:
    """Return where a point in space lies in the picture."""
    right, up, _ = _axes(view)
    offset = [a - b for a, b in zip(point, look_at, strict=True)]
    return sum(a * b for a, b in zip(offset, right, strict=True)), -sum(a * b for a, b in zip(offset, up, strict=True))


def _axes(view: View) -> tuple[View, View, View]:
    """Return the directions to the right, up, and towards the spectator."""
    toward = _unit(view)
    right = _unit((-toward[1], toward[0], 0.0))
    up = (-right[1] * toward[2], right[0] * toward[2], right[1] * toward[0] - right[0] * toward[1])
    return right, up, toward


def _points(edge: Edge) -> list[Point]:
    pieces = 1 if edge.geom_type == GeomType.LINE else max(12, min(48, math.ceil(edge.length / BEND)))
    positions = edge.positions([n / pieces for n in range(pieces + 1)])
    return [(round(at.X, 2) + 0.0, round(-at.Y, 2) + 0.0) for at in positions]


def _eye(view: View, look_at: View) -> View:
    x, y, z = (a + FAR * b for a, b in zip(look_at, _unit(view), strict=True))
    return x, y, z


def _unit(vector: Sequence[float]) -> View:
    length = math.hypot(*vector)
    x, y, z = (part / length for part in vector)
    return x, y, z
