"""The files of a release, made as `make release` does, and installed on bare Debians."""

from __future__ import annotations

import re
import subprocess
import time
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tests.helpers.processes import memory_mb, used_s
from tests.real.debian import Booted, check_plays_as_here, check_serves_the_page, debian, install
from tests.real.tools import need
from tests.web.served import Client, until

from mouseboard.setup import games
from mouseboard.web import PORT as SERVICE_PORT
from release.__main__ import add_firmware, add_news, add_packages, add_sums, build_wheel
from release.deb import TARGETS, build
from release.facts import Release, this_release
from release.manual import manual

pytestmark = pytest.mark.real

LIST = ("mouseboard", "log", "list", "--journal", f"/{games.JOURNAL}")
MOST_MB = 55
MOST_OF_A_CORE = 0.01
IDLE_S = 10


@dataclass(frozen=True)
class Made:
    """The packages of this checkout, and one of an older version."""

    release: Release
    folder: Path
    old: Path

    def package(self, codename: str, architecture: str) -> Path:
        (target,) = (each for each in TARGETS if (each.codename, each.architecture) == (codename, architecture))
        (path,) = self.folder.glob(f"*_debian{target.debian}_{architecture}.deb")
        return path


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    need("dpkg-deb")
    release, folder = this_release(), tmp_path_factory.mktemp("dist")
    add_packages(release, folder)
    add_firmware(folder)
    add_news(release, folder)
    add_sums(folder)
    (wheel,) = folder.glob("*.whl")
    before = replace(release, version="0.0.9", sections=())
    return Made(release, folder, build(before, wheel, TARGETS[0], tmp_path_factory.mktemp("old")))


def answers(on: Booted) -> bool:
    """Whether the service's page is there."""
    asked = f"import urllib.request as u; print(u.urlopen('http://127.0.0.1:{SERVICE_PORT}/').status)"
    return on.run("python3", "-c", asked, check=False).stdout == "200\n"


def joins(on: Booted) -> bool:
    """Whether a phone comes in by the code in the service's log, and sees the lobby."""
    log = on.run("journalctl", "-u", "mouseboard", "-o", "cat").stdout
    phone = Client(SERVICE_PORT)
    phone.join(re.findall(r"phones: http://.*/j/(\w+)", log)[-1])
    with phone.watch() as stream:
        return bool(stream.until(lambda picture: picture["at"] == "lobby"))


def test_the_same_commit_gives_the_same_bytes(made: Made, tmp_path: Path) -> None:
    again = build(made.release, build_wheel(made.release, tmp_path), TARGETS[0], tmp_path)
    assert again.read_bytes() == made.package("bookworm", "amd64").read_bytes()


def test_the_sums_are_those_of_all_files(made: Made) -> None:
    checked = subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=made.folder, capture_output=True, text=True)
    assert (checked.returncode, checked.stdout.count(": OK")) == (0, len(list(made.folder.iterdir())) - 1)


def test_the_manual_is_sound_troff(made: Made) -> None:
    checked = [need("groff"), "-man", "-ww", "-Tutf8", "-z"]
    ran = subprocess.run(checked, input=manual(made.release), capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_bare_debian_13_plays_as_the_checkout_does(made: Made, tmp_path: Path) -> None:
    with debian("trixie", tmp_path) as computer:
        install(computer, made.package("trixie", "amd64"))
        check_plays_as_here(computer, "barriers")
        check_serves_the_page(computer)


def test_three_commands_lead_from_a_bare_debian_12_to_the_lobby_within_two_minutes(made: Made, tmp_path: Path) -> None:
    with debian("bookworm", tmp_path) as computer, computer.booted() as on:
        began = time.monotonic()
        install(on, made.package("bookworm", "amd64"))
        on.run("mouseboard", "setup", "--yes")
        until(lambda: answers(on))
        assert joins(on)
        assert time.monotonic() - began < 120
        service = (
            Path(f"/proc/{on.init}/root/proc")
            / on.run("systemctl", "show", "-P", "MainPID", "mouseboard").stdout.strip()
        )
        before = used_s(service)
        time.sleep(IDLE_S)
        assert (used_s(service) - before) / IDLE_S < MOST_OF_A_CORE
        assert memory_mb(service) < MOST_MB


def test_an_update_keeps_the_games_and_says_what_is_new_and_a_purge_gives_them_back(made: Made, tmp_path: Path) -> None:
    with debian("bookworm", tmp_path) as computer:
        install(computer, made.old)
        computer.run("useradd", "--create-home", "anna")
        computer.run("su", "anna", "-c", "mouseboard play pantry --auto --seed 7")
        with computer.booted("--private-network") as on:
            update_and_purge(on, made)
        assert (computer.root / "home/anna/.local/share/mouseboard/journal.db").is_file()


def update_and_purge(on: Booted, made: Made) -> None:
    """Set the old version up as Anna's, update it while it serves the page, and remove it with all that it made."""
    on.run("env", "SUDO_USER=anna", "mouseboard", "setup", "--yes")
    until(lambda: answers(on))
    games = on.run(*LIST).stdout
    assert "pantry" in games
    said = install(on, made.package("bookworm", "amd64"))
    assert f"Mouseboard 0.0.9~deb12 is now {made.release.version}~deb12. All saved games are kept." in said
    assert made.release.sections[0].changes[0][:40] in said
    until(lambda: answers(on))
    assert on.run(*LIST).stdout == games
    on.run("apt-get", "purge", "--yes", "mouseboard")
    left = on.run("find", "/etc", "/usr", "/var/lib", "/var/cache", "-iname", "*mouseboard*").stdout
    assert left.split() == []
    assert on.run("systemctl", "is-active", "mouseboard", check=False).stdout == "inactive\n"
