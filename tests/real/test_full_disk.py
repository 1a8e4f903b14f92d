"""A disk that fills up while the page is served: the page says so, and the evening continues when there is room."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.real.tools import miss
from tests.web.served import Served

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
