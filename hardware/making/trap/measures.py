"""The trap's lengths from hardware/mechanics/trap.toml, and the heights that follow from them.

The coordinates are the trap's own: x from the pole to the cage, y to the left, z up from the upper side of the base.
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

import msgspec
from hardware.making.dimensions import MECHANICS, load_dimensions
from hardware.making.source import decoded

Pair = tuple[float, float]


class Marble(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    across: float
    grams: float

    @property
    def radius(self) -> float:
        return self.across / 2


class Base(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    thick: float
    left: float
    right: float
    front: float
    back: float
    beside_cage: float
    rim: float
    socket: float
    screws: tuple[Pair, ...]
    screw: float
    head: float


class Pole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    flats: float
    top: float
    screw: float


class Cage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    middle: float
    radius: float
    wall: float
    high: float
    roof: float
    lift: float
    bars: int
    bar: float
    play: float
    sleeve: float


class Bail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    inner: float
    thick: float
    wide: float
    tooth: float
    reach: float


class Lever(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pivot: Pair
    hang: float
    overlap: float
    right: float
    arm: float
    plate: Pair
    cup: float
    tilt: float
    pin: float
    cheese: tuple[float, float, float, float]


class Switch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    force: float
    over: float
    pressed: float


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    slope: float
    wide: float
    wall: float
    floor: float
    high: float
    corner: Pair
    drop: float
    posts: Pair

    @property
    def outside(self) -> float:
        return self.wide + 2 * self.wall

    @property
    def fall(self) -> float:
        """mm of fall for each mm along the table."""
        return math.tan(math.radians(self.slope))


class Wheel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    axis: float
    below: float
    module: float
    teeth: int
    crank_teeth: int
    pressure: float
    backlash: float
    thick: float
    finger: float
    nose: float
    hub: float
    spring: float
    push: float
    touch: float

    @property
    def apart(self) -> float:
        """Distance from the wheel's axis to the crank's."""
        return self.module * (self.teeth + self.crank_teeth) / 2

    @property
    def ratio(self) -> float:
        """Turns of the crank for one of the wheel."""
        return self.teeth / self.crank_teeth


class Servo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    torque: float


class Material(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    density: float
    friction: float
    stiffness: float
    yields: float
    rolling: float


class Bought(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    count: int
    is_: str = msgspec.field(name="is")


class Measures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All lengths of the trap, and those that follow from them. The file explains the fields."""

    marble: Marble
    base: Base
    pole: Pole
    cage: Cage
    bail: Bail
    lever: Lever
    switch: Switch
    run: Run
    wheel: Wheel
    servo: Servo
    material: Material
    bought: tuple[Bought, ...]

    @property
    def ground(self) -> float:
        """z of the overlay, on which base and cage stand."""
        return -self.base.thick

    @property
    def hung(self) -> float:
        """z of the tooth's lower side while the cage hangs."""
        return self.ground + self.cage.lift + self.cage.high - self.cage.roof

    @property
    def switch_hole(self) -> float:
        """z of the switch's holes; at this height the bail presses the switch once the cage is down."""
        return self.hung - self.cage.lift - load_dimensions().microswitch.lever_on + self.switch.pressed

    @property
    def cup_top(self) -> float:
        """z of the lever's upper side while it is level."""
        return self.lever.pivot[1] + self.lever.plate[1]

    @property
    def lower_floor(self) -> float:
        """z of the lower run's floor where the marble lands."""
        beyond = abs(self.run.corner[1]) + self.run.wide / 2 + self.run.wall
        return self.cup_top + CLEAR + self.run.floor / math.cos(math.radians(self.run.slope)) + beyond * self.run.fall

    @property
    def upper_floor(self) -> float:
        """z of the upper run's floor above that point, if the run were that long."""
        return self.lower_floor + self.run.drop - self.run.wide / 2 * self.run.fall

    @property
    def upper_end(self) -> float:
        """x of the upper run's end."""
        return self.run.corner[0] + self.run.wide / 2

    def upper_floor_at(self, x: float) -> float:
        """Return z of the upper run's floor at x."""
        return self.upper_floor + (x - self.run.corner[0]) * self.run.fall

    @property
    def wheel_axis(self) -> Pair:
        """x and z of the wheel's axis."""
        return self.wheel.axis, self.upper_floor_at(self.wheel.axis) - self.wheel.below

    @property
    def crank_axis(self) -> Pair:
        """x and z of the crank's axis."""
        x, z = self.wheel_axis
        return x, z - self.wheel.apart


CLEAR = 0.6
"""mm between two parts that pass each other."""


@cache
def load_measures(folder: Path = MECHANICS) -> Measures:
    """Return the trap's lengths. Raises BadSource."""
    return decoded(folder / "trap.toml", Measures)
