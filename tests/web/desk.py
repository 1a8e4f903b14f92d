"""`mouseboard layout from-photo` in use: the command, its page, and a person who clicks on it."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from tests.photo.camera import Pinhole, Point, off
from tests.web.screen import Screen
from tests.web.served import PATIENCE

KNOWN = [(0, 0), (0.5, 0), (1, 0), (1, 0.5), (1, 1), (0.5, 1), (0, 1), (0, 0.5), (0.5, 0.5)]
"""Fractions of the board's width and height, in the page's order."""


@contextmanager
def begun(photo: Path, layout: Path) -> Iterator[str]:
    """Run the command; yield the page's address. At the end send Ctrl-C, and check that no traceback appears."""
    command = [sys.executable, "-m", "mouseboard", "layout", "from-photo", str(photo), "-o", str(layout)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        first: str = process.stdout.readline()
        yield first.removeprefix("page: ").strip()
    finally:
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in said


class Desk:
    """The command's page, open on a screen."""

    def __init__(self, screen: Screen, camera: Pinhole) -> None:
        self.page = screen.page
        self.screen = screen
        self.camera = camera
        self.page.wait_for_selector("body[data-ready]")

    def spot(self, pixel: Point) -> Point:
        """Return the screen position of a pixel of the photograph."""
        x, y = self.page.evaluate(
            """([x, y]) => {
                const spot = new DOMPoint(x, y).matrixTransform(document.getElementById("view").getScreenCTM());
                return [spot.x, spot.y];
            }""",
            list(pixel),
        )
        return x, y

    def click(self, pixel: Point) -> None:
        self.page.mouse.click(*self.spot(pixel))

    def fill(self, key: str, value: object) -> None:
        self.page.locator(f'[data-key="{key}"]').fill(str(value))
        self.page.locator(f'[data-key="{key}"]').press("Enter")

    def press(self, key: str) -> None:
        self.page.locator(f'[data-key="{key}"]').click()

    def measure(self, rng: Random, by: float) -> None:
        """Enter the board's size and click the known points, each `by` pixels off in a random direction."""
        width, height = self.camera.board
        self.fill("width", width)
        self.fill("height", height)
        for x, y in KNOWN:
            self.click(off(self.camera.pixel((x * width, y * height)), by, rng))

    def found(self, count: int) -> None:
        """Wait until the page has measured `count` places."""
        self.page.wait_for_selector(f'body[data-found="{count}"]')

    def points(self, file: Path) -> list[Any]:
        """Return the pixels of the known points that the file has."""
        return [point["pixel"] for point in self.sketch(file)["points"] if point["pixel"]]

    def sketch(self, file: Path) -> Any:
        return msgspec.json.decode(file.read_bytes())["sketch"]
