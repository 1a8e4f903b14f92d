"""A part's weight and printing time, estimated from its volume and surface. No slicer or printer has confirmed them."""

from __future__ import annotations

import math

from build123d import Part

SHELL = 0.9
"""mm: thickness of walls of two lines, and of floors and ceilings of four layers."""
INSIDE = 0.2
"""Share of the rest that is filled."""
DENSE = 1.24
"""g/cm3 of PLA; PETG has 1.27."""
FLOW = 5.0
"""mm3 per second on average: a nozzle of 0.4 mm, layers of 0.2 mm, about 60 mm/s."""
LAYER, PAUSE = 0.2, 2.0
"""Height of a layer in mm, and seconds lost between two layers."""


def grams(part: Part) -> float:
    """Return the weight of a part's plastic."""
    return _plastic(part) * DENSE / 1000


def minutes(part: Part) -> int:
    """Return the printing time from the first layer to the last."""
    layers: float = part.bounding_box().size.Z / LAYER
    return math.ceil((_plastic(part) / FLOW + layers * PAUSE) / 60)


def _plastic(part: Part) -> float:
    shell = min(part.volume, part.area * SHELL)
    return float(shell + (part.volume - shell) * INSIDE)
