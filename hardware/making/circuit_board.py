"""Make circuit boards: place their parts, route their nets, and have KiCad write them.

`python -m hardware.making.circuit_board`. Routing takes a minute, so the boards in the repository keep their tracks as
long as these fit.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hardware.making import footprints, kept, source
from hardware.making.copper import Copper, Point, Shape
from hardware.making.kicad import Netlist, netlist, script
from hardware.making.placement import BOARDS, Line, Placement, Text, load_placement
from hardware.making.route import Wish, route
from hardware.making.shops import numbers
from hardware.making.source import BadSource, Circuit

SUPPLIES = ("+5V", "+3V3", "GND")
NAMES = ("tile", "controller")


@dataclass(frozen=True)
class Design:
    """A board's sources, and its file."""

    circuit: Circuit
    placement: Placement
    file: Path

    @property
    def size(self) -> Point:
        return self.placement.size or self.circuit.size


def load_design(name: str) -> Design:
    """Return the design of a circuit's board. Raises BadSource."""
    circuit, placement = source.load(name), load_placement(name)
    if placement.at.keys() != circuit.parts.keys():
        raise BadSource(f"{name}: no place, or no part: {sorted(placement.at.keys() ^ circuit.parts.keys())}")
    return Design(circuit, placement, BOARDS / name / f"{name}.kicad_pcb")


def main() -> None:
    """Write the boards with their present tracks, or with new ones if these no longer fit."""
    for design in map(load_design, NAMES):
        with TemporaryDirectory() as folder:  # a board without tracks never takes the place of one that has them
            board = Path(folder, design.file.name)
            write(design, board, kept.read(design.file).routed if design.file.exists() else ())
            if complaints(design, kept.read(board)):
                write(design, board, ())
                write(design, board, routed_anew(design, kept.read(board)))
            shutil.copyfile(board, design.file)


def write(design: Design, path: Path, routed: Iterable[Copper]) -> None:
    """Have KiCad write the board with these tracks and vias."""
    what = json.dumps(plan(design, netlist(design.file.with_suffix(".kicad_sch")), routed))
    with TemporaryDirectory() as folder:  # KiCad also writes a project file, which would replace ours
        made = Path(folder, path.name)
        script(Path(__file__).with_name("kicad_board.py"), made, given=what)
        shutil.copy(made, path)


def complaints(design: Design, board: kept.Board) -> list[str]:
    """Return a sentence for each fault of a board; KiCad's own check finds more."""
    return [
        *kept.wrong_pads(board, design.circuit.net_of),
        *kept.broken_nets(board),
        *kept.too_near(board, design.placement.rules.clearance),
    ]


def routed_anew(design: Design, bare: kept.Board) -> list[Copper]:
    """Return tracks and vias for a board that has none."""
    return route(design.size, design.placement.rules, [*bare.pads, *bare.holes], wishes(design, bare.pads))


def wishes(design: Design, pads: Sequence[Copper]) -> list[Wish]:
    """Return the placement's routes, with `*` expanded to all nets without a route of their own."""
    named = {row.net for row in design.placement.route}
    others = sorted(design.circuit.nets.keys() - named, key=lambda net: (_span(net, pads), net))
    return [
        Wish(kicad_net(net), row.width, row.layers, row.vias, row.pins, row.down, row.every)
        for row in design.placement.route
        for net in (others if row.net == "*" else [row.net])
    ]


