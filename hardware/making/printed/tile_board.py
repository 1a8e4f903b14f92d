"""The positions of holes, reeds and lamps on a tile's circuit board, read from its sources."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hardware.making import footprints
from hardware.making.placement import BOARDS, load_placement
from hardware.making.sexpr import children, numbers, parse
from hardware.making.source import Circuit, load

Point = tuple[float, float]


@dataclass(frozen=True)
class TileBoard:
    """A tile's circuit board; points in mm from its lower left corner."""

    size: Point
    pitch: float
    holes: tuple[Point, ...]
    reeds: tuple[Point, ...]
    lamps: tuple[Point, ...]
    hole: float
    """Diameter of a screw hole."""
    wires: float
    """Distance from a reed's glass to the right, to its upper wire's hole."""

    @property
    def lamp_off(self) -> float:
        """Distance from a place's middle to its lamp."""
        return min(math.dist(self.reeds[0], lamp) for lamp in self.lamps)


@cache
def load_tile_board(boards: Path = BOARDS) -> TileBoard:
    """Read the board from tile.toml, placement.toml and the footprints."""
    tile, at = load("tile"), load_placement("tile", boards).at

    def points(kind: str) -> tuple[Point, ...]:
        return tuple(at[ref][:2] for ref, part in tile.parts.items() if part.part == kind)

    (glass, wire), ((hole,),) = _pads(tile, "reed", "at"), _pads(tile, "hole", "drill")
    holes, reeds, lamps = points("hole"), points("reed"), points("WS2812B")
    return TileBoard(tile.size, tile.pitch, holes, reeds, lamps, hole, wire[0] - glass[0])


def _pads(tile: Circuit, kind: str, field: str) -> list[tuple[float, ...]]:
    text = footprints.file(tile.kinds[kind].footprint).read_text("utf-8")
    return [numbers(pad, field) for pad in children(parse(text), "pad")]
