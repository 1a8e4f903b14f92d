"""A browser for the tests of the page. Without one they are skipped, but in CI they fail."""

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
    """Each screen has a context of its own. While it lives, a loop runs in this thread: other modules want none."""
    need(CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        yield browser
        browser.close()


Serve = Callable[..., Served]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """A page with these words on the command line; hands are quick, the trap catches, and the table is silent."""
    with ExitStack() as stack:
        yield lambda *words: stack.enter_context(Served(tmp_path, *words, "--quiet", scenario="pace 40\nchance 1\n"))


@pytest.fixture
def screen(chromium: Browser) -> Iterator[Callable[..., Screen]]:
    """A phone or screen that opens an address."""
    with ExitStack() as stack:
        yield lambda address, **how: stack.enter_context(Screen(chromium, address, **how))
