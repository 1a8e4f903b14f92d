"""The boxes fit controller and power board as their sources place holes and plugs. Planted faults are found."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from build123d import Pos
from hardware.making.dimensions import MECHANICS
from hardware.making.lists import materials
from hardware.making.printed import boxes, fits, reaching, switches, under
from hardware.making.printed.assemblies import a_box
from hardware.making.printed.boxed import WALLS, BoxedBoard, load_boxed, load_boxes
from hardware.making.printed.parts import OF
from hardware.making.source import HARDWARE, BadSource
from hardware.making.whole import load_cables

NAMES = [box.name for box in load_boxes().box]
HUNG = [box.name for box in load_boxes().box if box.at]
README = (HARDWARE / "printed" / "README.md").read_text("utf-8")
GUIDE = " ".join((HARDWARE / "guide" / "reference-table.md").read_text("utf-8").split())


def faults(built: BoxedBoard, there: BoxedBoard) -> list[str]:
    """Return the faults of a box built for one board with another board in it."""
    kept = ("box", "lid")
    stand = a_box(OF, there) | {name: solid for name, solid in a_box(OF, built).items() if name in kept}
    return list(fits.a_box_fits(OF, there, stand))


@pytest.mark.parametrize("name", NAMES)
def test_a_board_fits_its_box_and_every_plug_its_opening(name: str) -> None:
    assert list(fits.a_box_fits(OF, load_boxed(name))) == []


def test_two_of_the_listed_wires_may_cross_over_the_rail_below_a_board() -> None:
    outside = re.search(r"at most ([\d.]+) mm thick outside", materials()["perfboard-wire"].needs)
    rail, free = 1.1, load_boxes().fit.below
    assert outside
    assert rail + 2 * float(outside[1]) <= free - 1
    assert f"**No wire may stand more than {free - 1:g} mm high**" in GUIDE
    assert f"a board has {free:g} mm below it" in GUIDE


def test_one_foot_fits_all_boxes() -> None:
    assert len({boxes.foot_high(OF, load_boxed(name)) for name in NAMES}) == 1


def test_the_screws_of_boxes_are_those_of_frames_and_legs() -> None:
    assert OF.plate.thick + under.BITE == 10  # M3 x 10, as for a frame
    assert boxes.LEDGE + switches.FLOOR + under.BITE == 12  # M3 x 12, as for a leg


def test_every_cable_between_boxes_and_tiles_reaches() -> None:
    assert list(reaching.complaints()) == []


def test_the_boxes_lie_on_the_strip_beside_the_tiles_and_leave_one_another_free() -> None:
    spans = []
    for name in HUNG:
        board = load_boxed(name)
        size = boxes.box(board).bounding_box().size
        assert board.box.at
        assert board.box.turn % 180 == 0
        (x, y), (half, deep) = board.box.at, (size.X / 2, size.Y / 2)
        assert -load_boxes().strip <= x - half <= x + half <= 0
        spans.append((y - deep, y + deep))
    for (low, high), (other_low, other_high) in combinations(spans, 2):
        assert high < other_low or other_high < low


def test_the_list_of_cables_has_the_boxes_where_they_hang() -> None:
    assert {name: load_cables().at[name] for name in HUNG} == {name: load_boxed(name).box.at for name in HUNG}


def test_the_page_says_how_far_apart_the_screws_of_each_box_are() -> None:
    of = {"controller": "the controller", "power": "power", "circuit": "the controller's circuit"}
    for name in NAMES:
        (left, low), *_, (right, high) = boxes.columns(load_boxed(name))
        assert f"{right - left:.1f} x {high - low:.1f} mm for {of[name]}" in " ".join(README.split()), name


def test_the_page_gives_the_strip_and_the_height_of_the_tallest_part() -> None:
    assert f"{load_boxes().strip:g} mm wider" in README
    assert f"up to {load_boxed('power').box.tallest:g} mm" in README


# Planted faults


def moved(board: BoxedBoard, ref: str, by: float) -> BoxedBoard:
    """Return the board with one connector moved along its wall."""
    opening = next(one for one in board.openings if one.ref == ref)
    n = 1 if WALLS[opening.wall][0] else 0
    pins = tuple((x, y + by) if n else (x + by, y) for x, y in board.parts[ref])
    others = [one for one in board.openings if one.ref != ref]
    openings = (*others, replace(opening, at=opening.at + by))
    return replace(board, parts=board.parts | {ref: pins}, openings=openings)


@pytest.mark.parametrize(("name", "ref"), [("controller", "J1"), ("power", "J6"), ("circuit", "A1")])
def test_a_plug_that_is_not_at_its_opening_is_found(name: str, ref: str) -> None:
    board = load_boxed(name)
    found = faults(board, moved(board, ref, 2))
    assert any(f"box and plug {ref} share" in fault for fault in found), found


def test_a_board_that_is_cut_too_large_is_found() -> None:
    board = load_boxed("power")
    found = faults(board, replace(board, size=(board.size[0] + 3, board.size[1])))
    assert any("box and board share" in fault for fault in found), found


def test_an_opening_that_is_too_low_for_its_plug_is_found() -> None:
    board = load_boxed("controller")
    higher = tuple(replace(one, high=one.high + 2) if one.ref == "J1" else one for one in board.openings)
    assert any("lid and plug J1 share" in fault for fault in faults(board, replace(board, openings=higher)))


def test_a_screw_hole_without_a_post_is_found() -> None:
    board = load_boxed("circuit")
    (x, y), *others = board.screws
    assert f"screw at {x + 3:g}, {y:g}: no post below" in faults(board, replace(board, screws=((x + 3, y), *others)))


def test_a_terminal_that_stands_over_the_edge_of_its_board_into_the_wall_is_found() -> None:
    """A terminal stands 0.8 mm over the edge. Until it was measured there were 0.4 mm beside a board."""
    board = load_boxed("power")
    tight = replace(board, fit=msgspec.structs.replace(board.fit, beside=0.4))
    assert any(fault.startswith("J1 hits the box") for fault in faults(tight, tight))


def test_a_part_under_a_finger_of_the_lid_is_found() -> None:
    board = load_boxed("power")
    (corner, _), *_ = boxes.fingers(board)
    there = replace(board, bodies=board.bodies | {"C1": (corner[0], corner[1], corner[0] + 6, corner[1] + 6)})
    assert any(fault.startswith("C1 hits the lid") for fault in faults(board, there))


def test_a_part_that_is_too_high_for_the_feet_is_found() -> None:
    board = load_boxed("power")
    higher = replace(board, box=msgspec.structs.replace(board.box, tallest=31.0))
    assert "only 2.5 mm are left for the feet" in list(fits.a_box_fits(OF, higher))


def test_feet_that_do_not_reach_the_desk_are_found() -> None:
    board = load_boxed("power")
    feet = {
        f"foot {n}": Pos(*at, boxes.box_high(board) + switches.FLOOR) * boxes.foot(OF, board).moved(Pos(Z=-1))
        for n, at in enumerate(boxes.columns(board), 1)
    }
    found = list(fits.a_box_fits(OF, board, a_box(OF, board) | feet))
    assert "the box with its feet is 48.6 mm high; from the plate to the desk there are 49.6" in found


def test_a_ribbon_that_does_not_reach_the_first_tile_is_found() -> None:
    short = tuple(
        msgspec.structs.replace(cable, length=0.1) if cable.name == "chain 1" else cable
        for cable in load_cables().cable
    )
    (found,) = reaching.complaints(short)
    assert found.startswith("chain 1: 100 mm from controller.J1 to tile1.J1, where")


def test_a_connector_without_an_opening_is_refused(tmp_path: Path) -> None:
    text = (MECHANICS / "boxes.toml").read_text("utf-8")
    (tmp_path / "boxes.toml").write_text(text.replace("[plug.servo-plug]", "[plug.other]"), "utf-8")
    with pytest.raises(BadSource, match="power J6 is a 'servo-plug'"):
        load_boxed("power", tmp_path)
