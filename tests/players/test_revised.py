"""The `sensible` player of `revised` plays as people do, and wins more than its share against random players."""

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
    """Return the choice of seat 0 in this phase of its turn."""
    game = rules.load("revised", len(at))
    start = game.start()
    assert isinstance(start, RevisedState)
    pile = 24 - on_start - sum(hands)
    state = replace(start, phase=phase, at=at, hands=hands, on_start=on_start, pile=pile)
    return str(players.load("sensible", game).choose(state, Random(0)))


def test_the_player_takes_cheese_where_it_can() -> None:
    assert choice(Phase.TAKE, "2", "1", hands=(1, 1)) == "take"


def test_the_player_steals_from_the_richest_rival() -> None:
    assert choice(Phase.STEAL, "12", "1", "1", hands=(1, 2, 4)) == "steal2"


def test_the_player_brings_the_richest_rival_under_the_cage() -> None:
    assert choice(Phase.BRING, "4", "1", "1", hands=(1, 4, 2)) == "bring1"


def test_the_player_prefers_to_bring_a_rival_who_can_pay() -> None:
    assert choice(Phase.BRING, "4", "1", "1", hands=(1, 0, 2)) == "bring2"


def test_the_player_launches_the_trap_at_mice_with_cheese() -> None:
    assert choice(Phase.LAUNCH, "4", "cage", hands=(1, 2)) == "launch"


def test_the_player_walks_through_a_tunnel_only_towards_the_cheese_on_start() -> None:
    assert choice(Phase.TUNNEL, "14", "1", hands=(1, 1), on_start=2) == "tunnel"
    assert choice(Phase.TUNNEL, "29", "1", hands=(1, 1), on_start=2) == "decline"


@pytest.mark.campaign
@pytest.mark.parametrize(("count", "least", "most"), [(2, 18, 26), (3, 27, 38), (4, 37, 50)])
def test_a_typical_game_on_the_house_board_is_neither_endless_nor_trivial(count: int, least: int, most: int) -> None:
    game = rules.load("revised", count)
    seats = [players.load("sensible", game)] * count
    assert least < median(sum(map(turn_over, states(game, seats, Random(seed)))) for seed in range(400)) < most


def test_the_player_beats_a_random_player_by_more_than_luck_with_p_below_a_thousandth() -> None:
    assert luck(wins("revised", 2, 100), 100, 1 / 2) < 0.001


@pytest.mark.campaign
@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_player_beats_random_players_by_more_than_luck_with_p_below_a_millionth(count: int) -> None:
    assert luck(wins("revised", count, 1000), 1000, 1 / count) < 1e-6
