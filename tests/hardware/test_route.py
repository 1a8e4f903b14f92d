"""The router on boards so small that the right answer is obvious."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hardware.making.copper import BACK, BOTH, FRONT, Copper, Shape
from hardware.making.kept import Board, broken_nets, too_near
from hardware.making.route import NoWay, Rules, Wish, route

RULES = Rules(clearance=0.2, edge=0.5, via=0.8, drill=0.4, grid=0.3175)
SIZE = (20, 10)


def pad(name: str, net: str, x: float, y: float, layers: tuple[str, ...] = (FRONT,)) -> Copper:
    """Return a square pad of 1 mm."""
    corners = ((x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5))
    return Copper(name, net, layers, Shape(corners, 0))


def wall(x: float, layers: tuple[str, ...] = (FRONT,)) -> Copper:
    """Return copper from edge to edge, as an obstacle."""
    return Copper("wall", "", layers, Shape(((x, 0), (x, 10)), 0.1))


FROM, TO = pad("R1.1", "A", 3, 5), pad("R2.1", "A", 17, 5)


def complaints(fixed: list[Copper], routed: list[Copper]) -> list[str]:
    board = Board(tuple(fixed), (), tuple(routed), ())
    return broken_nets(board) + too_near(board, RULES.clearance)


def test_a_free_way_becomes_one_straight_track() -> None:
    (straight,) = route(SIZE, RULES, [FROM, TO], [Wish("A", 0.5)])
    assert (straight.name, straight.layers, straight.shape.radius) == ("track", (FRONT,), 0.25)
    assert complaints([FROM, TO], [straight]) == []


def test_a_track_passes_a_wall_on_the_back_through_two_vias() -> None:
    found = route(SIZE, RULES, [FROM, wall(10), TO], [Wish("A", 0.25)])
    assert sorted(copper.name for copper in found).count("via") == 2
    assert {copper.layers for copper in found if copper.name == "track"} == {(FRONT,), (BACK,)}
    assert complaints([FROM, wall(10), TO], found) == []


@pytest.mark.parametrize(
    ("walls", "wish"),
    [
        ([wall(10, BOTH)], Wish("A", 0.25)),
        ([wall(10)], Wish("A", 0.25, vias=False)),
        ([wall(10)], Wish("A", 0.25, layers=(FRONT,))),
        ([pad("R3.1", "B", 10, y, BOTH) for y in (1, 3, 5, 7, 9)], Wish("A", 1.0)),
    ],
    ids=["walled off", "no vias allowed", "only the front allowed", "too wide for every gap"],
)
def test_the_router_says_when_there_is_no_way(walls: list[Copper], wish: Wish) -> None:
    with pytest.raises(NoWay, match="no way for A in 2 rounds"):
        route(SIZE, RULES, [FROM, *walls, TO], [wish], rounds=2)


def test_slanting_tracks_keep_their_clearance() -> None:
    fixed = [pad(f"R{n}.{end}", net, x, y) for n, net, x0, y0 in ((1, "A", 2, 2), (2, "B", 2, 3.2), (3, "C", 2, 4.4))
             for end, x, y in ((1, x0, y0), (2, x0 + 15, y0 + 4))]  # fmt: skip
    found = route(SIZE, RULES, fixed, [Wish(net, 0.25) for net in "ABC"])
    assert complaints(fixed, found) == []


def test_a_net_cut_in_two_by_another_comes_first_in_the_next_round() -> None:
    from_edge, to_edge = pad("R1.1", "A", 1.1, 5), pad("R2.1", "A", 18.9, 5)
    fixed = [from_edge, to_edge, pad("R3.1", "B", 10, 3.5), pad("R4.1", "B", 10, 7)]
    wishes = [Wish("A", 0.25, layers=(FRONT,)), Wish("B", 0.25, layers=(FRONT,))]
    with pytest.raises(NoWay):
        route(SIZE, RULES, fixed, wishes, rounds=1)
    assert complaints(fixed, route(SIZE, RULES, fixed, wishes, rounds=2)) == []


def test_the_widest_track_may_be_drawn_first_and_branched_from() -> None:
    third = pad("R3.1", "A", 10, 8)
    found = route(SIZE, RULES, [FROM, TO, third], [Wish("A", 1.0, pads=("R1.1", "R2.1")), Wish("A", 0.25)])
    assert sorted({2 * copper.shape.radius for copper in found}) == [0.25, 1.0]
    assert complaints([FROM, TO, third], found) == []


def test_a_pad_gets_a_via_beside_it_and_not_in_it() -> None:
    found = route(SIZE, RULES, [FROM], [Wish("A", 0.5, down=True)])
    (hole,) = (copper for copper in found if copper.name == "via")
    assert hole.shape.gap(FROM.shape) > 0
    assert complaints([FROM], found) == []


def test_vias_stitch_a_layer_to_the_other_where_there_is_room() -> None:
    found = route(SIZE, RULES, [FROM, wall(10)], [Wish("A", 0.5, every=5)])
    assert {copper.shape.points[0] for copper in found} and all(copper.name == "via" for copper in found)
    assert complaints([FROM, wall(10)], [replace(copper, net="B") for copper in found]) == []


def test_the_same_wishes_give_the_same_copper() -> None:
    fixed, wishes = [FROM, wall(10), TO], [Wish("A", 0.25)]
    assert route(SIZE, RULES, fixed, wishes) == route(SIZE, RULES, fixed, wishes)
