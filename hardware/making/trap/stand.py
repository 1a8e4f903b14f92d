"""The assembled trap: every piece in its position when armed, fired or being set again, and in between."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from build123d import Location, Part, Pos, Rot
from hardware.making.trap import parts
from hardware.making.trap.measures import Measures, Pair
from hardware.making.trap.motion import START, pushed, wheel_at
from hardware.making.trap.pieces import shape

from mouseboard.trap import Course

Point = tuple[float, float, float]
STILL = ("base", "pole", "gate", "high post", "low post", "housing", "cover", "servo stand")
"""The pieces that are modelled in place."""


class Stand(Mapping[str, Part]):
    """Parts in their positions, by name; each is made on first use, because making one takes seconds."""

    def __init__(self, makes: Mapping[str, Callable[[], Part]], made: Mapping[str, Part] | None = None) -> None:
        self._makes = makes
        self._made = dict(made or {})

    def __getitem__(self, name: str) -> Part:
        if name not in self._made:
            self._made[name] = self._makes[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makes)

    def __len__(self) -> int:
        return len(self._makes)

    def but(self, **moved: Part) -> Stand:
        """Return the same with some parts elsewhere."""
        return Stand(self._makes, {**self._made, **moved})

    def without(self, name: str) -> Stand:
        """Return the same without a part."""
        return Stand({other: make for other, make in self._makes.items() if other != name}, self._made)


@dataclass(frozen=True)
class Pose:
    """A pose: the servo shaft's angle and the lever's tilt in degrees, the cage's height in mm, the marble's middle."""

    crank: float
    tilt: float
    cage: float
    marble: Point
    pressed: bool = False
    """Whether the cage presses the switch."""


def armed(of: Measures, course: Course) -> Pose:
    """Return the armed pose: the cage hangs, the marble lies in its seat."""
    x, z = pushed(of, wheel_at(of, course, course.crank.rest))
    return Pose(course.crank.rest, 0, of.cage.lift, (x, of.run.corner[1], z))


def fired(of: Measures, course: Course) -> Pose:
    """Return the fired pose: the cage has fallen, the marble lies in the cup."""
    return Pose(course.crank.end, of.lever.tilt, 0, in_cup(of, of.lever.tilt), pressed=True)


def reset(of: Measures, course: Course) -> Pose:
    """Return the pose of setting again: crank and marble are back, and a hand has raised the cage past the lever."""
    return replace(armed(of, course), cage=of.cage.lift + RAISED)


RAISED = 1.0
"""mm that the hand raises the cage above where it hangs."""


def turned(of: Measures, course: Course, crank: float) -> Pose:
    """Return the pose at a crank angle, with the marble before the finger."""
    x, z = pushed(of, wheel_at(of, course, crank))
    return replace(armed(of, course), crank=crank, marble=(x, of.run.corner[1], z))


def in_cup(of: Measures, tilt: float) -> Point:
    """Return the marble's middle in the cup, with the lever tilted by degrees."""
    sits = math.sqrt(of.marble.radius**2 - of.lever.cup**2 / 4)
    return _point(lever_at(of, tilt) * Pos(-of.lever.arm, 0, of.lever.plate[1] + sits))


def way(of: Measures) -> list[tuple[str, list[Point]]]:
    """Return the marble's middle along each run, from where the finger leaves it to where the floor ends."""
    run, radius = of.run, of.marble.radius
    upper = [of.wheel.push, *_steps(of.wheel.push + 1, upper_long(of) - START)]
    lower = _steps(run.wide / 2, lower_long(of))
    height = run.floor + radius
    return [
        ("upper run", [_point(parts.upper_at(of) * Pos(START + x, 0, height)) for x in upper]),
        ("lower run", [_point(parts.lower_at(of) * Pos(x, 0, height)) for x in lower]),
    ]


def upper_long(of: Measures) -> float:
    """Return the length of the upper run's floor."""
    return float(shape(of, "upper run").bounding_box().max.X)


def lower_long(of: Measures) -> float:
    """Return the length of the lower run's floor."""
    cup = of.run.wide / 2 + abs(of.run.corner[1]) / math.cos(math.radians(of.run.slope))
    return cup - of.marble.radius - 3.5


def lever_at(of: Measures, tilt: float) -> Location:
    """Return the lever's position, with its cup tilted down by degrees."""
    x, z = of.lever.pivot
    return Pos(x, 0, z) * Rot(Y=-tilt)


def assembled(of: Measures, course: Course, pose: Pose) -> Stand:
    """Return all printed and bought parts in a pose; `table` is the table's overlay."""
    at = _places(of, course, pose)

    def placed(name: str) -> Part:
        return at.get(name, Location()) * shape(of, name)

    makes: dict[str, Callable[[], Part]] = {name: partial(placed, name) for name in (*STILL, *at)}
    makes["marble"] = lambda: Pos(*pose.marble) * parts.marble(of)
    makes["switch"] = lambda: parts.switch(of, pose.pressed)
    makes["servo"] = lambda: parts.servo(of)
    makes["pin"] = lambda: parts.pin(of)
    makes["table"] = lambda: parts.block((-160, 90), (-200, 60), (of.ground - 5, of.ground))
    return Stand(makes)


def _places(of: Measures, course: Course, pose: Pose) -> dict[str, Location]:
    """Return the positions of the moving pieces, and of the runs, which slope."""
    wheel = wheel_at(of, course, pose.crank)
    axle, crank = (_axis(of, axis) for axis in (of.wheel_axis, of.crank_axis))
    return {
        "upper run": parts.upper_at(of),
        "lower run": parts.lower_at(of),
        "wheel": axle * Rot(Y=wheel),
        "crank": crank * Rot(Y=crank_angle(of, wheel)),
        "lever": lever_at(of, pose.tilt),
        "cage": Pos(Z=of.ground + pose.cage),
    }


def knob_at(of: Measures, course: Course, pose: Pose) -> Location:
    """Return the position of the knob in the disc, for a turn by hand."""
    turned = Rot(Y=crank_angle(of, wheel_at(of, course, pose.crank)))
    return _axis(of, of.crank_axis) * turned * Pos(0, parts.crank_end(of) - parts.KNOB_HOLE, -parts.KNOB) * Rot(X=-90)


def crank_angle(of: Measures, wheel: float) -> float:
    """Return the angle of the crank piece at which its teeth press on the wheel's."""
    gap = 180 / of.wheel.crank_teeth
    slack = math.degrees(of.wheel.backlash / 2 / (of.wheel.module * of.wheel.crank_teeth / 2))
    return gap - of.wheel.ratio * wheel + slack


def _axis(of: Measures, at: Pair) -> Location:
    return Pos(at[0], of.run.corner[1], at[1])


def _steps(start: float, end: float, apart: float = 12.0) -> list[float]:
    count = max(1, round((end - start) / apart))
    return [start + (end - start) * n / count for n in range(count + 1)]


def _point(location: Location) -> Point:
    at = location.position
    return at.X, at.Y, at.Z
