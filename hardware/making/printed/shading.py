"""Solids in flat colours, nearer ones over farther ones: what lies under the lines of a picture.

Each face is cut into patches of one tone. Which patch hides which is found on a grid of sight lines, and they are drawn
from the farthest to the nearest, those that are never seen left out.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from build123d import Part
from hardware.making.printed.checks import FINE

LIGHT = np.array([-0.45, -0.6, 0.95]) / math.hypot(0.45, 0.6, 0.95)
TONES = 7
DARKEST, BRIGHTEST = 0.62, 1.08
ROUGH = 0.05
"""How far a drawn facet may be off the true surface."""
SIGHT_LINES = 360
"""Along the longer side of a picture."""


@dataclass(frozen=True)
class Patch:
    """Triangles of one tone that look to the spectator: their corners across, up and towards the spectator."""

    colour: str
    corners: np.ndarray


def painted(solids: Iterable[tuple[Part, str]], axes: np.ndarray, look_at: Sequence[float]) -> list[str]:
    """Paths from the farthest to the nearest; `axes` are the picture's right, up and the way to the spectator."""
    patches = [patch for solid, colour in solids for patch in _patches(solid, colour, axes, np.array(look_at))]
    return [_path(patches[n]) for n in _far_to_near(patches)]


def _patches(solid: Part, colour: str, axes: np.ndarray, look_at: np.ndarray) -> Iterator[Patch]:
    for face in solid.faces():
        points, facets = face.tessellate(ROUGH, FINE)
        corners = np.array([(at.X, at.Y, at.Z) for at in points])[np.array(facets)]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        whole = np.linalg.norm(normals, axis=1) > 1e-9
        facets, corners, normals = np.array(facets)[whole], corners[whole], normals[whole]
        tones = _bright(facets, normals, len(points))
        seen = normals @ axes[2] > 1e-6
        bands: dict[int, list[np.ndarray]] = {}
        for triangle, tone in zip((corners[seen] - look_at) @ axes.T, tones[seen], strict=True):
            for band, pieces in _banded(triangle, tone):
                bands.setdefault(band, []).extend(pieces)
        for band, pieces in sorted(bands.items()):
            yield Patch(_toned(colour, band / (TONES - 1)), np.array(pieces))


def _bright(facets: np.ndarray, normals: np.ndarray, points: int) -> np.ndarray:
    """How light it is at each corner of each facet, in tones: its normal there is the mean of those around."""
    around = np.zeros((points, 3))
    for corner in range(3):
        np.add.at(around, facets[:, corner], normals)
    around /= np.maximum(np.linalg.norm(around, axis=1), 1e-9)[:, None]
    tones: np.ndarray = (around @ LIGHT + 1) / 2 * (TONES - 1) + 0.5
    return tones[facets]


def _banded(triangle: np.ndarray, tones: np.ndarray) -> Iterator[tuple[int, list[np.ndarray]]]:
    """A triangle cut where its tone changes: each tone with the triangles that have it."""
    low, high = math.floor(tones.min() + 1e-6), math.ceil(tones.max() - 1e-6)
    if high - low <= 1:
        yield low, [triangle]
        return
    for band in range(low, high):
        corners = _above(_above(np.column_stack([triangle, tones]), band, 1), band + 1, -1)
        fan = [np.array([corners[0], corners[n], corners[n + 1]])[:, :3] for n in range(1, len(corners) - 1)]
        if fan:
            yield band, fan


def _above(corners: np.ndarray, level: float, way: int) -> np.ndarray:
    """The part of a polygon whose fourth coordinate is at least the level, or with way -1 at most."""
    kept = []
    over = (corners[:, 3] - level) * way if len(corners) else ()
    for n in range(len(corners)):
        one, other = over[n - 1], over[n]
        if (one < 0) != (other < 0):
            kept.append(corners[n - 1] + (corners[n] - corners[n - 1]) * (one / (one - other)))
        if other >= 0:
            kept.append(corners[n])
    return np.array(kept)


