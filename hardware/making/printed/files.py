"""A part's files: STL for slicers, STEP for other designers. They are reproducible to the byte."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from build123d import Part, Unit, export_step, export_stl
from hardware.making.printed.checks import COARSE, FINE, forget_mesh

DAY = "2026-01-01T00:00:00"
"""The date in every STEP file, fixed so that the bytes stay the same."""


def write(name: str, part: Part, folder: Path) -> Iterator[str]:
    """Write both files of a part into the folders stl and step, and yield their names."""
    stl, step = f"stl/{name}.stl", f"step/{name}.step"
    forget_mesh(part)
    export_stl(part, folder / stl, tolerance=COARSE, angular_tolerance=FINE)
    part.label = name
    export_step(part, folder / step, unit=Unit.MM, timestamp=DAY)
    yield from (stl, step)
