"""The command's own help."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from mouseboard.cli.pages import pages

ROOT = Path(__file__).parents[3]


def test_the_version_is_that_of_the_package(run: Run) -> None:
    assert run("--version") == (0, f"mouseboard {version('mouseboard')}\n", "")


def test_python_m_mouseboard_is_the_same_command(run: Run) -> None:
    ran = subprocess.run([sys.executable, "-m", "mouseboard", "games"], capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stdout) == run("games")[:2]


def test_a_call_without_a_command_prints_help(run: Run) -> None:
    assert run().out == run("help").out == run("--help").out


@pytest.mark.parametrize("command", ["play", "table flash", "log resume"])
def test_help_on_a_command_is_what_its_own_help_says(run: Run, command: str) -> None:
    assert run("help", *command.split()) == run(*command.split(), "--help")


def test_each_topic_of_the_help_is_listed_once(run: Run) -> None:
    topics = (
        run("help", "nonsense").err.partition("there is on ")[2].partition(";")[0].replace(" or ", ", ").split(", ")
    )
    assert len(topics) == len(set(topics)) > 10


def test_a_page_can_be_read(run: Run) -> None:
    page = ROOT / "host/mouseboard/referee/PLAYING.md"
    assert run("help", "playing").out.strip() == page.read_text(encoding="utf-8").strip()


@pytest.mark.parametrize(
    "page",
    [
        *(
            page
            for room in ("host/mouseboard", "firmware")
            for page in sorted((ROOT / room).rglob("*.md"))
            if page.name != "README.md"
        ),
        ROOT / "hardware/COMMISSIONING.md",  # the rest of hardware/ is for readers who have its files
    ],
    ids=lambda page: page.name,
)
def test_every_page_has_a_name_to_ask_for(page: Path) -> None:
    assert pages()[page.stem.lower()] == page
