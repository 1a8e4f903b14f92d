"""Makes the tile's circuit board: places its parts, routes its nets, and has KiCad write it.

`python -m hardware.making.tile_board`. Routing takes a minute, so the routed board is kept, and its tracks are taken
again as long as they fit.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hardware.making import kept, source
from hardware.making.copper import Copper, Point, Shape
from hardware.making.kicad import Netlist, netlist, script
from hardware.making.placement import BOARDS, Line, Placement, Text, load_placement
from hardware.making.route import Wish, route
from hardware.making.source import BadSource, Circuit

LIBRARY = BOARDS / "lib" / "footprints"
KICAD_LIBRARY = Path("/usr/share/kicad/footprints")
TABLE_ROW = (
    '  (lib (name "{0}") (type "KiCad") (uri "${{KIPRJMOD}}/../lib/footprints/{0}.pretty") (options "") (descr ""))\n'
)
SUPPLIES = ("+5V", "+3V3", "GND")
TILE = BOARDS / "tile" / "tile.kicad_pcb"


def main() -> None:
    """Write the board, with the tracks that it has if they still fit, else with new ones."""
    keep_footprints(source.load("tile"))
    write(TILE, kept.read(TILE).routed if TILE.exists() else ())
    if complaints(kept.read(TILE)):
        write(TILE, ())
        write(TILE, routed_anew(kept.read(TILE)))


def write(path: Path, routed: Iterable[Copper]) -> None:
    """Have KiCad write the board with these tracks and vias."""
    schematic = netlist(TILE.with_suffix(".kicad_sch"))
    what = json.dumps(plan(source.load("tile"), load_placement("tile"), schematic, routed))
    with TemporaryDirectory() as folder:  # it writes a project beside it, which is not ours
        made = Path(folder, path.name)
        script(Path(__file__).with_name("kicad_board.py"), made, given=what)
        shutil.copy(made, path)


def complaints(board: kept.Board) -> list[str]:
    """What is wrong with a board, in sentences; KiCad's own check finds more."""
    return [
        *kept.wrong_pads(board, source.load("tile").net_of),
        *kept.broken_nets(board),
        *kept.too_near(board, load_placement("tile").rules.clearance),
    ]


def routed_anew(bare: kept.Board) -> list[Copper]:
    """Tracks and vias for a board that has none."""
    circuit, placement = source.load("tile"), load_placement("tile")
    return route(circuit.size, placement.rules, [*bare.pads, *bare.holes], wishes(circuit, placement, bare.pads))


def keep_footprints(circuit: Circuit) -> None:
    """Copy those that are not with us yet from KiCad's library, and write the table in which KiCad finds ours."""
    footprints = {circuit.kind(ref).footprint for ref in circuit.parts}
    for footprint in footprints:
        folder, name = footprint.split(":")
        ours = LIBRARY / f"{folder}.pretty" / f"{name}.kicad_mod"
        if not ours.exists():
            ours.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(KICAD_LIBRARY / ours.relative_to(LIBRARY), ours)
    rows = [TABLE_ROW.format(folder) for folder in sorted({footprint.split(":")[0] for footprint in footprints})]
    TILE.with_name("fp-lib-table").write_text(
        "".join(["(fp_lib_table\n  (version 7)\n", *rows, ")\n"]), encoding="utf-8"
    )


def wishes(circuit: Circuit, placement: Placement, pads: Sequence[Copper]) -> list[Wish]:
    """The routes of the placement, those of `*` spelled out."""
    named = {row.net for row in placement.route}
    others = sorted(circuit.nets.keys() - named, key=lambda net: (_span(net, pads), net))
    return [
        Wish(kicad_net(net), row.width, row.layers, row.vias, row.pins, row.down, row.every)
        for row in placement.route
        for net in (others if row.net == "*" else [row.net])
    ]


def plan(circuit: Circuit, placement: Placement, schematic: Netlist, routed: Iterable[Copper]) -> dict[str, Any]:
    """The whole board, for kicad_board.py; nets and symbols are called as in the schematic."""
    if placement.at.keys() != circuit.parts.keys():
        raise BadSource(f"{circuit.name}: no place, or no part: {sorted(placement.at.keys() ^ circuit.parts.keys())}")
    high = circuit.size[1]
    nets = set(schematic.net_of.values())
    filled = {"version": placement.version, "licence": placement.licence, "values": values(circuit)}
    in_order = sorted(
        (copper for copper in routed if copper.net in nets),
        key=lambda copper: (copper.net, copper.layers, copper.shape.points),
    )
    return {
        "title": circuit.title,
        "version": placement.version,
        "licence": placement.licence,
        "size": circuit.size,
        "library": str(LIBRARY),
        "footprints": [_footprint(circuit, placement, schematic, ref) for ref in circuit.parts],
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
    """A line for each run of equal resistors or capacitors: `R14 to R16: resistor 330 ohm`."""
    refs = [ref for ref in circuit.parts if ref[0] in "RC"]
    runs = [list(run) for _, run in groupby(refs, key=lambda ref: (ref[0], circuit.parts[ref].part))]
    return "\n".join(f"{' to '.join(dict.fromkeys((run[0], run[-1])))}: {circuit.kind(run[0]).is_}" for run in runs)


def kicad_net(net: str) -> str:
    """What KiCad calls it: supplies are of all sheets, other nets of one."""
    return net if net in SUPPLIES else f"/{net}"


def _span(net: str, pads: Sequence[Copper]) -> float:
    """How far the pads of a net spread: a short one has little choice."""
    return Shape(tuple(point for pad in pads if pad.net == kicad_net(net) for point in pad.shape.points), 0).span()


def _footprint(circuit: Circuit, placement: Placement, schematic: Netlist, ref: str) -> dict[str, Any]:
    x, y, rotation = placement.at[ref]
    label = placement.label_of(ref)
    return {
        "ref": ref,
        "value": circuit.value(ref),
        "footprint": circuit.kind(ref).footprint,
        "at": _turned_over((x, y), circuit.size[1]),
        "rotation": rotation,
        "symbol": schematic.symbols[ref],
        "label": label and _turned_over(label, circuit.size[1]),
        "nets": {pin.split(".")[1]: net for pin, net in schematic.net_of.items() if pin.split(".")[0] == ref},
    }


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
    """KiCad counts from the top."""
    return point[0], round(high - point[1], 4)


if __name__ == "__main__":
    main()
