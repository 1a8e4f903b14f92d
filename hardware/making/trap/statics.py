"""Whether the trap works, by statics: what moves a thing against what holds it. Newton, millimetre, second.

What the parts weigh is worked out from their volumes, printed solid. Frictions are taken high where they hinder, and as
nothing where they help.
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
    """A part's weight in newton, and its middle."""

    weight: float
    x: float
    z: float


@dataclass(frozen=True)
class Margin:
    """What there is, against what is needed, in `unit`; `least` is the ratio that is asked for."""

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
    """All on which it depends that the trap works, and does no harm; cage and lever as they are modelled."""
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
    """The marble in the cup against the lever's own weight, its pin, and the cage, which rubs on the sill; and as it
    hangs aside, the tip of its tooth bears, which has to be raised a little."""
    it, friction = of.lever, of.material.friction
    marble = weight(of.marble.grams) * it.arm
    rubs = friction * cage.weight * it.hang + friction * (cage.weight + lever.weight) * it.pin / 2
    lifts = cage.weight * it.right
    needed = rubs + lifts + max(back(lever), 0)
    return Margin("the marble's weight in the cup frees the cage", marble, needed, "N mm", 1.5)


def stays_armed(of: Measures, cage: Body, lever: Body) -> Margin:
    """The lever's own weight against the cage, should that bear on all of the sill and nothing rub."""
    left = cage.weight * (of.lever.overlap / 2 - of.lever.right)
    return Margin("without the marble the lever keeps the cage", back(lever), left, "N mm", 1.3)


def back(lever: Body) -> float:
    """What the lever's own weight turns it back with, the cheese down."""
    return lever.weight * lever.x


# ---- The cage


def falls(of: Measures, cage: Body) -> Margin:
    """Its weight against the friction of its sleeve, which bears on the pole above and below because it hangs aside."""
    rubs = 2 * of.material.friction * cage.weight * cage.x / sleeve(of)
    return Margin("the cage slides down its pole", cage.weight, rubs, "N", 2)


def presses(of: Measures, cage: Body) -> Margin:
    """What is left of its weight on the switch, which bears it beside the pole."""
    beside = abs(of.bail.inner - of.bail.thick / 2)
    rub = 2 * of.material.friction / sleeve(of)
    pressing = cage.weight * (1 - rub * cage.x) / (1 + rub * beside)
    return Margin("the cage's weight presses the switch", pressing, of.switch.force, "N", 1.5)


def sleeve(of: Measures) -> float:
    """How long the sleeve is."""
    return of.cage.high + of.ground


# ---- The crank


def turns(of: Measures) -> Margin:
    """The servo against marble, rubbing axles, and a print that goes stiffly."""
    it = of.wheel
    wheel = push(of) * it.finger + of.material.friction * 2 * push(of) * it.finger
    needed = (wheel / it.ratio + STIFF) / 1000
    return Margin("the servo turns the crank", of.servo.torque, needed, "N m", 5)


STIFF = 50.0
"""N mm that we allow for axles that go stiffly; a guess."""


def push(of: Measures) -> float:
    """What the marble withstands at the steepest place before the crest."""
    heights = [
        of.marble.radius - sunk(of, along / 4) - along / 4 * of.run.fall for along in range(int(of.wheel.push * 4))
    ]
    steepest = max((b - a) * 4 for a, b in pairwise(heights))
    rise = math.atan(steepest) + math.atan(of.material.friction)
    return weight(of.marble.grams) * math.tan(rise)


def pinch(of: Measures, course: Course) -> float:
    """What the finger presses with if it is stopped where it meets the marble, and the crank goes on to its end."""
    it = of.wheel
    stiff = of.material.stiffness * it.thick * it.spring**3 / (4 * spring(of) ** 3)
    return stiff * _way(of, course)


def bent(of: Measures, course: Course) -> float:
    """The stress in it then."""
    return 3 * of.material.stiffness * of.wheel.spring * _way(of, course) / (2 * spring(of) ** 2)


def spring(of: Measures) -> float:
    """How long the part of the finger is that bends."""
    return of.wheel.finger - of.wheel.hub


def _way(of: Measures, course: Course) -> float:
    return of.wheel.finger * math.radians((course.crank.end - course.crank.engages) / of.wheel.ratio)


# ---- How long it takes


def seconds(of: Measures, cage: Body, lever: Body) -> Mapping[str, float]:
    """Each stage of the course, as far as it can be worked out; what bounces settles in `REBOUND`."""
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
"""mm from the crest that still count as the pusher's."""
REBOUND = 0.2
"""s until something that fell lies still; a guess."""


def rolls(of: Measures, long: float) -> float:
    """A marble from rest, down a groove; two sevenths of its push go into its spin."""
    slope = math.radians(of.run.slope)
    speeding = 5 / 7 * G * 1000 * (math.sin(slope) - of.material.rolling * math.cos(slope))
    return math.sqrt(2 * long / speeding) if speeding > 0 else math.inf


def _drops(high: float) -> float:
    return math.sqrt(2 * high / 1000 / G)


def tips(of: Measures, cage: Body, lever: Body) -> float:
    """The lever with the marble in its cup, until the tooth is free."""
    margin = lets_go(of, cage, lever)
    inertia = weight(of.marble.grams) / G * of.lever.arm**2 + lever.weight / G * (of.lever.arm / 2) ** 2
    turning = (margin.there - margin.needed) * 1000 / inertia
    free = math.asin(of.lever.overlap / of.lever.hang)
    return math.sqrt(2 * free / turning) if turning > 0 else math.inf


def slides(of: Measures, cage: Body) -> float:
    """The cage's fall."""
    rest = 1 - 1 / falls(of, cage).ratio
    return math.sqrt(2 * of.cage.lift / 1000 / (rest * G)) if rest > 0 else math.inf


def weight(grams: float) -> float:
    return grams / 1000 * G
