"""The sensible player of revised does what people do, and wins more than its share against chance."""

from __future__ import annotations

from random import Random
from statistics import median

import pytest
from msgspec.structs import replace
from tests.players.contest import luck, states, wins

from mouseboard import players, rules
from mouseboard.players.revised import turn_over
from mouseboard.rules.revised import RevisedState
from mouseboard.rules.revised.rules import Phase


def choice(phase: Phase, *at: str, hands: tuple[int, ...], on_start: int = 0) -> str:
    """What seat 0 does when its turn waits for that phase."""
    game = rules.load("revised", len(at))
    start = game.start()
    assert isinstance(start, RevisedState)
    pile = 24 - on_start - sum(hands)
    state = replace(start, phase=phase, at=at, hands=hands, on_start=on_start, pile=pile)
    return str(players.load("sensible", game).choose(state, Random(0)))


def test_it_takes_cheese_where_it_can() -> None:
    assert choice(Phase.TAKE, "2", "1", hands=(1, 1)) == "take"


def test_it_steals_from_the_one_who_has_most() -> None:
    assert choice(Phase.STEAL, "12", "1", "1", hands=(1, 2, 4)) == "steal2"


def test_it_brings_the_one_who_has_most_under_the_cage() -> None:
    assert choice(Phase.BRING, "4", "1", "1", hands=(1, 4, 2)) == "bring1"


def test_it_brings_nobody_who_has_nothing_to_pay_with_when_another_can() -> None:
    assert choice(Phase.BRING, "4", "1", "1", hands=(1, 0, 2)) == "bring2"


def test_it_launches_at_mice_with_cheese() -> None:
    assert choice(Phase.LAUNCH, "4", "cage", hands=(1, 2)) == "launch"


def test_it_walks_through_a_tunnel_towards_the_cheese_on_start() -> None:
    assert choice(Phase.TUNNEL, "14", "1", hands=(1, 1), on_start=2) == "tunnel"
    assert choice(Phase.TUNNEL, "29", "1", hands=(1, 1), on_start=2) == "decline"


@pytest.mark.campaign
@pytest.mark.parametrize(("count", "least", "most"), [(2, 18, 26), (3, 27, 38), (4, 37, 50)])
def test_a_typical_game_on_the_house_board_is_neither_endless_nor_trivial(count: int, least: int, most: int) -> None:
    game = rules.load("revised", count)
    seats = [players.load("sensible", game)] * count
    assert least < median(sum(map(turn_over, states(game, seats, Random(seed)))) for seed in range(400)) < most


def test_it_beats_a_random_player_more_often_than_luck_would_in_one_of_a_thousand_tries() -> None:
    assert luck(wins("revised", 2, 100), 100, 1 / 2) < 0.001


@pytest.mark.campaign
@pytest.mark.parametrize("count", [2, 3, 4])
def test_it_beats_random_players_more_often_than_luck_would_in_one_of_a_million_tries(count: int) -> None:
    assert luck(wins("revised", count, 1000), 1000, 1 / count) < 1e-6
