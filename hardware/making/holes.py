"""A circuit on perfboard: the hole of each pin, and the wires that follow.

Insulated wires on the back join each net's pins by the shortest tree, starting from the net's bare rail if it has one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from string import ascii_uppercase as LETTERS
from typing import Literal

import msgspec
from hardware.making import bodies
from hardware.making.bodies import Rect
from hardware.making.drawing import SUPPLY_COLOURS, WIRES
from hardware.making.placement import BOARDS
from hardware.making.source import SOURCE, BadSource, Circuit, load

Hole = tuple[int, int]
"""Column and row, from 1."""
PITCH = 2.54
"""Millimetres from hole to hole."""
EXACT = 0.01
"""mm: bodies that only touch do not overlap."""
SIDED = ("screw-2", "header-8")
"""Kinds of parts that fit into their holes in two ways, and of which only one is right."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    size: tuple[int, int]
    holes: dict[str, tuple[str, ...]]
    rails: dict[str, str] = {}
    thick: tuple[str, ...] = ()
    faces: dict[str, Literal["up", "down", "left", "right"]] = {}
    bodies: dict[str, Rect] = {}


@dataclass(frozen=True)
class Wire:
    """An insulated wire on the back."""

    net: str
    start: Hole
    end: Hole


@dataclass(frozen=True)
class Perfboard:
    """A circuit and the holes of its pins."""

    circuit: Circuit
    title: str
    size: tuple[int, int]
    pins: dict[str, Hole]
    """The hole of each pin, as `U1.16`."""
    rails: dict[str, tuple[Hole, ...]]
    thick: tuple[str, ...]
    faces: dict[str, Literal["up", "down", "left", "right"]]
    """The side to which a terminal's wire mouths open, or on which a header's latch is."""
    own_bodies: dict[str, Rect]
    """The bodies that are not those of the parts' footprints, around the middle of the pins; y points down."""

    @cached_property
    def wires(self) -> tuple[Wire, ...]:
        """The wires that join each net's pins, net after net."""
        return tuple(wire for net in self.circuit.nets for wire in self._tree(net))

    @cached_property
    def colours(self) -> dict[str, str]:
        """The colour of each net's wires: fixed for supplies, the other colours in turn for signals."""
        others = [colour for colour in WIRES if colour not in SUPPLY_COLOURS.values()]
        signals = [net for net in self.circuit.nets if net not in SUPPLY_COLOURS]
        return SUPPLY_COLOURS | {net: others[n % len(others)] for n, net in enumerate(signals)}

    @cached_property
    def bodies(self) -> dict[str, Rect]:
        """The room of each part's body in mm, where a hole lies at `PITCH` times its column and row."""
        return {ref: self._body(ref) for ref in self.circuit.parts}

    def at(self, ref: str) -> list[tuple[float, float]]:
        """Return the pins of a part in mm."""
        holes = [self.pins[f"{ref}.{number}"] for number in range(1, len(self.circuit.kind(ref).pins) + 1)]
        return [(PITCH * column, PITCH * row) for column, row in holes]

    def _body(self, ref: str) -> Rect:
        pins = self.at(ref)
        if own := self.own_bodies.get(ref):
            return bodies.moved(own, bodies.middle(pins))
        return bodies.placed(self.circuit.kind(ref).footprint, pins, self.faces.get(ref))

    def _tree(self, net: str) -> Iterator[Wire]:
        """Yield the shortest wires that join all pins of a net (Prim), starting from its rail if it has one."""
        pins = list(dict.fromkeys(self.pins[pin] for pin in self.circuit.nets[net]))
        reached = list(self.rails.get(net, ())) or [pins.pop(0)]
        missing = [hole for hole in pins if hole not in reached]
        while missing:
            start, end = min(((a, b) for b in missing for a in reached), key=lambda pair: math.dist(*pair))
            yield Wire(net, start, end)
            reached.append(end)
            missing.remove(end)


