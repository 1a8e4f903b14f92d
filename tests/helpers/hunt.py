"""Installs Hunt, the example of NEWGAME.md, for tests of the page: its sides differ in the shape of their pieces."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

HUNT = Path(__file__).parents[2] / "host/examples/hunt"


def install(folder: Path) -> str:
    """Let Python find the game by a record in this folder, and return the path for PYTHONPATH."""
    project = tomllib.loads((HUNT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / "mouseboard_hunt-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mouseboard-hunt\nVersion: 1\n", encoding="utf-8")
    groups = (
        [f"[{group}]", *(f"{name} = {target}" for name, target in points.items())]
        for group, points in project["entry-points"].items()
    )
    (info / "entry_points.txt").write_text("\n".join(line for lines in groups for line in lines), encoding="utf-8")
    return os.pathsep.join((str(folder), str(HUNT)))
