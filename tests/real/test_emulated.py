"""A Raspberry Pi, emulated here, plays the games of a package of `make release` as the checkout does."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.real.debian import check_plays_as_here, debian, install
from tests.real.tools import need

from release.__main__ import build_wheel
from release.deb import TARGETS, build
from release.facts import this_release

pytestmark = pytest.mark.real

GAMES = ("barriers", "cards", "classic", "draughts", "morris", "pantry", "revised", "souriciere")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The package for Debian 12 on the Pi."""
    need("dpkg-deb")
    release = this_release()
    (target,) = (each for each in TARGETS if (each.codename, each.architecture) == ("bookworm", "arm64"))
    return build(release, build_wheel(release, tmp_path), target, tmp_path)


def test_an_emulated_raspberry_pi_plays_all_games_as_this_machine_does_and_serves_the_page(
    package: Path, tmp_path: Path
) -> None:
    with debian("bookworm", tmp_path, "arm64") as computer:
        quickly = computer.root / "etc/apt/apt.conf.d/quickly"  # recommended certificates alone take minutes
        quickly.write_text('APT::Install-Recommends "no"; DPkg::Options { "--force-unsafe-io"; }')
        install(computer, package)
        check_plays_as_here(computer, GAMES)
