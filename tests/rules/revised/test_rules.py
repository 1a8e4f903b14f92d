"""Revised Mouse Trap, sentence by sentence: the sections of the text and the rulings, in the order of a game."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.rules.revised.moments import (
    CIRCLE,
    LAYOUT,
    START,
    TEXT,
    before,
    first,
    game,
    landed,
    legal,
    state,
    tasks,
)

from mouseboard import layouts
from mouseboard.rules import CHANCE, Device
from mouseboard.rules.revised.layout import check
from mouseboard.rules.revised.rules import Phase

# Setup


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_begins_with_all_mice_on_start_and_the_cheese_shared_out(players: int) -> None:
    fresh = game(players).start()
    assert set(fresh.placement().values()) == {START}
    assert fresh.hands == (1,) * players
    assert (fresh.on_start, fresh.pile) == (2, 22 - players)


def test_seat_0_begins_unless_lots_are_drawn() -> None:
    assert (game().start().turn, game().start().device) == (0, Device.DIE)
    drawn = game(3, first="lot").start()
    assert (drawn.turn, drawn.device) == (None, Device.LOT)
    assert legal(drawn) == ["first0", "first1", "first2"]
    assert drawn.play("first2").turn == 2


def test_play_goes_on_clockwise() -> None:
    turns = [moving := state("1", "1", "1")]
    turns += [moving := moving.play("roll2") for _ in range(3)]
    assert [each.turn for each in turns] == [0, 1, 2, 0]


# Basic Gameplay


def test_the_mouse_moves_clockwise_as_many_spaces_as_the_die_shows() -> None:
    assert state("1", "1").play("roll2").at == ("3", "1")
    assert legal(state("1", "1")) == ["roll1", "roll2", "roll3", "roll4", "roll5", "roll6"]
    assert {odds for _, odds in state("1", "1").odds()} == {Fraction(1, 6)}


def test_mice_may_share_a_space() -> None:
    assert state("1", "3").play("roll2").at == ("3", "3")


# Start


def test_the_first_mouse_back_on_start_collects_the_two_cheese() -> None:
    after = state(CIRCLE[-1], "1").play("roll1")
    assert (after.at[0], after.hands, after.on_start) == (START, (3, 1), 0)


def test_passing_start_collects_the_two_cheese() -> None:
    after = state(CIRCLE[-1], "1").play("roll2")
    assert (after.at[0], after.hands, after.on_start) == ("1", (3, 1), 0)


def test_only_the_first_mouse_back_finds_cheese_there() -> None:
    after = state(CIRCLE[-1], "1", on_start=0).play("roll1")
    assert after.hands == (1, 1)


def test_leaving_start_is_not_coming_back() -> None:
    assert state(START, START).play("roll1").hands == (1, 1)


def test_being_put_on_the_cage_space_never_passes_start() -> None:
    after = landed("launch", CIRCLE[-1]).play("bring1")
    assert (after.at[1], after.hands, after.on_start) == ("cage", (1, 1), 2)


# Normal


def test_nothing_happens_on_a_normal_space() -> None:
    after = state("1", "1").play("roll2")
    assert (after.hands, after.pile, after.phase, after.turn) == ((1, 1), 20, Phase.ROLL, 1)


def test_the_cage_space_is_a_normal_space() -> None:
    after = landed("cage", "1")
    assert (after.at[0], after.phase, after.turn) == ("cage", Phase.ROLL, 1)


# Launch the Trap


def test_a_player_on_launch_may_bring_one_other_mouse_from_anywhere_to_the_cage() -> None:
    asked = landed("launch", "1", START, "30")
    assert (asked.actor, legal(asked)) == (0, ["bring1", "bring2", "bring3", "nobody"])
    assert asked.play("bring3").at[1:] == ("1", START, "cage")


def test_the_choice_whom_to_bring_lights_each_mouse_s_place() -> None:
    asked = landed("launch", "1", "30", "30")
    assert asked.spots(asked.game.read("bring1")) == ("1",)
    assert asked.spots(asked.game.read("bring2")) == ("30",)


def test_a_player_on_launch_may_launch_the_trap_or_not() -> None:
    asked = landed("launch", "1").play("bring1")
    assert (asked.actor, legal(asked)) == (0, ["decline", "launch"])
    assert asked.spots(asked.game.read("launch")) == ("cage",)
    assert asked.play("decline").turn == 1


def test_a_player_cannot_launch_the_trap_with_nobody_under_the_cage() -> None:
    after = landed("launch", "1").play("nobody")
    assert (after.phase, after.turn) == (Phase.ROLL, 1)


def test_a_launch_is_decided_by_the_trap_with_the_declared_odds() -> None:
    launched = landed("launch", "1").play("bring1").play("launch")
    assert (launched.actor, launched.device, launched.turn) == (CHANCE, Device.TRAP, 0)
    assert [(str(action), odds) for action, odds in launched.odds()] == [
        ("caught", Fraction(3, 4)),
        ("missed", Fraction(1, 4)),
    ]
    assert game(trap="1/2").odds[Phase.TRAP][0][1] == Fraction(1, 2)


def test_a_caught_player_gives_one_cheese_and_stays_in_the_game() -> None:
    after = landed("launch", "1", hands=(1, 3)).play("bring1").play("launch").play("caught")
    assert (after.hands, after.at[1], after.turn) == ((2, 2), "cage", 1)


def test_a_caught_player_without_cheese_gives_none() -> None:
    after = landed("launch", "1", hands=(1, 0)).play("bring1").play("launch").play("caught")
    assert after.hands == (1, 0)


def test_a_miss_costs_nobody_any_cheese() -> None:
    after = landed("launch", "1").play("bring1").play("launch").play("missed")
    assert (after.hands, after.at[1], after.turn) == ((1, 1), "cage", 1)


def test_a_mouse_already_under_the_cage_may_be_joined_by_another_and_both_pay() -> None:
    asked = landed("launch", "cage", "1", "3")
    assert legal(asked) == ["bring2", "bring3", "nobody"]
    after = asked.play("bring2").play("launch").play("caught")
    assert after.hands == (3, 0, 0, 1)


def test_a_mouse_already_under_the_cage_can_be_caught_alone() -> None:
    after = landed("launch", "cage", "1").play("nobody").play("launch").play("caught")
    assert after.hands == (2, 0, 1)


def test_a_player_is_not_asked_whom_to_bring_if_all_others_are_under_the_cage() -> None:
    assert legal(landed("launch", "cage", "cage")) == ["decline", "launch"]


@pytest.mark.parametrize("outcome", ["caught", "missed"])
def test_the_trap_is_set_again_however_it_went(outcome: str) -> None:
    launched = landed("launch", "1").play("bring1").play("launch")
    (task,) = tasks(launched, outcome)
    assert (task.until_cage_up, task.places) == (True, ("cage",))
    assert tasks(launched, "roll1") == ()


# Cheese


def test_a_player_on_cheese_may_take_one_from_the_pile() -> None:
    asked = landed("cheese", "1")
    assert (asked.actor, legal(asked)) == (0, ["decline", "take"])
    taken, left = asked.play("take"), asked.play("decline")
    assert (taken.hands, taken.pile, taken.turn) == ((2, 1), 19, 1)
    assert (left.hands, left.pile, left.turn) == ((1, 1), 20, 1)


# Steal


def test_a_player_on_steal_may_take_one_cheese_from_another() -> None:
    asked = landed("steal", "1", "3")
    assert (asked.actor, legal(asked)) == (0, ["decline", "steal1", "steal2"])
    assert asked.play("steal2").hands == (2, 1, 0)
    assert asked.play("decline").hands == (1, 1, 1)


def test_a_player_without_cheese_cannot_be_robbed() -> None:
    assert legal(landed("steal", "1", "3", hands=(1, 0, 1))) == ["decline", "steal2"]


def test_a_player_on_steal_is_not_asked_when_nobody_has_cheese() -> None:
    assert landed("steal", "1", hands=(1, 0)).turn == 1


# Lose Cheese


def test_a_player_on_lose_returns_one_cheese_to_the_pile() -> None:
    after = landed("lose", "1")
    assert (after.hands, after.pile, after.turn) == ((0, 1), 21, 1)


def test_a_player_without_cheese_loses_none() -> None:
    after = landed("lose", "1", hands=(0, 1))
    assert (after.hands, after.pile, after.turn) == ((0, 1), 21, 1)


# Mouse-Hole Tunnel


@pytest.mark.parametrize("mouth", [place for place in LAYOUT.place if place.kind == "tunnel"], ids=lambda p: p.name)
def test_a_mouse_may_walk_from_each_mouth_of_a_tunnel_to_the_other(mouth: layouts.Place) -> None:
    asked = state(before(mouth.name, 1), "1").play("roll1")
    assert (asked.actor, legal(asked)) == (0, ["decline", "tunnel"])
    assert asked.spots(asked.game.read("tunnel")) == (mouth.to,)
    assert asked.play("tunnel").at[0] == mouth.to
    assert asked.play("decline").at[0] == mouth.name


def test_walking_through_a_tunnel_neither_asks_again_nor_passes_start() -> None:
    after = landed("tunnel", "1").play("tunnel")
    assert (after.phase, after.turn, after.on_start) == (Phase.ROLL, 1, 2)


# Winning the Game


def test_six_cheese_win_at_once() -> None:
    after = landed("cheese", "1", hands=(5, 1)).play("take")
    assert (after.winners, after.actor, legal(after)) == ((0,), None, [])
    assert str(after.prompt()) == "red has 6 cheese. red wins!"


def test_five_cheese_do_not_win() -> None:
    assert landed("cheese", "1", hands=(4, 1)).play("take").winners == ()


def test_the_two_cheese_on_start_win_at_once_whatever_the_next_space_would_cost(tmp_path: Path) -> None:
    layout = tmp_path / "lose.toml"
    layout.write_text(TEXT.replace('name = "1", kind = "normal"', 'name = "1", kind = "lose"'), encoding="utf-8")
    fresh = game(layout=str(layout)).start()
    after = replace(fresh, at=(CIRCLE[-1], "3"), hands=(4, 1), pile=17).play("roll2")
    assert (after.at[0], after.hands, after.winners) == ("1", (6, 1), (0,))


# [D] The pile cannot run out


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_pile_never_runs_out(players: int) -> None:
    """An exact proof by induction over all hands before the end of a game, with the mover anywhere on the circle.

    While the game lasts nobody holds more than five, so the pile has at least 24 - 2 - 5 * players >= 2. Every action
    from every such state either ends the game or leads to such a state again. Of the others, only who is under the cage
    matters; it does not matter who holds what.
    """
    for others in combinations_with_replacement(range(6), players - 1):
        for own in range(6):
            for on_start in (0, 2):
                hands = (own, *others)
                assert 24 - sum(hands) - on_start >= 2
                assert_play_stays_within(hands, on_start)


def assert_play_stays_within(hands: tuple[int, ...], on_start: int) -> None:
    """Check that each action from each phase conserves cheese, and either leaves the mover five or fewer or wins."""
    for phase, space in PHASES:
        now = replace(state(space, *["cage"] * (len(hands) - 1), hands=hands, on_start=on_start), phase=phase)
        for action in now.actions():
            after = now.after(action)
            assert sum(after.hands) + after.on_start + after.pile == 24
            assert after.pile >= 1
            assert after.winners == tuple(seat for seat, held in enumerate(after.hands) if held >= 6)


PHASES = [(Phase.ROLL, space) for space in CIRCLE] + [
    (Phase.TAKE, first("cheese")),
    (Phase.STEAL, first("steal")),
    (Phase.LAUNCH, first("launch")),
    (Phase.TRAP, first("launch")),
    (Phase.TUNNEL, first("tunnel")),
]
"""Every phase in which cheese can change hands, with the mover's place."""


