"""Facets in every STL file meet exactly, so that no slicer sees a gap."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh
from build123d import Align, Box, Cylinder, Pos
from hardware.making.printed import files
from hardware.making.source import HARDWARE

FILES = sorted(HARDWARE.rglob("*.stl"))
BLOCK = Box(20, 20, 10, align=(Align.CENTER, Align.CENTER, Align.MIN))


def closed(path: Path) -> bool:
    """Return whether every edge belongs to two facets that run along it in opposite ways, to the file's last digit."""
    corners = np.asarray(trimesh.load(path, process=False).triangles, np.float32)
    points, facets = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    body = trimesh.Trimesh(points, facets.reshape(-1, 3), process=False)
    return bool(body.is_watertight and body.is_winding_consistent and body.volume > 0)


def test_printed_parts_and_the_trap_have_their_files() -> None:
    assert len(FILES) >= 39


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parents[1].name}/{path.stem}")
def test_the_facets_of_a_file_meet(path: Path) -> None:
    assert closed(path)


@pytest.fixture
def written(tmp_path: Path) -> Path:
    for kind in ("stl", "step"):
        (tmp_path / kind).mkdir()
    return tmp_path / next(files.write("block", BLOCK - Pos(Z=5) * Cylinder(4, 30), tmp_path))


def test_a_corner_that_is_off_by_the_last_digit_is_found(written: Path) -> None:
    assert closed(written)
    raw = bytearray(written.read_bytes())
    corner = 84 + 12  # of the first facet, behind the head and the facet's normal
    raw[corner] ^= 1
    written.write_bytes(raw)
    assert not closed(written)


def test_a_missing_facet_is_found(written: Path) -> None:
    raw = written.read_bytes()
    count = int.from_bytes(raw[80:84], "little") - 1
    written.write_bytes(raw[:80] + count.to_bytes(4, "little") + raw[84:-50])
    assert not closed(written)


def test_rounding_makes_corners_meet_that_differ_in_the_last_digits() -> None:
    body = trimesh.creation.box((20, 20, 10))
    off = np.random.default_rng(1).uniform(-1e-6, 1e-6, (36, 3))
    torn = trimesh.Trimesh(body.triangles.reshape(-1, 3) + off, np.arange(36).reshape(-1, 3), process=False)
    met = files.meeting(torn)
    assert met.is_watertight
    assert len(met.vertices) == 8


def test_a_step_file_does_not_depend_on_the_parts_written_before_it(tmp_path: Path) -> None:
    texts = []
    for time in ("first", "second"):
        folder = tmp_path / time
        for kind in ("stl", "step"):
            (folder / kind).mkdir(parents=True)
        moved = files.write("block", Pos(X=5) * BLOCK, folder)
        texts += [(folder / name).read_bytes() for name in moved if name.startswith("step")]
    assert b"NEXT_ASSEMBLY_USAGE_OCCURRENCE('1'" in texts[0]
    assert texts[0] == texts[1]
