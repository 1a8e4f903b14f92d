"""Printed parts fit their neighbours, at rest and moving. Planted faults are found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from build123d import Pos
from hardware.making import lists
from hardware.making.dimensions import Dimensions
from hardware.making.printed import fits, place, switches, under, wands
from hardware.making.printed.assemblies import PLACE, a_button, a_crank, a_measured_reed, a_mouse, a_place, a_tile
from hardware.making.printed.checks import NOTHING, overlap
from hardware.making.printed.parts import BOARD, OF
from hardware.making.printed.shapes import block, disc
from hardware.making.source import HARDWARE


def changed(room: str, **lengths: float) -> Dimensions:
    """Return the shared dimensions with some lengths of a section changed."""
    made: Any = msgspec.structs.replace(getattr(OF, room), **lengths)
    return msgspec.structs.replace(OF, **{room: made})


def test_the_layers_of_the_table_add_up() -> None:
    assert list(fits.stack(OF)) == []


def test_a_mouse_fits_on_its_place() -> None:
    assert list(fits.a_mouse_stands(OF, BOARD)) == []


def test_a_reed_and_a_lamp_fit_under_a_place() -> None:
    assert list(fits.a_place_fits(OF, BOARD)) == []


def test_a_hole_that_would_touch_its_reed_if_drilled_1_mm_off_is_found() -> None:
    found = list(fits.a_place_fits(changed("plate", reed_hole=5.5), BOARD))
    assert found == ["wire and plate are 0.88 mm apart, not 1 to inf"]


def test_a_mouse_slides_over_the_rim_and_is_held_by_it() -> None:
    assert list(fits.a_mouse_slides_in(OF)) == []


def test_a_man_fits_its_place_its_stopper_and_its_crown() -> None:
    assert list(fits.a_man_fits(OF, BOARD)) == []


def test_the_wand_passes_over_a_reed_that_is_measured_as_a_mouse_would() -> None:
    assert list(fits.a_measured_reed_fits(OF, BOARD)) == []


def test_the_notches_of_the_wand_are_beside_the_middle_of_its_magnet() -> None:
    stand = a_measured_reed(OF, BOARD)
    middle = stand["magnet"].bounding_box().center()
    for way in (-1, 1):
        edge = Pos(middle.X + way * OF.foot.across / 2, middle.Y, middle.Z) * disc(wands.NOTCH, 1)
        assert overlap(edge, stand["wand"]) == 0
        assert overlap(Pos(Y=wands.NOTCH) * edge, stand["wand"]) > 0
    page = " ".join((HARDWARE / "magnets" / "README.md").read_text("utf-8").split())
    assert f"between the wand's two notches, {wands.TIP:g} mm from the square tip" in page


def test_a_copper_wire_that_is_too_thick_for_the_slot_of_the_stand_is_found() -> None:
    found = list(fits.a_measured_reed_fits(changed("reed", splice=1.3), BOARD))
    assert any("stand and wire share" in one for one in found), found


def test_a_tile_is_held_by_its_frame_and_legs() -> None:
    assert list(fits.a_tile_fits(OF, BOARD)) == []


def test_no_reed_s_holder_is_in_the_way_of_a_header() -> None:
    assert list(fits.headers_are_free(OF, BOARD)) == []


def test_a_holder_too_near_a_header_is_found() -> None:
    first, (left, low, right, high) = BOARD.headers
    nearer = replace(BOARD, headers=(first, (left - 1, low, right - 1, high)))
    assert list(fits.headers_are_free(OF, nearer)) == ["holder 4 and a header are 0.24 mm apart; 0.5 are needed"]


def test_a_button_is_pressed_and_closes_its_switch() -> None:
    assert list(fits.a_button_fits(OF)) == []


def test_the_wires_of_a_button_leave_its_box_over_the_base() -> None:
    button, thick = a_button(OF), 1.2
    wires = Pos(0, -switches.inner(), switches.FLOOR) * block(2 * thick, 20, thick)
    assert [name for name, solid in button.items() if overlap(wires, solid)] == []
    assert overlap(Pos(Z=-thick / 2) * wires, button["base"]) > 0
    assert overlap(Pos(Z=2 * thick) * wires, button["box"]) > 0


def test_the_listed_screws_cut_a_thread_in_a_button_s_base_and_stay_inside_it() -> None:
    long = float(lists.materials()["m2-screw"].is_.rpartition(" x ")[2])
    bites = long - OF.microswitch.thick
    assert 3 <= bites <= switches.THICK
    root, outside = 1.5, 2.0  # mm across, of an M2 thread
    assert root < 2 * switches.SCREW < outside - 0.2


def test_the_cage_presses_its_switch_high_and_low() -> None:
    assert list(fits.a_cage_switch_fits(OF)) == []


def test_the_servo_s_coupler_fits_cranks_of_all_sizes() -> None:
    assert list(fits.a_crank_fits(OF)) == []


def test_the_servo_slides_into_its_mount_from_the_side_and_its_lead_need_not_pass() -> None:
    crank = a_crank(OF, 0, OF.crank.thinnest, OF.crank.nearest)
    servo, mount = crank["servo"], crank["mount"]
    assert [mm for mm in (0, 2, 10, 25) if overlap(Pos(X=mm) * servo, mount) > NOTHING] == []
    assert overlap(Pos(X=-2) * servo, mount) > NOTHING


# Planted faults


@pytest.mark.parametrize(
    ("dimensions", "fault"),
    [
        (changed("foot", floor=2.0), "the glass is 5.5 mm below the magnet, not 4.5"),
        (changed("foot", floor=2.0), "the glass may be 4.6 to 6.5 mm below the magnet; 3.5 to 5.5 is allowed"),
        (changed("foot", felt=1.0), "the glass is 5.5 mm below the magnet, not 4.5"),
        (changed("overlay", backing=1.0), "the glass is 5.5 mm below the magnet, not 4.5"),
        (changed("rim", inside=30.0), "inside the rim a foot stands up to 7 mm off the middle; 4 is allowed"),
        (changed("reed", above_board=1.0), "there are 14.3 mm between plate and board for parts of 15 mm"),
    ],
    ids=["foot", "foot at its worst", "felt", "backing", "rim", "board"],
)
def test_lengths_that_do_not_add_up_are_found(dimensions: Dimensions, fault: str) -> None:
    assert fault in list(fits.stack(dimensions))


def test_a_reed_as_bought_reaches_the_board() -> None:
    assert list(fits.a_reed_reaches(OF, BOARD)) == []


@pytest.mark.parametrize(
    ("dimensions", "fault"),
    [
        (changed("reed", lead=5.0), "the lower wire must be 5.8 mm long, and is 5"),
        (changed("reed", splice_long=8.0), "the copper wire must be 26.8 mm long, and is 8"),
        (changed("reed", stub=2.0), "the upper wire is cut 2 mm from the glass, makers ask for 3"),
        (changed("reed", joint=2.0), "1 mm of wire are left for the solder, 1.5 are needed"),
    ],
    ids=["short wires", "short copper", "cut too near", "joint too short"],
)
def test_a_reed_that_does_not_reach_or_is_cut_too_near_its_glass_is_found(dimensions: Dimensions, fault: str) -> None:
    assert fault in list(fits.a_reed_reaches(dimensions, BOARD))


def test_a_foot_that_is_too_thick_by_1_mm_is_found_in_the_assembly_too() -> None:
    thick = changed("foot", floor=2.0)
    foot = Pos(*BOARD.reeds[PLACE])
    stand = a_place(OF, BOARD) | {name: foot * solid for name, solid in a_mouse(thick).items()}
    assert "magnet and glass are 5.50 mm apart, not 4.45 to 4.55" in list(fits.a_mouse_stands(OF, BOARD, stand))


@pytest.mark.parametrize(
    ("dimensions", "fault"),
    [
        (changed("man", magnet_high=1.6), "a man's magnet can turn over in its shaft"),
        (changed("man", across=28.0), "a man 4 mm off covers 3.3 mm of a lamp's window"),
        (changed("foot", floor=2.0), "a man's magnet is 2 mm above the overlay"),
        (changed("rim", inside=30.0, outside=34.0), "a man 7 mm off covers 3.3 mm of a lamp's window"),
    ],
    ids=["magnet", "width", "floor", "rim"],
)
def test_a_man_of_the_wrong_size_is_found(dimensions: Dimensions, fault: str) -> None:
    found = list(fits.a_man_fits(dimensions, BOARD))
    assert any(fault in one for one in found), found


@pytest.mark.parametrize(("above_board", "fault"), [(3.0, "holder and plate"), (5.0, "glass and holder share")])
def test_a_reed_holder_of_the_wrong_height_is_found(above_board: float, fault: str) -> None:
    wrong = place.holder(changed("reed", above_board=above_board), BOARD)
    stand = a_place(OF, BOARD) | {"holder": Pos(*BOARD.reeds[PLACE], -OF.board_below) * wrong}
    assert any(fault in found for found in fits.a_place_fits(OF, BOARD, stand))


def test_a_rim_in_the_lamps_light_is_found() -> None:
    stand = a_place(OF, BOARD) | {"rim": Pos(*BOARD.reeds[PLACE]) * place.rim(changed("rim", outside=32.0))}
    assert "rim stands in the lamp's light" in list(fits.a_place_fits(OF, BOARD, stand))


@pytest.mark.parametrize(
    ("moved", "fault"), [(2, "screw 1 from below hits frame"), (10, "screw 1 from below bites only 0%")]
)
def test_a_hole_of_the_frame_that_is_not_where_the_boards_is_is_found(moved: float, fault: str) -> None:
    (x, y), *others = BOARD.holes
    frame = under.frame_hanging(OF, replace(BOARD, holes=((x + moved, y), *others)))
    hung = Pos(Z=-OF.overlay.thick - OF.plate.thick) * frame
    stand = {name: solid for name, solid in a_tile(OF, BOARD).items() if name in ("plate", "board", "leg 1")}
    found = list(fits.a_tile_fits(OF, BOARD, stand | {"frame": hung}))
    assert found[0].startswith(fault)
    assert all(other.startswith("screw 1 from") for other in found)


@pytest.mark.parametrize(
    ("lengths", "fault"),
    [
        ({"farthest": 55.0}, "fork's screw and arm are 1.50 mm apart, not 0.1 to 0.3"),
        ({"nearest": 15.0}, "arm and fork's screw share"),
        ({"thickest": 24.0}, "fork and handle share"),
    ],
    ids=["far", "near", "thick"],
)
def test_a_coupler_that_does_not_meet_the_crank_is_found(lengths: dict[str, float], fault: str) -> None:
    crank = changed("crank", **lengths).crank
    assert any(fault in found for found in fits.a_crank_fits(OF, crank))


def test_a_screwdriver_passes_beside_the_post_to_both_screws_of_a_button_s_base() -> None:
    across, along = switches.SCREWED
    shaft = Pos(Z=switches.FLOOR) * disc(4, 40)
    assert [overlap(Pos(way * across, -way * along) * shaft, switches.button_base(OF)) for way in (-1, 1)] == [0, 0]
    assert overlap(Pos(-10, 10) * shaft, switches.button_base(OF)) > 0


def test_a_button_that_does_not_close_its_switch_is_found() -> None:
    found = list(fits.a_button_fits(changed("microswitch", lever_on=8.0)))
    assert found == ["pressed to its post a button leaves the lever at 8.4 mm"]
