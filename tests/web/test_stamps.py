"""What sheets are stamped with is what the page draws."""

from __future__ import annotations

from playwright.sync_api import Browser
from tests.web.stamps import drawn

from mouseboard.sheets.stamps import KEPT


def test_the_stamps_are_kept_as_the_page_draws_them(chromium: Browser) -> None:
    assert KEPT.read_text(encoding="utf-8") == drawn(chromium), "python -m tests.web.stamps"
