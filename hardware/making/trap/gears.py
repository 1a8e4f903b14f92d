"""Involute gears, as outlines about their middle; angles are in radians."""

from __future__ import annotations

import math

Point = tuple[float, float]

POINTS = 5
"""Points on each flank."""


def teeth_round(
    module: float, teeth: int, pressure: float, backlash: float, first: int = 0, count: int = 0
) -> list[Point]:
    """Return the outline of all teeth, or of `count` teeth from `first`. Tooth 0 points up; the others go clockwise.

    `pressure` is the pressure angle in degrees. Each gear takes half of the `backlash`, measured along the pitch
    circle.
    """
    every = range(first, first + (count or teeth))
    return [point for n in every for point in _tooth(module, teeth, pressure, backlash, n * 2 * math.pi / teeth)]


def _tooth(module: float, teeth: int, pressure: float, backlash: float, middle: float) -> list[Point]:
    """Return a tooth's outline, up one flank and down the other."""
    pitch = module * teeth / 2
    base = pitch * math.cos(math.radians(pressure))
    root, tip = pitch - 1.25 * module, pitch + module
    half = (math.pi * module / 2 - backlash / 2) / 2 / pitch + _involute(math.radians(pressure))
    start = max(base, root)
    radii = [start + (tip - start) * n / (POINTS - 1) for n in range(POINTS)]
    flank = [(radius, half - _involute(math.acos(base / radius))) for radius in radii]
    if root < base:
        flank.insert(0, (root, flank[0][1]))
    rising = [_polar(radius, middle - angle) for radius, angle in flank]
    return rising + [_polar(radius, middle + angle) for radius, angle in reversed(flank)]


def _involute(angle: float) -> float:
    return math.tan(angle) - angle


def _polar(radius: float, angle: float) -> Point:
    return radius * math.sin(angle), radius * math.cos(angle)
