"""A part's files: STL for slicers, STEP for other designers. They are reproducible to the byte."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import trimesh
from build123d import Part, Unit, export_step
from hardware.making.printed.checks import mesh

DAY = "2026-01-01T00:00:00"
"""The date in every STEP file, fixed so that the bytes stay the same."""


GRID = 4
"""Digits after the point, in mm, to which a mesh is rounded: a thousandth of what a printer can do."""


def write(name: str, part: Part, folder: Path) -> Iterator[str]:
    """Write both files of a part into the folders stl and step, and yield their names."""
    stl, step = f"stl/{name}.stl", f"step/{name}.step"
    (folder / stl).write_bytes(meeting(mesh(part)).export(file_type="stl"))
    part.label = name
    export_step(part, folder / step, unit=Unit.MM, timestamp=DAY)
    text = (folder / step).read_bytes()
    (folder / step).write_bytes(re.sub(rb"(?<=NEXT_ASSEMBLY_USAGE_OCCURRENCE\(')\d+", b"1", text))  # counts all parts
    yield from (stl, step)


def meeting(body: trimesh.Trimesh) -> trimesh.Trimesh:
    """Return a mesh whose neighbouring facets have the same corners to the last digit.

    Each surface of a solid has its own mesh. Where two meet, their corners can differ in the last digit of an STL file,
    and slicers then see a gap.
    """
    met = trimesh.Trimesh(body.vertices.round(GRID), body.faces, process=False)
    met.merge_vertices()
    met.update_faces(met.nondegenerate_faces())
    return met
