"""Files that people name are read up to a limit, and only if they are regular. Private ones are written whole."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from tests.helpers.full_disk import full_disk, needs_limits
from tests.helpers.without_rights import nobody

from mouseboard.files import LARGEST, read_text, write_whole

POWER_CUT = Path(__file__).parent / "helpers/power_cut.c"


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
    file.write_bytes(b"old")
    file.chmod(0o644)
    write_whole(file, b"new", private=True)
    assert file.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [file]
    if os.name == "posix":
        assert file.stat().st_mode & 0o777 == 0o600


def test_a_private_file_belongs_to_whom_its_folder_does(tmp_path: Path) -> None:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        os.chown(tmp_path, 65534, 65534)
    write_whole(tmp_path / "kept", b"new", private=True)
    kept, folder = (tmp_path / "kept").stat(), tmp_path.stat()
    assert (kept.st_uid, kept.st_gid) == (folder.st_uid, folder.st_gid)


def test_a_file_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_bytes(b"old")
    file.chmod(0o600)
    write_whole(file, b"new")
    assert (file.read_bytes(), file.stat().st_mode & 0o777) == (b"new", 0o600)


@pytest.mark.parametrize(
    ("mode", "folder_mode", "why"), [(0o444, 0o777, "Permission denied"), (0o666, 0o555, "its folder is protected")]
)
def test_what_is_protected_against_writing_is_not_replaced(mode: int, folder_mode: int, why: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        (file := Path(name, "file")).write_bytes(b"old")
        file.chmod(mode)
        Path(name).chmod(folder_mode)
        with nobody(), pytest.raises(PermissionError, match=why) as error:
            write_whole(file, b"new")
        assert error.value.filename == str(file)
        assert (file.read_bytes(), list(Path(name).iterdir())) == (b"old", [file])
        Path(name).chmod(0o755)


@needs_limits
@pytest.mark.parametrize("private", [False, True])
def test_a_full_disk_keeps_the_file_that_was_there_and_leaves_no_other(tmp_path: Path, private: bool) -> None:
    file = tmp_path / "kept"
    file.write_bytes(b"old")
    with full_disk(100), pytest.raises(OSError, match="too large") as error:
        write_whole(file, bytes(1000), private=private)
    assert error.value.filename == str(file)
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("cc"), reason="needs Linux and a C compiler")
def test_a_power_cut_leaves_no_file_empty_that_was_written(tmp_path: Path) -> None:
    disk, file = tmp_path / "disk.so", tmp_path / "kept"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", disk, POWER_CUT, "-ldl"], check=True)
    program = "import pathlib, sys; from mouseboard import files; files.write_whole(pathlib.Path(sys.argv[1]), b'new')"
    subprocess.run([sys.executable, "-c", program, file], env=os.environ | {"LD_PRELOAD": str(disk)}, check=True)
    assert file.read_bytes() == b"new"


def test_a_file_with_the_longest_name_is_written(tmp_path: Path) -> None:
    write_whole(tmp_path / ("x" * 255), b"new")
    assert (tmp_path / ("x" * 255)).read_bytes() == b"new"


def test_a_link_stays_one_when_its_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("file")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


def test_links_in_a_circle_are_refused_as_that(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("other")
    (tmp_path / "other").symlink_to("one")
    with pytest.raises(OSError, match="symbolic links"):
        write_whole(tmp_path / "one" / "file", b"new")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_no_part_of_a_text(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "text").write_bytes("Käse\r\n".encode(encoding))
    assert read_text(tmp_path / "text") == "Käse\r\n"


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
