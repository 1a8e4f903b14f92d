"""`make pictures`: draw every game at three sizes in both looks, and other scenes worth a look, in build/pictures.

`python -m tests.web.pictures --docs` draws the few that the documents show, `--covers` those on the lobby's shelf.
"""

from __future__ import annotations

import io
import sys
import tempfile
from base64 import b64decode, b64encode
from pathlib import Path
from random import Random
from typing import Literal

import pymupdf
from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from tests.photo.camera import Pinhole, off
from tests.photo.scene import take
from tests.web.desk import Desk, begun
from tests.web.screen import CHROMIUM, Screen
from tests.web.shown import Shown, after, amiss

from mouseboard import layouts, rules
from mouseboard.referee.situation import Situation
from mouseboard.sheets.printing import sheet
from mouseboard.web.covers import COVERS

HOME = Path("build/pictures")
DOCS = COVERS.parent / "pictures"
SHEETS = Path("hardware/sheets")

Look = Literal["light", "dark"]
SIZES = {"phone": (320, 640), "laptop": (1280, 800), "tv": (1920, 1080)}
LOOKS: tuple[Look, ...] = ("light", "dark")


def scenes() -> dict[str, Situation]:
    """Return a moment of every game, a mouse in a wrong place, and the end of a game."""
    return {
        "classic": after("classic", 4, 42),
        "revised": after("revised", 4, 40),
        "cards": after("cards", 3, 70),
        "barriers": after("barriers", 4, 44),
        "pantry": after("pantry", 2, 8),
        "souriciere": after("souriciere", 6, 40),
        "morris": after("morris", 2, 30),
        "draughts": after("draughts", 2, 30),
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
"""The pictures in the documents: scene, size and look."""


COVER = 256
"""Width and height of a cover, in pixels."""


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
        photo = (DOCS if HOME not in path.parents else HOME) / f"from-photo{path.suffix}"
        draw_from_photo(browser, Path(folder), photo)
        print(photo)
        overlays = (SHEETS if HOME not in path.parents else HOME) / f"overlays{path.suffix}"
        draw_overlays(browser, overlays)
        print(overlays)
        browser.close()


def draw(browser: Browser, url: str, path: Path, size: str, look: Look) -> None:
    """Take one screenshot of the page."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with Screen(browser, url, size=SIZES[size], look=look) as screen:
        screen.page.wait_for_selector("body[data-ready]")
        screen.page.wait_for_timeout(200)
        png = screen.page.screenshot(full_page=size == "phone")
    path.write_bytes(png if path.suffix == ".png" else small(browser, png))


def draw_from_photo(browser: Browser, folder: Path, path: Path) -> None:
    """Draw the photo tool halfway through its clicks, on one of our boards as the test camera sees it."""
    layout = layouts.load("revised")
    camera = Pinhole(layout.size, picture=(2400, 1800), focal=1860, distance=440, tilt=20)
    take(folder / "old.jpg", camera, "revised")
    with begun(folder / "old.jpg", folder / "mine.toml") as url, Screen(browser, url) as screen:
        desk, rng = Desk(screen, camera), Random("a picture")
        desk.measure(rng, 1)
        desk.press("on")
        for place in layout.place[:24]:
            desk.press(f"kind {place.kind}")
            desk.click(off(camera.pixel(place.at), 1, rng))
        desk.found(24)
        desk.press("place12")
        screen.page.wait_for_timeout(300)
        png = screen.page.screenshot()
    path.write_bytes(png if path.suffix == ".png" else small(browser, png))


def draw_covers() -> None:
    """Draw the board of every game of ours in the middle of a game, in both looks."""
    with tempfile.TemporaryDirectory() as folder, Shown(Path(folder)) as shown, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for look in LOOKS:
            for game in sorted(rules.games()):
                path = COVERS / f"{game}-{look}.webp"
                path.write_bytes(small(browser, drawn_cover(browser, shown.url, game, look), 0.6))
                print(path, path.stat().st_size)
        browser.close()


def drawn_cover(browser: Browser, url: str, game: str, look: Look) -> bytes:
    """Return the picture of a board as the page draws it now."""
    with Screen(browser, url, size=(COVER, COVER), look=look) as screen:
        screen.page.wait_for_selector("body[data-ready]")
        screen.page.evaluate(BOARD_ALONE, game)
        return screen.page.screenshot()


BOARD_ALONE = """async (game) => {
    const { BoardView, loadPrint } = await import("./page/board/board.js");
    const { svg } = await import("./page/kit/svg.js");
    const { board, moment } = await (await fetch(`how/${game}`)).json();
    const view = new BoardView(svg("svg", { class: "table still" }));
    document.body.replaceChildren(view.root);
    view.draw(board, await loadPrint(board));
    view.show({ ...moment, lamps: {}, steps: [] });
    view.root.querySelectorAll(".word, .card-word, .coordinate, .lies").forEach((one) => one.remove());
    const { x, y, width, height } = view.print.inner ?? view.frame;
    view.root.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
}"""
"""Draw a board without its words, since every language shows the same cover, and without the men beside it."""


def draw_overlays(browser: Browser, path: Path) -> None:
    """Draw all overlays side by side, as they look after cutting."""
    picture, side = Image.new("RGB", (4 * 520 + 20, 2 * 520 + 20), "#f6ecd9"), 500
    for n, name in enumerate(rules.games()):
        pdf, _ = sheet(name, "overlay", "whole", "en")
        with pymupdf.open(stream=pdf, filetype="pdf") as document:
            page = document[0]
            scale = side / max(page.trimbox.width, page.trimbox.height)
            shot = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), clip=page.trimbox)
        drawn = Image.frombytes("RGB", (shot.width, shot.height), shot.samples)
        corner = (20 + 520 * (n % 4) + (side - shot.width) // 2, 20 + 520 * (n // 4) + (side - shot.height) // 2)
        picture.paste(drawn, corner)
    png = io.BytesIO()
    picture.save(png, "PNG")
    path.write_bytes(png.getvalue() if path.suffix == ".png" else small(browser, png.getvalue()))


def small(browser: Browser, png: bytes, quality: float = 0.86) -> bytes:
    """Convert the picture to WebP, a fifth of the size. Of our tools only the browser can write it."""
    with browser.new_page() as page:
        encoded: str = page.evaluate(
            """async ([png, quality]) => {
                const image = await createImageBitmap(await (await fetch(png)).blob());
                const canvas = document.createElement("canvas");
                [canvas.width, canvas.height] = [image.width, image.height];
                canvas.getContext("2d").drawImage(image, 0, 0);
                return canvas.toDataURL("image/webp", quality);
            }""",
            [f"data:image/png;base64,{b64encode(png).decode()}", quality],
        )
    return b64decode(encoded.partition(",")[2])


if __name__ == "__main__":
    if sys.argv[1:] == ["--covers"]:
        draw_covers()
    else:
        main()
