"""Checks of printed sheets as people see them: two programs render the pages, and we measure the pictures.

The expected positions come from the layout alone, so the checks trust none of the drawing code.
"""

from __future__ import annotations

import math
import subprocess
from collections.abc import Iterator
from typing import Any

import numpy as np
import pymupdf
from tests.web.browsers import need

from mouseboard.layouts import Layout, Place
from mouseboard.sheets.holes import DIAMETERS
from mouseboard.sheets.paper import Paging, Window

DPI = 254
"""Dots per inch; ten dots a millimetre."""
DOTS = DPI / 25.4
DARK = 160
"""Of 255; a darker dot is ink."""
RIM = 4.0
"""Radius of the unprinted rim around a lamp, in millimetres."""

Picture = Any
"""A numpy array of grey values; its first row is the top."""


def by_mupdf(pdf: bytes, page: int = 0) -> Picture:
    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        shot = document[page].get_pixmap(dpi=DPI, colorspace=pymupdf.csGRAY)
        return np.frombuffer(shot.samples, np.uint8).reshape(shot.height, shot.stride)[:, : shot.width]


def by_poppler(pdf: bytes, page: int = 0) -> Picture:
    number = str(page + 1)
    command = [need("pdftoppm"), "-r", str(DPI), "-gray", "-f", number, "-l", number, "-"]
    grey = subprocess.run(command, input=pdf, capture_output=True, check=True, timeout=60).stdout
    _, size, _, samples = grey.split(b"\n", 3)
    width, height = map(int, size.split())
    return np.frombuffer(samples, np.uint8).reshape(height, width)


RENDERERS = {"MuPDF": by_mupdf, "poppler": by_poppler}


class Page:
    """A rendered page of a sheet, measured in the board's millimetres."""

    def __init__(self, picture: Picture, paging: Paging, window: Window) -> None:
        self.picture = picture
        self.window = window
        self.bottom = paging.place(window)[1]
        self.offset = [at - corner for at, corner in zip(paging.place(window), window.corner, strict=True)]

    def bar(self) -> float:
        """Return the length of the longest dark line below the sheet, in millimetres."""
        found = 0
        for row in self.picture[-int((self.bottom - 4.5) * DOTS) :]:
            dark = np.flatnonzero(row < DARK)
            runs = np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1)
            found = max(found, *(run.size for run in runs))
        return found / DOTS

    def has(self, at: tuple[float, float], margin: float) -> bool:
        """Tell whether the spot lies on this page, with `margin` millimetres around it."""
        return all(
            corner + margin <= mm <= corner + side - margin
            for mm, corner, side in zip(at, self.window.corner, self.window.size, strict=True)
        )

    def grey(self, at: tuple[float, float]) -> int:
        x, y = ((mm + offset) * DOTS for mm, offset in zip(at, self.offset, strict=True))
        return int(self.picture[self.picture.shape[0] - 1 - round(y), round(x)])

    def ring(self, at: tuple[float, float], radius: float, spread: float = 0.2) -> list[int]:
        """Return the darkest value near each of 48 points of a circle."""
        return [
            min(
                self.grey((at[0] + reach * math.cos(angle), at[1] + reach * math.sin(angle)))
                for reach in (radius - spread, radius - spread / 2, radius, radius + spread / 2, radius + spread)
            )
            for angle in (math.tau * n / 48 for n in range(48))
        ]

    def disc(self, at: tuple[float, float], radius: float) -> list[int]:
        steps = [radius * n / 8 for n in range(-8, 9)]
        return [self.grey((at[0] + x, at[1] + y)) for x in steps for y in steps if math.hypot(x, y) <= radius]


def wrong(pdf: bytes, paging: Paging, layout: Layout, kind: str, renderer: str) -> Iterator[str]:
    """Yield every mistake on the pages of a template or an overlay."""
    for number, window in enumerate(paging.windows):
        page = Page(RENDERERS[renderer](pdf, number), paging, window)
        if abs(page.bar() - 100) > 0.15:
            yield f"page {number + 1}: the bar is {page.bar():.1f} mm long"
        else:
            yield from (wrong_in_template if kind == "template" else wrong_in_overlay)(page, layout)


def wrong_in_template(page: Page, layout: Layout) -> Iterator[str]:
    """Yield the holes that are missing from their positions."""
    dx, dy = layout.light
    for place in layout.place:
        x, y = place.at
        lamps = [("light", (x + dx, y + dy))] * has_own_lamp(layout, place)
        for kind, at in (("reed", place.at), *lamps):
            if place.sensors and page.has(at, 5):
                drawn = sum(grey < DARK for grey in page.ring(at, DIAMETERS[kind] / 2)) / 48
                crossed = page.grey(at) < 230
                if drawn < 0.9 or not crossed:
                    yield f"{place.name}: no hole for its {kind} at {at[0]:g}, {at[1]:g}"


def has_own_lamp(layout: Layout, place: Place) -> bool:
    """Tell whether no other place with sensors shares this place's lamp."""
    return all(place is other or not other.sensors or other.lamps != place.lamps for other in layout.place)


def wrong_in_overlay(page: Page, layout: Layout) -> Iterator[str]:
    """Yield the places that are missing, and the lamps that would shine on ink or lack a rim."""
    dx, dy = layout.light
    for place in layout.place:
        if not place.sensors:
            continue
        (x, y), wood = place.at, WOOD
        if page.has(place.at, 8) and abs(page.grey((x - 9, y - 4)) - wood) < 8:
            yield f"{place.name}: there is no place at {x:g}, {y:g}"
        lamp = (x + dx, y + dy)
        if not has_own_lamp(layout, place):
            continue
        if page.has(lamp, 5) and min(page.disc(lamp, RIM - 0.5)) < 250:
            yield f"{place.name}: ink over its lamp"
        if page.has(lamp, 5) and max(page.ring(lamp, RIM)) > 240:
            yield f"{place.name}: no rim round its lamp"


WOOD = round(0.299 * 0xE3 + 0.587 * 0xC7 + 0.114 * 0x96)
"""The grey value of the ground."""
