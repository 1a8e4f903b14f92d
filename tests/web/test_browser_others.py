"""The page in the two other browser engines."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from tests.web.browsers import need
from tests.web.served import Served
from tests.web.shown import Shown, after
from websockets.sync.client import connect

from mouseboard.web.server import LOOPBACK, listen

pytestmark = pytest.mark.real

SEEN = """[document.querySelectorAll('[data-piece]').length, document.querySelectorAll('.part.built').length,
          document.querySelectorAll('.choices button').length,
          document.querySelector('[role=status]').textContent]""".replace("\n", " ")
EXPECTED = [4, 16, 1, "Green, roll the die!"]
"""The result of `SEEN` in every engine."""

Ask = Callable[..., Any]


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[Shown]:
    with Shown(tmp_path) as page:
        page.show(after("classic", 4, 50))
        yield page


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Firefox with its usual settings, shared by the tests of this module."""
    with bidi(need("firefox-esr", "firefox"), tmp_path_factory.mktemp("profile")) as ask:
        yield ask


def test_firefox_shows_the_same(shown: Shown, firefox: Ask) -> None:
    page = Tab(firefox)
    page.go(shown.url)
    wait_for(lambda: page.run("document.body.dataset.game ?? null"))
    assert page.run(SEEN) == EXPECTED


def test_a_hidden_tab_gives_up_its_stream_and_comes_back_to_the_newest_picture(firefox: Ask, tmp_path: Path) -> None:
    with Served(tmp_path, "classic", "--people", "2", "--players", "2") as served, served.host().watch() as host:
        code = served.host().get("/invite").json["code"]
        phone = Tab(firefox)

        def seen(name: str, online: bool) -> None:
            """Wait until the picture gives Red this name, and says whether a phone watches for Red."""
            host.until(
                lambda picture: (
                    picture["at"] == "game"
                    and (picture["seats"][0]["name"], picture["seats"][0]["online"]) == (name, online)
                )
            )

        phone.go(f"http://127.0.0.1:{served.port}/j/{code}")
        wait_for(lambda: phone.run("document.querySelectorAll('.mice button').length"))
        phone.run("document.querySelector('#sit').click() ?? 0")
        wait_for(lambda: phone.run("document.body.dataset.at") == "game")
        served.host().post("/seats", {"seat": 0, "name": "Ben"})
        seen("Ben", online=True)
        other = firefox("browsingContext.create", type="tab")["context"]
        seen("Ben", online=False)
        served.host().post("/seats", {"seat": 0, "name": "Ada"})
        firefox("browsingContext.close", context=other)
        seen("Ada", online=True)
        wait_for(lambda: "Ada" in phone.run("document.querySelector('.seats').textContent"))


def test_a_browser_that_forbids_cookies_and_storage_is_told_what_the_page_needs(shown: Shown, tmp_path: Path) -> None:
    firefox = need("firefox-esr", "firefox")
    (tmp_path / "user.js").write_text('user_pref("network.cookie.cookieBehavior", 2);')
    with bidi(firefox, tmp_path) as ask:
        page = Tab(ask)
        page.go(shown.url)
        wait_for(lambda: page.run("document.querySelector('.wrong')?.textContent ?? null"))
        assert "keeps no cookies" in page.run("document.querySelector('.wrong').textContent")


def test_webkit_shows_the_same(shown: Shown) -> None:
    driver = need("WebKitWebDriver")
    browser = need(*Path("/usr/lib").glob("*/webkit*gtk-*/MiniBrowser"), "MiniBrowser")
    with webkit(driver, browser) as session:
        session.post("url", {"url": shown.url})
        wait_for(lambda: session.run("return document.body && document.body.dataset.game"))
        assert session.run(f"return {SEEN}") == EXPECTED


def wait_for(true: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end, "in vain"
        time.sleep(0.1)


class Tab:
    """The first tab of a Firefox."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._context = ask("browsingContext.getTree")["contexts"][0]["context"]

    def go(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._context, url=url, wait="interactive")

    def run(self, script: str) -> Any:
        words = {"expression": f"JSON.stringify({script})", "target": {"context": self._context}, "awaitPromise": True}
        return json.loads(self._ask("script.evaluate", **words)["result"]["value"])


@contextmanager
def bidi(firefox: str, profile: Path) -> Iterator[Ask]:
    """Drive Firefox through WebDriver BiDi of the W3C; yield `ask(method, **params)`, which returns the result."""
    words = [firefox, "--headless", "--remote-debugging-port", "0", "--profile", str(profile)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr
        listens = next(line for line in process.stderr if "WebDriver BiDi listening on " in line)
        with connect(f"{listens.split()[-1]}/session", max_size=None) as socket:
            ids = count()

            def ask(method: str, **params: object) -> Any:
                number = next(ids)
                socket.send(json.dumps({"id": number, "method": method, "params": params}))
                while True:
                    said = json.loads(socket.recv(20))
                    if said.get("id") == number:
                        assert said["type"] == "success", said
                        return said["result"]

            ask("session.new", capabilities={})
            yield ask
            ask("browser.close")
    finally:
        process.kill()
        process.communicate()


class Session:
    """A browser driven through the W3C's WebDriver protocol."""

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
def webkit(driver_file: str, browser: str) -> Iterator[Session]:
    with listen(LOOPBACK, 0) as free:
        port = free.getsockname()[1]
    words = [need("xvfb-run"), "-a", driver_file, f"--port={port}"]
    driver = subprocess.Popen(words, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    options = {"binary": browser, "args": ["--automation"]}
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
