"""A table, and a real MicroPython where one is needed."""

import os
import shutil
from pathlib import Path

import pytest
from tests.firmware.board import Table

ROOT = Path(__file__).parents[2]


@pytest.fixture
def table() -> Table:
    """A table with power, its servo rail on, no host yet."""
    return Table()


@pytest.fixture
def agreed(table: Table) -> Table:
    """A table with a host that has agreed."""
    table.agree()
    return table


@pytest.fixture(scope="session")
def micropython() -> str:
    """A MicroPython for this machine: MICROPYTHON, the PATH, or what tests/get_micropython.sh has fetched."""
    for name in (os.environ.get("MICROPYTHON"), "micropython", str(ROOT / ".tools" / "micropython")):
        if name and (found := shutil.which(name)):
            return found
    if os.environ.get("CI") == "true":
        pytest.fail("no MicroPython: run tests/get_micropython.sh")
    pytest.skip("no MicroPython: run tests/get_micropython.sh")
