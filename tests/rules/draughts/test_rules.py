"""English draughts: the number of games by published counts, and the rules that these hardly reach."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.draughts.moments import GAME, START, state

from mouseboard import layouts, rules
from mouseboard.rules.draughts import DraughtsState
from mouseboard.rules.draughts.board import SQUARES
from mouseboard.rules.draughts.layout import check
from mouseboard.rules.draughts.rules import IDLE

PUBLISHED = (7, 49, 302, 1469, 7361, 36768, 179740, 845931)
"""The number of games of one move, of two moves, and so on."""


def legal(moment: DraughtsState) -> list[str]:
    return [str(action) for action in moment.actions()]


def counted(moment: DraughtsState, moves: int) -> int:
    """Return the number of games of this length, in moves."""
    if moves == 1:
        return len(moment.actions())
    return sum(counted(moment.after(action), moves - 1) for action in moment.actions())


def test_the_games_of_up_to_four_moves_are_as_many_as_published() -> None:
    assert [counted(START, moves) for moves in range(1, 5)] == list(PUBLISHED[:4])


@pytest.mark.real
@pytest.mark.parametrize("moves", range(5, 9))
def test_the_games_of_more_moves_are_as_many_as_published(moves: int) -> None:
    assert counted(START, moves) == PUBLISHED[moves - 1]


def test_black_begins_and_stands_on_the_dark_squares_of_its_first_rows() -> None:
    assert START.actor == 0
    assert GAME.mice[0] == "black"
    standing = START.placement()
    assert {standing[f"black-man-{n}"] for n in range(1, 13)} == {square for square in SQUARES if square[1] in "123"}
    assert {standing[f"white-man-{n}"] for n in range(1, 13)} == {square for square in SQUARES if square[1] in "678"}


@pytest.mark.parametrize(
    ("black", "white", "moves"),
    [
        ("c3", "g7", ["c3-b4", "c3-d4"]),
        ("C3", "g7", ["c3-b2", "c3-b4", "c3-d2", "c3-d4"]),
        ("c3 g1", "d4", ["c3xe5"]),
        ("c3", "d4 e5", ["c3-b4"]),
        ("c3", "d4 f6", ["c3xe5xg7"]),
        ("c3", "d4 d6 f6", ["c3xe5xc7", "c3xe5xg7"]),
        ("c3", "b2", ["c3-b4", "c3-d4"]),
        ("C3", "b2", ["c3xa1"]),
        ("b6", "c7 e7", ["b6xd8"]),
        ("B6", "c7 e7", ["b6xd8xf6"]),
        ("C1", "b2 b4 d4 d2", ["c1xa3xc5xe3xc1", "c1xe3xc5xa3xc1"]),
    ],
)
def test_the_moves_of_men_and_kings(black: str, white: str, moves: list[str]) -> None:
    assert legal(state(black, white)) == moves


def test_what_a_chain_jumps_over_is_off_the_board_afterwards() -> None:
    after = state("c3", "d4 f6 a7").play("c3xe5xg7")
    assert after.placement() == {"black-man-1": "g7", "white-man-3": "a7"}


def test_taken_men_lie_with_the_side_that_took_them() -> None:
    after = START.play("c3-d4").play("f6-e5").play("d4xf6")
    assert after.beside() == {GAME.pieces[START.at.index("f6")]: 0}


def test_a_chain_tells_where_the_man_lands_on_its_way_and_which_men_it_takes() -> None:
    moment = state("c3", "d4 f6 a7")
    (action,) = moment.actions()
    assert moment.stations(action) == {"black-man-1": ("e5",)}
    assert moment.spots(action) == ("g7", "d4", "f6")


def test_a_man_on_the_last_row_is_a_king_and_stays_one() -> None:
    crowned = state("b6 a1", "h8").play("b6-a7").play("h8-g7").play("a7-b8")
    assert crowned.scenery().crowned == ("black-man-1",)
    assert "b8-a7" in legal(crowned.play("g7-f6"))


def test_a_man_that_becomes_a_king_is_told_to_be_crowned() -> None:
    moment = state("a7", "h8")
    told = moment.tell(GAME.read("a7-b8"), moment.play("a7-b8"))
    assert list(map(str, told)) == ["black goes from a7 to b8.", "Crown the man on b8: it is a king now!"]


def test_a_king_that_is_taken_is_none_any_longer() -> None:
    assert state("c3", "D4 a7").play("c3xe5").crowned == ()


def test_a_side_that_cannot_move_has_lost() -> None:
    blocked = state("a3", "b4 c5", turn=0)
    assert (blocked.actor, blocked.winners, blocked.actions()) == (None, (1,), ())
    assert str(blocked.result) == "black cannot move. white wins!"


def there_and_back(times: int) -> list[str]:
    return ["a1-b2", "h8-g7", "b2-a1", "g7-h8"] * times


def test_a_position_that_comes_up_for_the_third_time_is_a_draw() -> None:
    moment = state("A1", "H8")
    for notation in there_and_back(2):
        assert moment.actor is not None
        moment = moment.play(notation)
    assert (moment.actor, moment.winners) == (None, ())
    assert str(moment.result) == "That is the same position for the third time. It's a draw!"


def test_after_eighty_moves_of_kings_without_a_taking_the_game_is_a_draw() -> None:
    seen = tuple(f"0{n}" for n in range(IDLE))
    moment = replace(state("A1", "H8"), seen=seen)
    drawn = moment.play("a1-b2")
    assert (drawn.actor, drawn.winners) == (None, ())
    assert str(drawn.result) == "Only kings have moved for 40 moves, and none was taken. It's a draw!"


def test_a_mans_move_and_a_taking_begin_the_count_again() -> None:
    seen = tuple(f"0{n}" for n in range(IDLE))
    assert len(replace(state("a1 C3", "H8"), seen=seen).play("a1-b2").seen) == 1
    assert len(replace(state("C3", "D4 H8"), seen=seen).play("c3xe5").seen) == 1


def test_a_chain_that_nobody_can_jump_is_no_notation() -> None:
    for notation in ("c3xd4", "c3xe5xc3", "c3-e5", "x", "c3xe5xg7x"):
        with pytest.raises(rules.BadNotation):
            GAME.read(notation)


def test_a_layout_without_a_dark_square_is_refused() -> None:
    layout = layouts.load("draughts")
    fewer = replace(layout, place=tuple(place for place in layout.place if place.name != "c3"))
    with pytest.raises(layouts.BadLayout, match="c3 is missing; there are 32 dark squares"):
        check(fewer)


def test_a_layout_that_calls_a_dark_square_light_is_refused() -> None:
    layout = layouts.load("draughts")
    first, *others = layout.place
    with pytest.raises(layouts.BadLayout, match="kind: 'a1' is a dark square, so its kind is square"):
        check(replace(layout, place=(replace(first, kind="light"), *others)))
