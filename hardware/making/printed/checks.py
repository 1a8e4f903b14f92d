"""Checks of every printed part, and of solids in an assembly. Lengths in mm.

A part is modelled as it lies on the printer's bed: z = 0 is the bed. An assembly has moved copies of parts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import trimesh
from build123d import Part
from OCP.BRepTools import BRepTools

STEEPEST = 45.0
"""Degrees from vertical: the steepest overhang that prints without supports."""
THINNEST = 0.8
"""Thinnest wall: two lines of a nozzle of 0.4 mm."""
TOUCHING = 0.1
"""Solids nearer than this are in contact."""
COARSE, FINE = 0.02, 0.2
"""Tolerances of a mesh: mm from the true surface, and radians between neighbouring facets."""
NOTHING = 0.01
"""mm3: overlap up to this is rounding."""
LITTLE = 0.5
"""mm2: overhang up to this prints well anyway."""


@dataclass(frozen=True)
class Overhang:
    """A surface that would be printed on air: its area, middle and greatest width."""

    area: float
    at: tuple[float, float, float]
    span: float


def complaints(name: str, part: Part, bridge: float = 10.0) -> Iterator[str]:
    """Yield a sentence for each reason why a part cannot be printed as it lies; `bridge` is the longest one allowed."""
    if not part.is_valid:
        yield f"{name} is not a valid solid"
    if (count := len(part.solids())) != 1:
        yield f"{name} is {count} solids, not one"
    if abs(bottom := part.bounding_box().min.Z) > TOUCHING / 10:
        yield f"{name} does not lie on the bed: its lowest point is at {bottom:.2f} mm"
    body = mesh(part)
    if not body.is_watertight or not body.is_winding_consistent:
        yield f"{name} is not watertight"
    if (wall := thinnest(body)) < THINNEST - COARSE:
        yield f"{name} has a wall of {wall:.2f} mm"
    for found in overhangs(body, bridge):
        where = ", ".join(f"{mm:.1f}" for mm in found.at)
        yield f"{name} hangs over by {found.area:.1f} mm2 around ({where}), {found.span:.1f} mm wide"


def mesh(part: Part) -> trimesh.Trimesh:
    """Return the part's mesh, as a slicer sees it."""
    forget_mesh(part)
    points, facets = part.tessellate(COARSE, FINE)
    body = trimesh.Trimesh([(point.X, point.Y, point.Z) for point in points], facets, process=False)
    body.merge_vertices()
    body.update_faces(body.nondegenerate_faces())
    return body


def forget_mesh(part: Part) -> None:
    """Delete the mesh that OpenCascade caches in a solid: the next mesh would depend on it."""
    BRepTools.Clean_s(part.wrapped)


def overhangs(body: trimesh.Trimesh, bridge: float = 10.0) -> list[Overhang]:
    """Return the surfaces that overhang more than can be printed and are neither on the bed nor short bridges.

    A bridge is a ceiling; every point of it lies between two walls at most `bridge` apart. The top of a narrow bore is
    a bridge too.
    """
    down = body.face_normals[:, 2] < -math.sin(math.radians(STEEPEST + 0.5))
    lifted = body.triangles[:, :, 2].max(axis=1) > TOUCHING / 10
    steep = np.flatnonzero(down & lifted)
    pairs = body.face_adjacency[np.isin(body.face_adjacency, steep).all(axis=1)]
    found = []
    for patch in trimesh.graph.connected_components(pairs, nodes=steep, min_len=1):
        area = float(body.area_faces[patch].sum())
        if area < LITTLE or _is_bridge(body, patch, bridge):
            continue
        corners = body.triangles[patch].reshape(-1, 3)
        low, high = corners.min(axis=0), corners.max(axis=0)
        x, y, z = map(float, (low + high) / 2)
        found.append(Overhang(area, (x, y, z), float(np.hypot(*(high - low)[:2]))))
    return found


def _is_bridge(body: trimesh.Trimesh, patch: np.ndarray, longest: float) -> bool:
    """Return whether every part of a patch spans two walls in some direction."""
    rim = _rim(body, patch)
    turns = np.radians(range(0, 180, 15))
    for corners in body.triangles[patch][:, :, :2]:
        for weights in ((1, 1, 1), (4, 1, 1), (1, 4, 1), (1, 1, 4)):
            spot = np.average(corners, axis=0, weights=weights)
            if not any(_span(spot, turn, rim) <= longest for turn in turns):
                return False
    return True


