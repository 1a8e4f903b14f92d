"""Files that people name are read up to a limit, and only if they are regular. Private ones are written whole."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from mouseboard.files import LARGEST, read_text, write_private


def test_a_text_is_read(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes("Käse".encode() + b"\xff")
    assert read_text(tmp_path / "text", "replace") == "Käse\N{REPLACEMENT CHARACTER}"
    with pytest.raises(UnicodeDecodeError):
        read_text(tmp_path / "text")


def test_the_largest_text_is_read_and_a_larger_one_is_not(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_bytes(b"x" * LARGEST)
    assert len(read_text(file)) == LARGEST
    file.write_bytes(b"x" * (LARGEST + 1))
    with pytest.raises(OSError, match="larger than 1 MB"):
        read_text(file)


def test_a_private_file_replaces_another_whose_rights_were_wider(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    for path in (file, tmp_path / "kept.new"):
        path.write_bytes(b"old")
        path.chmod(0o644)
    write_private(file, b"new")
    assert file.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [file]
    if os.name == "posix":
        assert file.stat().st_mode & 0o777 == 0o600


def test_a_pipe_device_or_folder_is_refused_before_reading(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for file in (tmp_path / "pipe", tmp_path, Path("/dev/zero")):
        with pytest.raises(OSError, match="not a regular file"):
            read_text(file)
    for file in (tmp_path, Path("/dev/zero")):
        with pytest.raises(OSError, match="neither a file nor a pipe"):
            read_text(file, pipe=True)


@pytest.mark.parametrize("size", [5, LARGEST, LARGEST + 1])
def test_a_pipe_is_read_to_its_end_or_the_same_limit(tmp_path: Path, size: int) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = subprocess.Popen(["sh", "-c", f"head -c {size} /dev/zero > '{tmp_path}/pipe'"])
    if size > LARGEST:
        with pytest.raises(OSError, match="larger than 1 MB"):
            read_text(tmp_path / "pipe", pipe=True)
    else:
        assert len(read_text(tmp_path / "pipe", pipe=True)) == size
    writer.wait(timeout=10)


def test_reading_a_pipe_that_never_ends_stops_at_the_limit(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = subprocess.Popen(["sh", "-c", f"cat /dev/zero > '{tmp_path}/pipe'"], stderr=subprocess.DEVNULL)
    with pytest.raises(OSError, match="larger than 1 MB"):
        read_text(tmp_path / "pipe", pipe=True)
    writer.wait(timeout=10)
