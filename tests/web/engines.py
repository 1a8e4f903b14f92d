"""Browsers of other makers, driven by the W3C's protocols: Firefox by WebDriver BiDi, WebKitGTK by WebDriver."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.helpers import ports
from tests.web.browsers import need
from tests.web.served import PATIENCE
from websockets.sync.client import connect

from mouseboard.serving.server import LOOPBACK

Ask = Callable[..., Any]
Actions = list[dict[str, object]]

SHOWN = """(() => {{
    const holds = (one) => one.checkVisibility() && one.textContent.includes({text});
    return [...document.querySelectorAll({selector})].find(holds);
}})()"""
"""The first visible element of a selector that has a text in it."""

REACHED = """((one) => {{
    if (!one || one.disabled) return null;
    one.scrollIntoView({{ block: "center" }});
    const {{ x, y, width, height }} = one.getBoundingClientRect();
    const middle = [Math.round(x + width / 2), Math.round(y + height / 2)];
    return one.contains(document.elementFromPoint(...middle)) ? middle : null;
}})({shown})"""
"""The middle of that element, unless it is disabled or another one covers it."""

STILL_S = 0.1
"""Seconds for which an element stays where it is before somebody aims at it."""


class Device(ABC):
    """A phone or screen: a window with cookies of its own, used by a pointer and by keys."""

    @abstractmethod
    def go(self, url: str) -> None:
        """Open an address."""

    @abstractmethod
    def run(self, script: str) -> Any:
        """Return the value of an expression; None if it has none."""

    @abstractmethod
    def act(self, actions: Actions) -> None:
        """Perform actions of the W3C's input sources."""

    def sees(self, selector: str, text: str = "") -> None:
        """Wait until a visible element has this text in it."""
        self._until(lambda: self.has(selector, text), f"no {selector} {text!r}")

    def has(self, selector: str, text: str = "") -> bool:
        """Tell whether a visible element has this text in it now."""
        return bool(self.run(f"Boolean({_shown(selector, text)})"))

    def tap(self, selector: str, text: str = "") -> None:
        """Tap the element with this text in it as soon as it can be tapped."""
        self._until(lambda: self.taps(selector, text), f"nothing to tap as {selector} {text!r}")

    def taps(self, selector: str, text: str = "") -> bool:
        """Tap the element if it holds still and can be tapped now, and tell whether it could."""
        reached = REACHED.format(shown=_shown(selector, text))
        middle = self.run(reached)
        time.sleep(STILL_S)
        still = bool(middle) and middle == self.run(reached)
        if still:
            moves: Actions = [{"type": "pointerMove", "x": middle[0], "y": middle[1]}]
            presses: Actions = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
            finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}}
            self.act([finger | {"actions": moves + presses}])
        return still

    def _until(self, true: Callable[[], object], missed: str) -> None:
        try:
            wait_for(true)
        except AssertionError as error:
            raise AssertionError(f"{missed} on a page that says: {self.run('document.body.innerText')}") from error

    def type(self, text: str) -> None:
        """Press the keys of a text."""
        keys: Actions = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.act([{"type": "key", "id": "keys", "actions": keys}])


def _shown(selector: str, text: str) -> str:
    return SHOWN.format(selector=json.dumps(selector), text=json.dumps(text))


def wait_for(true: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "in vain"
        time.sleep(0.1)


class Tab(Device):
    """A tab of a Firefox: the first one, unless another is named."""

    def __init__(self, ask: Ask, context: str = "") -> None:
        self._ask = ask
        self._context = context or ask("browsingContext.getTree")["contexts"][0]["context"]

    def go(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._context, url=url, wait="interactive")

    def run(self, script: str) -> Any:
        words = {"expression": f"JSON.stringify(({script}) ?? null)", "target": {"context": self._context}}
        return json.loads(self._ask("script.evaluate", **words, awaitPromise=True)["result"]["value"])

    def act(self, actions: Actions) -> None:
        self._ask("input.performActions", context=self._context, actions=actions)


@contextmanager
def bidi(profile: Path, calm: bool = True) -> Iterator[Ask]:
    """Start Firefox with this profile; yield `ask(method, **params)`, which returns the result.

    If `calm`, nothing moves.
    """
    with (profile / "user.js").open("a") as preferences:
        preferences.write(f'user_pref("ui.prefersReducedMotion", {int(calm)});\n')
    firefox = need("firefox-esr", "firefox")
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


@contextmanager
def window(ask: Ask, size: tuple[int, int]) -> Iterator[Tab]:
    """Open a window of a Firefox that shares no cookies with others."""
    user = ask("browser.createUserContext")["userContext"]
    context = ask("browsingContext.create", type="window", userContext=user)["context"]
    ask("browsingContext.setViewport", context=context, viewport={"width": size[0], "height": size[1]})
    yield Tab(ask, context)
    ask("browser.removeUserContext", userContext=user)


class Unloaded(AssertionError):
    """The page has made room for another, as at the join code's address, before the script was done."""


class Session(Device):
    """A WebKitGTK browser of its own."""

    def __init__(self, address: str) -> None:
        self._address = address

    def go(self, url: str) -> None:
        self.post("url", {"url": url})

    def run(self, script: str) -> Any:
        body = {"script": f"return {script}", "args": []}
        try:
            return self.post("execute/sync", body)
        except Unloaded:
            return self.post("execute/sync", body)

    def act(self, actions: Actions) -> None:
        self.post("actions", {"actions": actions})

    def post(self, what: str, body: object) -> Any:
        request = Request(f"{self._address}/{what}", json.dumps(body).encode(), {"Content-Type": "application/json"})
        try:
            with urlopen(request, timeout=20) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            said = error.read().decode()
            raise (Unloaded if "unload event" in said else AssertionError)(f"WebKit refuses {what}: {said}") from error

    def end(self) -> None:
        urlopen(Request(self._address, method="DELETE"), timeout=20).close()


@contextmanager
def webkit(home: Path, calm: bool = True) -> Iterator[Session]:
    """Start a WebKitGTK browser on a screen of its own, with its settings at home. If `calm`, nothing moves."""
    for version in ("3.0", "4.0"):
        settings = home / f"gtk-{version}" / "settings.ini"
        settings.parent.mkdir(parents=True)
        settings.write_text(f"[Settings]\ngtk-enable-animations={int(not calm)}\n")
    browser = need(*Path("/usr/lib").glob("*/webkit*gtk-*/MiniBrowser"), "MiniBrowser")
    holding = ports.held()
    port = ports.number(holding)
    words = [need("xvfb-run"), "-a", need("WebKitWebDriver"), f"--port={port}"]
    environment = os.environ | {"XDG_CONFIG_HOME": str(home)}
    driver = subprocess.Popen(
        words, env=environment, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    options = {"binary": browser, "args": ["--automation"]}
    wanted = {"browserName": "MiniBrowser", "pageLoadStrategy": "none", "webkitgtk:browserOptions": options}
    try:
        session = Session(f"http://{LOOPBACK}:{port}/session/{_begin(port, wanted)}")
        yield session
        session.end()
    finally:
        os.killpg(driver.pid, signal.SIGTERM)
        driver.wait(20)
        holding.close()


def _begin(port: int, wanted: Mapping[str, object]) -> str:
    driver, end = Session(f"http://{LOOPBACK}:{port}"), time.monotonic() + 20
    while True:
        try:
            return str(driver.post("session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"])
        except OSError:  # the driver does not listen yet
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
