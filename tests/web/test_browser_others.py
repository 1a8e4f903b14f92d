"""A look at the page in the two other engines. Where one is missing, a warning says what would install it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from tests.web.screen import TOOLS
from tests.web.shown import Shown, after

from mouseboard.web.server import LOOPBACK, listen

SEEN = """[document.querySelectorAll('[data-piece]').length, document.querySelectorAll('.part.built').length,
          document.querySelectorAll('.choices button').length,
          document.querySelector('[role=status]').textContent]""".replace("\n", " ")
EXPECTED = [4, 16, 7, "Green: roll the die."]
"""The same script says the same in every engine."""


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[Shown]:
    with Shown(tmp_path) as page:
        page.show(after("classic", 4, 50))
        yield page


def need(*programs: str | Path, install: str) -> None:
    """Skip without these, and say so where nobody overlooks it."""
    missing = [str(program) for program in programs if not shutil.which(str(program)) and not Path(program).exists()]
    if missing:
        warnings.warn(f"not tested for want of {', '.join(missing)}: {install}", stacklevel=2)
        pytest.skip(install)


def test_firefox_shows_the_same(shown: Shown) -> None:
    puppeteer = TOOLS / "puppeteer" / "node_modules" / "puppeteer-core"
    install = "apt-get install firefox-esr npm; npm install --prefix .tools/puppeteer puppeteer-core@24"
    need("firefox-esr", "node", puppeteer, install=install)
    firefox, script = shutil.which("firefox-esr"), Path(__file__).with_name("firefox.mjs")
    words = ["node", str(script), str(TOOLS), str(firefox), shown.url, SEEN]
    said = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert json.loads(said.stdout or f'"{said.returncode}"') == [EXPECTED, []], said.stderr


def test_webkit_shows_the_same(shown: Shown) -> None:
    browsers = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    need("WebKitWebDriver", "xvfb-run", *browsers[:1], install="apt-get install webkit2gtk-driver xvfb xauth")
    with webkit(browsers[0]) as session:
        session.post("url", {"url": shown.url})
        end = time.monotonic() + 20
        while not session.run("return document.body && document.body.dataset.game") and time.monotonic() < end:
            time.sleep(0.1)
        assert session.run(f"return {SEEN}") == EXPECTED


class Session:
    """A browser that is driven by the W3C's protocol."""

    def __init__(self, address: str) -> None:
        self._address = address

    def post(self, what: str, body: object) -> Any:
        request = Request(f"{self._address}/{what}", json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urlopen(request, timeout=20) as answer:
            return json.load(answer)["value"]

    def run(self, script: str) -> Any:
        return self.post("execute/sync", {"script": script, "args": []})

    def end(self) -> None:
        urlopen(Request(self._address, method="DELETE"), timeout=20).close()


@contextmanager
def webkit(browser: Path) -> Iterator[Session]:
    with listen(LOOPBACK, 0) as free:
        port = free.getsockname()[1]
    words = ["xvfb-run", "-a", "WebKitWebDriver", f"--port={port}"]
    driver = subprocess.Popen(words, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    options = {"binary": str(browser), "args": ["--automation"]}
    wanted = {"browserName": "MiniBrowser", "pageLoadStrategy": "none", "webkitgtk:browserOptions": options}
    try:
        session = Session(f"http://{LOOPBACK}:{port}/session/{_begin(port, wanted)}")
        yield session
        session.end()
    finally:
        os.killpg(driver.pid, signal.SIGTERM)
        driver.wait(20)


def _begin(port: int, wanted: Mapping[str, object]) -> str:
    driver, end = Session(f"http://{LOOPBACK}:{port}"), time.monotonic() + 20
    while True:
        try:
            return str(driver.post("session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"])
        except OSError:  # the driver does not listen yet
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
