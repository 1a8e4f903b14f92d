"""The README and PLAYING are true: their commands and Python are run, and print what they show."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.helpers.pages import ROOT, Page

README = Page("README.md")
BUILDING = Page("hardware/README.md")
"""The page with links to all pages about building a table."""
PLAYING = Page("host/mouseboard/referee/PLAYING.md")
"""The page about the terminal and the journal."""


def test_the_commands_of_playing_print_what_it_shows(tmp_path: Path) -> None:
    PLAYING.check_commands(tmp_path)


def test_the_commands_of_the_readme_print_what_it_shows(tmp_path: Path) -> None:
    README.check_commands(tmp_path)


def test_the_python_of_the_readme_prints_what_it_shows() -> None:
    README.check_python()


@pytest.mark.parametrize("page", sorted(str(page.relative_to(ROOT)) for page in ROOT.glob("[!.]*/**/*.md")))
def test_the_readme_or_the_hardware_page_links_every_page(page: str) -> None:
    assert ROOT / page in README.links + BUILDING.links


def test_the_links_of_the_readme_lead_to_files() -> None:
    assert [link for link in README.links if not link.is_file()] == []
