"""Lengths that printed parts, boards, plate and overlays share, from hardware/mechanics/dimensions.toml."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
from hardware.making.source import HARDWARE, decoded

MECHANICS = HARDWARE / "mechanics"


class Magnet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    across: float
    high: float


class Foot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    across: float
    floor: float
    felt: float
    aside: float


class Man(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    magnet_high: float
    across: float
    high: float
    head: float


class Overlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    paper: float
    glue: float
    backing: float
    lamp_window: float

    @property
    def thick(self) -> float:
        """Everything between a foot and the plate."""
        return self.paper + self.glue + self.backing


class Rim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    inside: float
    outside: float
    high: float


class Plate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    thick: float
    thinnest: float
    thickest: float
    reed_hole: float
    lamp_hole: float
    screw_hole: float


class Gap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    aimed: float
    least: float
    most: float


class Off(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    layer: float
    overlay: float
    reed: float
    drilled: float


class Reed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    glass: float
    across: float
    wire: float
    lead: float
    stub: float
    joint: float
    splice: float
    splice_long: float
    below_overlay: float
    above_board: float


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    thick: float
    tallest: float


class Lamp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    across: float
    high: float


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    below_boards: float


class Microswitch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    long: float
    thick: float
    high: float
    below: float
    terminals: float
    holes_apart: float
    hole: float
    lever_free: float
    lever_on: float
    lever_end: float
    newton: float


class Servo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    long: float
    thick: float
    high: float
    flange_long: float
    flange_thick: float
    flange_at: float
    holes_long: float
    holes_across: float
    hole: float
    shaft_off: float
    shaft_high: float
    horn_across: float
    horn_thick: float
    horn_teeth: int


class Crank(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    thinnest: float
    thickest: float
    nearest: float
    farthest: float


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A printed part: how many the table needs (0: as you like), what it is, how it lies on the bed."""

    name: str
    count: int
    is_: str = msgspec.field(name="is")
    lies: str


class Dimensions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All shared lengths, in millimetres; the file explains the fields."""

    magnet: Magnet
    foot: Foot
    man: Man
    overlay: Overlay
    rim: Rim
    plate: Plate
    gap: Gap
    off: Off
    reed: Reed
    board: Board
    lamp: Lamp
    table: Table
    microswitch: Microswitch
    servo: Servo
    crank: Crank
    part: tuple[Listed, ...]

    @property
    def board_below(self) -> float:
        """Depth from the overlay's upper side to the upper side of a tile's board."""
        return self.overlay.thick + self.reed.below_overlay + self.reed.glass + self.reed.above_board

    @property
    def below_plate(self) -> float:
        """Distance between plate and board."""
        return self.board_below - self.overlay.thick - self.plate.thick

    @property
    def magnet_to_glass(self) -> float:
        """The gap between magnet and glass that the lengths add up to."""
        return self.foot.felt + self.foot.floor + self.overlay.thick + self.reed.below_overlay

    @property
    def aside(self) -> float:
        """Greatest distance of a foot from its place's middle, inside the rim."""
        return (self.rim.inside - self.foot.across) / 2


@cache
def load_dimensions(folder: Path = MECHANICS) -> Dimensions:
    """Return the shared lengths. Raises BadSource."""
    return decoded(folder / "dimensions.toml", Dimensions)
