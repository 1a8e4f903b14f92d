"""Classic Mouse Trap, sentence by sentence, in the order of the published text, with the rulings.

Spaces have their numbers on the board: 1 is Start, and 45 to 50 are the Loop.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from tests.rules.classic.moments import (
    BONE,
    BUILD,
    CHEESE_WHEEL,
    CRANK,
    LAYOUT,
    LOOP,
    LOOP_BUILD,
    OUT,
    SAFE_SPACE,
    TAKE,
    at_crank,
    cranked,
    landing,
    legal,
    moment,
    space,
    spaces,
)

from mouseboard import rules
from mouseboard.rules.chance import CAUGHT, MISSED
from mouseboard.rules.classic import Classic, ClassicState
from mouseboard.rules.classic.layout import PARTS, SAFE, WHEEL, walk
from mouseboard.rules.classic.rules import CHEESE, Phase

# Setting up and taking turns.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_begins_with_all_mice_on_start_and_all_cheese_in_the_pile(players: int) -> None:
    state = rules.load("classic", players).start()
    assert isinstance(state, ClassicState)
    assert set(state.placement().values()) == {"1"}
    assert (state.pile, state.cheese, state.built) == (52, (0,) * players, 0)


def test_seat_0_goes_first_unless_the_lot_says_otherwise() -> None:
    assert moment(1, 1).seat == 0
    drawn = rules.load("classic", 3, first="lot").start()
    assert [(str(first), chance) for first, chance in drawn.odds()] == [(f"first{k}", Fraction(1, 3)) for k in range(3)]
    assert drawn.device is rules.Device.LOT
    begun = drawn.play("first2")
    assert isinstance(begun, ClassicState)
    assert begun.seat == 2


def test_play_goes_to_the_left_and_passes_over_captured_players() -> None:
    state = moment(BONE - 1, BONE - 1, OUT, BONE - 1)
    assert [(state := state.play("roll1")).seat for _ in range(3)] == [1, 3, 0]


def test_the_die_moves_the_mouse_the_number_shown() -> None:
    assert spaces(moment(BONE - 4, 1).play("roll4")) == (BONE, 1)
    assert moment(1, 1).odds() == tuple((rules.Action("roll", n), Fraction(1, 6)) for n in range(1, 7))


def test_mice_may_share_a_space() -> None:
    assert landing(BONE, BONE).placement() == {"red": str(BONE), "blue": str(BONE)}


# Build spaces.


@pytest.mark.parametrize(
    ("label", "builds_for"), [((2,), {2}), ((2, 3), {2, 3}), ((2, 3, 4), {2, 3, 4})], ids=["2", "2-3", "2-3-4"]
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_build_space_counts_for_the_numbers_of_players_on_it(
    label: tuple[int, ...], builds_for: set[int], players: int
) -> None:
    state = landing(space("build", players=label), *[1] * (players - 1))
    assert state.built == (1 if players in builds_for else 0)
    assert state.cheese[0] == state.built


def test_the_number_of_players_for_a_build_space_is_that_at_the_start() -> None:
    state = landing(space("build", players=(2,)), 1, OUT, OUT)
    assert state.built == 0


def test_building_gives_one_cheese_from_the_pile_and_ends_the_turn() -> None:
    state = landing(BUILD, 1)
    assert (state.built, state.cheese, state.pile, state.seat) == (1, (1, 0), 51, 1)


def test_building_with_an_empty_pile_gives_no_cheese() -> None:
    state = landing(BUILD, 1, cheese=(0, 52))
    assert (state.built, state.cheese) == (1, (0, 52))


def test_a_build_space_in_the_loop_gives_two_parts_and_two_cheese() -> None:
    state = landing(LOOP_BUILD, 1)
    assert (state.built, state.cheese, state.pile) == (2, (2, 0), 50)


def test_the_last_part_alone_gives_one_cheese_even_in_the_loop() -> None:
    state = landing(LOOP_BUILD, 1, built=PARTS - 1)
    assert (state.built, state.cheese) == (PARTS, (1, 0))


def test_two_parts_and_one_cheese_in_the_pile_give_one_cheese() -> None:
    state = landing(LOOP_BUILD, 1, cheese=(0, 51))
    assert (state.built, state.cheese, state.pile) == (2, (1, 51), 0)


@pytest.mark.parametrize("number", [BUILD, LOOP_BUILD])
def test_a_build_space_does_nothing_after_the_trap_is_complete(number: int) -> None:
    state = landing(number, 1, built=PARTS)
    assert (state.built, state.cheese, state.seat) == (PARTS, (0, 0), 1)


# Go Back and Move Ahead spaces.


@pytest.mark.parametrize("kind", ["back", "ahead"])
def test_go_back_and_move_ahead_send_the_mouse_to_a_space_that_does_not_count(kind: str) -> None:
    for number, place in enumerate(LAYOUT.place, start=1):
        if place.kind == kind:
            state = landing(number, 1)
            assert spaces(state) == (int(place.to), 1)
            assert (state.cheese, state.built, state.seat) == ((0, 0), 0, 1)


@pytest.mark.parametrize("target", [CRANK, CHEESE_WHEEL])
def test_turn_crank_and_the_cheese_wheel_do_not_count_for_a_mouse_that_is_sent_there(
    target: int, tmp_path: Path
) -> None:
    number = space("ahead")
    layout = tmp_path / "sent.toml"
    layout.write_text(
        LAYOUT.text.replace(f'to = "{LAYOUT.place[number - 1].to}"', f'to = "{target}"'), encoding="utf-8"
    )
    state = landing(number, CHEESE_WHEEL, built=PARTS, layout=str(layout))
    assert spaces(state) == (target, CHEESE_WHEEL)
    assert (state.cheese, state.seat, state.phase) == ((0, 0), 1, Phase.ROLL)


# Take Cheese spaces.


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_take_space_gives_its_number_of_cheese_from_the_pile(count: int) -> None:
    state = landing(space("take", count=count), 1, cheese=(0, 5))
    assert (state.cheese, state.pile, state.seat) == ((count, 5), CHEESE - 5 - count, 1)


def test_a_take_comes_from_the_opponent_with_most_when_the_pile_is_empty() -> None:
    assert landing(TAKE, 1, 1, cheese=(10, 20, 22)).cheese == (12, 20, 20)


def test_the_opponent_with_most_gives_the_cheese_that_the_pile_lacks() -> None:
    state = landing(TAKE, 1, 1, cheese=(10, 20, 21))
    assert (state.cheese, state.pile) == ((12, 20, 20), 0)


def test_a_take_gets_no_more_than_the_opponent_has() -> None:
    assert landing(TAKE, 1, 1, cheese=(51, 1, 0), pile=0).cheese == (52, 0, 0)


def test_a_take_gets_nothing_from_an_empty_pile_and_opponents_without_cheese() -> None:
    state = landing(TAKE, 1, cheese=(52, 0))
    assert (state.cheese, state.seat) == ((52, 0), 1)


def test_the_taker_chooses_among_opponents_tied_for_most_piece_by_piece() -> None:
    state = landing(TAKE, 1, 1, 1, cheese=(8, 20, 4, 20))
    assert (state.actor, legal(state)) == (0, ["take1", "take3"])
    assert state.play("take1").play("take1").cheese == (10, 18, 4, 20)
    assert state.play("take1").play("take3").cheese == (10, 19, 4, 19)
    assert state.play("take3").play("take3").seat == 1


def test_the_opponents_tied_at_first_stay_the_choice_while_taking() -> None:
    state = landing(TAKE, 1, 1, 1, cheese=(10, 14, 14, 14)).play("take1")
    assert legal(state) == ["take1", "take2", "take3"]


def test_tied_opponents_together_give_no_more_than_one_of_them_has() -> None:
    state = landing(space("take", count=4), 1, 1, cheese=(48, 2, 2))
    assert state.play("take1").play("take2").cheese == (50, 1, 1)
    assert state.play("take1").play("take1").cheese == (50, 0, 2)


def test_the_taker_s_own_cheese_makes_no_tie() -> None:
    assert landing(TAKE, 1, 1, cheese=(26, 26, 0)).cheese == (28, 24, 0)


def test_captured_players_are_no_opponents_to_take_from() -> None:
    assert landing(TAKE, 1, OUT, cheese=(45, 7, 0)).cheese == (47, 5, 0)


# Take Three Pieces of Cheese From Rival With Most.


def test_the_rival_with_most_gives_three_even_if_there_is_cheese_in_the_pile() -> None:
    state = landing(space("rival"), 1, 1, cheese=(0, 4, 5))
    assert (state.cheese, state.pile, state.seat) == ((3, 4, 2), 43, 1)


def test_a_rival_with_fewer_than_three_gives_what_there_is() -> None:
    assert landing(space("rival"), 1, cheese=(0, 2)).cheese == (2, 0)


def test_the_taker_chooses_among_rivals_tied_for_most() -> None:
    state = landing(space("rival"), 1, 1, cheese=(0, 5, 5))
    for take in ("take1", "take2", "take1"):
        assert legal(state) == ["take1", "take2"]
        state = state.play(take)
    assert state.cheese == (3, 3, 4)


# Lose Cheese and Dog Bone spaces.


def test_a_lose_space_returns_its_number_of_cheese_to_the_pile() -> None:
    state = landing(space("lose", count=2), 1, cheese=(5, 0))
    assert (state.cheese, state.pile, state.seat) == ((3, 0), 49, 1)


def test_a_player_returns_no_more_than_they_hold() -> None:
    state = landing(space("lose", count=2), 1, cheese=(1, 0))
    assert (state.cheese, state.pile) == ((0, 0), 52)


@pytest.mark.parametrize("number", [BONE, SAFE_SPACE])
def test_the_dog_bone_and_safe_spaces_do_nothing(number: int) -> None:
    state = landing(number, 1, cheese=(3, 3))
    assert (state.cheese, state.built, state.seat) == ((3, 3), 0, 1)


# The Loop.


def test_the_space_after_the_cheese_wheel_is_safe() -> None:
    assert [walk(WHEEL, n) for n in range(1, 7)] == [44, 45, 46, 47, 48, 49]
    assert walk(SAFE - 1, 6) == WHEEL
    assert walk(WHEEL - 2, 3) == SAFE


def test_a_roll_in_the_loop_lands_on_each_of_its_six_spaces_with_probability_one_sixth() -> None:
    for number in LOOP:
        landed: dict[int, Fraction] = {}
        state = moment(number, 1)
        for roll, chance in state.odds():
            there = spaces(state.after(roll))[0]
            landed[there] = landed.get(there, Fraction(0)) + chance
        assert landed == {there: Fraction(1, 6) for there in LOOP}


def test_the_cheese_wheel_gives_two_cheese_whenever_a_player_s_own_roll_ends_there() -> None:
    state = landing(CHEESE_WHEEL, 1)
    assert (state.cheese, state.pile, state.seat) == ((2, 0), 50, 1)
    assert moment(CHEESE_WHEEL, 1).play("roll6").cheese == (2, 0)


def test_the_cheese_wheel_takes_from_the_opponents_with_most_when_the_pile_is_empty() -> None:
    assert landing(CHEESE_WHEEL, 1, 1, cheese=(2, 30, 20)).cheese == (4, 28, 20)
    assert legal(landing(CHEESE_WHEEL, 1, 1, cheese=(2, 25, 25))) == ["take1", "take2"]


# Trapping mice.


def test_turn_crank_does_nothing_before_the_trap_is_complete() -> None:
    state = landing(CRANK, CHEESE_WHEEL, cheese=(5, 0), built=PARTS - 1)
    assert (state.phase, state.seat) == (Phase.ROLL, 1)


def test_the_crank_may_be_turned_or_left_alone_with_an_opponent_on_the_wheel() -> None:
    state = at_crank(CHEESE_WHEEL)
    assert (state.actor, legal(state)) == (0, ["crank", "stop"])
    left = state.play("stop")
    assert (left.phase, left.seat, spaces(left)) == (Phase.ROLL, 1, (CRANK, CHEESE_WHEEL))


def test_the_trap_decides_with_the_declared_odds() -> None:
    state = cranked(CHEESE_WHEEL)
    assert (state.actor, state.device, legal(state)) == (rules.CHANCE, rules.Device.TRAP, ["caught", "missed"])
    assert state.odds() == (
        (CAUGHT, Fraction(3, 4)),
        (MISSED, Fraction(1, 4)),
    )


def test_a_captured_player_is_out_and_the_cranker_gets_all_their_cheese() -> None:
    state = cranked(CHEESE_WHEEL, 46, cheese=(0, 7, 3)).play("caught")
    assert (spaces(state), state.cheese) == ((CRANK, OUT, 46), (7, 0, 3))
    assert "blue" not in state.placement()
    assert state.seat == 2


def test_a_missed_mouse_moves_to_safe() -> None:
    state = cranked(CHEESE_WHEEL, 46, cheese=(0, 7, 3)).play("missed")
    assert (spaces(state), state.cheese) == ((CRANK, SAFE_SPACE, 46), (0, 7, 3))
    assert state.seat == 1


def test_all_mice_on_the_wheel_are_caught_or_missed_together() -> None:
    state = cranked(CHEESE_WHEEL, CHEESE_WHEEL, 46, cheese=(0, 7, 3, 1))
    assert spaces(state.play("caught")) == (CRANK, OUT, OUT, 46)
    assert state.play("caught").cheese == (10, 0, 0, 1)
    assert spaces(state.play("missed")) == (CRANK, SAFE_SPACE, SAFE_SPACE, 46)


def test_a_mouse_that_lands_on_the_wheel_with_another_on_turn_crank_is_not_trapped() -> None:
    state = landing(CHEESE_WHEEL, CRANK, built=PARTS)
    assert (state.phase, state.seat) == (Phase.ROLL, 1)


# Moving opponents' mice.


def test_a_cheese_on_turn_crank_pays_for_a_roll_that_moves_an_opponent_s_mouse() -> None:
    state = at_crank(46, 20, cheese=(2, 0, 0))
    assert (state.actor, legal(state)) == (0, ["pay1", "pay2", "stop"])
    paid = state.play("pay2")
    assert (paid.actor, paid.cheese, paid.pile) == (rules.CHANCE, (1, 0, 0), 51)
    moved = paid.play("roll3")
    assert spaces(moved) == (CRANK, 46, 23)
    assert (moved.actor, legal(moved)) == (0, ["pay1", "pay2", "stop"])


@pytest.mark.parametrize("number", [BUILD, TAKE, space("lose"), space("back"), space("ahead"), space("rival")])
def test_the_space_where_a_paid_for_mouse_arrives_does_not_count(number: int) -> None:
    state = at_crank(number - 1, cheese=(2, 4)).play("pay1").play("roll1")
    assert (spaces(state), state.cheese, state.phase) == ((CRANK, number), (1, 4), Phase.AIM)


def test_a_mouse_moved_onto_the_wheel_gets_no_cheese_and_may_be_trapped() -> None:
    state = at_crank(46, cheese=(1, 0)).play("pay1").play("roll4")
    assert spaces(state) == (CRANK, CHEESE_WHEEL)
    assert (state.cheese, legal(state)) == ((0, 0), ["crank", "stop"])


def test_other_mice_may_be_moved_first_with_an_opponent_on_the_wheel() -> None:
    state = at_crank(CHEESE_WHEEL, 46, cheese=(1, 0, 0))
    assert legal(state) == ["crank", "pay2", "stop"]
    assert legal(state.play("crank")) == ["caught", "missed"]
    both = state.play("pay2").play("roll4")
    assert spaces(both.play("crank").play("caught")) == (CRANK, OUT, OUT)


def test_a_mouse_on_safe_or_already_on_the_wheel_cannot_be_moved() -> None:
    assert legal(at_crank(SAFE_SPACE, 46, cheese=(1, 0, 0))) == ["pay2", "stop"]
    assert legal(at_crank(SAFE_SPACE, CHEESE_WHEEL, cheese=(1, 0, 0))) == ["crank", "stop"]
    assert at_crank(SAFE_SPACE, cheese=(1, 0)).seat == 1


def test_a_captured_mouse_cannot_be_moved() -> None:
    assert legal(at_crank(OUT, 46, cheese=(1, 0, 0))) == ["pay2", "stop"]


def test_the_player_may_stop_at_any_time_without_an_opponent_on_the_wheel() -> None:
    state = at_crank(46, cheese=(2, 0)).play("stop")
    assert (state.phase, state.seat, state.cheese) == (Phase.ROLL, 1, (2, 0))


def test_the_turn_ends_unasked_without_cheese_and_without_an_opponent_on_the_wheel() -> None:
    assert at_crank(46).seat == 1
    assert at_crank(46, cheese=(1, 0)).play("pay1").play("roll1").seat == 1


def test_a_paid_roll_that_puts_a_mouse_on_turn_crank_lets_nobody_crank() -> None:
    state = at_crank(46, CHEESE_WHEEL, cheese=(1, 5, 0)).play("pay1").play("roll1")
    assert spaces(state)[:2] == (CRANK, CRANK)
    assert spaces(state.play("crank").play("caught")) == (CRANK, CRANK, OUT)


# The end.


def test_the_last_mouse_free_wins() -> None:
    state = cranked(CHEESE_WHEEL, OUT, cheese=(1, 2, 0)).play("caught")
    assert (state.actor, state.winners, state.actions()) == (None, (0,), ())
    assert state.placement() == {"red": str(CRANK)}


def test_the_trap_is_set_again_after_each_crank_but_the_last() -> None:
    crank = cranked(CHEESE_WHEEL, 46)
    for outcome, cage_tells in ((CAUGHT, True), (MISSED, False)):
        (task,) = crank.hand_tasks(outcome, crank.after(outcome))
        assert task.until_cage_up is cage_tells, "a cage that is down tells itself when it is up again"
    won = cranked(CHEESE_WHEEL)
    assert won.hand_tasks(CAUGHT, won.after(CAUGHT)) == ()


# Options.


def test_the_traps_odds_are_an_option_of_the_saved_game() -> None:
    state = rules.load("classic", trap="1/3").start()
    assert isinstance(state.game, Classic)
    assert state.game.odds[Phase.TRAP][0] == (CAUGHT, Fraction(1, 3))
    assert rules.from_json(state.to_json()) == state


def test_odds_that_are_no_fraction_between_0_and_1_are_refused() -> None:
    with pytest.raises(rules.BadSetup, match="trap cannot be '4/3'; it is a fraction between 0 and 1, such as 3/4"):
        rules.load("classic", trap="4/3")


def test_a_picture_shows_the_parts_that_stand() -> None:
    assert moment(1, 1).scenery().parts == 0
    assert landing(BUILD, 1, built=4).scenery().parts == 5