# The board (ruling: revised, Types of Spaces)


def test_the_house_board_is_a_circle_of_neighbouring_cells() -> None:
    spots = [place.at for place in LAYOUT.place]
    steps = [abs(x - u) + abs(y - v) for (x, y), (u, v) in zip(spots, [*spots[1:], spots[0]], strict=True)]
    assert set(steps) == {40}
    assert LAYOUT.edition.startswith("house edition of Mouseboard")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('game = "revised"', 'game = "chess"', "revised.toml: game: a layout of chess, not of revised"),
        ('"1", kind = "normal"', '"1", kind = "pond"', "line 17: kind: there is no kind 'pond'; the kinds are start,"),
        ('"1", kind = "normal"', '"1", kind = "start"', "line 17: kind: the circle begins with its one Start"),
        ('kind = "cage"', 'kind = "normal"', "revised.toml: place: there is no cage space"),
        ('"1", kind = "normal"', '"1", kind = "cage"', "place: 2 spaces are of kind cage; there must be 1"),
        ('to = "22"', 'to = "1"', "to: a tunnel joins two mouths, each `to` the other"),
        ('kind = "steal"', 'kind = "normal"', "place: there is no steal space"),
        (
            'kind = "normal"',
            'kind = "normal", to = "3"',
            "to: a tunnel leads to its other mouth, and nothing else leads elsewhere",
        ),
    ],
)
def test_a_board_that_breaks_a_ruling_is_refused_with_line_and_field(old: str, new: str, why: str) -> None:
    assert old in TEXT
    with pytest.raises(layouts.BadLayout) as error:
        check(layouts.parse(TEXT.replace(old, new), "revised.toml"))
    assert why in str(error.value)


def test_a_board_with_one_tunnel_is_refused() -> None:
    mouth = first("tunnel")
    closed = TEXT
    for name in (mouth, LAYOUT.by_name[mouth].to):
        closed = re.sub(rf'(name = "{name}", kind = )"tunnel"(.*), to = "\d+"', r'\1"normal"\2', closed)
    with pytest.raises(layouts.BadLayout, match="2 spaces are of kind tunnel; there must be 4"):
        check(layouts.parse(closed, "revised.toml"))


def test_a_picture_shows_the_whole_trap_and_the_cheese_on_start() -> None:
    there = state("1", "2").scenery()
    assert (there.parts, there.cheese) == (24, {START: 2})
    assert state("1", "2", on_start=0).scenery().cheese == {}
