"""A disk that fills up while the page is served: the page says so, and the evening continues when there is room."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.cli.conftest import MOUSEBOARD
from tests.real.tools import miss
from tests.web.served import Served

from mouseboard.store import Journal

pytestmark = pytest.mark.real

BARRIERS = {"game": "barriers", "seats": [{}, {}], "options": {"first": "seat0"}}


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """Mount a disk of one megabyte."""
    if os.geteuid() != 0:
        miss("a disk of one megabyte: only root mounts one")
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "small", str(tmp_path)], check=True)
    try:
        yield tmp_path
    finally:
        subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """Yield a journal with two games, one of them unfinished, on a disk that can only be read."""
    if os.geteuid() != 0:
        miss("a disk that can only be read: only root mounts one")
    disk = tmp_path / "disk"
    disk.mkdir()
    begin_two(disk / "journal.db")
    make_read_only(disk)
    try:
        yield disk / "journal.db"
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


def make_read_only(disk: Path) -> None:
    subprocess.run(["mount", "--bind", str(disk), str(disk)], check=True)
    subprocess.run(["mount", "-o", "remount,ro,bind", str(disk)], check=True)


def begin_two(journal: Path) -> None:
    """Play a game to its end, and begin another."""
    assert mouseboard(journal, "play revised --auto --seed 1")[0] == 0
    assert mouseboard(journal, "play classic --seed 2 --page off")[0] == 0


def mouseboard(journal: Path, line: str) -> tuple[int, str, str]:
    """Run a command with that journal. Return its exit status, standard output and standard error."""
    ran = subprocess.run(
        [str(MOUSEBOARD), "--journal", str(journal), "--lang", "en", *line.split()],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )
    return ran.returncode, ran.stdout, ran.stderr


def is_read_and_goes_on_elsewhere(journal: Path, why: str, elsewhere: Path) -> None:
    """Check all that can be done with a journal that cannot be written."""
    status, listed, err = mouseboard(journal, "log list")
    assert (status, len(listed.splitlines()), err) == (0, 2, "")
    assert mouseboard(journal, "log show 1")[1].endswith("wins!\n")
    assert mouseboard(journal, "log replay 1")[1].splitlines()[-1].startswith("winner: ")
    assert mouseboard(journal, "log check")[1].count("sound") == 2
    for line in ("log resume 2", "play revised --auto", "serve --port 0", "log import nothing.db"):
        status, _, err = mouseboard(journal, line)
        assert status == 2
        assert err.startswith(f"mouseboard: journal {journal} cannot be written: {why}; `mouseboard --journal ")
    status, _, err = mouseboard(journal, f"log export {journal.parent / 'copy.db'}")
    assert (status, err) == (2, f"mouseboard: cannot make {journal.parent / 'copy.db'}: {why}\n")
    assert not (journal.parent / "copy.db").exists()
    assert mouseboard(journal, f"log export {elsewhere}") == (0, f"{elsewhere} has 2 games.\n", "")
    assert mouseboard(elsewhere, "log resume 2 --auto")[1].splitlines()[-1].startswith("winner: ")


def test_a_journal_on_a_full_disk_is_read_and_goes_on_elsewhere(
    small: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    begin_two(small / "journal.db")
    fill(small)
    is_read_and_goes_on_elsewhere(small / "journal.db", "the disk is full", tmp_path_factory.mktemp("other") / "j.db")


def test_a_journal_on_a_disk_that_can_only_be_read_is_read_and_goes_on_elsewhere(
    read_only: Path, tmp_path: Path
) -> None:
    is_read_and_goes_on_elsewhere(read_only, "it can only be read", tmp_path / "other.db")


def test_a_journal_that_a_killed_game_left_on_such_a_disk_is_refused_before_the_page_opens(
    small: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    begin_two(small / "journal.db")
    with Journal.open(small / "journal.db") as journal, journal.resume(2):
        killed = shutil.copytree(small, tmp_path_factory.mktemp("killed"), dirs_exist_ok=True)
    assert (killed / "journal.db-shm").exists()
    make_read_only(killed)
    try:
        is_read_and_goes_on_elsewhere(killed / "journal.db", "it can only be read", small / "other.db")
    finally:
        subprocess.run(["umount", "--lazy", str(killed)], check=True)


@pytest.mark.parametrize("line", ["layout print barriers --overlay -o {}/new", "table uf2 {}/new --board pico"])
def test_a_file_for_which_there_is_no_room_is_named_and_does_not_stay(small: Path, line: str) -> None:
    fill(small)
    status, out, err = mouseboard(small / "journal.db", line.format(small))
    assert (status, out, err) == (2, "", f"mouseboard: {small}/new: the disk is full\n")
    assert [file.name for file in small.iterdir()] == ["filler"]


def fill(disk: Path) -> Path:
    """Fill the disk to the last byte; return the file that does it."""
    filler = disk / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    return filler


def test_the_page_says_that_the_disk_is_full_and_goes_on_once_there_is_room(small: Path) -> None:
    with Served(small, "--lang", "en") as served:
        host = served.host()
        guest = served.guest()
        filler = fill(small)
        said = host.post("/lobby", {"begin": BARRIERS})
        assert said.status in (409, 507)
        assert "full" in said.json["error"]
        assert guest.post("/join", {}).status == 200
        assert served.guest().post("/join", {}).status == 200  # a new guest, known until the server ends
        filler.unlink()
        assert host.post("/lobby", {"begin": BARRIERS}).status == 200
        with host.watch() as stream:
            stream.until(lambda picture: picture["at"] == "game")
            filler = fill(small)
            host.post("/seats", {"seat": 0, "kind": "random"})
            stream.until(lambda picture: picture.get("positions", 0) > 0)  # a game reserves its room when it begins
        assert host.post("/lobby", {"leave": True}).status == 200
        filler.unlink()
        assert host.post("/lobby", {"resume": 1}).status == 200
        status, err = served.interrupt()
    assert status == 130
    assert "Traceback" not in err
