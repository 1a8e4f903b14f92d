"""A browser for the tests of the page. If it is missing, they fail in CI and are skipped elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.web.browsers import need
from tests.web.screen import CHROMIUM, Screen
from tests.web.served import Served


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Chromium, shared by the tests of one module; each screen gets its own context.

    Playwright runs an event loop in this thread while the browser is open. Other modules need a thread without one, so
    it closes at the end of the module.
    """
    need(CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        yield browser
        browser.close()


Serve = Callable[..., Served]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Serve the page with these command-line words: fast hands, a trap that always catches, and no sound."""
    with ExitStack() as stack:
        yield lambda *words: stack.enter_context(Served(tmp_path, *words, "--quiet", scenario="pace 40\nchance 1\n"))


SCREENS = pytest.StashKey[list[Screen]]()


@pytest.fixture
def screen(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Screen]]:
    """Open an address on a phone or screen. If the test fails, its report tells what each of them shows."""
    screens = request.node.stash[SCREENS] = []

    def opened(address: str, **how: Any) -> Screen:
        screens.append(stack.enter_context(Screen(chromium, address, **how)))
        return screens[-1]

    with ExitStack() as stack:
        yield opened


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call" and report.failed:
        screens: list[Screen] = item.stash.get(SCREENS, [])
        report.sections += [(f"screen {n}", screen.state()) for n, screen in enumerate(screens, 1)]
    return report
