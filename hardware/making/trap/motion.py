"""The trap's motion: the crank turns the wheel, whose finger pushes the marble to the crest. Angles are in degrees.

The wheel's angle is how far its finger leans to the right, where it starts. The crank's angle is that of the servo's
shaft.
"""

from __future__ import annotations

import math
from itertools import pairwise

from hardware.making.trap.measures import Measures, Pair

from mouseboard.trap import Course

START, WIDEST, END = 25.0, 0.8, 4.5
"""mm: the slot under the marble begins START to the right of its seat. It is widest WIDEST to the right of it, so that
the marble lies lowest in the seat. END before the crest it begins to narrow to nothing."""


def wheel_at(of: Measures, course: Course, crank: float) -> float:
    """Return the wheel's angle; the finger meets the marble at the crank angle where the course says it engages."""
    return of.wheel.touch - (crank - course.crank.engages) / of.wheel.ratio


def slot(of: Measures) -> list[Pair]:
    """Return the slot in the run's floor as (mm to the left of the seat, width)."""
    narrow = of.wheel.thick + 1.1
    wide = of.lever.cup
    return [(-START, 10.0), (-6.0, 10.0), (-WIDEST, wide), (of.wheel.push - END, narrow), (of.wheel.push, 0.0)]


def sunk(of: Measures, along: float) -> float:
    """Return how deep the marble sits in the slot at `along`, on whichever edges carry it."""
    radius = of.marble.radius
    steps = (along + n / 8 for n in range(-48, 49))
    bears = max(radius**2 - (_wide(of, x) / 2) ** 2 - (x - along) ** 2 for x in steps)
    return radius - math.sqrt(max(bears, 0.0))


def _wide(of: Measures, along: float) -> float:
    """Return the slot's width at `along`."""
    points = slot(of)
    for (start, before), (end, after) in pairwise(points):
        if start <= along <= end:
            return before + (after - before) * (along - start) / (end - start)
    return 0.0


def nose(of: Measures, wheel: float) -> Pair:
    """Return x and z of the middle of the finger's nose."""
    (x, z), angle = of.wheel_axis, math.radians(wheel)
    return x + of.wheel.finger * math.sin(angle), z + of.wheel.finger * math.cos(angle)


def seat(of: Measures) -> float:
    """Return x of the marble in its seat, where the finger meets it."""
    x, z = nose(of, of.wheel.touch)
    middle = x - of.wheel.nose - of.marble.radius
    for _ in range(20):  # iterate, because the marble's height depends slightly on x
        rise = _height(of, middle, 0) - z
        middle = x - math.sqrt((of.wheel.nose + of.marble.radius) ** 2 - rise**2)
    return middle


def crest(of: Measures) -> float:
    """Return x of the crest; beyond it the marble rolls by itself."""
    return seat(of) - of.wheel.push


def pushed(of: Measures, wheel: float) -> Pair:
    """Return x and z of the marble's middle for a wheel angle: in its seat, before the finger, or at the crest."""
    (x, z), rest, reach = nose(of, wheel), seat(of), of.wheel.nose + of.marble.radius
    near, far = 0.0, of.wheel.push
    for _ in range(40):
        along = (near + far) / 2
        apart = math.dist((x, z), (rest - along, _height(of, rest, along)))
        near, far = (along, far) if rest - along > x or apart < reach else (near, along)
    return rest - near, _height(of, rest, near)


def trips_at(of: Measures, course: Course) -> float:
    """Return the crank's angle at which the marble reaches the crest."""
    early, late = course.crank.engages, course.crank.end
    for _ in range(40):
        crank = (early + late) / 2
        over = pushed(of, wheel_at(of, course, crank))[0] <= crest(of) + 0.01
        early, late = (early, crank) if over else (crank, late)
    return late


def _height(of: Measures, rest: float, along: float) -> float:
    return of.upper_floor_at(rest - along) + of.marble.radius - sunk(of, along)
