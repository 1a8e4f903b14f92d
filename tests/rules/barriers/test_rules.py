"""Barriers, sentence by sentence, in the order of the published text, with the rulings where they belong.

`positions/barriers.txt` records the legal actions of many more positions.
"""

from __future__ import annotations

import gc
import weakref
from fractions import Fraction
from pathlib import Path

import pytest

from mouseboard import layouts, rules
from mouseboard.rules.barriers import BarriersState
from mouseboard.rules.barriers.grid import ALONG, BIT

LAYOUT = Path(layouts.__file__).parent / "barriers.toml"


def start(players: int = 2, first: str = "seat0", **options: rules.Setting) -> BarriersState:
    state = rules.load("barriers", players, first=first, **options).start()
    assert isinstance(state, BarriersState)
    return state


def moment(mice: str, barriers: str = "", left: tuple[int, ...] = (), **options: rules.Setting) -> BarriersState:
    """Return a state with mice and barriers there, and seat 0 to play. `left` is as at the start by default."""
    squares = tuple(mice.split())
    begun = start(len(squares), "seat0", **options)
    h, v = (sum(BIT[barrier[:2]] for barrier in barriers.split() if barrier[2] == way) for way in "hv")
    return BarriersState(begun.game, 0, squares, left or begun.left, h, v)


def after(state: BarriersState, notations: str) -> BarriersState:
    for notation in notations.split():
        state = state.play(notation)
    return state


def moves(state: BarriersState) -> list[str]:
    return [str(action) for action in state.actions() if str(action) not in ALONG]


def perft(state: rules.State, depth: int) -> int:
    """Return the number of ways to play `depth` actions."""
    if depth == 1:
        return len(state.actions())
    return sum(perft(state.after(action), depth - 1) for action in state.actions())


# Preparation.


def test_two_start_in_the_middle_of_their_sides_with_eight_barriers_each() -> None:
    state = start(2)
    assert state.placement() == {"red": "d1", "blue": "d7"}
    assert state.left == (8, 8)


def test_four_start_in_the_middle_of_their_sides_clockwise_with_four_barriers_each() -> None:
    state = start(4)
    assert state.placement() == {"red": "d1", "blue": "a4", "green": "d7", "yellow": "g4"}
    assert state.left == (4, 4, 4, 4)


@pytest.mark.parametrize("players", [2, 4])
def test_a_lot_decides_who_starts(players: int) -> None:
    drawn = rules.load("barriers", players).start()
    assert (drawn.actor, drawn.turn, drawn.device) == (rules.CHANCE, None, rules.Device.LOT)
    assert drawn.odds() == tuple((drawn.game.read(f"first{k}"), Fraction(1, players)) for k in range(players))
    assert drawn.play("first1").actor == 1


@pytest.mark.parametrize(("players", "seat"), [(2, 0), (2, 1), (4, 0), (4, 1), (4, 2), (4, 3)])
def test_an_option_may_name_the_seat_that_starts(players: int, seat: int) -> None:
    assert start(players, first=f"seat{seat}").actor == seat


@pytest.mark.parametrize(("first", "left"), [("seat0", (6, 8)), ("seat1", (8, 6))])
def test_an_option_takes_barriers_from_the_seat_that_starts(first: str, left: tuple[int, ...]) -> None:
    assert start(2, first=first, handicap=2).left == left


def test_the_handicap_is_taken_when_the_lot_is_drawn() -> None:
    drawn = start(4, first="lot", handicap=1)
    assert drawn.left == (4, 4, 4, 4)
    assert drawn.play("first2").left == (4, 4, 3, 4)
    assert drawn.conserved() == drawn.play("first2").conserved() == drawn.play("first2").play("a1h").conserved()


def test_the_third_of_four_seats_gives_a_barrier_to_each_neighbour_if_the_option_says_so() -> None:
    drawn = start(4, first="lot", handicap=1, gift=1)
    assert drawn.left == (4, 4, 4, 4)
    assert drawn.play("first1").left == start(4, first="seat1", handicap=1, gift=1).left == (5, 3, 5, 2)
    assert drawn.conserved() == drawn.play("first1").conserved()


