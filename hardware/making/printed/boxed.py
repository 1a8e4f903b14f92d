"""The boards in boxes: outline, screw holes, and where each plug meets a wall, from boxes.toml and the boards."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import msgspec
from hardware.making import bodies, kept
from hardware.making.bodies import Rect
from hardware.making.dimensions import MECHANICS
from hardware.making.holes import PITCH, load_perfboard
from hardware.making.placement import BOARDS, load_placement
from hardware.making.source import BadSource, Circuit, decoded, load

Point = tuple[float, float]
WALLS = {"left": (-1, 0), "right": (1, 0), "front": (0, -1), "back": (0, 1)}
"""The walls of a box by their outward direction, seen with the board's parts up."""


class Fit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Room in all boxes. The file explains the fields."""

    beside: float
    below: float
    board: float
    cut: float
    slack: float


class Plug(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What goes through a wall for one kind of connector."""

    wide: float
    low: float
    high: float
    pins: tuple[int, ...] = ()


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A box, its board, and where it hangs; `at` is None if it replaces another."""

    name: str
    board: str
    made: str
    tallest: float
    at: Point | None = None
    turn: float = 0.0


class Through(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hole in the plate for cables, seen from above, from the lower left corner of the tiles."""

    at: Point
    across: float


class Boxes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of boxes.toml."""

    strip: float
    """Width of the plate beside the tiles."""
    cables: Through
    fit: Fit
    plug: dict[str, Plug]
    box: tuple[Box, ...]


@dataclass(frozen=True)
class Opening:
    """Where a plug meets a wall: `at` is its middle along that wall, from the board's middle."""

    ref: str
    wall: str
    at: float
    wide: float
    low: float
    high: float

    def along(self, across: float) -> Point:
        """Return the point `across` mm from the board's middle, at this opening."""
        x, y = WALLS[self.wall]
        return (x * across, self.at) if x else (self.at, y * across)


@dataclass(frozen=True)
class BoxedBoard:
    """A board in a box; points in mm from its middle, seen with its parts up."""

    box: Box
    fit: Fit
    size: Point
    screws: tuple[Point, ...]
    parts: dict[str, tuple[Point, ...]] = field(hash=False)
    """The pins of each part."""
    bodies: dict[str, Rect] = field(hash=False)
    """The room of each part that has pins: left, lower, right and upper edge."""
    openings: tuple[Opening, ...]


@cache
def load_boxes(folder: Path = MECHANICS) -> Boxes:
    """Return the contents of boxes.toml. Raises BadSource."""
    return decoded(folder / "boxes.toml", Boxes)


@cache
def load_boxed(name: str, folder: Path = MECHANICS, boards: Path = BOARDS) -> BoxedBoard:
    """Return the board of the box with this name. Raises BadSource."""
    boxes = load_boxes(folder)
    box = next(box for box in boxes.box if box.name == name)
    made = _perfboard(box, boxes.fit, boards) if box.made == "perfboard" else _circuit_board(box, boards)
    size, screws, pins, rooms = made
    circuit = load(box.board)
    parts = {ref: _middled(_pins_of(ref, pins), size) for ref in circuit.parts}
    middle = (-size[0] / 2, -size[1] / 2)
    return BoxedBoard(
        box,
        boxes.fit,
        size,
        _middled(screws, size),
        parts,
        {ref: bodies.moved(room, middle) for ref, room in rooms.items()},
        tuple(_openings(circuit, boxes.plug, parts, size)),
    )


Made = tuple[Point, tuple[Point, ...], dict[str, Point], dict[str, Rect]]


def _perfboard(box: Box, fit: Fit, boards: Path) -> Made:
    """Return a perfboard's size, screw holes (none), pins and the room of its parts, from the lower left corner."""
    board = load_perfboard(box.board, boards)
    wide, high = (PITCH * (holes - 1) + 2 * fit.cut for holes in board.size)
    pins = {
        pin: (fit.cut + PITCH * (column - 1), high - fit.cut - PITCH * (row - 1))
        for pin, (column, row) in board.pins.items()
    }
    first = (fit.cut - PITCH, high - fit.cut + PITCH)
    return (wide, high), (), pins, {ref: bodies.moved(_upright(room), first) for ref, room in board.bodies.items()}


def _upright(room: Rect) -> Rect:
    """Return the same room where y points up."""
    left, top, right, bottom = room
    return left, -bottom, right, -top


def _circuit_board(box: Box, boards: Path) -> Made:
    """Return the same of a circuit board, from its kept file."""
    placement = load_placement(box.board, boards)
    if placement.size is None:
        raise BadSource(f"{box.board}: its placement.toml gives no size")
    pins: dict[str, Point] = {}
    for pad in kept.read(boards / box.board / f"{box.board}.kicad_pcb").pads:
        left, top, right, bottom = pad.shape.bounds()
        pins[pad.name] = (left + right) / 2, placement.size[1] - (top + bottom) / 2
    circuit, rooms = load(box.board), {}
    for ref in circuit.parts:
        if own := [(x, -y) for x, y in _pins_of(ref, pins)]:
            rooms[ref] = _upright(bodies.placed(circuit.kind(ref).footprint, own))
    return placement.size, placement.hole, pins, rooms


def _pins_of(ref: str, pins: dict[str, Point]) -> tuple[Point, ...]:
    """Return the pins of a part in their order."""
    own = {int(pin.partition(".")[2]): at for pin, at in pins.items() if pin.partition(".")[0] == ref}
    return tuple(at for _, at in sorted(own.items()))


def _middled(points: tuple[Point, ...], size: Point) -> tuple[Point, ...]:
    return tuple((x - size[0] / 2, y - size[1] / 2) for x, y in points)


def _openings(
    circuit: Circuit, plugs: dict[str, Plug], parts: dict[str, tuple[Point, ...]], size: Point
) -> Iterator[Opening]:
    """Yield an opening for each plug, in the wall that it is nearest to. Raises BadSource for an unknown connector."""
    for ref, part in circuit.parts.items():
        plug = plugs.get(part.part)
        if plug is None:
            if ref.startswith("J") and circuit.kind(ref).pins:
                raise BadSource(f"boxes.toml: {circuit.name} {ref} is a {part.part!r}, and there is no such plug")
            continue
        pins = [parts[ref][n - 1] for n in plug.pins] if plug.pins else parts[ref]
        (left, right), (low, high) = ((min(side), max(side)) for side in zip(*pins, strict=True))
        away = {
            "left": size[0] / 2 + left,
            "right": size[0] / 2 - right,
            "front": size[1] / 2 + low,
            "back": size[1] / 2 - high,
        }
        if plug.pins:  # at a part's end: the wall that this end looks at
            x, y = _middle(pins)
            a, b = _middle(parts[ref])
            away = {wall: -(dx * (x - a) + dy * (y - b)) for wall, (dx, dy) in WALLS.items()}
        wall = min(away, key=away.__getitem__)
        at = (low + high) / 2 if wall in ("left", "right") else (left + right) / 2
        yield Opening(ref, wall, at, plug.wide, plug.low, plug.high)


def _middle(points: list[Point] | tuple[Point, ...]) -> Point:
    x, y = (math.fsum(side) / len(points) for side in zip(*points, strict=True))
    return x, y
