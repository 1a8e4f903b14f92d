"""`make pictures`: every game at three sizes in both looks, and what is worth a look besides, under build/pictures.

`python -m tests.web.pictures --docs` draws the few that stand in the documents.
"""

from __future__ import annotations

import sys
import tempfile
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright
from tests.web.screen import CHROMIUM, Screen
from tests.web.shown import Shown, after, amiss

from mouseboard.referee.situation import Situation
from mouseboard.web.assets import PAGE

HOME = Path("build/pictures")
DOCS = PAGE.parent / "pictures"

Look = Literal["light", "dark"]
SIZES = {"phone": (320, 640), "laptop": (1280, 800), "tv": (1920, 1080)}
LOOKS: tuple[Look, ...] = ("light", "dark")


def scenes() -> dict[str, Situation]:
    """A moment of every game, and a mouse that stands wrong."""
    return {
        "classic": after("classic", 4, 42),
        "revised": after("revised", 4, 40),
        "cards": after("cards", 3, 70),
        "barriers": after("barriers", 4, 44),
        "pantry": after("pantry", 2, 8),
        "souriciere": after("souriciere", 6, 40),
        "mend": amiss(after("classic", 4, 60)),
        "end": after("classic", 3, 10_000),
    }


SHOWN_IN_DOCS: dict[str, tuple[str, str, Look]] = {
    "classic": ("classic", "laptop", "light"),
    "night": ("revised", "laptop", "dark"),
    "phone": ("classic", "phone", "light"),
    "barriers": ("barriers", "laptop", "light"),
    "cards": ("cards", "laptop", "light"),
    "souriciere": ("souriciere", "laptop", "light"),
}
"""The few that are kept: scene, size and look."""


def main() -> None:
    if sys.argv[1:] == ["--docs"]:
        wanted = {DOCS / f"{name}.webp": shot for name, shot in SHOWN_IN_DOCS.items()}
    else:
        shots = ((scene, size, look) for scene in scenes() for size in SIZES for look in LOOKS)
        wanted = {HOME / f"{'-'.join(shot)}.png": shot for shot in shots}
    drawn = scenes()
    with tempfile.TemporaryDirectory() as folder, Shown(Path(folder)) as shown, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for path, (scene, size, look) in wanted.items():
            shown.show(drawn[scene])
            draw(browser, shown.url, path, size, look)
            print(path)
        browser.close()


def draw(browser: Browser, url: str, path: Path, size: str, look: Look) -> None:
    """One picture."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with Screen(browser, url, size=SIZES[size], look=look) as screen:
        screen.page.wait_for_selector("body[data-ready]")
        screen.page.wait_for_timeout(200)
        png = screen.page.screenshot(full_page=size == "phone")
    path.write_bytes(png if path.suffix == ".png" else small(browser, png))


def small(browser: Browser, png: bytes) -> bytes:
    """The same as WebP, a fifth as large: the browser can do that, and nothing else of ours."""
    with browser.new_page() as page:
        encoded: str = page.evaluate(
            """async (png) => {
                const image = await createImageBitmap(await (await fetch(png)).blob());
                const canvas = document.createElement("canvas");
                [canvas.width, canvas.height] = [image.width, image.height];
                canvas.getContext("2d").drawImage(image, 0, 0);
                return canvas.toDataURL("image/webp", 0.86);
            }""",
            f"data:image/png;base64,{b64encode(png).decode()}",
        )
    return b64decode(encoded.partition(",")[2])


if __name__ == "__main__":
    main()
