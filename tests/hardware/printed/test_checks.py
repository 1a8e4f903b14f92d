"""The checks of printed parts find the faults they look for. Each fault is planted into a block."""

from __future__ import annotations

import re
import xml.etree.ElementTree as xml
from pathlib import Path

import pytest
from build123d import Align, Box, Cylinder, Part, Pos, Rot
from hardware.making.printed import files, pictures
from hardware.making.printed.checks import clearance, complaints, mesh, overhangs, overlap, overlaps, touch

BLOCK = Box(20, 20, 10, align=(Align.CENTER, Align.CENTER, Align.MIN))


def test_a_block_has_no_complaints() -> None:
    assert list(complaints("block", BLOCK)) == []


def test_two_solids_are_not_one_part() -> None:
    assert list(complaints("pair", BLOCK + Pos(X=50) * BLOCK)) == ["pair is 2 solids, not one"]


def test_a_part_above_the_bed_is_found() -> None:
    assert next(iter(complaints("block", Pos(Z=1) * BLOCK))).startswith("block does not lie on the bed")


def test_a_surface_with_a_hole_is_not_watertight() -> None:
    faces = BLOCK.faces()
    assert "open is not watertight" in list(complaints("open", Part(children=list(faces[:-1]))))


ROOF = Pos(Z=10) * Box(40, 20, 3, align=(Align.CENTER, Align.CENTER, Align.MIN))
LEDGE = Pos(X=12, Z=8) * Box(4, 20, 2)
BORE = Pos(Z=5) * Rot(X=90) * Cylinder(8, 30)


@pytest.mark.parametrize("shape", [BLOCK + ROOF, BLOCK + LEDGE, Rot(X=30) * BLOCK], ids=["roof", "ledge", "leaning"])
def test_an_overhang_without_support_is_found(shape: Part) -> None:
    assert overhangs(mesh(shape))


@pytest.mark.parametrize(("wide", "found"), [(8, 0), (12, 1)])
def test_a_ceiling_between_two_walls_may_be_8_mm_wide_but_not_12(wide: float, found: int) -> None:
    assert len(overhangs(mesh(BLOCK - Pos(Z=4) * Box(30, wide, 4)))) == found


@pytest.mark.parametrize(("radius", "found"), [(2, 0), (8, 1)])
def test_a_narrow_bore_needs_no_support(radius: float, found: int) -> None:
    block = Box(40, 20, 20, align=(Align.CENTER, Align.CENTER, Align.MIN))
    assert len(overhangs(mesh(block - Pos(Z=10) * Rot(X=90) * Cylinder(radius, 30)))) == found


def test_an_overlap_is_reported_with_its_volume() -> None:
    assert overlap(BLOCK, Pos(X=19) * BLOCK) == pytest.approx(200)
    assert list(overlaps({"one": BLOCK, "other": Pos(X=19) * BLOCK})) == ["one and other share 200.00 mm3"]


def test_meeting_faces_touch_and_do_not_overlap() -> None:
    assert touch(BLOCK, Pos(X=20) * BLOCK)
    assert list(overlaps({"one": BLOCK, "other": Pos(X=20) * BLOCK})) == []


def test_clearance_is_the_shortest_distance_between_two_parts() -> None:
    assert clearance(BLOCK, Pos(X=20.5) * BLOCK) == pytest.approx(0.5)


def test_written_files_are_the_same_each_time(tmp_path: Path) -> None:
    written = []
    for time in "first", "second":
        folder = tmp_path / time
        for kind in "stl", "step":
            (folder / kind).mkdir(parents=True)
        written.append([(folder / name).read_bytes() for name in files.write("block", BLOCK, folder)])
    assert written[0] == written[1]


def test_a_picture_shows_the_visible_edges_in_their_places() -> None:
    lines = pictures.edges([BLOCK])
    assert len(lines) == 9  # of a block's twelve edges
    points = [tuple(map(float, at.split(","))) for one in lines for at in xml.fromstring(one).attrib["points"].split()]
    x, y = pictures.seen_at((10, -10, 10))
    assert any(point == pytest.approx((x, y), abs=0.02) for point in points)


def test_a_farther_solid_is_painted_only_where_it_is_visible() -> None:
    far = Pos(Y=40, Z=5) * BLOCK
    for pair in ([(far, "#ff0000"), (BLOCK, "#0000ff")], [(BLOCK, "#0000ff"), (far, "#ff0000")]):
        paths = [xml.fromstring(one).attrib for one in pictures.shaded(pair, (0, -1, 0)) if one.startswith("<path")]
        red = [path["d"] for path in paths if path["fill"].endswith("0000")]
        heights = [-float(y) for path in red for y in re.findall(r",(-?[\d.]+)", path)]
        assert (min(heights), max(heights)) == pytest.approx((10, 15), abs=0.1)


def test_a_hidden_solid_is_not_drawn() -> None:
    hidden = Pos(Z=2) * Box(1, 1, 1)
    assert pictures.shaded([(BLOCK, "#0000ff"), (hidden, "#ff0000")]) == pictures.shaded([(BLOCK, "#0000ff")])
