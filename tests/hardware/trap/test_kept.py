"""The files in hardware/trap are those that the model makes, and the page shows all of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hardware.making.made import ROOT
from hardware.making.printed import files
from hardware.making.trap import pictures
from hardware.making.trap.__main__ import FOLDER
from hardware.making.trap.measures import load_measures
from hardware.making.trap.page import page
from hardware.making.trap.pieces import NAMED, on_bed

from mouseboard.trap import course

KEPT = ROOT / FOLDER
PAGE = (KEPT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("name", NAMED)
def test_the_kept_files_of_a_piece_equal_new_ones(name: str, tmp_path: Path) -> None:
    for kind in ("stl", "step"):
        (tmp_path / kind).mkdir()
    for file in files.write(NAMED[name].file, on_bed(load_measures(), name), tmp_path):
        assert (KEPT / file).read_bytes() == (tmp_path / file).read_bytes()


def test_the_trap_page_matches_the_model() -> None:
    assert page(load_measures(), course()) == PAGE


def test_the_kept_figure_of_the_latch_equals_a_new_drawing() -> None:
    assert (KEPT / "pictures" / "latch.svg").read_text("utf-8") == pictures.latch(load_measures(), course())


def test_the_trap_page_shows_every_figure_and_links_every_piece() -> None:
    shown = set(re.findall(r"\]\((\w+/[\w-]+\.(?:svg|stl))\)", PAGE))
    assert shown == {str(path.relative_to(KEPT)) for pattern in ("*.svg", "*.stl") for path in KEPT.rglob(pattern)}
