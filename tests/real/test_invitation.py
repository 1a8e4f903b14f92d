"""The lobby's invitation in a real browser, on a computer whose addresses change."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright
from tests.real.houses import house
from tests.web.browsers import need
from tests.web.screen import CHROMIUM, Screen
from tests.web.served import Served

pytestmark = pytest.mark.real

FRESH_MS = 10_000
"""Most milliseconds before the page shows a new address."""


def join(host: str) -> re.Pattern[str]:
    """Return the pattern of a join link with this host."""
    return re.compile(rf"^http://{re.escape(host)}:\d+/j/\w+$")


def test_the_host_chooses_among_addresses_and_the_qr_code_follows_the_wifi(tmp_path: Path) -> None:
    need(CHROMIUM)
    with house("table", "phone") as (table, phone), sync_playwright() as playwright:
        table.cable("wlan0", phone, "wlan0")
        table.address("wlan0", "192.168.178.23/24")
        table.tunnel("tailscale0", "100.101.102.103/32")
        browser_there = tmp_path / "chromium"
        browser_there.write_text(f'#!/bin/sh\nexec {" ".join(table.within)} {CHROMIUM} "$@"\n')
        browser_there.chmod(0o755)
        browser = playwright.chromium.launch(executable_path=browser_there)
        with Served(tmp_path, "--phones", within=table.within) as served, Screen(browser, served.url) as screen:
            screen.page.get_by_role("button", name="More links").click()
            code = screen.page.locator(".invitation .qr")
            expect(code).to_have_attribute("aria-label", join("192.168.178.23"))
            tailscale = screen.page.get_by_role("button", name="http://100.101.102.103")
            tailscale.click()
            expect(code).to_have_attribute("aria-label", join("100.101.102.103"))
            expect(tailscale).to_be_focused()
            screen.page.get_by_role("button", name="http://192.168.178.23").click()
            table.ip("address", "delete", "192.168.178.23/24", "dev", "wlan0")
            table.address("wlan0", "192.168.178.77/24")
            expect(code).to_have_attribute("aria-label", join("192.168.178.77"), timeout=FRESH_MS)
            table.ip("link", "delete", "wlan0")
            table.ip("link", "delete", "tailscale0")
            expect(screen.page.locator(".invitation")).to_contain_text("not on a network", timeout=FRESH_MS)
            expect(code).to_have_count(0)
        browser.close()
