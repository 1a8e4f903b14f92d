"""Whoever plays a table in a test plays it on both interpreters: CPython (None) and a real MicroPython (its path)."""

import os
import shutil
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[1] / ".tools" / "micropython"


@pytest.fixture(params=["cpython", "micropython"])
def interpreter(request: pytest.FixtureRequest) -> str | None:
    if request.param == "cpython":
        return None
    found = str(TOOLS) if TOOLS.exists() else shutil.which("micropython")
    if found is None:
        missing = "no MicroPython: tests/get_micropython.sh fetches one"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    return found
