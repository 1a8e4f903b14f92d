"""A phone or a screen in a browser, used by touch, by keyboard and by dragging."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, Self

from playwright.sync_api import Browser, Error, Locator, TimeoutError, expect

TOOLS = Path(__file__).parents[2] / ".tools"
CHROMIUM = TOOLS / "chromium"
AXE = Path(str(files("axe_playwright_python"))) / "axe.min.js"

PATIENCE = 20_000
"""Longest wait for anything, in milliseconds; enough for a busy machine."""

SOON = 5_000
"""Longest wait for what a page says of itself after a test failed, in milliseconds."""


TABS = """selector => {
    const stops = [...document.querySelectorAll("button, input, select, summary, [tabindex='0']")];
    const seen = stops.filter((stop) => stop.checkVisibility() && stop.tabIndex >= 0);
    const focused = document.activeElement;
    const [from, to] = [seen.indexOf(focused), seen.findIndex((stop) => stop.matches(selector))];
    return focused.matches(selector) ? 0 : to - from;
}"""
"""The presses of Tab that bring the focus to the element; fewer than none are presses of Shift and Tab."""


APPEARING = """selector => {
    const one = () => [...document.querySelectorAll(selector)].find((found) => found.checkVisibility());
    const isTouched = () => {
        const { x, y, width, height } = one().getBoundingClientRect();
        return one().contains(document.elementFromPoint(x + width / 2, y + height / 2));
    };
    let since = performance.now();
    addEventListener("pointerdown", ({ timeStamp }) => (since = timeStamp), { capture: true, once: true });
    window.untouchable = new Promise((told) => {
        const watching = new MutationObserver(() => {
            if (!one()) return;
            watching.disconnect();
            const look = () => (isTouched() ? told(performance.now() - since) : requestAnimationFrame(look));
            look();
        });
        watching.observe(document.body, { attributes: true, childList: true, subtree: true });
    });
}"""
"""Measure from the next tap, or from now on, until a finger touches the middle of an element that is not shown yet."""

FRESH_MS = 1000
"""How long nothing that has just appeared can be touched."""

NOTE_TAPS = "addEventListener('pointerdown', ({ timeStamp }) => (window.taps ??= []).push(timeStamp), true)"
BETWEEN_TAPS = "taps.at(-1) - taps.at(-2)"
"""How many milliseconds were between the last two taps, once the page notes them."""


STATE = """() => JSON.stringify({
    address: location.href,
    hidden: document.hidden,
    body: { ...document.body.dataset },
    text: document.body.innerText,
    requests: performance.getEntriesByType("resource").map(({ startTime, duration, responseStatus, name }) =>
        `${Math.round(startTime)} ms + ${Math.round(duration)} ms: ${responseStatus} ${name}`),
    now: `${Math.round(performance.now())} ms`,
}, null, 2)"""
"""What a page shows, and the requests that were answered since it was opened."""


SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Screen:
    """A page in a context of its own. An error in its scripts fails the test."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: tuple[int, int] = (1280, 800),
        look: Literal["light", "dark"] = "light",
        language: str = "en",
        touch: bool = False,
        calm: bool = True,
    ) -> None:
        self.complaints: list[str] = []
        width, height = size
        self._context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=look,
            locale=language,
            reduced_motion="reduce" if calm else "no-preference",
            has_touch=touch,
        )
        self.page = self._context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(address)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._context.close()
        assert not self.complaints, self.complaints

    def resize(self, size: tuple[int, int]) -> None:
        """Give the page another size, as a phone that is turned does, and wait until it is drawn."""
        width, height = size
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(SETTLED)

    @property
    def status(self) -> Locator:
        """The one sentence that says what to do."""
        return self.page.get_by_role("status")

    def place(self, name: str) -> Locator:
        """Return a place in the picture."""
        return self.page.locator(f'[data-place="{name}"]')

    def says(self, text: str) -> None:
        """Wait until the status sentence contains the text."""
        expect(self.status).to_contain_text(text, timeout=PATIENCE)

    def shows(self, game: str) -> None:
        """Wait until the page has drawn the game."""
        self.page.wait_for_selector(f'body[data-game="{game}"][data-ready]')

    def begin(self) -> None:
        """Confirm that everything is ready, as often as the page asks, until somebody has to roll or choose."""
        while not self.page.locator(".choices .choice, .choices .big.pictured").count():
            self.page.locator(".choices .choice, .choices .big").first.wait_for()
            with suppress(TimeoutError):  # simulated hands may finish first
                self.page.locator(".choices .big:not(.pictured)").click(timeout=1500)
        self.page.locator("body:not(.fresh)").wait_for()

    def watch_for(self, selector: str) -> None:
        """Begin to watch for an element that is not shown yet, for `untouchable_ms`, as soon as taps count."""
        self.page.locator("body:not(.fresh)").wait_for()
        self.page.evaluate(APPEARING, selector)

    def untouchable_ms(self) -> float:
        """Return the milliseconds from the tap (if none, from `watch_for`) until a finger could touch the element."""
        return float(self.page.evaluate("window.untouchable"))

    def menu(self, row: str) -> None:
        """Open the menu and press the row with this id, or the one in the sheet behind its last row."""
        self.unfold(row)
        self.page.locator(f".menu #{row}").click()

    def leave(self) -> None:
        """Go to another game by the menu, which asks first and says that this one is kept."""
        self.menu("leave")
        self.page.locator("#yes").click()

    def stand_up(self) -> None:
        """Leave the seat by the menu, which asks first."""
        self.menu("stand-up")
        self.page.locator("#yes").click()

    def unfold(self, row: str) -> None:
        """Open the menu, and the sheet behind its last row unless the row with this id is shown."""
        self.page.locator("#menu").click()
        self.page.locator(".menu").wait_for()
        if not self.page.locator(f".menu #{row}").count():
            self.page.locator(".menu #deeper").click()
        self.page.locator(f".menu #{row}").wait_for()

    def reach(self, selector: str) -> None:
        """Wait until the element is there, then press Tab until it has the focus. Once too often, and it goes back."""
        self.page.locator(selector).first.wait_for(state="attached")
        for _ in range(60):
            stops = self.page.evaluate(TABS, selector)
            if not stops:
                return
            for _ in range(abs(stops)):
                self.page.keyboard.press("Tab" if stops > 0 else "Shift+Tab")
        raise AssertionError(f"Tab does not come to {selector}")

    def press(self, selector: str) -> None:
        """Press a button by keyboard alone; open the folded list around it first."""
        folded = f"details:not([open]):has({selector}) > summary"
        if self.page.locator(folded).count():
            self.reach(folded)
            self.enter()
        self.reach(selector)
        self.enter()

    def enter(self) -> None:
        """Press Enter as soon as keys count."""
        self.page.locator("body:not(.fresh)").wait_for()
        self.page.keyboard.press("Enter")

    def drag(self, piece: str, target: str | None) -> None:
        """Drag a mouse to a place, or off the board."""
        self.carry(self.page.locator(f'[data-piece="{piece}"]'), target)

    def carry(self, held: Locator, target: str | None) -> None:
        """Drag any drawn thing to a place, or off the board."""
        mouse = self.page.mouse
        mouse.move(*_middle(held))
        mouse.down()
        mouse.move(*(_middle(self.place(target)) if target else (2, 2)), steps=8)
        mouse.up()

    def waits_for(self, sign: Callable[[], object]) -> None:
        """Let the page go on until a test's own `sign` is true."""
        latest = time.monotonic() + PATIENCE / 1000
        while not sign():
            assert time.monotonic() < latest
            self.page.wait_for_timeout(10)

    def state(self) -> str:
        """Return what the page shows and has requested, for whoever reads that a test failed."""
        try:
            return str(self.page.wait_for_function(STATE, timeout=SOON).json_value())
        except Error as error:
            return f"{self.page.url} does not answer: {error}"

    def hindrances(self) -> list[str]:
        """Return the accessibility problems that axe finds."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        only = "axe.run({resultTypes: ['violations']}).then(({violations}) => JSON.stringify(violations))"
        found: list[dict[str, Any]] = json.loads(self.page.evaluate(only))
        return [f"{fault['help']}: {[node['target'] for node in fault['nodes']][:3]}" for fault in found]


def _middle(drawn: Locator) -> tuple[float, float]:
    box = drawn.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
