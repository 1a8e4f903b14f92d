"""The holes to drill and their positions."""

from __future__ import annotations

import pytest

from mouseboard import layouts
from mouseboard.layouts import parse, tiles
from mouseboard.layouts.reference import reference_table
from mouseboard.sheets.holes import LIGHT, REED, SCREW, Hole, holes

BOARD = """
game = "mine"
title = "Mine"
edition = "mine"
size = [200, 200]
sensors = 8
lamps = 8
light = [0, 20]
place = [{rows}]
slot = [{slots}]
"""


def drilled(rows: str, slots: str = "") -> list[Hole]:
    return holes(parse(BOARD.format(rows=rows, slots=slots), "mine.toml"))


def test_a_reed_lies_in_the_middle_of_its_place_and_light_where_the_layout_says() -> None:
    found = drilled('{ name = "a", at = [50, 60], sensors = [3], lamps = [5] }')
    assert found == [Hole(REED, (50, 60), "a", 3), Hole(LIGHT, (50, 80), "a", 5)]


def test_several_lie_side_by_side_about_it() -> None:
    found = drilled('{ name = "a", at = [50, 60], sensors = [3, 4], lamps = [5, 6] }')
    assert [hole.at for hole in found] == [(40, 60), (60, 60), (45, 80), (55, 80)]


def test_a_shared_lamp_lies_at_the_place_that_feels() -> None:
    found = drilled(
        '{ name = "gap", at = [9, 9], lamps = [5] }, { name = "a", at = [50, 60], sensors = [3], lamps = [5] }'
    )
    assert [hole.place for hole in found if hole.kind == LIGHT] == ["a"]


def test_a_lamp_of_several_places_that_feel_lies_under_none() -> None:
    rows = (
        f'{{ name = "{name}", at = [50, 60], sensors = [{wire}], lamps = [5] }}' for name, wire in (("a", 3), ("b", 4))
    )
    found = drilled(", ".join(rows))
    assert [hole.kind for hole in found] == [REED, REED]


def test_a_lamp_of_a_place_that_feels_nothing_lies_there() -> None:
    slot = '{ name = "a-red", of = "a", seat = 0, at = [40, 50], sensors = [3] }'
    found = drilled('{ name = "a", at = [50, 60], lamps = [5] }', slot)
    assert [(hole.kind, hole.place) for hole in found] == [(REED, "a-red"), (LIGHT, "a")]


def test_the_reference_table_has_all_its_reeds_lamps_and_screws() -> None:
    found = holes(reference_table())
    count = {kind: sum(hole.kind == kind for hole in found) for kind in (REED, LIGHT, SCREW)}
    assert count == {REED: 81, LIGHT: 81, SCREW: 4 * tiles.TILES}


@pytest.mark.parametrize("name", layouts.shipped())
def test_each_wire_of_a_layout_has_one_hole(name: str) -> None:
    found = [(hole.kind, hole.wire) for hole in holes(layouts.load(name)) if hole.kind != SCREW]
    assert len(found) == len(set(found))
    wires = {(REED, wire) for place in layouts.load(name).place for wire in place.sensors}
    lamps = {(LIGHT, wire) for place in layouts.load(name).place for wire in place.lamps}
    assert set(found) == wires | (lamps if len(lamps) > 1 else set())
