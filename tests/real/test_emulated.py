"""A Raspberry Pi, emulated here, plays the games of a package of `make release` as the checkout does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.real.debian import Debian, check_plays_as_here, check_serves_the_page, debian, install
from tests.real.tools import need

from release.__main__ import build_wheel
from release.deb import TARGETS, build
from release.facts import this_release

pytestmark = pytest.mark.real

GAMES = ("barriers", "cards", "classic", "draughts", "morris", "pantry", "revised", "souriciere")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package for Debian 12 on the Pi."""
    need("dpkg-deb")
    folder, release = tmp_path_factory.mktemp("package"), this_release()
    (target,) = (each for each in TARGETS if (each.codename, each.architecture) == ("bookworm", "arm64"))
    return build(release, build_wheel(release, folder), target, folder)


@pytest.fixture(scope="module")
def computer(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Debian]:
    """A Pi with the package on it."""
    with debian("bookworm", tmp_path_factory.mktemp("pi"), "arm64") as computer:
        quickly = computer.root / "etc/apt/apt.conf.d/quickly"  # recommended certificates alone take minutes
        quickly.write_text('APT::Install-Recommends "no"; DPkg::Options { "--force-unsafe-io"; }')
        install(computer, package)
        yield computer


@pytest.mark.parametrize("game", GAMES)
def test_an_emulated_raspberry_pi_plays_each_game_as_this_machine_does(game: str, computer: Debian) -> None:
    check_plays_as_here(computer, game)


def test_an_emulated_raspberry_pi_serves_the_page(computer: Debian) -> None:
    check_serves_the_page(computer)
