"""The modules that `make fast` compiles behave the same compiled by mypyc and plain."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from tests.helpers.built import ROOT, installed, outdated

BUILD = Path(ROOT, "host", "hatch_build.py")
TESTS = (
    "tests/rules/barriers",
    "tests/rules/test_golden.py",
    "tests/players/barriers",
    "tests/players/test_barriers.py",
    "tests/players/test_levels.py",
)
RUN = """
import json, sys, pytest
code = pytest.main(["-p", "no:cacheprovider", "-o", "pythonpath=.", *sys.argv[1:]])  # not those in the checkout
print(json.dumps({name: module.__file__ for name, module in sys.modules.items() if hasattr(module, "__file__")}))
sys.exit(code)
"""
"""Runs tests, and prints in the last line which modules they have used."""


@pytest.mark.real
@pytest.mark.skipif(not shutil.which("cc") and not os.environ.get("CI"), reason="there is no C compiler")
def test_compiled_modules_do_the_same_as_plain_ones(tmp_path: Path) -> None:
    found = {is_plain(str(import_module(name).__file__)) for name in modules()}
    assert len(found) == 1, "some are compiled and some are not: `make fast` again"
    plain_here = found.pop()
    environment = installed(tmp_path / "other", compiled=plain_here)
    run = [sys.executable, "-c", RUN, "-k", "barriers and not random_game", *TESTS]
    done = subprocess.run(run, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    used: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    for name in modules():
        assert Path(used[name]).is_relative_to(tmp_path)
        assert is_plain(used[name]) is not plain_here
    here, there = (played_alone(tmp_path / name, env) for name, env in (("here", {}), ("there", environment)))
    assert here == there


def played_alone(journal: Path, environment: dict[str, str]) -> str:
    """Play a whole game of barriers, from hands to lamps, and return what it prints."""
    play = [sys.executable, "-m", "mouseboard", "play", "barriers", "--auto", "--seed", "7"]
    environment = {**os.environ, **environment, "MOUSEBOARD_JOURNAL": str(journal)}
    return subprocess.run(play, env=environment, check=True, capture_output=True, text=True).stdout


def modules() -> list[str]:
    """Return the names of the modules that are compiled."""
    spec = spec_from_file_location("hatch_build", BUILD)
    assert spec and spec.loader
    build = module_from_spec(spec)
    spec.loader.exec_module(build)
    return [module.removesuffix(".py").replace("/", ".") for module in build.MODULES]


def is_plain(module: str) -> bool:
    return Path(module).suffix == ".py"


def test_make_fast_without_a_compiler_says_so_and_goes_on() -> None:
    make = [
        "make",
        "--no-print-directory",
        "fast",
        "DEV=",
        "CC=no-such-cc",
    ]  # make would print folders under `make test`
    done = subprocess.run(make, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1].startswith("there is no C compiler (no-such-cc): nothing is compiled")
    assert done.returncode == 0


def test_a_module_changed_since_it_was_compiled_is_named(tmp_path: Path) -> None:
    for number, name in enumerate(
        ("wire.py", "wire.cpython-311-x86_64-linux-gnu.so", "line.cpython-311.so", "line.py")
    ):
        Path(tmp_path, name).touch()
        os.utime(tmp_path / name, (number, number))
    assert outdated([tmp_path]) == [tmp_path / "line.py"]
