"""`make` says what a computer lacks before it makes or installs anything."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.pages import ROOT


def make(folder: Path, python: str, **environment: str) -> tuple[str, list[str]]:
    """Run `make play` in a folder with our Makefile; return what it printed, and what is in the folder then."""
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    command = ["make", "play", f"PYTHON={python}"]
    ran = subprocess.run(command, cwd=folder, env=os.environ | environment, capture_output=True, text=True, timeout=60)
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


def test_a_debian_without_environments_names_their_package_and_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "ensurepip.py").write_text("raise ImportError\n", encoding="ascii")
    said, left = make(tmp_path, sys.executable, PYTHONPATH=str(tmp_path), PYTHONDONTWRITEBYTECODE="1")
    assert said == (
        f"{sys.executable} cannot make environments; on Debian as root: apt-get install python3-venv, "
        "then run this again\n"
    )
    assert ".venv" not in left
