"""What a part weighs and how long it takes to print, worked out from its volume and surface. No printer was asked."""

from __future__ import annotations

import math

from build123d import Part

SHELL = 0.9
"""mm: walls of two lines, and floors and ceilings of four layers."""
INSIDE = 0.2
"""Of the rest, filled."""
DENSE = 1.24
"""g/cm3 of PLA; PETG has 1.27."""
FLOW = 5.0
"""mm3 in a second, all in all: a nozzle of 0.4 mm, layers of 0.2 mm, about 60 mm/s."""
LAYER, PAUSE = 0.2, 2.0
"""Millimetres of a layer, and seconds that the way to each next one takes."""


def grams(part: Part) -> float:
    """The plastic in it."""
    return _plastic(part) * DENSE / 1000


def minutes(part: Part) -> int:
    """From its first layer to its last."""
    layers: float = part.bounding_box().size.Z / LAYER
    return math.ceil((_plastic(part) / FLOW + layers * PAUSE) / 60)


def _plastic(part: Part) -> float:
    shell = min(part.volume, part.area * SHELL)
    return float(shell + (part.volume - shell) * INSIDE)
