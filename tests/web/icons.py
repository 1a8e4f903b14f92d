"""Draw the icons for a phone's home screen from icon.svg: `python -m tests.web.icons`. A test compares them with it."""

from __future__ import annotations

import re
from pathlib import Path

import pymupdf

from mouseboard import kit
from mouseboard.web.icons import ICONS

SIZES = (180, 192, 512)
"""Pixels: of an iPhone, and of what a manifest lists."""
ROOM = 24
"""Half of the icon's width in units of icon.svg, whose mouse lies within 18: some launchers show only a circle."""


def main() -> None:
    for size in SIZES:
        path = icon(size)
        path.write_bytes(drawn(size))
        print(path, path.stat().st_size)


def icon(size: int) -> Path:
    return ICONS / f"icon-{size}.png"


def drawn(size: int) -> bytes:
    """Return the icon as a PNG: the mouse on the page's background, because iPhones show transparency as black."""
    (background,) = re.findall("--page: (#[0-9a-f]{6})", (kit.PAGE / "look.css").read_text("utf-8"))[:1]
    mouse = (kit.PAGE / "icon.svg").read_text("utf-8")
    around = f'viewBox="{-ROOM} {-ROOM} {2 * ROOM} {2 * ROOM}"><path fill="{background}" d="M-99-99H99V99H-99z"/>'
    spacious = re.sub('viewBox="[^"]*">', around, mouse)
    with pymupdf.open(stream=spacious.encode(), filetype="svg") as document:
        scale = size / (2 * ROOM)
        png: bytes = document[0].get_pixmap(matrix=pymupdf.Matrix(scale, scale)).tobytes("png")
    return png


if __name__ == "__main__":
    main()