def test_two_players_cannot_have_a_gift_from_the_third() -> None:
    with pytest.raises(rules.BadSetup, match="gift cannot be 1 with 2 players; it is 0"):
        start(2, gift=1)


def test_a_seat_that_nobody_sits_on_cannot_start() -> None:
    with pytest.raises(rules.BadSetup, match="first cannot be 'seat2' with 2 players; it is seat0, seat1 or lot"):
        start(2, first="seat2")
    with pytest.raises(rules.BadSetup, match="first cannot be 'seat4'; it is seat0, seat1, seat2, seat3 or lot"):
        start(4, first="seat4")


# The course of a game.


def test_players_move_or_put_a_barrier_in_turn() -> None:
    state = start(4)
    actors = [state.actor]
    for notation in ("d2", "d3h", "d6", "f4"):
        state = state.play(notation)
        actors.append(state.actor)
    assert actors == [0, 1, 2, 3, 0]


def test_a_put_barrier_stays_and_leaves_one_fewer() -> None:
    state = after(start(), "d3h b5v")
    assert state.left == (7, 7)
    assert state.standing() == ("b5v", "d3h")
    assert state.placement() == {"red": "d1", "blue": "d7", "barrier-b5v": "b5v", "barrier-d3h": "d3h"}


def test_a_player_without_barriers_must_move() -> None:
    state = moment("d1 d7", left=(0, 8))
    assert [str(action) for action in state.actions()] == ["c1", "d2", "e1"]


@pytest.mark.parametrize(("players", "counts"), [(2, (75, 5_357, 363_872)), (4, (75, 5_357, 363_681))])
def test_the_numbers_of_ways_to_play_one_two_and_three_actions_are_right(players: int, counts: tuple[int, ...]) -> None:
    assert tuple(perft(start(players), depth) for depth in (1, 2, 3)) == counts


def test_a_game_that_nobody_uses_is_freed_with_all_its_states() -> None:
    state = after(start(), "d3h d5h d2")
    state.actions()
    game = weakref.ref(state.game)
    del state
    gc.collect()
    assert game() is None


# Moving the mice, putting barriers.


def test_a_mouse_moves_one_square_in_any_of_four_directions() -> None:
    assert moves(moment("d4 d7")) == ["c4", "d3", "d5", "e4"]


@pytest.mark.parametrize(("mouse", "barred"), [("d3", "d4"), ("e3", "e4"), ("d4", "d3"), ("e4", "e3")])
def test_a_horizontal_barrier_lies_above_its_square_and_the_next_to_the_right(mouse: str, barred: str) -> None:
    assert barred in moves(moment(f"{mouse} g7"))
    assert barred not in moves(moment(f"{mouse} g7", "d3h"))


@pytest.mark.parametrize(("mouse", "barred"), [("d3", "e3"), ("d4", "e4"), ("e3", "d3"), ("e4", "d4")])
def test_a_vertical_barrier_stands_to_the_right_of_its_square_and_the_next_above(mouse: str, barred: str) -> None:
    assert barred in moves(moment(f"{mouse} g7"))
    assert barred not in moves(moment(f"{mouse} g7", "d3v"))


@pytest.mark.parametrize("notation", ["c3h", "d3h", "e3h", "d3v"])
def test_a_barrier_overlaps_and_crosses_no_other(notation: str) -> None:
    with pytest.raises(rules.IllegalAction, match=f"{notation} is not legal now"):
        after(start(), f"d3h {notation}")


@pytest.mark.parametrize("notation", ["b3h", "f3h", "d4h", "d4v", "d2v", "c3v", "e3v"])
def test_a_barrier_may_touch_another(notation: str) -> None:
    assert notation in after(start(), f"d3h {notation}").standing()


def test_no_barrier_may_close_the_way_of_a_mouse() -> None:
    nearly = after(start(), "a4h c4h e4h f4v")
    for closing in ("f3h", "f5h"):
        with pytest.raises(rules.IllegalAction):
            nearly.play(closing)


def test_a_mouse_in_the_way_does_not_make_a_barrier_illegal() -> None:
    lane = moment("d3 d4", "a4h e4h c3v d3v")
    assert "c5h" in [str(action) for action in lane.actions()]


