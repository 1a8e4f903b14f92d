"""A part's files: STL for the printer's program, STEP for other designers; the same bytes each time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from build123d import Part, Unit, export_step, export_stl
from hardware.making.printed.checks import COARSE, FINE, forget_mesh

DAY = "2026-01-01T00:00:00"
"""A STEP file carries a date; this one, whenever it is made."""


def write(name: str, part: Part, folder: Path) -> Iterator[str]:
    """Both files of a part, in folders of their kind, and their names."""
    stl, step = f"stl/{name}.stl", f"step/{name}.step"
    forget_mesh(part)
    export_stl(part, folder / stl, tolerance=COARSE, angular_tolerance=FINE)
    part.label = name
    export_step(part, folder / step, unit=Unit.MM, timestamp=DAY)
    yield from (stl, step)
