"""What is kept in hardware/printed is what the code makes, and the list names every part."""

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
    """The files in a kept folder."""
    return {path.name for path in (ROOT / folder).iterdir()}


def test_every_part_is_listed_once() -> None:
    assert sorted(NAMES) == sorted(SHAPES)


def test_every_part_has_its_files_and_no_other_is_kept() -> None:
    assert kept(FOLDER / "stl") == {f"{name}.stl" for name in SHAPES}
    assert kept(FOLDER / "step") == {f"{name}.step" for name in SHAPES}
    assert kept(PICTURES) == {f"{name}.svg" for name in ALL}


@pytest.mark.parametrize("name", ["place-cut", "cage-switch", "part-holder", "part-leg"])  # the others take longer
def test_a_picture_is_kept_as_it_would_be_drawn(name: str) -> None:
    assert (ROOT / PICTURES / f"{name}.svg").read_text("utf-8") == ALL[name](), f"{name}.svg: make hardware"


def test_the_cut_shows_the_lengths_that_add_up() -> None:
    picture = (ROOT / PICTURES / "place-cut.svg").read_text("utf-8")
    assert f">{OF.magnet_to_glass:g} mm<" in picture
    assert f">{OF.reed.glass:g} mm glass<" in picture


def test_no_file_says_when_it_was_made() -> None:
    for name in SHAPES:
        assert "2026-01-01T00:00:00" in (ROOT / FOLDER / "step" / f"{name}.step").read_text("ascii")[:400]
