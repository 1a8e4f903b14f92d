"""CONTRIBUTING is true: its commands, on a copy of the checkout, and its Python print what it shows."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from tests.helpers.pages import ROOT, Page

CONTRIBUTING = Page(".github/CONTRIBUTING.md")


@pytest.mark.real
def test_the_commands_of_contributing_print_what_it_shows(tmp_path: Path) -> None:
    checkout = tmp_path / "mouseboard"
    shutil.copytree(ROOT, checkout, ignore=shutil.ignore_patterns(".*", "__pycache__", "build", "dist"))
    code = os.pathsep.join(str(checkout / folder) for folder in ("host", "firmware"))
    CONTRIBUTING.check_commands(checkout, PYTHONPATH=code)


def test_the_python_of_contributing_prints_what_it_shows() -> None:
    CONTRIBUTING.check_python()


def test_the_links_of_contributing_lead_to_files() -> None:
    assert [link for link in CONTRIBUTING.links if not link.is_file()] == []
