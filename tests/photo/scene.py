"""A photograph of a printed board, drawn through the tests' camera for pictures of the page."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pymupdf
from PIL import Image
from tests.photo.camera import Pinhole

from mouseboard.sheets.printing import sheet

DPI = 200
TABLE = (112, 84, 62)


def take(path: Path, camera: Pinhole, layout: str) -> None:
    """Draw the layout's overlay on a table, lit from one side."""
    pdf, _ = sheet(layout, "overlay", "whole", "en")
    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        page = document[0]
        shot = page.get_pixmap(dpi=DPI, clip=page.trimbox)
    board = np.frombuffer(shot.samples, np.uint8).reshape(shot.height, shot.width, 3)
    width, height = camera.picture
    x, y = _board_at(camera, *np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5))
    column, row = (mm * DPI / 25.4 for mm in (x, camera.board[1] - y))
    on = (x >= 0) & (x < camera.board[0]) & (y >= 0) & (y < camera.board[1])
    picture = np.empty((height, width, 3))
    picture[:] = TABLE
    picture[on] = board[row[on].astype(int).clip(0, shot.height - 1), column[on].astype(int).clip(0, shot.width - 1)]
    light = 1.04 - 0.22 * np.linspace(0, 1, width)[None, :, None] * np.linspace(0.6, 1, height)[:, None, None]
    image = Image.fromarray((picture * light).clip(0, 255).astype(np.uint8))
    image.save(path, quality=90)


def _board_at(camera: Pinhole, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the board's coordinates at each pixel; the inverse of `Pinhole.pixel`."""
    bent = [(one - side / 2) / camera.focal for one, side in zip((x, y), camera.picture, strict=True)]
    u, v = bent
    for _ in range(8):
        bend = 1 + camera.k1 * (u * u + v * v)
        u, v = bent[0] / bend, bent[1] / bend
    turn, tilt = math.radians(camera.turn), math.radians(camera.tilt)
    along = -v * camera.distance / (math.cos(tilt) + v * math.sin(tilt))
    across = u * (camera.distance + along * math.sin(tilt))
    back = math.cos(turn), math.sin(turn)
    return (
        across * back[0] + along * back[1] + camera.board[0] / 2,
        along * back[0] - across * back[1] + camera.board[1] / 2,
    )
