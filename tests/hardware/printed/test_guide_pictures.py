"""What the guide's pictures and steps say of the plate and of the ribbons' ways is possible."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from build123d import Part, Pos
from hardware.making.dimensions import load_dimensions
from hardware.making.drawing import WIRES
from hardware.making.lists import materials
from hardware.making.printed import bought, boxes, place, under
from hardware.making.printed import guide_plans as plans
from hardware.making.printed import guide_solids as solids
from hardware.making.printed.boxed import load_boxes
from hardware.making.printed.checks import NOTHING, overlap
from hardware.making.printed.parts import BOARD, OF, part
from hardware.making.source import HARDWARE
from hardware.making.trap import plan
from hardware.making.trap.measures import load_measures
from hardware.making.ways import RIBBON_END, WIRE_END
from hardware.making.whole import load_cables

from mouseboard import layouts

PAGE = " ".join((HARDWARE / "guide" / "reference-table.md").read_text("utf-8").split())


@pytest.fixture(scope="module")
def mounted() -> list[Part]:
    """Everything between the boards of a row and the plate, and the plate."""
    found = []
    for n in solids.ROWS:
        corner, below = Pos(solids.SIDE * n), Pos(Z=OF.below_plate)
        found += [solid for solid, _ in solids.moved(solids.board(plugged=True), corner)]
        found += [corner * below * under.frame_hanging(OF, BOARD)]
        found += [corner * below * Pos(Z=OF.plate.thick) * bought.whole_plate(OF, BOARD)]
        found += [corner * Pos(*lamp, OF.lamp.high + place.ABOVE_LAMP) * part("tube") for lamp in BOARD.lamps]
    return found


def hit(ribbon: Part, mounted: list[Part]) -> list[Part]:
    """Return what a drawn ribbon shares space with."""
    return [solid for solid in mounted if overlap(ribbon, solid) > NOTHING]


def test_the_ribbon_to_the_next_row_has_room_over_its_plug_and_all_along_the_boards(mounted: list[Part]) -> None:
    ribbons = [ribbon for ribbon, _ in solids.onward()]
    assert [hit(ribbon, mounted) for ribbon in ribbons] == [[]] * len(ribbons)
    assert hit(Pos(Z=1) * ribbons[-1], mounted)  # into the frames' ribs


def test_the_guide_says_where_the_ribbon_to_the_next_row_is_folded_and_leaves_it_room(mounted: list[Part]) -> None:
    from_edge = solids.SIDE - solids.TURN
    assert f"**its middle {from_edge:g} mm from the board's right edge**, 2 mm more or less at most" in PAGE
    folded = solids.onward()[3][0]
    assert [hit(Pos(X=aside) * folded, mounted) for aside in (-2, 2)] == [[], []]
    assert hit(Pos(X=-5) * folded, mounted)  # into a tube


def test_the_ribbon_between_two_tiles_has_room_between_their_plugs(mounted: list[Part]) -> None:
    assert hit(solids.loop(), mounted) == []
    assert hit(Pos(X=1) * solids.loop(), mounted)  # into a header


def test_the_ribbon_between_two_tiles_is_drawn_as_long_as_it_is_cut() -> None:
    drawn = solids.loop().volume / solids.ACROSS / solids.THICK
    cut = {one.length for one in load_cables().cable if one.ribbon and one.length < 0.5}
    assert cut == {round((drawn + solids.PLUG[0] + 2 * RIBBON_END) / 1000, 6)}


@pytest.mark.parametrize(("name", "colour"), [("A", "green"), ("B", "blue")])
def test_the_cable_of_a_button_is_as_long_as_its_line_is_drawn(name: str, colour: str) -> None:
    drawn = next(way for way, found, _ in plans.below() if found == WIRES[colour])
    long = sum(math.dist(one, other) for one, other in pairwise(drawn)) + 2 * WIRE_END
    assert next(one.length for one in load_cables().cable if one.name == f"button {name}") >= long / 1000


def test_a_tile_lies_upside_down_on_two_pieces_of_wood_and_touches_them_only_with_its_board() -> None:
    tile, wood = ([solid for solid, _ in found] for found in solids.upside_down())
    page = " ".join((HARDWARE / "boards" / "tile" / "README.md").read_text("utf-8").split())
    assert f"on two pieces of wood, {solids.WOOD_HIGH:g} mm high or more**, {solids.HELD_EDGE:g} mm of its near" in page
    assert [piece for piece in wood if hit(piece, tile)] == []
    assert hit(Pos(Y=3) * wood[0], tile)  # into the lamps at the far edge
    assert min(solid.bounding_box().min.Z for solid in tile) > 5


def test_all_holes_of_the_boxes_lie_on_the_strip() -> None:
    found = [hole for board in solids.HUNG.values() for hole in plans.holes(board)]
    assert len(set(found)) == 8
    assert all(5 < x < solids.WIDE - solids.DEEP - 5 and 5 < y < solids.DEEP - 5 for x, y in found)


def test_the_hole_for_the_trap_s_cables_lies_between_boxes_and_tiles_and_in_a_lane_between_places() -> None:
    (x, y), radius = plans.HOLE.at, plans.HOLE.across / 2
    assert -load_boxes().strip < x - radius < x + radius < 0
    for board in solids.HUNG.values():
        assert board.box.at
        (left, low), size = board.box.at, boxes.box(board).bounding_box().size
        assert abs(y - low) > size.Y / 2 + radius or abs(x - left) > size.X / 2 + radius
    rim = OF.rim.outside / 2
    lane = (plans.LEFTWARDS - 2, plans.LEFTWARDS + 8)
    rows = {place.at[1] for game in ("classic", "revised") for place in layouts.load(game).place}
    assert all(row + rim < lane[0] or row - rim > lane[1] for row in rows)


def test_the_trap_is_drawn_where_it_stands_in_classic() -> None:
    of = load_measures()
    corners = [plan.site(of, "classic").at(*at) for at in plan.outline(of)]
    across, down = [x for x, _ in corners], [y for _, y in corners]
    assert (min(across), min(down), max(across), max(down)) == pytest.approx(plans.TRAP, abs=1)


def test_the_page_says_where_the_row_is_taped_and_how_far_apart_its_outermost_holes_are() -> None:
    left, right = solids.TAPED
    assert f"strips {solids.TAPE:g} mm wide, and stick two across the lath on each board**" in PAGE
    assert f"their middles {left:g} and {right:g} mm from the board's left edge" in PAGE
    across = sorted({x for x, _ in BOARD.holes})
    assert f"the rightmost: {2 * solids.SIDE + across[-1] - across[0]:g} mm" in PAGE


def test_the_page_and_the_order_have_the_plate_s_size() -> None:
    size = f"{solids.WIDE:g} x {solids.DEEP:g} mm"
    assert f"Saw it to {size}" in PAGE
    assert f"sawn to {size}" in materials()["plywood"].needs


GAMES = ("classic", "revised", "cards", "barriers", "souriciere")


def places_of(game: str) -> int:
    return len({one.sensors for one in layouts.load(game).place if one.sensors})


@pytest.mark.parametrize("game", [game for game in GAMES if game != "cards"])
def test_the_page_says_how_many_rims_a_sheet_takes(game: str) -> None:
    assert f"{game} {'has ' if game == 'classic' else ''}{places_of(game)}" in PAGE


def test_all_sheets_get_their_rims_and_those_for_cards_are_to_spare() -> None:
    rims = next(part.count for part in load_dimensions().part if part.name == "rim")
    assert rims == sum(map(places_of, GAMES))
    assert f"of the {rims} that you printed, {places_of('cards')} are to spare" in PAGE


def test_no_place_of_classic_lies_under_the_trap_s_base() -> None:
    assert [one.name for one in layouts.load("classic").place if all(120 < mm < 240 for mm in one.at)] == []


def test_the_ribbon_to_the_next_row_reaches_while_that_row_stands_on_its_near_edge() -> None:
    plug, bends = solids.middle_of("J2")[1], 60
    along = 2 * solids.SIDE + solids.middle_of("J2")[0]
    way = along + solids.LANE - plug + math.hypot(solids.SIDE + plug, solids.LANE) + bends
    long = [one.length for one in load_cables().cable if one.ribbon and one.ribbon[1] in ("tile4.J1", "tile7.J1")]
    assert all(1000 * one > way for one in long), way
