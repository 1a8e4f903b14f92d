"""Solids in flat colours, drawn under the lines of a picture.

Each sight line of a grid finds the nearest surface and its brightness. Regions of one tone are drawn as paths.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from build123d import Part
from hardware.making.printed.checks import FINE, forget_mesh

LIGHT = np.array([-0.5, 0.75, 0.45]) / math.hypot(0.5, 0.75, 0.45)
"""Direction towards the light: to the right, up, and towards the spectator."""
TONES = 7
DARKEST, BRIGHTEST = 0.62, 1.04
ROUGH = 0.05
"""mm: greatest distance of a drawn facet from the true surface."""
STEP = 0.15
"""mm from one sight line to the next ..."""
FEWEST, MOST = 700, 1200
"""... within these numbers of sight lines along the longer side."""
STRAIGHT = 1.0
"""Grid steps that a region's drawn edge may deviate from its true one."""

Corner = tuple[int, int]


@dataclass(frozen=True)
class Facets:
    """Triangles that face the spectator: each corner's position (right, up, towards the spectator) and brightness."""

    colour: int
    corners: np.ndarray
    light: np.ndarray


def painted(solids: Sequence[tuple[Part, str]], axes: np.ndarray, look_at: Sequence[float]) -> list[str]:
    """Return paths of one colour each. `axes` are the directions right, up and towards the spectator."""
    facets = [
        found for n, (solid, _) in enumerate(solids) for found in _facets(n * TONES, solid, axes, np.array(look_at))
    ]
    every = np.concatenate([some.corners for some in facets])[:, :, :2].reshape(-1, 2)
    low = every.min(axis=0)
    wide = float((every.max(axis=0) - low).max())
    step = min(max(STEP, wide / MOST), wide / FEWEST)
    tones = _nearest(facets, low, step, math.ceil(wide / step) + 3)
    below: dict[str, list[list[Corner]]] = {}  # each solid in its darkest tone, so that no paper shows in seams
    above: dict[str, list[list[Corner]]] = {}
    for n, found in groupby(np.unique(tones[tones >= 0]).tolist(), key=lambda tone: tone // TONES):
        colours = {tone: _toned(solids[n][1], tone % TONES / (TONES - 1)) for tone in found}
        below.setdefault(min(colours.values()), []).extend(_loops(tones // TONES == n))
        for tone, colour in colours.items():
            above.setdefault(colour, []).extend(_loops(tones == tone))
    return [_path(colour, loops, low, step) for layer in (below, above) for colour, loops in sorted(layer.items())]


def _facets(first: int, solid: Part, axes: np.ndarray, look_at: np.ndarray) -> Iterator[Facets]:
    forget_mesh(solid)
    for face in solid.faces():
        points, triangles = face.tessellate(ROUGH, FINE)
        ends = np.array(triangles)
        corners = np.array([(at.X, at.Y, at.Z) for at in points])[ends]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        around = np.zeros((len(points), 3))
        for n in range(3):
            np.add.at(around, ends[:, n], normals)
        around /= np.maximum(np.linalg.norm(around, axis=1), 1e-9)[:, None]
        seen = normals @ axes[2] > 1e-9
        yield Facets(first, (corners[seen] - look_at) @ axes.T, (around @ (LIGHT @ axes))[ends[seen]])


def _nearest(facets: Sequence[Facets], low: np.ndarray, step: float, side: int) -> np.ndarray:
    """Return the tone that each sight line meets first, -1 for none; a border without any is all around."""
    tones, depths = np.full((side, side), -1), np.full((side, side), -np.inf)
    for some in facets:
        grid = (some.corners[:, :, :2] - low) / step + 1
        first, last = np.ceil(grid.min(axis=1)).astype(int), np.floor(grid.max(axis=1)).astype(int)
        for n, ((ax, ay), (bx, by), (cx, cy)) in enumerate(grid.tolist()):
            (left, bottom), (right, top) = first[n].tolist(), last[n].tolist()
            area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
            if left > right or bottom > top or area < 1e-9:
                continue
            x, y = np.arange(left, right + 1)[None, :], np.arange(bottom, top + 1)[:, None]
            b = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
            c = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
            a = 1 - b - c
            depth = some.corners[n, :, 2] @ np.stack([a, b, c]).reshape(3, -1)
            light = some.light[n] @ np.stack([a, b, c]).reshape(3, -1)
            window = slice(bottom, top + 1), slice(left, right + 1)
            nearer = (np.minimum(np.minimum(a, b), c) >= -1e-9) & (depth.reshape(a.shape) > depths[window])
            tone = some.colour + np.clip(np.round((light + 1) / 2 * (TONES - 1)), 0, TONES - 1).astype(int)
            depths[window][nearer] = depth.reshape(a.shape)[nearer]
            tones[window][nearer] = tone.reshape(a.shape)[nearer]
    return tones


def _loops(region: np.ndarray) -> Iterator[list[Corner]]:
    """Yield a region's outlines as corners between the grid's cells, with the region to their left."""
    after: dict[Corner, list[Corner]] = {}
    rows, columns = (np.flatnonzero(region.any(axis=axis)) for axis in (1, 0))
    top, left = int(rows[0]) - 1, int(columns[0]) - 1
    region = region[top : rows[-1] + 2, left : columns[-1] + 2]
    rises, falls = np.diff(region.astype(int), axis=0), np.diff(region.astype(int), axis=1)
    for row, column in np.argwhere(rises).tolist():
        x, y = left + column, top + row + 1
        start, end = ((x, y), (x + 1, y)) if rises[row, column] > 0 else ((x + 1, y), (x, y))
        after.setdefault(start, []).append(end)
    for row, column in np.argwhere(falls).tolist():
        x, y = left + column + 1, top + row
        start, end = ((x, y + 1), (x, y)) if falls[row, column] > 0 else ((x, y), (x, y + 1))
        after.setdefault(start, []).append(end)
    while after:
        start = at = next(iter(after))
        loop = []
        while at in after:
            loop.append(at)
            following = after[at]
            at = following.pop()
            if not following:
                del after[loop[-1]]
            if at == start:
                break
        yield loop


def _path(colour: str, loops: Iterable[list[Corner]], low: np.ndarray, step: float) -> str:
    """Return filled outlines; a line of the same colour closes the seam to their neighbours."""
    words = []
    for loop in loops:
        corners = _straightened(np.array(loop, float))
        if len(corners) > 2:
            flat = (corners - 1.5) * step + low
            words.append("M" + " ".join(f"{x:.2f},{-y:.2f}" for x, y in flat) + "z")
    look = f"fill='{colour}' stroke='{colour}' stroke-width='{step:.2f}' stroke-linejoin='round'"
    return f"<path d='{''.join(words)}' {look} fill-rule='evenodd'/>"


def _straightened(loop: np.ndarray) -> np.ndarray:
    """Return a closed line with fewer corners (Douglas and Peucker)."""
    far = int(np.abs(loop - loop[0]).sum(axis=1).argmax())
    closed = np.concatenate([loop, loop[:1]])
    kept = {0, far}
    spans = [(0, far), (far, len(loop))]
    while spans:
        start, end = spans.pop()
        along = closed[end] - closed[start]
        offset = closed[start + 1 : end] - closed[start]
        if not len(offset):
            continue
        length = math.hypot(*along)
        away = np.abs(along[0] * offset[:, 1] - along[1] * offset[:, 0]) / length if length else np.hypot(*offset.T)
        worst = int(away.argmax())
        if away[worst] > STRAIGHT:
            kept.add(start + 1 + worst)
            spans += [(start, start + 1 + worst), (start + 1 + worst, end)]
    return loop[sorted(kept)]


def _toned(colour: str, bright: float) -> str:
    scale = DARKEST + (BRIGHTEST - DARKEST) * bright
    parts = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return "#" + "".join(f"{min(255, round(part * scale)):02x}" for part in parts)
