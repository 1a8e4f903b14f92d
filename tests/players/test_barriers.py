"""The sensible player of barriers plays as people do, and nearly always beats random players."""

from __future__ import annotations

from random import Random

import pytest
from tests.players.contest import states, wins

from mouseboard import players, rules
from mouseboard.players.barriers import BarriersPlayer
from mouseboard.players.barriers.position import position
from mouseboard.players.barriers.search import estimate
from mouseboard.rules.barriers import BarriersState
from mouseboard.rules.barriers.grid import BIT


def moment(mice: str, left: tuple[int, ...], barriers: str = "", **options: rules.Setting) -> BarriersState:
    """Return a state with mice and barriers there, and seat 0 to play."""
    squares = tuple(mice.split())
    begun = rules.load("barriers", len(squares), first="seat0", **options).start()
    assert isinstance(begun, BarriersState)
    h, v = (sum(BIT[barrier[:2]] for barrier in barriers.split() if barrier[2] == way) for way in "hv")
    return BarriersState(begun.game, 0, squares, left, h, v)


def choice(state: BarriersState, seed: int = 0) -> str:
    return str(players.load("sensible", state.game).choose(state, Random(seed)))


def worth(state: BarriersState) -> float:
    """Return the estimate for seat 0, without search."""
    here = position(state)
    return estimate(0, here.actor, here.steps, here.left)


@pytest.mark.parametrize("seed", range(3))
def test_the_player_goes_across_as_soon_as_it_can(seed: int) -> None:
    assert choice(moment("d6 a2", (8, 8)), seed) == "d7"
    assert choice(moment("d5 d6", (8, 8)), seed) == "d7"
    assert choice(moment("c6 f4 d2 b4", (4, 4, 4, 4)), seed) == "c7"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("mice", ["d2 f2", "b3 e2 d5 g6"])
def test_the_player_stops_a_rival_from_going_across_if_it_can(mice: str, seed: int) -> None:
    state = moment(mice, (4,) * len(mice.split()))
    then = state.play(choice(state, seed))
    assert not any(then.after(action).winners for action in then.actions())


def test_a_player_without_barriers_takes_the_shortest_way() -> None:
    assert choice(moment("d4 a4", (0, 0), "d4h")) == "c4"
    assert choice(moment("d4 a4", (0, 0), "c4h")) == "e4"


def test_the_same_position_and_the_same_random_stream_give_the_same_choice() -> None:
    state = moment("c3 e5", (5, 5), "c3h d5h")
    assert {choice(state, seed=7) for _ in range(3)} == {choice(state, seed=7)}


def test_the_search_considers_all_moves_and_the_barriers_that_cut_a_rival_s_way() -> None:
    state = moment("d1 d4", (8, 8), "c3v d3v")
    found = {str(after.action) for after in position(state).successors()}
    assert found == {"c1", "d2", "e1", "c1h", "d1h", "c2h", "d2h"}


def test_a_search_without_such_actions_considers_all_legal_ones() -> None:
    """In this position the mouse is boxed in, and no barrier fits before the rival's goal."""
    jam = moment("b2 a2", (3, 3), "a2h b1h b2v", edge="none")
    assert {after.action for after in position(jam).successors()} == set(jam.actions())
    assert choice(jam) in map(str, jam.actions())


def test_the_player_passes_when_it_can_do_nothing_else() -> None:
    assert choice(moment("a1 b1 c1 a2", (0, 4, 4, 4), "a2h a2v")) == "pass"


def test_a_longer_way_for_the_rival_is_worth_as_much_as_a_shorter_one_of_one_s_own() -> None:
    near, far = moment("d3 d6", (4, 4)), moment("d4 d7", (4, 4))
    assert worth(near) + 2 == worth(far)


@pytest.mark.parametrize(("count", "games"), [(2, 2), (4, 4)])
def test_the_player_beats_random_players_from_any_seat(count: int, games: int) -> None:
    assert wins("barriers", count, games) == games


@pytest.mark.campaign
@pytest.mark.parametrize("count", [2, 4])
def test_the_player_nearly_always_beats_random_players(count: int) -> None:
    assert wins("barriers", count, 100) >= 98


@pytest.mark.parametrize("count", [2, 4])
def test_the_player_finishes_a_game_against_itself(count: int) -> None:
    game = rules.load("barriers", count)
    played = list(states(game, [BarriersPlayer(200)] * count, Random(1)))
    assert played[-1].winners
    assert len(played) < 200


def test_the_player_warns_only_of_moves_that_lose_squares() -> None:
    player = BarriersPlayer(2000)
    to_win = moment("d6 a2", (8, 8))
    assert player.warns(to_win, to_win.game.read("d5"))
    assert not player.warns(to_win, to_win.game.read("d7"))
    begun = moment("d1 d7", (8, 8))
    assert not player.warns(begun, begun.game.read("d2"))
