"""Printing times are the slicer's, of the files that are there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hardware.making import steps
from hardware.making.printed import sliced
from hardware.making.source import HARDWARE


def test_every_printed_file_was_sliced_as_it_is_now() -> None:
    assert sliced.stale() == []
    assert sliced.kept().keys() == sliced.parts().keys()


def a_changed_rim(folder: Path) -> Path:
    """Return a copy of the printed parts in which the rim has changed."""
    shutil.copytree(HARDWARE / "printed" / "stl", folder / "printed" / "stl")
    with (folder / "printed" / "stl" / "rim.stl").open("ab") as file:
        file.write(b"\0")
    return folder


def test_a_changed_file_must_be_sliced_again(tmp_path: Path) -> None:
    assert sliced.stale(a_changed_rim(tmp_path)) == ["printed/rim"]


def test_a_changed_file_ends_with_a_message_where_there_is_no_slicer_and_what_is_kept_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match="printed/rim has changed, and prusa-slicer is not installed"):
        sliced.update(a_changed_rim(tmp_path))
    assert not (tmp_path / sliced.KEPT).exists()


def test_the_guide_gives_the_hours_and_grams_of_printing() -> None:
    page = " ".join(steps.page("reference").read_text("utf-8").split())
    for room, what in (("printed", "table"), ("trap", "trap")):
        grams, hours = steps.printing(room)
        assert f"{grams:.0f} g and {hours:.0f} hours of printing for the {what}" in page
