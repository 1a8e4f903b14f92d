"""Read the copper of a board file and check it without KiCad: is every net connected, and are clearances kept?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from hardware.making.copper import BOTH, Copper, Point, Shape, near, track, turned, via
from hardware.making.sexpr import Node, child, children, numbers, parse, word, words


@dataclass(frozen=True)
class Board:
    """A board's copper: pads (`U1.3`), holes, tracks and vias, and zones that fill free areas."""

    pads: tuple[Copper, ...]
    holes: tuple[Copper, ...]
    """Holes without copper, and areas that a part keeps free of copper; on no net."""
    routed: tuple[Copper, ...]
    """Tracks and vias."""
    filled: tuple[Copper, ...]
    """Each piece of a zone's filling, as outline points. It is not convex, so `holds` and `gap` do not apply."""


def read(path: Path) -> Board:
    """Read a board from a .kicad_pcb file."""
    root = parse(path.read_text(encoding="utf-8"))
    every = [copper for footprint in children(root, "footprint") for copper in (*_pads(footprint), *_bans(footprint))]
    tracks = (
        track(
            word(node, "net"), word(node, "layer"), _point(node, "start"), _point(node, "end"), _number(node, "width")
        )
        for node in children(root, "segment")
    )
    vias = (via(word(node, "net"), _point(node, "at"), _number(node, "size")) for node in children(root, "via"))
    names = {words(node)[0]: words(node)[1] for node in children(root, "net")}
    return Board(
        tuple(copper for copper in every if "." in copper.name),
        tuple(copper for copper in every if "." not in copper.name),
        tuple(_named(copper, names) for copper in (*tracks, *vias)),
        tuple(_filled(root)),
    )


def wrong_pads(board: Board, net_of: Mapping[str, str]) -> list[str]:
    """Return the pads that are not on their net in the source, as `U1.3: SR_PL, not REED_4`."""
    found = {pad.name: "" if pad.net.startswith("unconnected-") else pad.net.removeprefix("/") for pad in board.pads}
    every = sorted(found.keys() | net_of.keys())
    return [
        f"{pin}: {found.get(pin) or 'nothing'}, not {net_of.get(pin) or 'nothing'}"
        for pin in every
        if (found.get(pin) or "") != net_of.get(pin, "")
    ]


def broken_nets(board: Board) -> list[str]:
    """Return the pads that tracks and vias do not join to the rest of their net, as `SR_SCK: U1.2 is cut off`.

    Nets with a filled zone are left to KiCad's check, because fillings have any shape.
    """
    poured = {copper.net for copper in board.filled}
    whole = _Groups([*board.pads, *board.routed])
    for one, other in near([*board.pads, *board.routed], 0):
        if one.net == other.net and one.touches(other):
            whole.join(one, other)
    pads = [pad for pad in board.pads if pad.net and pad.net not in poured]
    first = {pad.net: pad for pad in reversed(pads)}
    return [f"{pad.net}: {pad.name} is cut off" for pad in pads if not whole.same(pad, first[pad.net])]


def too_near(board: Board, clearance: float) -> list[str]:
    """Return the pairs on different nets that are nearer than allowed, as `track of SR_SCK, U1.3: 0.11 mm`."""
    found = []
    for one, other in near([*board.pads, *board.holes, *board.routed], clearance):
        different = one.net != other.net or not one.net
        if different and set(one.layers) & set(other.layers) and not _of_one_part(one, other):
            gap = one.shape.gap(other.shape)
            if gap < clearance - 0.001:
                found.append(f"{_called(one)}, {_called(other)}: {gap:.2f} mm")
    return found


class _Groups:
    """Groups of connected copper (union-find)."""

    def __init__(self, coppers: list[Copper]) -> None:
        self.leader = {id(copper): id(copper) for copper in coppers}

    def join(self, one: Copper, other: Copper) -> None:
        self.leader[self._find(id(one))] = self._find(id(other))

    def same(self, one: Copper, other: Copper) -> bool:
        return self._find(id(one)) == self._find(id(other))

    def _find(self, key: int) -> int:
        while self.leader[key] != key:
            key = self.leader[key]
        return key


