"""`make pictures`: every game at three sizes in both looks, played a while by chance, under build/pictures.

The best stand in the documents: `python -m tests.web.pictures --docs` draws those anew.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright
from tests.web.screen import CHROMIUM, Screen
from tests.web.served import Served

HOME = Path("build/pictures")
SIZES = {"phone": (320, 640), "laptop": (1280, 800), "tv": (1920, 1080)}
LOOKS: tuple[Literal["light", "dark"], ...] = ("light", "dark")

GAMES = {
    "classic": (4, 60),
    "revised": (4, 40),
    "cards": (3, 70),
    "barriers": (4, 44),
    "souriciere": (6, 40),
}
"""How many play, and how many actions have been played."""


def main() -> None:
    HOME.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for game in GAMES:
            for path in pictures_of(game, browser):
                print(path, file=sys.stderr)
        browser.close()


def pictures_of(game: str, browser: Browser) -> Iterator[Path]:
    """Each size and look."""
    players, actions = GAMES[game]
    with tempfile.TemporaryDirectory() as folder, _played(Path(folder), game, players, actions) as served:
        for size, look in ((size, look) for size in SIZES for look in LOOKS):
            path = HOME / f"{game}-{size}-{look}.png"
            with Screen(browser, served.url, size=SIZES[size], look=look) as screen:
                screen.page.wait_for_selector("body[data-ready]")
                screen.page.screenshot(path=path, full_page=size == "phone")
            yield path
