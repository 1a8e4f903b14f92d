"""How the trap moves: the crank turns the wheel, its finger pushes the marble to the crest. Angles are degrees.

The wheel's angle is how far its finger leans to the right, to where it comes from; the crank's is the servo's shaft.
"""

from __future__ import annotations

import math
from itertools import pairwise

from hardware.making.trap.measures import Measures, Pair

from mouseboard.trap import Course

START, WIDEST, END = 25.0, 0.8, 4.5
"""The slot under the marble begins so far to the right of its seat, is widest so far to the right of it, so that the
marble lies lowest in the seat, and narrows to nothing from so far before the crest."""


def wheel_at(of: Measures, course: Course, crank: float) -> float:
    """The wheel's angle; the finger meets the marble where the course says that the crank engages."""
    return of.wheel.touch - (crank - course.crank.engages) / of.wheel.ratio


def slot(of: Measures) -> list[Pair]:
    """How wide the slot in the run's floor is: so far to the left of the seat, and so wide."""
    narrow = of.wheel.thick + 1.1
    wide = of.lever.cup
    return [(-START, 10.0), (-6.0, 10.0), (-WIDEST, wide), (of.wheel.push - END, narrow), (of.wheel.push, 0.0)]


def sunk(of: Measures, along: float) -> float:
    """How deep the marble sits in the slot there, on whichever of its edges bear it."""
    radius = of.marble.radius
    steps = (along + n / 8 for n in range(-48, 49))
    bears = max(radius**2 - (_wide(of, x) / 2) ** 2 - (x - along) ** 2 for x in steps)
    return radius - math.sqrt(max(bears, 0.0))


def _wide(of: Measures, along: float) -> float:
    """The slot's width there."""
    points = slot(of)
    for (start, before), (end, after) in pairwise(points):
        if start <= along <= end:
            return before + (after - before) * (along - start) / (end - start)
    return 0.0


def nose(of: Measures, wheel: float) -> Pair:
    """x and z of the middle of the finger's nose."""
    (x, z), angle = of.wheel_axis, math.radians(wheel)
    return x + of.wheel.finger * math.sin(angle), z + of.wheel.finger * math.cos(angle)


def seat(of: Measures) -> float:
    """x of the marble before it is pushed: where the finger meets it."""
    x, z = nose(of, of.wheel.touch)
    middle = x - of.wheel.nose - of.marble.radius
    for _ in range(20):  # its height depends on where it is, but little
        rise = _height(of, middle, 0) - z
        middle = x - math.sqrt((of.wheel.nose + of.marble.radius) ** 2 - rise**2)
    return middle


def crest(of: Measures) -> float:
    """x from which the marble goes on by itself."""
    return seat(of) - of.wheel.push


def pushed(of: Measures, wheel: float) -> Pair:
    """x and z of the marble's middle with the finger there: in its seat, before the finger, or at the crest."""
    (x, z), rest, reach = nose(of, wheel), seat(of), of.wheel.nose + of.marble.radius
    near, far = 0.0, of.wheel.push
    for _ in range(40):
        along = (near + far) / 2
        apart = math.dist((x, z), (rest - along, _height(of, rest, along)))
        near, far = (along, far) if rest - along > x or apart < reach else (near, along)
    return rest - near, _height(of, rest, near)


def trips_at(of: Measures, course: Course) -> float:
    """The crank's angle at which the marble is at the crest."""
    early, late = course.crank.engages, course.crank.end
    for _ in range(40):
        crank = (early + late) / 2
        over = pushed(of, wheel_at(of, course, crank))[0] <= crest(of) + 0.01
        early, late = (early, crank) if over else (crank, late)
    return late


def _height(of: Measures, rest: float, along: float) -> float:
    return of.upper_floor_at(rest - along) + of.marble.radius - sunk(of, along)
