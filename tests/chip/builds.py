"""Runs the firmware on other builds of MicroPython: before a release of ours, and after one of MicroPython's.

    python -m tests.chip.builds IMAGE...    RPI_PICO-....uf2 or .bin, each in two minutes or more

Exit status 1 if a build misses a goal of __main__.py. One on which the table does not start is named with the last that
it said. The unix port of a build takes the tests: MICROPYTHON=... pytest tests/firmware tests/flash tests/link.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.chip.__main__ import PARTS, Figures

SHARE = 0.25  # of a whole part: 500 changes are enough for p99
NAMES = ("81-at-random", "idle", "scan", "stalled", "flash")


def build(figures: Figures, image: str) -> None:
    os.environ["MOUSEBOARD_CHIP_IMAGE"] = image
    print(f"{Path(image).name}:", flush=True)
    for name in NAMES:
        try:
            PARTS[name](figures, SHARE)
        except TimeoutError as silent:
            print(f"  {name}: {silent}", flush=True)
            figures.kept = False


def main(images: list[str]) -> int:
    figures = Figures()
    for image in images:
        build(figures, image)
    return 0 if images and figures.kept else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
