"""Completions at the Tab key, requested as bash requests them."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest
from tests.cli.conftest import MOUSEBOARD, Run

from mouseboard import lang, layouts, rules
from mouseboard.cli.commands.completion import SHELLS


def offered(line: str) -> set[str]:
    """Return the words that can complete the end of the line."""
    asked = {"_ARGCOMPLETE": "1", "COMP_LINE": line, "COMP_POINT": str(len(line)), "COMP_TYPE": "9", "IFS": "\n"}
    asked |= {"_ARGCOMPLETE_SHELL": "bash", "_ARGCOMPLETE_COMP_WORDBREAKS": " ", "_ARGCOMPLETE_SUPPRESS_SPACE": "1"}
    ran = subprocess.run(
        ["bash", "-c", f"{MOUSEBOARD} 8>&1 9>/dev/null >/dev/null"],
        env=os.environ | asked,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return {word.strip() for word in ran.stdout.replace("\013", "\n").splitlines()} - {""}


def test_commands() -> None:
    assert {"play", "games", "table", "log", "layout", "help"} <= offered("mouseboard ")
    assert offered("mouseboard table f") == {"flash"}


@pytest.mark.parametrize("before", ["play", "games"])
def test_games(before: str) -> None:
    assert offered(f"mouseboard {before} ") >= set(rules.games())


def test_the_options_of_the_game_that_is_named() -> None:
    assert offered("mouseboard play souriciere --option e") == {
        "edition=ravensburger",
        "edition=bookmark",
        "exact=true",
        "exact=false",
    }


def test_languages_and_layouts() -> None:
    assert offered("mouseboard play classic --lang ") == set(lang.languages())
    assert offered("mouseboard play classic --layout c") == {name for name in layouts.shipped() if name[0] == "c"}


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_understands_what_it_is_given(run: Run, shell: str) -> None:
    code = run("completion", shell).out
    assert "mouseboard" in code
    if shutil.which(shell):
        assert subprocess.run([shell, "-n"], input=code, text=True, capture_output=True, check=False).stderr == ""
