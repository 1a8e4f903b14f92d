"""The files in hardware/printed are those that the code makes, and the list names every part."""

from __future__ import annotations

from pathlib import Path

import pytest
from hardware.making.printed.__main__ import FOLDER, PICTURES
from hardware.making.printed.figures import ALL
from hardware.making.printed.parts import OF, SHAPES
from hardware.making.source import HARDWARE

ROOT = HARDWARE.parent
NAMES = [part.name for part in OF.part]


def kept(folder: Path) -> set[str]:
    """Return the names of the files in a folder."""
    return {path.name for path in (ROOT / folder).iterdir()}


def test_every_part_is_listed_once() -> None:
    assert sorted(NAMES) == sorted(SHAPES)


def test_every_part_has_its_files_and_there_are_no_others() -> None:
    assert kept(FOLDER / "stl") == {f"{name}.stl" for name in SHAPES}
    assert kept(FOLDER / "step") == {f"{name}.step" for name in SHAPES}
    assert kept(PICTURES) == {f"{name}.svg" for name in ALL}


@pytest.mark.parametrize("name", ["place-cut", "cage-switch", "part-holder", "part-leg"])  # the others take longer
def test_a_kept_picture_equals_a_new_drawing(name: str) -> None:
    assert (ROOT / PICTURES / f"{name}.svg").read_text("utf-8") == ALL[name](), f"{name}.svg: make hardware"


def test_the_cut_shows_the_magnet_to_glass_distance_and_the_glass() -> None:
    picture = (ROOT / PICTURES / "place-cut.svg").read_text("utf-8")
    assert f">{OF.magnet_to_glass:g} mm<" in picture
    assert f">{OF.reed.glass:g} mm glass<" in picture


def test_no_step_file_has_a_real_date() -> None:
    for name in SHAPES:
        assert "2026-01-01T00:00:00" in (ROOT / FOLDER / "step" / f"{name}.step").read_text("ascii")[:400]
