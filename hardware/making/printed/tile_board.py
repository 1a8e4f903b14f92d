"""The positions of holes, reeds and lamps on a tile's circuit board, read from its sources."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hardware.making import bodies, footprints
from hardware.making.bodies import Rect
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
    headers: tuple[Rect, ...]
    """Left, lower, right and upper edge of each ribbon's header."""
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
    headers = tuple(_header(tile, at) for at in points("ribbon-10"))
    return TileBoard(tile.size, tile.pitch, holes, reeds, lamps, headers, hole, wire[0] - glass[0])


def _header(tile: Circuit, at: Point) -> Rect:
    """Return the room of a header that is not turned, its first pin at this point. Its footprint's y points down."""
    pads, (left, top, right, bottom) = bodies.drawn(tile.kinds["ribbon-10"].footprint)
    x, y = at[0] - pads[0][0], at[1] + pads[0][1]
    return x + left, y - bottom, x + right, y - top


def _pads(tile: Circuit, kind: str, field: str) -> list[tuple[float, ...]]:
    text = footprints.file(tile.kinds[kind].footprint).read_text("utf-8")
    return [numbers(pad, field) for pad in children(parse(text), "pad")]
