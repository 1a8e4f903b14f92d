"""The printed sheets of the reference table: all are kept, and their holes match the parts of its tiles."""

from __future__ import annotations

from hardware.making.dimensions import load_dimensions
from hardware.making.placement import load_placement
from hardware.making.sheets import FOLDER, SHEETS
from hardware.making.source import HARDWARE

from mouseboard.layouts import tiles
from mouseboard.sheets.paper import PAPERS, WHOLE
from mouseboard.sheets.road import RIM

AT = {ref: (x, y) for ref, (x, y, _) in load_placement("tile").at.items()}


def test_the_kept_sheets_are_complete_and_there_are_no_others() -> None:
    wanted = {f"{start}-{paper}.pdf" for start in SHEETS for paper in (WHOLE, *PAPERS)}
    assert {path.name for path in (HARDWARE.parent / FOLDER).glob("*.pdf")} == wanted


def test_the_light_holes_are_where_the_tile_has_its_lamps() -> None:
    reeds = [AT[f"S{n}"] for n in range(1, 10)]
    lamps = [AT[f"D{n}"] for n in range(1, 10)]
    assert {(x - a, y - b) for (a, b), (x, y) in zip(reeds, lamps, strict=True)} == {tiles.LIGHT}


def test_the_screw_holes_are_those_of_the_tile() -> None:
    assert {AT[ref] for ref in AT if ref.startswith("H")} == set(tiles.SCREWS)


def test_the_drawn_ring_for_a_rim_has_the_rim_s_size() -> None:
    assert load_dimensions().rim.outside / 2 == RIM