def load_perfboard(name: str, boards: Path = BOARDS, source: Path = SOURCE) -> Perfboard:
    """Return a circuit's perfboard. Raises BadSource."""
    path = boards / name / "perfboard.toml"
    circuit = load(name, source)
    try:
        file = msgspec.toml.decode(path.read_text("utf-8"), type=_File)
    except (msgspec.DecodeError, OSError) as error:
        raise BadSource(f"{path}: {error}") from error
    if file.holes.keys() != circuit.parts.keys():
        raise BadSource(f"{name}: no holes, or no part: {sorted(file.holes.keys() ^ circuit.parts.keys())}")
    pins: dict[str, Hole] = {}
    for ref, texts in file.holes.items():
        holes = [hole for text in texts for hole in run(text)]
        if len(holes) != len(circuit.kind(ref).pins):
            raise BadSource(f"{name}: {ref} has {len(circuit.kind(ref).pins)} pins and {len(holes)} holes")
        pins |= {f"{ref}.{number}": hole for number, hole in enumerate(holes, 1)}
    rails = {net: tuple(run(text)) for net, text in file.rails.items()}
    board = Perfboard(circuit, file.title, file.size, pins, rails, file.thick, file.faces, file.bodies)
    for complaint in (*_unfaced(board), *_collisions(board), *_crowded(board)):
        raise BadSource(f"{name}: {complaint}")
    return board


def run(text: str) -> list[Hole]:
    """Return the hole of `O2`, or the holes of `O2-O21`. Raises BadSource."""
    ends = [_hole(end) for end in text.split("-")]
    (left, top), (right, bottom) = ends[0], ends[-1]
    steps = max(abs(right - left), abs(bottom - top))
    if steps and 0 not in (right - left, bottom - top):
        raise BadSource(f"{text} is not along a row or column")
    return [
        (left + (right - left) * n // max(steps, 1), top + (bottom - top) * n // max(steps, 1))
        for n in range(steps + 1)
    ]


def called(hole: Hole) -> str:
    """Return a hole's name, as `O2`."""
    return f"{LETTERS[hole[1] - 1]}{hole[0]}"


def _hole(text: str) -> Hole:
    found = re.fullmatch(r"([A-Z])(\d+)", text)
    if not found:
        raise BadSource(f"{text} is no hole")
    return int(found[2]), LETTERS.index(found[1]) + 1


def _unfaced(board: Perfboard) -> Iterator[str]:
    """Yield a sentence for each terminal or keyed header of which nobody knows how it is turned, and the other way."""
    sided = {ref for ref, part in board.circuit.parts.items() if part.part in SIDED}
    yield from (f"{ref} needs its side in [faces], or has none" for ref in sorted(sided ^ board.faces.keys()))


def _crowded(board: Perfboard) -> Iterator[str]:
    """Yield a sentence for each two parts of which one's body is in the other's, or over the other's pin."""
    for one, other in combinations(board.bodies, 2):
        deep = max(
            bodies.shared(board.bodies[one], board.bodies[other]),
            *(bodies.shared(board.bodies[one], bodies.lead(pin)) for pin in board.at(other)),
            *(bodies.shared(board.bodies[other], bodies.lead(pin)) for pin in board.at(one)),
        )
        if deep > EXACT:
            yield f"{one} and {other} overlap by {deep:.1f} mm"


def _collisions(board: Perfboard) -> Iterator[str]:
    """Yield a sentence for each pin off the board, in a hole with another, or on another net's rail."""
    taken: dict[Hole, str] = {}
    for pin, hole in board.pins.items():
        if not (1 <= hole[0] <= board.size[0] and 1 <= hole[1] <= board.size[1]):
            yield f"{pin} is off the board"
        if hole in taken:
            yield f"{pin} and {taken[hole]} are both in {called(hole)}"
        taken[hole] = pin
    for net, rail in board.rails.items():
        yield from (
            f"{taken[hole]} is on the rail of {net}"
            for hole in rail
            if hole in taken and board.circuit.net_of.get(taken[hole]) != net
        )
