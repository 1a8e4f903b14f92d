"""The package and what a package index shows of it are true and complete."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.helpers.built import installed
from tests.helpers.pages import ROOT

from mouseboard.cli.pages import pages

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_changelog_has_this_version_below_the_unreleased_section() -> None:
    sections = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert sections[:2] == ["Unreleased", PROJECT["version"]]


def test_both_licences_are_named_and_included() -> None:
    for licence, path in zip(PROJECT["license"].split(" AND "), PROJECT["license-files"], strict=True):
        assert licence.split("-")[0] in (ROOT / path).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """The package as `pip install mouseboard` installs it, and the environment that makes Python find it."""
    folder = tmp_path_factory.mktemp("installed")
    return folder, installed(folder, compiled=False)


def test_every_page_comes_with_the_package_and_can_be_read(wheel: tuple[Path, dict[str, str]]) -> None:
    folder, environment = wheel
    packed = {path.name for path in (folder / "mouseboard").rglob("*.md")}
    assert {path.name for path in pages().values()} <= packed
    for page in ("flashing", "playing"):
        command = [sys.executable, "-m", "mouseboard", "help", page]
        ran = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, timeout=60)
        assert ran.stdout.strip() == pages()[page].read_text(encoding="utf-8").strip()


def test_the_package_neither_contains_nor_imports_chess_whose_licence_is_another(
    wheel: tuple[Path, dict[str, str]],
) -> None:
    folder, _ = wheel
    imported = re.compile(r"^\s*(import|from) (mouseboard_)?chess\b", re.M)
    modules = [path for path in folder.rglob("*.py") if imported.search(path.read_text(encoding="utf-8"))]
    assert [*folder.rglob("*chess*"), *modules] == []


def test_links_in_the_package_s_description_are_absolute(wheel: tuple[Path, dict[str, str]]) -> None:
    folder, _ = wheel
    (metadata,) = folder.glob("mouseboard-*.dist-info/METADATA")
    text = metadata.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]*)\)", text)
    assert f"{PROJECT['urls']['Source']}/blob/main/host/mouseboard/referee/PLAYING.md" in links
    assert all(link.startswith("https://") for link in links)
