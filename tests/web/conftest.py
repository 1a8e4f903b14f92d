"""A browser for the tests of the page. If it is missing, they fail in CI and are skipped elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

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


@pytest.fixture
def screen(chromium: Browser) -> Iterator[Callable[..., Screen]]:
    """Open an address on a phone or screen."""
    with ExitStack() as stack:
        yield lambda address, **how: stack.enter_context(Screen(chromium, address, **how))
