"""What is printed for the reference table: kept whole, and drilled where its tiles have their parts."""

from __future__ import annotations

from hardware.making.dimensions import load_dimensions
from hardware.making.placement import load_placement
from hardware.making.sheets import FOLDER, SHEETS
from hardware.making.source import HARDWARE

from mouseboard.layouts import tiles
from mouseboard.sheets.paper import PAPERS, WHOLE
from mouseboard.sheets.road import RIM

AT = {ref: (x, y) for ref, (x, y, _) in load_placement("tile").at.items()}


def test_every_sheet_is_kept_and_no_other() -> None:
    wanted = {f"{start}-{paper}.pdf" for start in SHEETS for paper in (WHOLE, *PAPERS)}
    assert {path.name for path in (HARDWARE.parent / FOLDER).glob("*.pdf")} == wanted


def test_light_comes_from_where_the_tile_has_its_lamps() -> None:
    reeds = [AT[f"S{n}"] for n in range(1, 10)]
    lamps = [AT[f"D{n}"] for n in range(1, 10)]
    assert {(x - a, y - b) for (a, b), (x, y) in zip(reeds, lamps, strict=True)} == {tiles.LIGHT}


def test_screws_go_through_the_holes_of_the_tile() -> None:
    assert {AT[ref] for ref in AT if ref.startswith("H")} == set(tiles.SCREWS)


def test_a_rim_is_glued_on_the_ring_that_is_drawn_for_it() -> None:
    assert load_dimensions().rim.outside / 2 == RIM