# Face to face.


def test_a_neighbour_with_no_barrier_between_may_be_jumped_and_need_not_be() -> None:
    assert moves(moment("d4 d5")) == ["c4", "d3", "d6", "e4"]
    assert "d6" not in moves(moment("d4 d5", "d4h"))


def test_a_jump_turns_left_or_right_if_a_barrier_is_behind_the_neighbour() -> None:
    assert moves(moment("d4 d5", "d5h")) == ["c4", "c5", "d3", "e4", "e5"]
    assert moves(moment("d4 d5", "d5h c5v")) == ["c4", "d3", "e4", "e5"]


def test_the_edge_behind_counts_as_a_barrier_unless_the_option_says_otherwise() -> None:
    assert moves(moment("d6 d7")) == ["c6", "c7", "d5", "e6", "e7"]
    assert moves(moment("d6 d7", edge="none")) == ["c6", "d5", "e6"]


def test_a_jump_passes_only_one_mouse() -> None:
    assert moves(moment("d2 d3 d4 g4")) == ["c2", "d1", "e2"]


def test_a_third_mouse_behind_counts_as_a_barrier_only_if_the_option_says_so() -> None:
    assert moves(moment("d2 d3 d4 g4", third="side")) == ["c2", "c3", "d1", "e2", "e3"]


# Passing.


def test_a_seat_that_can_do_nothing_passes() -> None:
    jam = moment("a1 b1 c1 a2", "a2h a2v", left=(0, 4, 4, 4))
    assert [str(action) for action in jam.actions()] == ["pass"]
    passed = jam.play("pass")
    assert (passed.actor, passed.placement()) == (1, jam.placement())


def test_a_seat_may_not_pass_if_it_can_do_anything_else() -> None:
    with pytest.raises(rules.IllegalAction):
        start().play("pass")
    with pytest.raises(rules.BadSetup, match="barriers has no option 'pass'"):
        rules.make("barriers", 2, {"pass": "free"})


def test_two_mice_can_jam_if_the_edge_does_not_count_as_a_barrier() -> None:
    jam = "d2 d1", "c1v d2v c2h", (0, 0)
    assert moves(moment(*jam)) == ["e1"]
    assert moves(moment(*jam, edge="none")) == ["pass"]


# The end.


def test_the_first_to_reach_the_side_across_wins_at_once() -> None:
    state = moment("d6 a5").play("d7")
    assert (state.actor, state.winners, state.actions()) == (None, (0,), ())
    with pytest.raises(rules.IllegalAction, match="the game is over"):
        state.play("d6")


@pytest.mark.parametrize(("seat", "goal"), [(0, "d7"), (1, "g4"), (2, "d1"), (3, "a4")])
def test_each_of_four_wins_on_the_side_across_and_on_no_other(seat: int, goal: str) -> None:
    for side in ("d7", "g4", "d1", "a4"):
        mice = ["b2", "c2", "e2", "f2"]
        mice[seat] = side
        assert moment(" ".join(mice)).winners == ((seat,) if side == goal else ())


def test_three_players_are_refused() -> None:
    with pytest.raises(rules.BadSetup, match="barriers cannot be played by 3; it takes 2 or 4 players"):
        rules.load("barriers", 3)


# For people and tables.


def said(state: BarriersState, notation: str) -> str:
    action = state.game.read(notation)
    return " ".join(map(str, state.tell(action, state.after(action))))


def test_actions_are_told_in_a_family_s_words() -> None:
    told = {
        "d5": "red goes to d5.",
        "f4": "red jumps over blue to f4.",
        "d3h": "red puts a barrier above d3 and e3.",
        "d3v": "red puts a barrier to the right of d3 and d4.",
    }
    state = moment("d4 e4")
    assert {notation: said(state, notation) for notation in told} == told
    assert said(moment("d6 a5"), "d7") == "red goes to d7. red is across. red wins!"