def _toned(colour: str, bright: float) -> str:
    scale = DARKEST + (BRIGHTEST - DARKEST) * bright
    parts = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return "#" + "".join(f"{min(255, round(part * scale)):02x}" for part in parts)


def _far_to_near(patches: Sequence[Patch]) -> list[int]:
    """The patches that are seen somewhere, each after all that it hides."""
    lines, depths, owners = _met(patches)
    order = np.lexsort((depths, lines))
    lines, owners = lines[order], owners[order]
    nearest = np.append(lines[1:] != lines[:-1], True)
    seen = set(owners[nearest].tolist())
    lines, owners = (what[np.isin(owners, list(seen))] for what in (lines, owners))
    behind = (lines[1:] == lines[:-1]) & (owners[1:] != owners[:-1])
    hides = Counter(zip(owners[:-1][behind].tolist(), owners[1:][behind].tolist(), strict=True))
    before: dict[int, set[int]] = {n: set() for n in seen}
    for (far, near), count in hides.items():
        if count >= hides[near, far]:
            before[near].add(far)
    depth = {n: float(patches[n].corners[:, :, 2].mean()) for n in seen}
    drawn: list[int] = []
    while before:
        free = [n for n, others in before.items() if not others] or list(before)  # a ring is broken at its farthest
        first = min(free, key=lambda n: (depth[n], n))
        drawn.append(first)
        del before[first]
        for others in before.values():
            others.discard(first)
    return drawn


def _met(patches: Sequence[Patch]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Which sight lines meet which patch, and how near to the spectator."""
    every = np.concatenate([patch.corners for patch in patches])
    low = every.min(axis=(0, 1))[:2]
    step = float((every.max(axis=(0, 1))[:2] - low).max()) / SIGHT_LINES
    found: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    for owner, patch in enumerate(patches):
        for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in patch.corners:
            area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
            if area < 1e-9:
                continue
            columns = np.arange(math.ceil((min(ax, bx, cx) - low[0]) / step), (max(ax, bx, cx) - low[0]) / step)
            rows = np.arange(math.ceil((min(ay, by, cy) - low[1]) / step), (max(ay, by, cy) - low[1]) / step)
            x, y = np.meshgrid(columns * step + low[0], rows * step + low[1])
            b = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
            c = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
            inside = (b >= 0) & (c >= 0) & (b + c <= 1)
            line = (np.add.outer(rows * 10 * SIGHT_LINES, columns))[inside]
            found.append((line, (az + b * (bz - az) + c * (cz - az))[inside], np.full(line.shape, owner)))
    lines, depths, owners = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return lines, depths, owners


def _path(patch: Patch) -> str:
    """The outline of a patch, filled; a line of its own colour closes the seam to its neighbours."""
    flat = np.round(patch.corners[:, :, :2] * (1, -1), 2) + 0.0
    count: Counter[tuple[tuple[float, float], tuple[float, float]]] = Counter()
    for a, b, c in flat.tolist():
        for start, end in ((a, b), (b, c), (c, a)):
            count[tuple(start), tuple(end)] += 1
    after: dict[tuple[float, float], list[tuple[float, float]]] = {}
    for (start, end), times in count.items():
        if start != end and times > count[end, start]:
            after.setdefault(start, []).append(end)
    loops = []
    while after:
        start = next(iter(after))
        loop, at = [start], _take(after, start)
        while at != start and at in after:
            loop.append(at)
            at = _take(after, at)
        loops.append("M" + " ".join(f"{x:g},{y:g}" for x, y in loop) + "z")
    look = f"fill='{patch.colour}' stroke='{patch.colour}' stroke-width='0.12' stroke-linejoin='round'"
    return f"<path d='{''.join(loops)}' {look} fill-rule='evenodd'/>"


def _take(after: dict[tuple[float, float], list[tuple[float, float]]], at: tuple[float, float]) -> tuple[float, float]:
    following = after[at].pop()
    if not after[at]:
        del after[at]
    return following
