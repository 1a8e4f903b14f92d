"""What the guide's pictures and steps say of the plate and of the ribbons' ways is possible."""

from __future__ import annotations

import math

import pytest
from hardware.making.dimensions import load_dimensions
from hardware.making.lists import materials
from hardware.making.placement import load_placement
from hardware.making.printed import guide_pictures as pictures
from hardware.making.printed import under
from hardware.making.printed.parts import BOARD, OF, part
from hardware.making.source import HARDWARE, load
from hardware.making.whole import load_cables

from mouseboard import layouts

PAGE = " ".join((HARDWARE / "guide" / "reference-table.md").read_text("utf-8").split())
LOW, HIGH = pictures.LANE - pictures.ACROSS / 2, pictures.LANE + pictures.ACROSS / 2
CAN = 11.0
"""mm: the highest part that the ribbon to the next row crosses, the capacitor beside the terminals."""


def test_the_ribbon_to_the_next_row_runs_between_reeds_tubes_and_posts() -> None:
    holder, tube = part("holder").bounding_box(), part("tube").bounding_box()
    spans = [(y + holder.min.Y, y + holder.max.Y) for _, y in BOARD.reeds]
    spans += [(y + tube.min.Y, y + tube.max.Y) for _, y in BOARD.lamps]
    spans += [(y - under.FRONT, y + under.FRONT) for _, y in BOARD.holes]
    assert [span for span in spans if span[0] < HIGH and span[1] > LOW] == []


def test_the_ribbon_to_the_next_row_runs_beside_all_other_plugs() -> None:
    plugs = [pictures._middle(ref)[1] for ref in ("J1", "J2")]
    half = pictures.HEADER[1] / 2
    assert all(middle + half < LOW or middle - half > HIGH for middle in plugs)


def test_there_is_room_for_the_ribbon_between_the_highest_part_below_it_and_the_frames_ribs() -> None:
    tile, placed = load("tile"), load_placement("tile").at
    crossed = {one.part for ref, one in tile.parts.items() if LOW < placed.get(ref, (0, 0, 0))[1] < HIGH}
    assert {"screw-2", "100u"} <= crossed
    assert max(CAN, pictures.TERMINAL[2]) + 1 < OF.below_plate - under.FLAT


def test_all_holes_of_the_boxes_lie_on_the_strip() -> None:
    found = [hole for board in pictures.HUNG.values() for hole in pictures.holes(board)]
    assert len(set(found)) == 8
    assert all(5 < x < pictures.WIDE - pictures.DEEP - 5 and 5 < y < pictures.DEEP - 5 for x, y in found)


def test_the_page_and_the_order_have_the_plate_s_size() -> None:
    size = f"{pictures.WIDE:g} x {pictures.DEEP:g} mm"
    assert f"Saw the plywood to {size}" in PAGE
    assert f"sawn to {size}" in materials()["plywood"].needs


GAMES = ("classic", "revised", "cards", "barriers", "souriciere")


def places_of(game: str) -> int:
    return len({one.sensors for one in layouts.load(game).place if one.sensors})


@pytest.mark.parametrize("game", GAMES)
def test_the_page_says_how_many_rims_a_sheet_takes(game: str) -> None:
    assert f"{game} {'has ' if game == 'classic' else ''}{places_of(game)}" in PAGE


def test_as_many_rims_are_printed_as_all_five_sheets_take() -> None:
    rims = next(part.count for part in load_dimensions().part if part.name == "rim")
    assert rims == sum(map(places_of, GAMES))


def test_no_place_of_classic_lies_under_the_trap_s_base() -> None:
    assert [one.name for one in layouts.load("classic").place if all(120 < mm < 240 for mm in one.at)] == []


def test_the_ribbon_to_the_next_row_reaches_while_that_row_stands_on_its_near_edge() -> None:
    plug, bends = pictures._middle("J2")[1], 60
    along = 2 * pictures.SIDE + pictures._middle("J2")[0]
    way = along + pictures.LANE - plug + math.hypot(pictures.SIDE + plug, pictures.LANE) + bends
    long = [one.length for one in load_cables().cable if one.ribbon and one.ribbon[1] in ("tile4.J1", "tile7.J1")]
    assert all(1000 * one > way for one in long), way
