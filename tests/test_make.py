"""`make` says what a computer lacks before it makes or installs anything."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.helpers.pages import ROOT


def make(folder: Path, python: str, **environment: str) -> tuple[str, list[str]]:
    """Run `make play` in a folder with our Makefile, not as a part of the `make` that may run the tests.

    Return what it printed, and what is in the folder then.
    """
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    command = ["make", "play", f"PYTHON={python}"]
    alone = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    ran = subprocess.run(command, cwd=folder, env=alone | environment, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 2
    return ran.stdout, sorted(path.name for path in folder.iterdir())


def test_a_python_that_is_too_old_is_named_and_nothing_is_left(tmp_path: Path) -> None:
    old = tmp_path / "python"
    old.write_text("#!/bin/sh\n[ $1 = -V ] && echo Python 3.9.2 || exit 1\n", encoding="ascii")
    old.chmod(0o755)
    said, left = make(tmp_path, str(old))
    assert said == (
        f"Mouseboard needs Python 3.11 or later, {old} is Python 3.9.2; name another: make play PYTHON=python3.12\n"
    )
    assert left == ["Makefile", "pyproject.toml", "python"]


def test_a_computer_without_python_is_told_what_to_install_and_nothing_is_left(tmp_path: Path) -> None:
    said, left = make(tmp_path, "nothing")
    assert said.startswith("there is no nothing; Mouseboard needs Python 3.11 or later, on Debian as root: apt-get ")
    assert left == ["Makefile", "pyproject.toml"]


@pytest.mark.parametrize("module", ["sqlite3", "ssl"])
def test_a_python_without_sqlite_or_ssl_is_named_and_nothing_is_left(tmp_path: Path, module: str) -> None:
    (tmp_path / f"{module}.py").write_text("raise ImportError\n", encoding="ascii")
    said, left = make(tmp_path, sys.executable, PYTHONPATH=str(tmp_path), PYTHONDONTWRITEBYTECODE="1")
    assert said.startswith(f"{sys.executable} was built without SQLite or SSL; name another: ")
    assert ".venv" not in left


@pytest.mark.real
def test_packages_that_cannot_be_installed_leave_nothing_and_the_internet_is_named(tmp_path: Path) -> None:
    said, left = make(tmp_path, sys.executable, PIP_NO_INDEX="1", PIP_FIND_LINKS="")
    assert said.endswith("the packages could not be installed; that needs the Internet, then run this again\n")
    assert ".venv" not in left


@pytest.mark.parametrize(
    ("made_for", "status", "stays"), [("here", 0, True), ("elsewhere", 0, False), ("here", 1, False)]
)
def test_an_environment_stays_if_it_was_made_here_and_runs(
    tmp_path: Path, made_for: str, status: int, stays: bool
) -> None:
    (here := tmp_path / "here").mkdir()
    program, core = here / ".venv/bin/python", here / ".venv/.core"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\nexit {status}\n", encoding="ascii")
    program.chmod(0o755)
    core.write_text(f"{tmp_path / made_for}\n", encoding="utf-8")
    os.utime(core, (0, 0))  # so it is to be made again, which fails without Python
    assert (".venv" in make(here, "nothing")[1]) == stays


def test_a_debian_without_environments_names_their_package_and_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "ensurepip.py").write_text("raise ImportError\n", encoding="ascii")
    said, left = make(tmp_path, sys.executable, PYTHONPATH=str(tmp_path), PYTHONDONTWRITEBYTECODE="1")
    assert said == (
        f"{sys.executable} cannot make environments; on Debian as root: apt-get install python3-venv, "
        "then run this again\n"
    )
    assert ".venv" not in left


def play(folder: Path, program: str) -> subprocess.Popen[str]:
    """Start `make play` in a folder whose environment is ready, with this program of the shell as `mouseboard`."""
    shutil.copy(ROOT / "Makefile", folder)
    (folder / "pyproject.toml").touch()
    (bin := folder / ".venv/bin").mkdir(parents=True)
    for name, text in (("python", "exit 0"), ("mouseboard", program)):
        (bin / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (bin / name).chmod(0o755)
    (folder / ".venv/.core").write_text(f"{folder}\n", encoding="utf-8")
    alone = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        ["make", "play"], cwd=folder, env=alone, stdin=pipe, stdout=pipe, stderr=pipe, text=True, process_group=0
    )


def test_ctrl_c_ends_a_game_of_make_without_a_word_of_make(tmp_path: Path) -> None:
    with play(tmp_path, "trap 'echo goodbye >&2; exit 130' INT; echo ready; read -r line") as playing:
        assert playing.stdout
        assert playing.stdout.readline() == "ready\n"
        os.killpg(playing.pid, signal.SIGINT)
        assert playing.communicate(timeout=60) == ("", "goodbye\n")


def test_a_game_that_is_left_by_a_key_is_no_error_of_make(tmp_path: Path) -> None:
    with play(tmp_path, "exit 130") as playing:
        assert playing.communicate(timeout=60) == ("", "")
    assert playing.returncode == 0


def test_a_game_that_crashes_is_an_error_of_make(tmp_path: Path) -> None:
    with play(tmp_path, "exit 1") as playing:
        assert "Error 1" in playing.communicate(timeout=60)[1]
    assert playing.returncode == 2
