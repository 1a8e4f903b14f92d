"""A photograph on disk, and the files that keep the work on it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.helpers.full_disk import full_disk, needs_limits
from tests.photo.test_sketch import SKETCH, camera

from mouseboard import layouts
from mouseboard.photo import PhotoError
from mouseboard.photo.work import Work

JPEG = b"\xff\xd8\xff\xe0"


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "old.jpg"
    path.write_bytes(JPEG)
    return path


@pytest.mark.parametrize("magic", [JPEG, b"\x89PNG\r\n\x1a\n", b"RIFF\0\0\0\0WEBP"])
def test_what_browsers_show_is_taken(tmp_path: Path, magic: bytes) -> None:
    (tmp_path / "old").write_bytes(magic)
    assert Work(tmp_path / "old", tmp_path / "mine.toml").content == magic


def test_a_layout_that_is_there_is_never_overwritten(photo: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("precious")
    with pytest.raises(PhotoError, match=r"there is one already; name another with -o$"):
        Work(photo, mine)
    assert mine.read_text() == "precious"


def test_a_layout_has_its_ending(photo: Path, tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match=r"a layout ends in \.toml$"):
        Work(photo, tmp_path / "mine.txt")


def test_what_was_clicked_is_there_again_for_the_same_photograph(photo: Path, tmp_path: Path) -> None:
    Work(photo, tmp_path / "mine.toml").keep(SKETCH)
    assert Work(photo, tmp_path / "mine.toml").sketch == SKETCH
    with pytest.raises(PhotoError, match=r"begun on old\.jpg"):
        Work(photo.rename(tmp_path / "new.jpg"), tmp_path / "mine.toml")


def test_what_was_kept_and_cannot_be_read_is_not_thrown_away(photo: Path, tmp_path: Path) -> None:
    kept = tmp_path / "mine.photo.json"
    kept.write_text("{")
    with pytest.raises(PhotoError, match=r"mine\.photo\.json: .*; move it away to begin anew$"):
        Work(photo, tmp_path / "mine.toml")
    assert kept.read_text() == "{"


def test_layout_wiring_and_template_are_written(photo: Path, tmp_path: Path) -> None:
    saved = Work(photo, tmp_path / "mine.toml").save(SKETCH, camera(SKETCH), "en")
    assert [Path(file).name for file in saved.files] == ["mine.toml", "mine-wiring.md", "mine-template-a4.pdf"]
    assert (saved.wanting, saved.note) == ("", "")
    assert len(layouts.load(str(tmp_path / "mine.toml")).place) == 12


@needs_limits
def test_a_full_disk_keeps_the_layout_that_was_there_and_is_said_of_its_file(photo: Path, tmp_path: Path) -> None:
    work = Work(photo, tmp_path / "mine.toml")
    work.save(SKETCH, camera(SKETCH), "en")
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    with full_disk(100), pytest.raises(OSError, match="too large") as error:
        work.save(SKETCH, camera(SKETCH), "en")
    assert error.value.filename == str(tmp_path / "mine.toml")
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_layout_that_cannot_be_printed_yet_is_written_all_the_same(photo: Path, tmp_path: Path) -> None:
    outside = msgspec.structs.replace(SKETCH.places[0], pixel=(0, 0))
    sketch = msgspec.structs.replace(SKETCH, places=(outside, *SKETCH.places[1:]))
    saved = Work(photo, tmp_path / "mine.toml").save(sketch, camera(SKETCH), "en")
    assert [Path(file).name for file in saved.files] == ["mine.toml", "mine-wiring.md"]
    assert "lies outside the board's" in saved.wanting