def test_choices_are_offered_in_few_words() -> None:
    state = moment("d4 e4")
    offered = {notation: str(state.describe(state.game.read(notation))) for notation in ("d5", "f4", "d3h", "d3v")}
    assert offered == {
        "d5": "Go to d5",
        "f4": "Jump to f4",
        "d3h": "Barrier above d3, e3",
        "d3v": "Barrier right of d3, d4",
    }
    jam = moment("a1 b1 c1 a2", "a2h a2v", left=(0, 4, 4, 4))
    assert str(jam.describe(jam.game.read("pass"))) == "Miss a turn"
    lot = start(first="lot")
    assert str(lot.describe(lot.game.read("first1"))) == "blue starts."


def test_a_jump_to_the_side_says_what_is_behind_the_other() -> None:
    to_the_side = "behind blue. red jumps to the side, to"
    assert said(moment("d4 d5", "d5h"), "c5") == f"A barrier is {to_the_side} c5."
    assert said(moment("e4 d4", "c4v"), "d5") == f"A barrier is {to_the_side} d5."
    assert said(moment("b4 a4"), "a5") == f"The edge is {to_the_side} a5."
    assert said(moment("d2 d3 d4 g4", third="side"), "e3") == f"A mouse is {to_the_side} e3."


def test_a_jump_to_the_side_names_the_neighbour_that_allows_it() -> None:
    assert said(moment("d4 e4 d5 b2", "d5h"), "e5") == "A barrier is behind green. red jumps to the side, to e5."


def test_a_seat_that_must_pass_is_told_why() -> None:
    jam = moment("a1 b1 c1 a2", "a2h a2v", left=(0, 4, 4, 4))
    assert str(jam.prompt()) == "red, you are stuck. Miss a turn!"
    assert said(jam, "pass") == "red is stuck and must miss a turn."


def test_a_player_about_to_decide_hears_how_many_barriers_are_left() -> None:
    assert str(moment("d1 d7", left=(3, 8)).prompt()) == "red, run – or block! (3 left)"
    assert str(moment("d1 d7", left=(0, 8)).prompt()) == "red, run! You have no barriers left."


def test_a_barrier_is_a_hand_task_with_lamps_of_its_own() -> None:
    state = start()
    barrier = state.game.read("d3h")
    (task,) = state.hand_tasks(barrier, state.after(barrier))
    assert (str(task.say), task.places) == ("Put a barrier above d3 and e3.", ("d3h",))
    assert state.spots(barrier) == ("d3h",)
    assert state.hand_tasks(state.game.read("d2"), state.after(state.game.read("d2"))) == ()


def test_a_barriers_lamps_are_those_of_the_two_squares_below_or_to_the_left_of_it() -> None:
    places = start().game.layout.by_name
    for barrier, (one, other) in ALONG.items():
        assert places[barrier].lamps == places[one].lamps + places[other].lamps
        assert places[barrier].sensors == ()
    assert (ALONG["d3h"], ALONG["d3v"]) == (("d3", "e3"), ("d3", "d4"))
    assert len(set(ALONG.values())) == len(ALONG)
    assert not {("f7", "g7"), ("d3", "e4")} & set(ALONG.values())


# Constraints on the board.


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('game = "barriers"', 'game = "classic"', "game: a layout of classic, not of barriers"),
        ('name = "d4",', 'name = "h4",', "line .*: name: 'h4' is no square"),
        ('name = "d4", label = "d4", kind = "square"', 'name = "d4", kind = "horizontal"', "d4 is of kind square"),
    ],
)
def test_a_board_that_is_not_the_grid_is_refused(tmp_path: Path, old: str, new: str, why: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(LAYOUT.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(rules.BadSetup, match=why):
        rules.load("barriers", layout=str(file))


def test_a_board_that_lacks_a_place_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    lines = LAYOUT.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join(line for line in lines if 'name = "d4h"' not in line), encoding="utf-8")
    with pytest.raises(rules.BadSetup, match="d4h is missing; there are 49 squares and 72 places for barriers"):
        rules.load("barriers", layout=str(file))


def test_a_mouse_goes_round_barriers_but_other_mice_do_not_lengthen_its_way() -> None:
    assert start().to_go() == (6, 6)
    assert moment("d1 d2").to_go() == (6, 1)
    assert moment("d1 d7", "d1h c1v").to_go() == (8, 7)
