"""The sensible player of classic plays as people do at the crank, and wins more than its share against random ones."""

from __future__ import annotations

from random import Random
from statistics import median

import pytest
from tests.players.contest import luck, states, wins

from mouseboard import layouts, players, rules
from mouseboard.players.classic import turn_over
from mouseboard.rules.classic import ClassicState
from mouseboard.rules.classic.layout import PARTS
from mouseboard.rules.classic.rules import CHEESE, Phase

CRANK = next(i for i, place in enumerate(layouts.load("classic").place, start=1) if place.kind == "crank")
LOOP, WHEEL = 46, 50


def choice_at_the_crank(*others: int, cheese: tuple[int, ...]) -> str:
    """Return the choice of seat 0 on Turn Crank, with the others on these spaces."""
    game = rules.load("classic", len(cheese))
    at = tuple(number - 1 for number in (CRANK, *others))
    start = game.start()
    assert isinstance(start, ClassicState)
    state = ClassicState(start.game, Phase.AIM, 0, 0, at, cheese, CHEESE - sum(cheese), PARTS)
    return str(players.load("sensible", game).choose(state, Random(0)))


def test_the_player_pays_while_a_mouse_is_within_reach_of_the_wheel() -> None:
    assert choice_at_the_crank(LOOP, cheese=(1, 0)) == "pay1"


def test_the_player_moves_the_mouse_that_can_reach_the_wheel() -> None:
    assert choice_at_the_crank(20, LOOP, cheese=(1, 0, 0)) == "pay2"


def test_the_player_prefers_to_move_the_richer_mouse() -> None:
    assert choice_at_the_crank(LOOP, LOOP, cheese=(1, 2, 9)) == "pay2"


def test_the_player_stops_when_no_mouse_can_be_brought_to_the_wheel() -> None:
    assert choice_at_the_crank(10, 20, cheese=(9, 0, 0)) == "stop"


def test_the_player_turns_the_crank_when_paying_brings_no_further_mouse() -> None:
    assert choice_at_the_crank(WHEEL, 20, cheese=(9, 0, 0)) == "crank"


def test_the_player_turns_the_crank_rather_than_leave_it_alone() -> None:
    assert choice_at_the_crank(WHEEL, cheese=(0, 5)) == "crank"


def turns(count: int, seed: int) -> int:
    """Return how many turns a game among sensible players takes."""
    game = rules.load("classic", count)
    seats = [players.load("sensible", game)] * count
    return sum(map(turn_over, states(game, seats, Random(seed))))


@pytest.mark.campaign
@pytest.mark.parametrize(("count", "least", "most"), [(2, 50, 65), (3, 65, 85), (4, 80, 105)])
def test_a_typical_game_on_the_house_board_is_neither_endless_nor_trivial(count: int, least: int, most: int) -> None:
    assert least < median(turns(count, seed) for seed in range(400)) < most


def test_the_player_beats_a_random_player_by_more_than_luck_with_p_below_a_thousandth() -> None:
    assert luck(wins("classic", 2, 200), 200, 1 / 2) < 0.001


@pytest.mark.campaign
@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_player_beats_random_players_by_more_than_luck_with_p_below_a_millionth(count: int) -> None:
    assert luck(wins("classic", count, 1000), 1000, 1 / count) < 1e-6
