"""The grid of barriers passes the same tests compiled by mypyc, or plain where it is compiled already."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.built import ROOT, installed

from mouseboard.rules.barriers import grid

TESTS = (
    "tests/rules/barriers/test_rules.py",
    "tests/rules/barriers/test_positions.py",
    "tests/rules/test_golden.py",
)
WHERE = "from mouseboard.rules.barriers import grid; print(grid.__file__)"


@pytest.mark.skipif(not shutil.which("cc") and not os.environ.get("CI"), reason="there is no C compiler")
def test_the_rules_are_the_same_compiled_and_plain(tmp_path: Path) -> None:
    plain_here = Path(grid.__file__).suffix == ".py"
    environment = installed(tmp_path / "other", compiled=plain_here)
    found = subprocess.run([sys.executable, "-c", WHERE], env=environment, check=True, capture_output=True, text=True)
    assert Path(found.stdout.strip()).is_relative_to(tmp_path)
    assert (Path(found.stdout.strip()).suffix == ".py") is not plain_here
    pytest_ = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-k", "barriers and not random_game"]
    done = subprocess.run([*pytest_, *TESTS], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_without_a_compiler_make_fast_says_so_and_goes_on() -> None:
    make = ["make", "--no-print-directory", "fast", "DEV=", "CC=no-such-cc"]  # under `make test` it would name folders
    done = subprocess.run(make, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1].startswith("there is no C compiler (no-such-cc): nothing is compiled")
    assert done.returncode == 0
