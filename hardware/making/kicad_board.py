"""Write a circuit board with KiCad's own Python: `/usr/bin/python3 kicad_board.py BOARD.kicad_pcb < plan.json`.

Only the system's Python can import KiCad's module, so this file imports nothing of ours. It reads a plan
(circuit_board.py) as JSON and carries it out. The same plan gives the same bytes.
"""

import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pcbnew

Plan = dict[str, Any]
Nets = dict[str, Any]

LAYERS = {
    "F.Cu": pcbnew.F_Cu,
    "B.Cu": pcbnew.B_Cu,
    "F.SilkS": pcbnew.F_SilkS,
    "B.SilkS": pcbnew.B_SilkS,
    "Edge.Cuts": pcbnew.Edge_Cuts,
}
JUSTIFY = {
    "left": pcbnew.GR_TEXT_H_ALIGN_LEFT,
    "center": pcbnew.GR_TEXT_H_ALIGN_CENTER,
    "right": pcbnew.GR_TEXT_H_ALIGN_RIGHT,
}


def main(path: str, plan: Plan) -> None:
    pcbnew.KIID.SeedGenerator(1)
    board = pcbnew.CreateEmptyBoard()
    write_head(board, plan)
    write_outline(board, plan["size"])
    nets = write_nets(board, plan["footprints"])
    for seed, part in enumerate(plan["footprints"], 2):
        write_footprint(board, part, nets, plan["library"], seed)
    for piece in plan["tracks"]:
        write_track(board, piece, nets)
    for hole in plan["vias"]:
        write_via(board, hole, nets)
    for text in plan["texts"]:
        write_text(board, text)
    for line in plan["lines"]:
        write_line(board, line)
    for zone in plan["zones"]:
        write_zone(board, zone, nets, plan["size"])
    pcbnew.SaveBoard(path, board)
    # Fill the zones only after saving and loading: before, they would cover holes without copper.
    board = pcbnew.LoadBoard(path)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(path, board)


def write_head(board: Any, plan: Plan) -> None:
    block = board.GetTitleBlock()
    block.SetTitle(plan["title"])
    block.SetRevision(plan["revision"])
    block.SetDate(plan["date"])
    block.SetComment(0, plan["licence"])
    board.SetTitleBlock(block)
    settings = board.GetDesignSettings()
    settings.SetAuxOrigin(at([0, plan["size"][1]]))  # fabrication files, like layouts, count from the lower left


def write_outline(board: Any, size: list[float]) -> None:
    wide, high = size
    corners = [[0, 0], [wide, 0], [wide, high], [0, high], [0, 0]]
    for start, end in pairwise(corners):
        write_line(board, {"layer": "Edge.Cuts", "start": start, "end": end, "width": 0.1})


def write_nets(board: Any, footprints: list[Plan]) -> Nets:
    names = sorted({net for part in footprints for net in part["nets"].values()})
    nets = {}
    for name in names:
        nets[name] = pcbnew.NETINFO_ITEM(board, name)
        board.Add(nets[name])
    return nets


