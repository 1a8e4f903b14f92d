"""A box that nobody sits at, in real time: a phone becomes the host at the table, a TV shows all, the power is cut."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright
from tests.setup.test_tv import started
from tests.web.browsers import need
from tests.web.screen import CHROMIUM, PATIENCE, Screen
from tests.web.served import Client, Served, until

pytestmark = pytest.mark.real

Do = Callable[[str], None]


@contextmanager
def simulated(port: Path) -> Iterator[Do]:
    """Run a simulated table on this port; yield what has its hands do something."""
    command = [sys.executable, "-m", "mouseboard", "table", "sim", "--path", str(port), "--game", "barriers"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin and process.stdout
        process.stdout.readline()

        def do(line: str) -> None:
            assert process.stdin
            process.stdin.write(f"{line}\n")
            process.stdin.flush()

        try:
            yield do
        finally:
            process.kill()


def asked_again(phone: Client, claim: str, wanted: str) -> None:
    """Ask every second, as the page does, until the answer says that this is so."""

    def is_so() -> bool:
        time.sleep(1)
        return bool(phone.post("/host", {"claim": claim}).json.get(wanted))

    until(is_so)


def test_the_lobby_opens_the_table_for_the_gesture_and_gives_it_up_for_a_game(tmp_path: Path) -> None:
    port = tmp_path / "table"
    with simulated(port) as do, Served(tmp_path, "--table", str(port)) as served:
        phone = served.stranger()
        said = phone.post("/host", {"by": "pieces"})
        assert (said.status, "each of two spaces" in said.json["error"]) == (409, True)
        claim = phone.post("/host", {}).json
        do("hold a and b 1500 ms")
        asked_again(phone, claim["claim"], "armed")
        for button in claim["steps"]:
            do(f"press {button}")
        asked_again(phone, claim["claim"], "host")
        other = phone.post("/host", {}).json["claim"]
        begin = {"game": "barriers", "seats": [{}, {}], "table": str(port)}
        assert served.host().post("/lobby", {"begin": begin}).status == 200  # though the phone still tries
        assert phone.post("/host", {"claim": other}).status == 409


def test_a_phone_and_a_tv_need_nobody_at_the_computer_not_even_after_a_power_cut(tmp_path: Path) -> None:
    need(CHROMIUM)
    port = tmp_path / "table"
    with (
        simulated(port) as do,
        Served(tmp_path, "--phones", "--table", str(port)) as served,
        sync_playwright() as playwright,
    ):
        browser, address = playwright.chromium.launch(executable_path=CHROMIUM), f"http://127.0.0.1:{served.port}"
        opened = started(tmp_path, served.port, (tmp_path / "journal.db-screen").read_text()).split()[-1]
        with Screen(browser, opened, (1920, 1080)) as tv, Screen(browser, address, (320, 568)) as phone:
            expect(tv.page.locator(".scan .qr")).to_be_visible(timeout=PATIENCE)
            phone.page.get_by_role("button", name="I'm at the table").click()
            steps = phone.page.locator(".order").get_attribute("aria-label") or ""
            do("hold a and b 1500 ms")
            phone.page.wait_for_selector("p.made")
            for button in steps.split():
                do(f"press {button}")
            phone.page.locator("#play").click()
            tv.shows("classic")
            served.kill()
            tv.page.wait_for_selector("body.lost")
            served.begin()
            tv.page.wait_for_event("load")
            tv.shows("classic")
            expect(tv.page.locator(".invited .qr")).to_be_visible(timeout=PATIENCE)
            assert tv.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
            phone.page.wait_for_selector("body:not(.lost)")
            assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
