"""What `make fast` compiles passes the same tests compiled by mypyc, or plain where it is compiled already."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from tests.built import ROOT, installed

MODULES = (
    "mouseboard.rules.barriers.grid",
    "mouseboard.rules.barriers.plies",
    "mouseboard.players.barriers.position",
    "mouseboard.players.barriers.search",
)
TESTS = (
    "tests/rules/barriers",
    "tests/rules/test_golden.py",
    "tests/players/barriers",
    "tests/players/test_barriers.py",
    "tests/players/test_levels.py",
)
WHERE = "import json, sys, importlib; print(json.dumps([importlib.import_module(n).__file__ for n in sys.argv[1:]]))"


@pytest.mark.skipif(not shutil.which("cc") and not os.environ.get("CI"), reason="there is no C compiler")
def test_what_is_compiled_says_and_does_the_same_as_plain(tmp_path: Path) -> None:
    here = {is_plain(str(import_module(name).__file__)) for name in MODULES}
    assert len(here) == 1, "some are compiled and some are not: `make fast` again"
    plain_here = here.pop()
    environment = installed(tmp_path / "other", compiled=plain_here)
    where = [sys.executable, "-c", WHERE, *MODULES]
    found = json.loads(subprocess.run(where, env=environment, check=True, capture_output=True, text=True).stdout)
    assert all(Path(path).is_relative_to(tmp_path) and is_plain(path) is not plain_here for path in found)
    pytest_ = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-k", "barriers and not random_game"]
    done = subprocess.run([*pytest_, *TESTS], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def is_plain(module: str) -> bool:
    return Path(module).suffix == ".py"


def test_without_a_compiler_make_fast_says_so_and_goes_on() -> None:
    make = ["make", "--no-print-directory", "fast", "DEV=", "CC=no-such-cc"]  # under `make test` it would name folders
    done = subprocess.run(make, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1].startswith("there is no C compiler (no-such-cc): nothing is compiled")
    assert done.returncode == 0