def plan(design: Design, schematic: Netlist, routed: Iterable[Copper]) -> dict[str, Any]:
    """Return the whole board for kicad_board.py, with the schematic's names for nets and symbols."""
    circuit, placement, high = design.circuit, design.placement, design.size[1]
    nets = set(schematic.net_of.values())
    revision, date = circuit.revision, circuit.date.isoformat()
    filled = {"revision": revision, "date": date, "licence": placement.licence, "values": values(circuit)}
    in_order = sorted(
        (copper for copper in routed if copper.net in nets),
        key=lambda copper: (copper.net, copper.layers, copper.shape.points),
    )
    return {
        "title": circuit.title,
        "revision": revision,
        "date": date,
        "licence": placement.licence,
        "size": design.size,
        "library": str(footprints.KEPT),
        "footprints": [
            *(_footprint(design, schematic, ref) for ref in circuit.parts),
            *(_hole(at, n, high) for n, at in enumerate(placement.hole, 1)),
        ],
        "tracks": [_track(copper) for copper in in_order if copper.name == "track"],
        "vias": [_via(copper, placement) for copper in in_order if copper.name == "via"],
        "texts": [_text(text, high, filled) for text in placement.text],
        "lines": [line for row in placement.line for line in _lines(row, high)],
        "zones": [
            {"net": "GND", "layer": layer, "edge": placement.rules.edge, "clearance": 0.25, "thinnest": 0.25}
            for layer in ("F.Cu", "B.Cu")
        ],
    }


def values(circuit: Circuit) -> str:
    """Return a line for each run of equal resistors or capacitors: `R14 to R16: resistor 330 ohm`."""
    refs = [ref for ref in circuit.parts if ref[0] in "RC"]
    runs = [list(run) for _, run in groupby(refs, key=lambda ref: (ref[0], circuit.parts[ref].part))]
    return "\n".join(f"{' to '.join(dict.fromkeys((run[0], run[-1])))}: {circuit.kind(run[0]).is_}" for run in runs)


def kicad_net(net: str) -> str:
    """Return KiCad's name for a net: supplies are global, other nets belong to a sheet."""
    return net if net in SUPPLIES else f"/{net}"


def _span(net: str, pads: Sequence[Copper]) -> float:
    """Return how far the pads of a net spread. Short nets are routed first, because they have few alternatives."""
    return Shape(tuple(point for pad in pads if pad.net == kicad_net(net) for point in pad.shape.points), 0).span()


def _footprint(design: Design, schematic: Netlist, ref: str) -> dict[str, Any]:
    x, y, rotation = design.placement.at[ref]
    label = design.placement.label_of(ref)
    return {
        "ref": ref,
        "value": design.circuit.value(ref),
        "number": next((one.number for one in numbers(design.circuit.kind(ref))), None),
        "footprint": design.circuit.kind(ref).footprint,
        "at": _turned_over((x, y), design.size[1]),
        "rotation": rotation,
        "symbol": schematic.symbols[ref],
        "label": label and _turned_over(label, design.size[1]),
        "nets": {pin.split(".")[1]: net for pin, net in schematic.net_of.items() if pin.split(".")[0] == ref},
    }


def _hole(at: Point, number: int, high: float) -> dict[str, Any]:
    """Return a screw hole that is not in the schematic."""
    part = {
        "ref": f"H{number}",
        "value": "hole",
        "number": None,
        "footprint": footprints.HOLE,
        "at": _turned_over(at, high),
    }
    return part | {"rotation": 0, "symbol": None, "label": None, "nets": {}}


def _track(copper: Copper) -> dict[str, Any]:
    start, end = copper.shape.points
    width = 2 * copper.shape.radius
    return {"net": copper.net, "layer": copper.layers[0], "start": start, "end": end, "width": width}


def _via(copper: Copper, placement: Placement) -> dict[str, Any]:
    (at,) = copper.shape.points
    return {"net": copper.net, "at": at, "diameter": placement.rules.via, "drill": placement.rules.drill}


def _text(text: Text, high: float, filled: dict[str, str]) -> dict[str, Any]:
    return {
        "text": text.text.format_map(filled).strip(),
        "layer": text.layer,
        "at": _turned_over(text.at, high),
        "size": text.size,
        "justify": text.justify,
        "rotation": text.rotation,
    }


def _lines(line: Line, high: float) -> Iterator[dict[str, Any]]:
    for start, end in pairwise(_turned_over(point, high) for point in line.points):
        yield {"layer": line.layer, "start": start, "end": end, "width": line.width}


def _turned_over(point: Point, high: float) -> Point:
    """Flip y, because KiCad counts from the top."""
    return point[0], round(high - point[1], 4)


if __name__ == "__main__":
    main()
