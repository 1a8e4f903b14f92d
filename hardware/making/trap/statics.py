"""The trap's statics: what moves each part against what holds it. Newtons, millimetres, seconds.

Weights follow from the parts' volumes, printed solid. Friction is assumed high where it hinders, and zero where it
helps.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from hardware.making.trap.measures import Measures
from hardware.making.trap.motion import crest, sunk

from mouseboard.trap import Course

G = 9.81


@dataclass(frozen=True)
class Body:
    """A part's weight in newtons, and its centre of mass."""

    weight: float
    x: float
    z: float


@dataclass(frozen=True)
class Margin:
    """A safety margin: what there is against what is needed, in `unit`; `least` is the ratio required."""

    says: str
    there: float
    needed: float
    unit: str
    least: float

    @property
    def ratio(self) -> float:
        return self.there / self.needed

    @property
    def holds(self) -> bool:
        return self.ratio >= self.least


def margins(of: Measures, course: Course, cage: Body, lever: Body) -> list[Margin]:
    """Return all margins that decide whether the trap works and is harmless; cage and lever are as modelled."""
    return [
        lets_go(of, cage, lever),
        stays_armed(of, cage, lever),
        falls(of, cage),
        presses(of, cage),
        turns(of),
        Margin("a finger in the wheel's way bears less than 5 N", 5, pinch(of, course), "N", 1.5),
        Margin("the wheel's finger springs back when it was stopped", of.material.yields, bent(of, course), "N/mm2", 1),
    ]


# ---- The lever


def lets_go(of: Measures, cage: Body, lever: Body) -> Margin:
    """Compare the marble's torque with what holds the lever: its weight, its pin's friction, and the cage.

    The cage rubs on the sill. It also hangs to one side, so the tip of its tooth bears and must be lifted a little.
    """
    it, friction = of.lever, of.material.friction
    marble = weight(of.marble.grams) * it.arm
    rubs = friction * cage.weight * it.hang + friction * (cage.weight + lever.weight) * it.pin / 2
    lifts = cage.weight * it.right
    needed = rubs + lifts + max(back(lever), 0)
    return Margin("the marble's weight in the cup frees the cage", marble, needed, "N mm", 1.5)


def stays_armed(of: Measures, cage: Body, lever: Body) -> Margin:
    """Compare the lever's weight with the cage's, if the cage bears on the whole sill, without friction."""
    left = cage.weight * (of.lever.overlap / 2 - of.lever.right)
    return Margin("without the marble the lever keeps the cage", back(lever), left, "N mm", 1.3)


def back(lever: Body) -> float:
    """Return the torque of the lever's own weight, which turns it back, the cheese down."""
    return lever.weight * lever.x


# ---- The cage


def falls(of: Measures, cage: Body) -> Margin:
    """Compare the cage's weight with the friction of its sleeve, which bears at both ends because it hangs aside."""
    rubs = 2 * of.material.friction * cage.weight * cage.x / sleeve(of)
    return Margin("the cage slides down its pole", cage.weight, rubs, "N", 2)


def presses(of: Measures, cage: Body) -> Margin:
    """Compare the cage's weight on the switch, less friction, with what the switch needs; it is beside the pole."""
    beside = abs(of.bail.inner - of.bail.thick / 2)
    rub = 2 * of.material.friction / sleeve(of)
    pressing = cage.weight * (1 - rub * cage.x) / (1 + rub * beside)
    return Margin("the cage's weight presses the switch", pressing, of.switch.force, "N", 1.5)


def sleeve(of: Measures) -> float:
    """Return the sleeve's length."""
    return of.cage.high + of.ground


# ---- The crank


def turns(of: Measures) -> Margin:
    """Compare the servo's torque with the marble, the axles' friction and a stiff print."""
    it = of.wheel
    wheel = push(of) * it.finger + of.material.friction * 2 * push(of) * it.finger
    needed = (wheel / it.ratio + STIFF) / 1000
    return Margin("the servo turns the crank", of.servo.torque, needed, "N m", 5)


STIFF = 50.0
"""N mm allowed for stiff axles; a guess."""


def push(of: Measures) -> float:
    """Return the force that pushes the marble over the steepest spot before the crest."""
    heights = [
        of.marble.radius - sunk(of, along / 4) - along / 4 * of.run.fall for along in range(int(of.wheel.push * 4))
    ]
    steepest = max((b - a) * 4 for a, b in pairwise(heights))
    rise = math.atan(steepest) + math.atan(of.material.friction)
    return weight(of.marble.grams) * math.tan(rise)


def pinch(of: Measures, course: Course) -> float:
    """Return the wheel finger's force if it is stopped where it meets the marble and the crank goes on to its end."""
    it = of.wheel
    stiff = of.material.stiffness * it.thick * it.spring**3 / (4 * spring(of) ** 3)
    return stiff * _way(of, course)


def bent(of: Measures, course: Course) -> float:
    """Return the stress in the wheel's finger then, in N/mm2."""
    return 3 * of.material.stiffness * of.wheel.spring * _way(of, course) / (2 * spring(of) ** 2)


def spring(of: Measures) -> float:
    """Return the length of the finger that bends."""
    return of.wheel.finger - of.wheel.hub


def _way(of: Measures, course: Course) -> float:
    return of.wheel.finger * math.radians((course.crank.end - course.crank.engages) / of.wheel.ratio)


# ---- How long it takes


def seconds(of: Measures, cage: Body, lever: Body) -> Mapping[str, float]:
    """Return the computed time of each stage of the course; whatever falls lies still after REBOUND."""
    first, second = crest(of) - of.upper_end, abs(of.run.corner[1])
    start = rolls(of, PUSHED)
    return {
        "pusher": start,
        "upper run": rolls(of, first) - start + _drops(of.run.drop),
        "lower run": rolls(of, second),
        "cup": _drops(8.0) + REBOUND,
        "lever": tips(of, cage, lever),
        "cage": slides(of, cage) + REBOUND / 2,
    }


PUSHED = 10.0
"""mm beyond the crest that still count as the pusher's stage."""
REBOUND = 0.2
"""s until a fallen part lies still; a guess. For the cage half of it."""


def rolls(of: Measures, long: float) -> float:
    """Return the time of a marble from rest down a groove; two sevenths of its energy go into its spin."""
    slope = math.radians(of.run.slope)
    speeding = 5 / 7 * G * 1000 * (math.sin(slope) - of.material.rolling * math.cos(slope))
    return math.sqrt(2 * long / speeding) if speeding > 0 else math.inf


def _drops(high: float) -> float:
    return math.sqrt(2 * high / 1000 / G)


def tips(of: Measures, cage: Body, lever: Body) -> float:
    """Return the time that the lever, with the marble in its cup, takes until the tooth is free."""
    margin = lets_go(of, cage, lever)
    inertia = weight(of.marble.grams) / G * of.lever.arm**2 + lever.weight / G * (of.lever.arm / 2) ** 2
    turning = (margin.there - margin.needed) * 1000 / inertia
    free = math.asin(of.lever.overlap / of.lever.hang)
    return math.sqrt(2 * free / turning) if turning > 0 else math.inf


def slides(of: Measures, cage: Body) -> float:
    """Return the time of the cage's fall."""
    rest = 1 - 1 / falls(of, cage).ratio
    return math.sqrt(2 * of.cage.lift / 1000 / (rest * G)) if rest > 0 else math.inf


def weight(grams: float) -> float:
    return grams / 1000 * G