def _called(copper: Copper) -> str:
    return f"{copper.name} of {copper.net}" if copper.name in ("track", "via") else copper.name


def _of_one_part(one: Copper, other: Copper) -> bool:
    """Return whether both are pads of one part; the footprint's author decides their clearance."""
    return "." in one.name and one.name.split(".")[0] == other.name.split(".")[0]


def _named(copper: Copper, names: dict[str, str]) -> Copper:
    return Copper(copper.name, names[copper.net], copper.layers, copper.shape)


def _pads(footprint: Node) -> Iterator[Copper]:
    ref = _ref(footprint)
    x, y, *turn = numbers(footprint, "at")
    angle = turn[0] if turn else 0
    for pad in children(footprint, "pad"):
        number, kind, form = words(pad)
        layers = tuple(layer for layer in BOTH if {layer, "*.Cu"} & set(words(child(pad, "layers"))))
        if not layers:
            continue
        across, down, *turn = numbers(pad, "at")
        middle = turned((across, down), angle)
        corners, radius = _corners(pad, form)
        turn_of_pad = turn[0] if turn else 0  # already includes that of the footprint
        points = tuple(turned(corner, turn_of_pad) for corner in corners)
        shape = Shape(tuple((x + middle[0] + a, y + middle[1] + b) for a, b in points), radius)
        net = words(child(pad, "net"))
        yield Copper(
            f"{ref}.{number}" if kind != "np_thru_hole" else f"{ref} hole", net[-1] if net else "", layers, shape
        )


def _bans(footprint: Node) -> Iterator[Copper]:
    """Yield the bounding boxes of areas that a part keeps free of copper, such as those around an antenna."""
    for zone in children(footprint, "zone"):
        layers = tuple(layer for layer in words(child(zone, "layers")) if layer in BOTH)
        if child(zone, "keepout")[1:] and layers:
            points = tuple(_points(child(child(zone, "polygon"), "pts")))
            left, top, right, bottom = Shape(points, 0).bounds()
            corners = ((left, top), (right, top), (right, bottom), (left, bottom))
            yield Copper(f"{_ref(footprint)} without copper", "", layers, Shape(corners, 0))


def _ref(footprint: Node) -> str:
    return next(words(node)[1] for node in children(footprint, "property") if words(node)[0] == "Reference")


def _points(node: Node) -> Iterator[Point]:
    for spot in children(node, "xy"):
        x, y = map(float, words(spot))
        yield x, y


def _corners(pad: Node, form: str) -> tuple[list[Point], float]:
    """Return a pad, centred on the origin, as corners and the radius by which to swell them."""
    wide, high = numbers(pad, "size")
    if form == "custom":
        across, down = zip(*_custom_points(pad), strict=True)
        wide, high = max(wide, 2 * max(map(abs, across))), max(high, 2 * max(map(abs, down)))
    radius = 0.0
    if form in ("circle", "oval"):
        radius = min(wide, high) / 2
    elif form == "roundrect":
        radius = min(wide, high) * _number(pad, "roundrect_rratio")
    a, b = wide / 2 - radius, high / 2 - radius
    corners = [(-a, -b), (a, -b), (a, b), (-a, b)]
    return list(dict.fromkeys(corners)), radius


def _custom_points(pad: Node) -> Iterator[Point]:
    """Yield points that bound the primitives of a custom pad."""
    for part in child(pad, "primitives")[1:]:
        if not isinstance(part, list):
            continue
        if part[0] == "gr_circle":
            (x, y), (a, b) = _point(part, "center"), _point(part, "end")
            radius = math.hypot(a - x, b - y)
            yield from [(x - radius, y - radius), (x + radius, y + radius)]
        yield from _points(child(part, "pts"))


def _filled(root: Node) -> Iterator[Copper]:
    for zone in children(root, "zone"):
        for piece in children(zone, "filled_polygon"):
            shape = Shape(tuple(_points(child(piece, "pts"))), 0)
            yield Copper("zone", word(zone, "net_name"), (word(piece, "layer"),), shape)


def _point(node: Node, name: str) -> Point:
    x, y, *_ = numbers(node, name)
    return x, y


def _number(node: Node, name: str) -> float:
    return numbers(node, name)[0]
