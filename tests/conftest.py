"""A test that plays the table runs it on both interpreters: CPython (None) and a real MicroPython (its path)."""

import os
import signal
from functools import partial

import pytest
from hypothesis import settings
from tests.built import ROOT, outdated
from tests.unix_table import find_micropython

from mouseboard.sim.firmware import InThisProcess, OnMicroPython, Start

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # so does a shell start what it runs with `&`, and nohup
    signal.signal(signal.SIGINT, signal.default_int_handler)  # else commands under test would inherit that

settings.register_profile("untimed", deadline=None)  # a machine is slow at times; all else is as it would be
settings.load_profile("untimed")

LONG = ("test_browser", "test_compiled", "test_readme", "test_contributing", "test_table_monitor")


def pytest_sessionstart() -> None:
    """No test passes or fails for what a module was before it was changed."""
    if changed := outdated():
        names = ", ".join(str(path.relative_to(ROOT)) for path in changed)
        pytest.exit(f"changed since they were compiled: {names}; `make fast` again, or `make clean`", returncode=2)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long begins first, so that nobody waits for it alone at the end."""
    items.sort(key=lambda item: not any(name in item.nodeid for name in LONG))


@pytest.fixture(scope="session")
def micropython() -> str:
    """A real MicroPython. Without one the test is skipped, but not in CI."""
    if found := find_micropython():
        return found
    missing = "no MicroPython: tests/get_micropython.sh fetches one"
    if os.environ.get("CI") == "true":
        pytest.fail(missing)
    pytest.skip(missing)


@pytest.fixture(params=["cpython", "micropython"])
def interpreter(request: pytest.FixtureRequest) -> str | None:
    if request.param == "cpython":
        return None
    return str(request.getfixturevalue("micropython"))


@pytest.fixture
def firmware(interpreter: str | None) -> Start:
    """What starts the simulated board's firmware on that interpreter."""
    return partial(OnMicroPython, interpreter) if interpreter else InThisProcess