def write_footprint(board: Any, part: Plan, nets: Nets, library: str, seed: int) -> None:
    folder, name = part["footprint"].split(":")
    footprint = pcbnew.FootprintLoad(str(Path(library) / (folder + ".pretty")), name)
    pcbnew.KIID.SeedGenerator(seed)  # loading used up one id for each footprint in the folder
    footprint = footprint.Duplicate()
    footprint.SetFPID(pcbnew.LIB_ID(folder, name))
    footprint.SetReference(part["ref"])
    footprint.SetValue(part["value"])
    if part["number"]:
        footprint.SetField("MPN", part["number"])  # board houses look for this name
        field = footprint.GetFieldByName("MPN")
        field.SetVisible(False)
        field.SetLayer(pcbnew.F_Fab)
    footprint.SetPosition(at(part["at"]))
    footprint.SetOrientationDegrees(part["rotation"])
    footprint.SetExcludedFromBOM(False)  # holes and bridges are in our bill of materials
    if part["symbol"]:
        footprint.SetPath(pcbnew.KIID_PATH("/" + part["symbol"]))
    else:
        footprint.SetBoardOnly(True)
    for pad in footprint.Pads():
        net = part["nets"].get(pad.GetNumber())
        if net:
            pad.SetNet(nets[net])
        if pad.GetAttribute() == pcbnew.PAD_ATTRIB_SMD:
            pad.SetLocalZoneConnection(pcbnew.ZONE_CONNECTION_FULL)  # spokes would be too few; plated holes keep them
    label = footprint.Reference()
    label.SetTextSize(pcbnew.VECTOR2I(pcbnew.FromMM(1), pcbnew.FromMM(1)))
    label.SetTextThickness(pcbnew.FromMM(0.15))
    if part["label"]:
        label.SetPosition(at(part["label"]))
        label.SetTextAngleDegrees(0)
        label.SetKeepUpright(True)
    else:
        label.SetVisible(False)
    board.Add(footprint)


def write_track(board: Any, piece: Plan, nets: Nets) -> None:
    track = pcbnew.PCB_TRACK(board)
    track.SetLayer(LAYERS[piece["layer"]])
    track.SetStart(at(piece["start"]))
    track.SetEnd(at(piece["end"]))
    track.SetWidth(pcbnew.FromMM(piece["width"]))
    track.SetNet(nets[piece["net"]])
    board.Add(track)


def write_via(board: Any, hole: Plan, nets: Nets) -> None:
    via = pcbnew.PCB_VIA(board)
    via.SetPosition(at(hole["at"]))
    via.SetWidth(pcbnew.FromMM(hole["diameter"]))
    via.SetDrill(pcbnew.FromMM(hole["drill"]))
    via.SetNet(nets[hole["net"]])
    board.Add(via)


def write_text(board: Any, text: Plan) -> None:
    item = pcbnew.PCB_TEXT(board)
    item.SetText(text["text"])
    item.SetLayer(LAYERS[text["layer"]])
    item.SetPosition(at(text["at"]))
    item.SetTextSize(pcbnew.VECTOR2I(pcbnew.FromMM(text["size"]), pcbnew.FromMM(text["size"])))
    item.SetTextThickness(pcbnew.FromMM(text["size"] * 0.15))
    item.SetTextAngleDegrees(text["rotation"])
    item.SetHorizJustify(JUSTIFY[text["justify"]])
    item.SetMirrored(text["layer"].startswith("B."))
    board.Add(item)


def write_line(board: Any, line: Plan) -> None:
    item = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_SEGMENT)
    item.SetLayer(LAYERS[line["layer"]])
    item.SetStart(at(line["start"]))
    item.SetEnd(at(line["end"]))
    item.SetWidth(pcbnew.FromMM(line["width"]))
    board.Add(item)


def write_zone(board: Any, zone: Plan, nets: Nets, size: list[float]) -> None:
    """Add a zone: one net's copper wherever a layer is free."""
    edge = zone["edge"]
    wide, high = size
    item = pcbnew.ZONE(board)
    item.SetLayer(LAYERS[zone["layer"]])
    item.SetNet(nets[zone["net"]])
    outline = item.Outline()
    outline.NewOutline()
    for x, y in [(edge, edge), (wide - edge, edge), (wide - edge, high - edge), (edge, high - edge)]:
        outline.Append(at([x, y]))
    item.SetLocalClearance(pcbnew.FromMM(zone["clearance"]))
    item.SetMinThickness(pcbnew.FromMM(zone["thinnest"]))
    item.SetThermalReliefGap(pcbnew.FromMM(0.3))
    item.SetThermalReliefSpokeWidth(pcbnew.FromMM(0.5))
    item.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
    board.Add(item)


def at(point: list[float]) -> Any:
    return pcbnew.VECTOR2I(pcbnew.FromMM(point[0]), pcbnew.FromMM(point[1]))


if __name__ == "__main__":
    main(sys.argv[1], json.load(sys.stdin))
