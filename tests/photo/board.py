"""Photographs of a board, drawn through the tests' camera."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw
from tests.photo.camera import Pinhole, Point

TO_THE_RIGHT = 6
"""The EXIF orientation of a picture that has to be turned right for display."""


def photograph(path: Path, camera: Pinhole, places: list[Point], turned: bool = False) -> None:
    """Draw a paper-coloured board on a table, with a ring at each place.

    `turned` stores the picture on its side, with the EXIF orientation that says so.
    """
    image = Image.new("RGB", camera.picture, (96, 74, 58))
    draw = ImageDraw.Draw(image)
    draw.polygon([camera.pixel(at) for at in _edge(camera.board)], fill=(232, 214, 170))
    reach = camera.picture[0] // 80
    for x, y in map(camera.pixel, places):
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), (250, 246, 236), (60, 40, 30), reach // 4)
    if not turned:
        image.save(path, quality=85)
        return
    exif = Image.Exif()
    exif[0x0112] = TO_THE_RIGHT
    image.transpose(Image.Transpose.ROTATE_90).save(path, quality=85, exif=exif)


def _edge(board: Point) -> list[Point]:
    """Return points along the whole edge, in steps, because the lens bends it."""
    width, height = board
    steps = [n / 10 for n in range(10)]
    return [
        *((width * s, 0.0) for s in steps),
        *((width, height * s) for s in steps),
        *((width * (1 - s), height) for s in steps),
        *((0.0, height * (1 - s)) for s in steps),
    ]
