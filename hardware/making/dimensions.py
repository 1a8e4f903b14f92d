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


class Overlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    thick: float


class Plate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    thick: float
    reed_hole: float
    lamp_hole: float


class Gap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    aimed: float
    least: float
    most: float


class Reed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    glass: float
    across: float
    wire: float
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


class Dimensions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the fields say: dimensions.toml."""

    magnet: Magnet
    foot: Foot
    overlay: Overlay
    plate: Plate
    gap: Gap
    reed: Reed
    board: Board
    lamp: Lamp
    table: Table

    @property
    def board_below(self) -> float:
        """From the overlay's upper side down to the upper side of a tile's board."""
        return self.overlay.thick + self.reed.below_overlay + self.reed.glass + self.reed.above_board


@cache
def load_dimensions(folder: Path = MECHANICS) -> Dimensions:
    """The shared lengths. Raises BadSource."""
    return decoded(folder / "dimensions.toml", Dimensions)