@dataclass(frozen=True)
class _Rim:
    """The edges around a patch, seen from above: their ends, and whether a wall goes down from each."""

    starts: np.ndarray
    ends: np.ndarray
    walls: np.ndarray


def _rim(body: trimesh.Trimesh, patch: np.ndarray) -> _Rim:
    inside = np.isin(body.face_adjacency, patch)
    edge = inside[:, 0] != inside[:, 1]
    within = np.where(inside[edge, 0], *body.face_adjacency[edge].T)
    beyond = np.where(inside[edge, 1], *body.face_adjacency[edge].T)
    level = body.triangles_center[:, 2]
    starts, ends = (body.vertices[points][:, :2] for points in body.face_adjacency_edges[edge].T)
    return _Rim(starts, ends, level[beyond] < level[within])


def _span(spot: np.ndarray, turn: float, rim: _Rim) -> float:
    """Return the distance between two walls on a line through a spot; infinite if either end has no wall."""
    along = np.array([math.cos(turn), math.sin(turn)])
    across = np.array([-along[1], along[0]])
    a, b = (rim.starts - spot) @ across, (rim.ends - spot) @ across
    met = (a * b <= 0) & (a != b)
    part = (a[met] / (a[met] - b[met]))[:, None]
    at = (rim.starts[met] + (rim.ends[met] - rim.starts[met]) * part - spot) @ along
    ahead, behind = (_nearest(at[side], rim.walls[met][side]) for side in (at >= 0, at < 0))
    return ahead + behind


def _nearest(at: np.ndarray, walls: np.ndarray) -> float:
    """Return the distance of the first edge on a line; infinite unless it is a wall."""
    if not len(at):
        return math.inf
    first = np.abs(at).argmin()
    return float(abs(at[first])) if walls[first] else math.inf


def thinnest(body: trimesh.Trimesh, samples: int = 400) -> float:
    """Return the thickness in mm of the thinnest wall found by rays straight inwards from random surface points."""
    points, faces = trimesh.sample.sample_surface(body, samples, seed=1)
    inward = -body.face_normals[faces]
    corner, one, other = body.triangles[:, 0], *(body.triangles[:, n] - body.triangles[:, 0] for n in (1, 2))
    wall = math.inf
    for point, ray in zip(points, inward, strict=True):
        opposite = body.face_normals @ ray > 0.8  # not the other side of an edge
        u, v, distance = _met(point, ray, corner[opposite], one[opposite], other[opposite])
        met = (u >= 0) & (v >= 0) & (u + v <= 1) & (distance > COARSE)
        wall = min(wall, float(distance[met].min(initial=math.inf)))
    return wall


def _met(
    point: np.ndarray, ray: np.ndarray, corner: np.ndarray, one: np.ndarray, other: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return where a ray meets triangles' planes, in shares of their sides, and how far away (Moeller and Trumbore)."""
    across = np.cross(ray, other)
    scale = (one * across).sum(axis=1)
    offset = point - corner
    upright = np.cross(offset, one)
    return (offset * across).sum(axis=1) / scale, upright @ ray / scale, (other * upright).sum(axis=1) / scale


def overlap(one: Part, other: Part) -> float:
    """Return the volume in mm3 that two solids share."""
    common = one & other
    return float(common.volume) if common else 0.0


def overlaps(stand: Mapping[str, Part]) -> Iterator[str]:
    """Yield a sentence for each pair of solids in an assembly that overlap."""
    for (name, one), (other_name, other) in combinations(stand.items(), 2):
        if _boxes_meet(one, other) and (shared := overlap(one, other)) > NOTHING:
            yield f"{name} and {other_name} share {shared:.2f} mm3"


def clearance(one: Part, other: Part) -> float:
    """Return the shortest distance in mm between two solids; 0 if they touch or overlap."""
    return float(one.distance_to(other))


def touch(one: Part, other: Part) -> bool:
    """Return whether one solid lies against another."""
    return clearance(one, other) < TOUCHING


def _boxes_meet(one: Part, other: Part) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    return all(
        getattr(a.min, axis) < getattr(b.max, axis) and getattr(b.min, axis) < getattr(a.max, axis) for axis in "XYZ"
    )
