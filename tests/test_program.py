"""Advice begins with the shortest command that starts this program again, from the folder where it was started."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

BIN = Path(sys.executable).parent


def advised(command: str, folder: Path, path: Path) -> str:
    """Write a game by this command, where programs are found in `path`. Return what it says to play that game."""
    path.mkdir(exist_ok=True)
    ran = subprocess.run(
        [*shlex.split(command), "games", "new", "foxes"],
        cwd=folder,
        env=os.environ | {"PATH": str(path)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return ran.stdout.splitlines()[3].strip()


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with an environment, as `make play` leaves it."""
    (tmp_path / ".venv/bin").mkdir(parents=True)
    (tmp_path / ".venv/bin/mouseboard").symlink_to(BIN / "mouseboard")
    return tmp_path


def test_a_program_in_a_clone_is_called_by_its_path_from_there(clone: Path) -> None:
    assert advised(".venv/bin/mouseboard", clone, clone / "empty") == ".venv/bin/mouseboard play foxes"


def test_an_installed_program_is_called_by_its_name(clone: Path) -> None:
    assert advised(str(BIN / "mouseboard"), clone, BIN) == "mouseboard play foxes"


def test_a_link_to_it_on_the_path_is_called_by_its_name(clone: Path) -> None:
    (path := clone / "path").mkdir()
    (path / "mouseboard").symlink_to(BIN / "mouseboard")
    assert advised(str(BIN / "mouseboard"), clone, path) == "mouseboard play foxes"


def test_another_program_of_that_name_is_not_meant(clone: Path) -> None:
    (path := clone / "path").mkdir()
    (path / "mouseboard").write_text("#!/bin/sh\n", encoding="utf-8")
    (path / "mouseboard").chmod(0o755)
    assert advised(".venv/bin/mouseboard", clone, path) == ".venv/bin/mouseboard play foxes"


def test_a_module_is_called_by_the_python_that_was_typed(clone: Path) -> None:
    assert advised(f"{sys.executable} -m mouseboard", clone, BIN) == f"{sys.executable} -P -m mouseboard play foxes"


def test_the_advice_works_in_a_folder_with_a_file_named_like_a_module_of_python(clone: Path) -> None:
    advice = advised(f"{sys.executable} -m mouseboard", clone, BIN).removesuffix("play foxes")
    (folder := clone / "homework").mkdir()
    (folder / "random.py").write_text("print(input())\n", encoding="utf-8")
    assert advised(advice, folder, BIN) == f"{advice}play foxes"
