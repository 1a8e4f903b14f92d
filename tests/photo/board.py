"""A photograph of a board, drawn by a camera of the tests."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw
from tests.photo.camera import Pinhole, Point

TO_THE_RIGHT = 6
"""EXIF: the picture is to be turned so before it is shown."""


def photograph(path: Path, camera: Pinhole, places: list[Point], turned: bool = False) -> None:
    """A board the colour of paper with a ring at each place, on a table; `turned`, it is stored lying, and says so."""
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
    """All round, in steps: the lens bends it."""
    width, height = board
    steps = [n / 10 for n in range(10)]
    return [
        *((width * s, 0.0) for s in steps),
        *((width, height * s) for s in steps),
        *((width * (1 - s), height) for s in steps),
        *((0.0, height * (1 - s)) for s in steps),
    ]
