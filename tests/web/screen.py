"""A phone or a screen in a browser, as people use it: by touch, by keyboard, by dragging."""

from __future__ import annotations

import json
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, Self

from playwright.sync_api import Browser, Locator, TimeoutError, expect

TOOLS = Path(__file__).parents[2] / ".tools"
CHROMIUM = TOOLS / "chromium"
AXE = Path(str(files("axe_playwright_python"))) / "axe.min.js"

PATIENCE = 20_000
"""Milliseconds in which anything waited for must come, on a busy machine."""


TABS = """selector => {
    const stops = [...document.querySelectorAll("button, input, select, summary, [tabindex='0']")];
    const seen = stops.filter((stop) => stop.checkVisibility() && stop.tabIndex >= 0);
    const focused = document.activeElement;
    const [from, to] = [seen.indexOf(focused), seen.findIndex((stop) => stop.matches(selector))];
    return focused.matches(selector) ? 0 : to > from ? to - from : 1;
}"""
"""How often Tab is to be pressed at least, until that has the focus; it may come before what has it now."""


class Screen:
    """Open while inside. Whatever a script complains of fails the test."""

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

    @property
    def status(self) -> Locator:
        """The one sentence that says what to do."""
        return self.page.get_by_role("status")

    def place(self, name: str) -> Locator:
        """A place of the picture."""
        return self.page.locator(f'[data-place="{name}"]')

    def says(self, text: str) -> None:
        """Wait until the one sentence has that in it."""
        expect(self.status).to_contain_text(text, timeout=PATIENCE)

    def shows(self, game: str) -> None:
        """Wait until that game is drawn."""
        self.page.wait_for_selector(f'body[data-game="{game}"][data-ready]')

    def begin(self) -> None:
        """Say that everything is ready, as often as that is asked, until somebody is to roll or to choose."""
        while not self.page.locator(".choices .choice").count():
            self.page.locator(".choices .choice, .choices .big").first.wait_for()
            with suppress(TimeoutError):  # simulated hands may be quicker
                self.page.locator(".choices .big:not(.pictured)").click(timeout=500)

    def reach(self, selector: str) -> None:
        """Press Tab until that has the focus, once it is there."""
        self.page.locator(selector).first.wait_for(state="attached")
        for _ in range(60):
            stops = self.page.evaluate(TABS, selector)
            if not stops:
                return
            for _ in range(stops):
                self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not come to {selector}")

    def press(self, selector: str) -> None:
        """By keyboard alone; a list that is folded is opened first."""
        folded = f"details:not([open]):has({selector}) > summary"
        if self.page.locator(folded).count():
            self.reach(folded)
            self.page.keyboard.press("Enter")
        self.reach(selector)
        self.page.keyboard.press("Enter")

    def drag(self, piece: str, target: str | None) -> None:
        """Carry a mouse to a place, or off the board."""
        self.carry(self.page.locator(f'[data-piece="{piece}"]'), target)

    def carry(self, held: Locator, target: str | None) -> None:
        """Carry what is drawn there to a place, or off the board."""
        mouse = self.page.mouse
        mouse.move(*_middle(held))
        mouse.down()
        mouse.move(*(_middle(self.place(target)) if target else (2, 2)), steps=8)
        mouse.up()

    def hindrances(self) -> list[str]:
        """What axe finds that keeps people from using the page."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found: dict[str, Any] = json.loads(self.page.evaluate("axe.run().then(JSON.stringify)"))
        return [f"{fault['help']}: {[node['target'] for node in fault['nodes']][:3]}" for fault in found["violations"]]


def _middle(drawn: Locator) -> tuple[float, float]:
    box = drawn.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
