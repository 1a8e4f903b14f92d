"""Solids in flat colours, as rows of dashes that lie under the lines of a picture.

What is nearest is found spot by spot on a grid, so that nothing shines through, however parts reach round each other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import numpy as np
from build123d import Part
from hardware.making.printed.checks import forget_mesh
from hardware.making.printed.pictures import Point, View, seen_at

FINE = 0.5
"""mm from one row to the next."""
SEAM = 0.2
"""mm by which a dash goes on under the next."""
ROUGH = (0.1, 0.35)
"""How far a facet may be off the true surface, and how many radians one turns."""
TONES = 6
DARKEST, BRIGHTEST = 0.66, 1.06
LIGHT = np.array([-0.35, -0.5, 0.8]) / math.hypot(0.35, 0.5, 0.8)

Box = tuple[Point, Point]


def shades(solids: Mapping[str, Part], colours: Mapping[str, str], view: View, look_at: View, box: Box) -> list[str]:
    """Dashes in the colours of the solids, each of them lighter where it looks up; `box` is the picture's corners."""
    (left, top), (right, bottom) = box
    wide, high = math.ceil((right - left) / FINE), math.ceil((bottom - top) / FINE)
    near = np.full((high, wide), -math.inf)
    tint = np.full((high, wide), -1)
    palette: list[str] = []
    across, up = (np.array(_axis(axis, view)) for axis in ("across", "up"))
    toward = np.cross(across, -up)
    for name, solid in solids.items():
        forget_mesh(solid)
        points, facets = solid.tessellate(*ROUGH)
        corners = np.array([(at.X, at.Y, at.Z) for at in points])[np.array(facets)]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        long = np.linalg.norm(normals, axis=1)
        seen = (long > 1e-9) & (normals @ toward > 0)
        flat = corners[seen] - np.array(look_at)
        columns, rows = (flat @ across - left) / FINE, (flat @ up - top) / FINE
        tones = np.round(((normals[seen] / long[seen, None]) @ LIGHT + 1) / 2 * (TONES - 1)).astype(int)
        start = len(palette)
        palette += [_toned(colours[name], tone) for tone in range(TONES)]
        for x, y, depth, tone in zip(columns, rows, flat @ toward, tones, strict=True):
            _fill(near, tint, x, y, depth, start + int(tone))
    return list(_dashes(tint, palette, (left, top)))


def _axis(which: str, view: View) -> tuple[float, float, float]:
    """How far to the right or down one millimetre along x, y and z goes."""
    n = 0 if which == "across" else 1
    return (
        seen_at((1, 0, 0), view, (0, 0, 0))[n],
        seen_at((0, 1, 0), view, (0, 0, 0))[n],
        seen_at((0, 0, 1), view, (0, 0, 0))[n],
    )


def _fill(near: np.ndarray, tint: np.ndarray, x: np.ndarray, y: np.ndarray, depth: np.ndarray, colour: int) -> None:
    """A triangle, wherever nothing nearer is drawn yet."""
    high, wide = near.shape
    left, right = max(0, math.floor(x.min())), min(wide, math.ceil(x.max()) + 1)
    top, bottom = max(0, math.floor(y.min())), min(high, math.ceil(y.max()) + 1)
    area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0])
    if left >= right or top >= bottom or abs(area) < 1e-9:
        return
    column, row = np.arange(left, right) + 0.5, (np.arange(top, bottom) + 0.5)[:, None]
    one = ((x[1] - column) * (y[2] - row) - (x[2] - column) * (y[1] - row)) / area
    two = ((x[2] - column) * (y[0] - row) - (x[0] - column) * (y[2] - row)) / area
    three = 1 - one - two
    at = one * depth[0] + two * depth[1] + three * depth[2]
    window = (slice(top, bottom), slice(left, right))
    nearer = (one >= -1e-6) & (two >= -1e-6) & (three >= -1e-6) & (at > near[window])
    near[window][nearer] = at[nearer]
    tint[window][nearer] = colour


def _dashes(tint: np.ndarray, palette: list[str], corner: Point) -> Iterator[str]:
    """One path a colour, as long as it is seen."""
    paths: dict[str, list[str]] = {}
    for row, colours in enumerate(tint.tolist()):
        start = 0
        for end in range(1, len(colours) + 1):
            if end == len(colours) or colours[end] != colours[start]:
                if colours[start] >= 0:
                    x, y = corner[0] + start * FINE, corner[1] + (row + 0.5) * FINE
                    paths.setdefault(palette[colours[start]], []).append(
                        f"M{x:.1f} {y:.1f}h{(end - start) * FINE + SEAM:.1f}"
                    )
                start = end
    for colour in sorted(paths):
        yield f"<path d='{''.join(paths[colour])}' stroke='{colour}' stroke-width='{FINE * 1.25:g}'/>"


def _toned(colour: str, tone: int) -> str:
    bright = DARKEST + (BRIGHTEST - DARKEST) * tone / (TONES - 1)
    parts = (min(255, round(int(colour[n : n + 2], 16) * bright)) for n in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in parts)
