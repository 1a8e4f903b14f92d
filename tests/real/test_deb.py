"""The files of a release, made as `make release` does, and installed on bare Debians."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tests.real.debian import Debian, debian
from tests.real.tools import need

from release.__main__ import add_sums, build_wheel
from release.deb import TARGETS, build
from release.facts import Release, this_release
from release.manual import manual

pytestmark = pytest.mark.real

GAMES = ("barriers", "cards", "classic", "pantry", "revised", "souriciere")
PORT = 8791
INSTALL = ("apt-get", "install", "--yes", "--no-install-recommends")
SERVE_AND_ASK = f"""
mouseboard serve --port {PORT} >/dev/null & page=$!
python3 - <<'END'
import time, urllib.request
for _ in range(600):
    try:
        print(urllib.request.urlopen("http://127.0.0.1:{PORT}/").status)
        break
    except OSError:
        time.sleep(0.1)
END
kill $page
"""


@dataclass(frozen=True)
class Made:
    """The packages of this checkout, and one of an older version."""

    release: Release
    wheel: Path
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
    wheel = build_wheel(release, folder)
    for target in TARGETS:
        build(release, wheel, target, folder)
    add_sums(folder)
    before = replace(release, version="0.0.9", sections=())
    return Made(release, wheel, folder, build(before, wheel, TARGETS[0], tmp_path_factory.mktemp("old")))


@pytest.fixture(scope="module")
def bookworm(tmp_path_factory: pytest.TempPathFactory, made: Made) -> Iterator[Debian]:
    """A Debian 12 with our package."""
    with debian("bookworm", tmp_path_factory.mktemp("bookworm")) as computer:
        install(computer, made.package("bookworm", "amd64"))
        yield computer


def install(computer: Debian, package: Path) -> str:
    """Install a package with all that it needs, and return what is said."""
    shutil.copy(package, computer.root / "root" / package.name)
    return computer.run(*INSTALL, f"/root/{package.name}").stdout


def played_here(game: str) -> str:
    """Return what a game prints on this machine, from the checkout."""
    words = [sys.executable, "-m", "mouseboard", "play", game, "--auto", "--seed", "7"]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


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


@pytest.mark.parametrize("release", ["bookworm", "trixie"])
def test_a_bare_debian_plays_as_the_checkout_does(release: str, made: Made, tmp_path: Path) -> None:
    with debian(release, tmp_path) as computer:
        install(computer, made.package(release, "amd64"))
        assert computer.run("mouseboard", "play", "barriers", "--auto", "--seed", "7").stdout == played_here("barriers")
        assert computer.run("sh", "-c", SERVE_AND_ASK).stdout == "200\n"


def test_an_emulated_raspberry_pi_plays_all_games_as_this_machine_does_and_serves_the_page(
    made: Made, tmp_path: Path
) -> None:
    with debian("bookworm", tmp_path, "arm64") as computer:
        install(computer, made.package("bookworm", "arm64"))
        played = {game: computer.run("mouseboard", "play", game, "--auto", "--seed", "7").stdout for game in GAMES}
        assert played == {game: played_here(game) for game in GAMES}
        assert computer.run("sh", "-c", SERVE_AND_ASK).stdout == "200\n"
