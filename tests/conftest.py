"""Fixtures and settings of all tests. With `firmware`, a test runs on CPython and on a real MicroPython."""

import gc
import os
import signal
import sys
from functools import partial

import pytest
from hypothesis import settings
from tests.helpers.built import ROOT, outdated
from tests.helpers.unix_table import find_micropython

from mouseboard.sim.firmware import InThisProcess, OnMicroPython, Start

# A shell ignores Ctrl-C for programs that it starts with `&`, and nohup the end of the terminal. Commands under test
# would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

os.environ["LC_ALL"] = "C.UTF-8"  # commands under test speak English, whatever the machine's language
os.environ["TERM"] = "xterm"  # and may move the cursor, whatever the machine's terminal

settings.register_profile("untimed", deadline=None)  # a busy machine misses deadlines; all else keeps its default
settings.load_profile("untimed")

LONG = (
    "test_deb",
    "test_emulated",
    "test_setup",
    "test_browser_playing",
    "test_browser_lobby",
    "test_conformance",
    "test_evening_model",
    "test_compiled",
    "test_browser_phones",
    "test_flash",
    "test_browser_looks",
    "test_windows",
    "test_plugin",
    "test_connections",
    "test_readme",
    "test_browser_photo",
    "test_browser_bare",
    "test_screen",
    "test_serve",
    "test_bounds",
    "test_streams",
    "test_whole_way",
    "test_browser_streams",
    "test_examples",
    "test_foreign_games",
    "test_auto",
    "test_seats_model",
    "test_campaign",
    "test_mip",
    "test_faults",
    "test_table_sim",
    "test_study",
    "test_evening_lasts",
    "test_hands",
    "test_leaving",
    "test_browser",
    "test_examination",
    "test_table_elsewhere",
    "test_errors",
    "test_damage",
    "test_lag",
    "test_table_monitor",
    "test_contributing",
)
"""Long modules, longest first, but browsers, which need the processor, among those that wait."""


def pytest_sessionstart() -> None:
    """Refuse to run on compiled modules that are older than their sources."""
    if changed := outdated():
        names = ", ".join(str(path.relative_to(ROOT)) for path in changed)
        pytest.exit(f"changed since they were compiled: {names}; `make fast` again, or `make clean`", returncode=2)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run long modules first, so that no worker runs one alone at the end. `make shaken` wants any order."""
    if config.pluginmanager.has_plugin("pytest_randomly"):
        return
    items.sort(key=lambda item: next((n for n, name in enumerate(LONG) if name in item.nodeid), len(LONG)))


def pytest_collection_finish() -> None:
    """Spare the garbage collector what is loaded and collected, for it stays to the end."""
    gc.freeze()


@pytest.fixture(scope="session")
def micropython() -> str:
    """The path of a real MicroPython. Without one the test is skipped, but fails in CI."""
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
    """A function that starts the simulated board's firmware, on each interpreter in turn."""
    return partial(OnMicroPython, interpreter) if interpreter else InThisProcess
