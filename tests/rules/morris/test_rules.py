"""Nine men's morris: a second generator, written from the text alone, and the rules case by case.

a7 ------- d7 ------- g7
|  b6 ---- d6 ---- f6  |
|  |  c5 - d5 - e5  |  |
a4-b4-c4       e4-f4-g4
|  |  c3 - d3 - e3  |  |
|  b2 ---- d2 ---- f2  |
a1 ------- d1 ------- g1
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace
from tests.rules.morris.moments import START, state

from mouseboard import layouts, rules
from mouseboard.rules.morris import MorrisState
from mouseboard.rules.morris.layout import check
from mouseboard.rules.morris.rules import IDLE

GAMES = 20
"""Random games that the two generators play together."""


def legal(moment: MorrisState) -> list[str]:
    return [str(action) for action in moment.actions()]


# The second generator: three squares of different size, with points in columns and rows -size, 0 and size.

Spot = tuple[int, int]


def spot(point: str) -> Spot:
    return "abcdefg".index(point[0]) - 3, int(point[1]) - 4


def name(at: Spot) -> str:
    return f"{'abcdefg'[at[0] + 3]}{at[1] + 4}"


SPOTS = [(x * size, y * size) for size, x, y in product((1, 2, 3), (-1, 0, 1), (-1, 0, 1)) if (x, y) != (0, 0)]


def rows_through(at: Spot) -> Iterator[set[Spot]]:
    """Yield the two lines through a spot: along a side of its square, or across the three squares."""
    x, y = at
    size = max(abs(x), abs(y))
    yield {(x, -size), (x, 0), (x, size)} if x else {(0, s * (1 if y > 0 else -1)) for s in (1, 2, 3)}
    yield {(-size, y), (0, y), (size, y)} if y else {(s * (1 if x > 0 else -1), 0) for s in (1, 2, 3)}


def neighbours(at: Spot) -> set[Spot]:
    """Return the nearest spots in each direction along the lines."""
    found = set()
    for row in rows_through(at):
        ordered = sorted(row)
        n = ordered.index(at)
        found |= {*ordered[max(n - 1, 0) : n], *ordered[n + 1 : n + 2]}
    return found


def expected(moment: MorrisState) -> set[str]:
    """Return the legal moves by the text."""
    seat = moment.turn
    assert seat is not None
    own, others = ({spot(point) for point in moment.points(side)} for side in (seat, 1 - seat))
    free = [at for at in SPOTS if at not in own | others]
    if moment.taking:
        loose = [at for at in others if not any(row <= others for row in rows_through(at))]
        return {f"x{name(at)}" for at in loose or others}
    if moment.in_hand[seat]:
        return {name(at) for at in free}
    if len(own) == 3:
        return {f"{name(here)}-{name(there)}" for here in own for there in free}
    return {f"{name(here)}-{name(there)}" for here in own for there in neighbours(here) if there in free}


def test_two_generators_written_apart_agree_in_random_games() -> None:
    for number in range(GAMES):
        rng, moment = Random(number), START
        while moment.actor is not None:
            assert {*legal(moment)} == expected(moment)
            moment = moment.after(rng.choice(moment.actions()))
        if moment.winners and len(moment.points(1 - moment.winners[0])) >= 3:
            assert expected(moment) == set()


# The rules


def test_men_are_placed_in_turn_until_both_hands_are_empty() -> None:
    moment = START
    assert len(moment.actions()) == 24
    placed = "a1 a4 g1 a7 b2 b4 f2 b6 c3 c4 e3 c5 d6 d1 d5 d2 e4 g7"
    for n, point in enumerate(placed.split()):
        assert (moment.turn, sum(moment.in_hand)) == (n % 2, 18 - n)
        moment = moment.play(point)
        if moment.taking:
            moment = moment.play(moment.actions()[0])
    assert moment.in_hand == (0, 0)
    assert all("-" in move for move in legal(moment))


def test_a_man_moves_along_a_line_to_the_next_free_point() -> None:
    assert legal(state("a1 d1 b2 g7", "a4 g1 d5")) == ["b2-b4", "b2-d2", "d1-d2", "g7-d7", "g7-g4"]


def test_the_last_three_men_jump_to_any_free_point() -> None:
    assert len(legal(state("a1 d1 g7", "a4 g1 d5 d6"))) == 3 * 17


def test_the_last_three_men_do_not_jump_if_the_option_says_so() -> None:
    walking = rules.load("morris", flying=False)
    moment = replace(state("a1 d1 g7", "a4 g1 d5 d6"), game=walking)
    assert legal(moment) == ["d1-d2", "g7-d7", "g7-g4"]


def test_a_mill_takes_a_man_that_stands_in_none() -> None:
    mill = state("a1 d1 g4 b2", "a7 d7 g7 c3 e4").play("g4-g1")
    assert mill.turn == mill.actor == 0
    assert mill.scenery().marked == ("a1", "d1", "g1")
    assert legal(mill) == ["xc3", "xe4"]
    after = mill.play("xc3")
    assert (after.turn, after.points(1)) == (1, ["a7", "d7", "g7", "e4"])
    assert after.scenery().marked == ()


def test_a_mill_takes_any_man_if_all_stand_in_mills() -> None:
    assert legal(state("a1 d1 g4 b2", "a7 d7 g7").play("g4-g1")) == ["xa7", "xd7", "xg7"]


def test_two_mills_closed_at_once_take_one_man() -> None:
    mills = state("a1 d1 g4 g7 f2", "b4 b6 c3 c4 e4 d5", in_hand=(4, 3)).play("g1")
    assert mills.scenery().marked == ("a1", "d1", "g1", "g4", "g7")
    assert mills.play("xb4").turn == 1


def test_men_in_hand_lie_with_their_own_side_and_taken_men_with_the_other() -> None:
    after = state("a1 d1", "a7 d6", in_hand=(7, 7)).play("g1").play("xa7")
    assert after.beside() == {f"white-man-{n}": 0 for n in range(4, 10)} | {
        "black-man-1": 0,
        **{f"black-man-{n}": 1 for n in range(3, 10)},
    }


def test_the_touch_of_a_man_takes_it() -> None:
    mill = state("a1 d1 g4 b2", "a7 d7 g7 c3 e4").play("g4-g1")
    assert [mill.spots(action) for action in mill.actions()] == [("c3",), ("e4",)]


def test_a_side_with_two_men_has_lost() -> None:
    over = state("a1 d1 g4 b2", "a7 d6 g7").play("g4-g1").play("xd6")
    assert (over.actor, over.winners) == (None, (0,))
    assert str(over.result) == "black has only two men left. white wins!"


def test_a_side_that_cannot_move_has_lost() -> None:
    stuck = state("a1 g1 d2 d7", "d1 a4 g4 b2 f2 d3 a7 g7 d6", turn=0)
    assert (stuck.actor, stuck.winners) == (None, (1,))
    assert str(stuck.result) == "white cannot move. black wins!"


def test_a_position_that_comes_up_for_the_third_time_is_a_draw() -> None:
    moment = state("a1 b2 g7 e3", "a7 b6 g1 d5")
    for notation in ["a1-d1", "a7-d7", "d1-a1", "d7-a7"] * 2:
        assert moment.actor is not None
        moment = moment.play(notation)
    assert (moment.actor, moment.winners) == (None, ())
    assert str(moment.result) == "That is the same position for the third time. It's a draw!"


def test_fifty_moves_of_each_side_without_a_taking_are_a_draw() -> None:
    moment = replace(state("a1 b2 g7 e3", "a7 b6 g1 d5"), seen=tuple(map(str, range(IDLE))))
    drawn = moment.play("a1-d1")
    assert (drawn.actor, drawn.winners) == (None, ())
    assert str(drawn.result) == "Nobody has taken a man for 50 moves. It's a draw!"


def test_a_taking_begins_the_count_again() -> None:
    moment = replace(state("a1 d1 g4 b2", "a7 d6 g7 c3 e4"), seen=tuple(map(str, range(IDLE))))
    assert len(moment.play("g4-g1").play("xc3").seen) == 1


def test_a_layout_without_a_line_is_refused() -> None:
    layout = layouts.load("morris")
    with pytest.raises(layouts.BadLayout, match="edge: there must be the 16 lines a1-d1-g1 "):
        check(replace(layout, edge=layout.edge[1:]))


# Giving up and agreeing


def test_a_seat_may_give_up_on_its_turn() -> None:
    over = START.play("d2").play("resign")
    assert (over.actor, over.winners) == (None, (0,))
    assert str(over.result) == "black gives up. white wins!"


def test_an_offer_is_answered_by_the_other_seat() -> None:
    offered = START.play("d2").play("offer")
    assert (offered.turn, offered.actor, legal(offered)) == (1, 0, ["accept", "decline"])
    drawn = offered.play("accept")
    assert (drawn.actor, drawn.winners) == (None, ())
    assert str(drawn.result) == "You agree on a draw. Well played, both!"


def test_a_draw_that_was_declined_is_not_offered_again_before_the_next_move() -> None:
    declined = START.play("offer").play("decline")
    assert (declined.actor, [str(aside) for aside in declined.asides()]) == (0, ["resign"])
    assert [str(aside) for aside in declined.play("d2").asides()] == ["offer", "resign"]
