"""The sensible player of the card game draws by expected value, and wins more than its share against random players."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace
from tests.players.contest import luck, wins

from mouseboard import players, rules
from mouseboard.players.cards import WIN, worth
from mouseboard.rules.cards import CardsState
from mouseboard.rules.cards.game import AGAIN, END, Phase


def begun(risk: int = 0, safe: tuple[int, int] = (0, 0), deck: dict[str, int] | None = None) -> CardsState:
    """Return a state with cards laid by number, side a up. Seat 0 may draw or end; the mouse is on a1, facing north."""
    state = rules.load("cards", 2).start()
    for tile in range(1, 17):
        state = state.play(f"lay{tile}an")
    state = state.play("pointn")
    assert isinstance(state, CardsState)
    draw = tuple((deck or {}).get(name, 0) for name in state.game.deck.kind) if deck else state.draw
    return replace(state, phase=Phase.AGAIN, risk=risk, safe=safe, draw=draw)


def choice(state: CardsState) -> str:
    return str(players.load("sensible", state.game).choose(state, Random(0)))


def test_the_player_draws_when_there_is_nothing_to_lose() -> None:
    assert choice(begun()) == "again"


def test_the_player_draws_while_the_expected_gain_outweighs_the_loss() -> None:
    assert choice(begun(risk=1, deck={"take": 3, "trapped": 2})) == "again"
    assert choice(begun(risk=2, deck={"take": 3, "trapped": 2})) == "end"


def test_the_expected_value_of_a_draw_is_exact() -> None:
    state = begun(risk=1, deck={"take": 3, "trapped": 2})
    assert worth(state, seat=0, draws=1) == pytest.approx(2 * 3 / 5)
    assert worth(state, seat=0, draws=0) == 1


def test_only_the_choice_where_to_run_changes_the_value_if_no_draw_follows() -> None:
    random, met = Random(1), set()
    for state in 3 * [rules.load("cards", 2).start()]:
        while state.actor is not None:
            assert isinstance(state, CardsState)
            if state.card >= 0:  # the card is being followed, and asks a player
                met.add(state.phase)
                worths = {worth(state.after(action), state.seat, draws=0) for action in state.actions()}
                assert worth(state, state.seat, draws=0) == max(worths)
                assert state.phase is Phase.RUN or len(worths) == 1
            state = state.after(random.choice(state.actions()))
    assert met == {Phase.RUN, Phase.FLIP, Phase.PICK, Phase.TURN, Phase.CHEESE}


def test_the_player_ends_the_turn_when_that_wins() -> None:
    state = begun(risk=1, safe=(7, 0), deck={"take": 23, "trapped": 1})
    assert choice(state) == "end"
    assert worth(state, seat=0, draws=1) == 8 + WIN


def test_the_player_runs_to_the_cheese_and_not_into_the_trap() -> None:
    state = begun()
    cheese = tuple(3 if place == "b1" else 0 for place in state.game.deck.places)
    asked = replace(state, maze=replace(state.maze, mouse=2, cheese=cheese)).play("again").play("drawside1")
    assert {str(action) for action in asked.actions()} == {"tob1", "tod1"}
    assert choice(asked) == "tob1"


def test_the_player_beats_a_random_player_by_more_than_luck_with_p_below_a_thousandth() -> None:
    assert luck(wins("cards", 2, 12), 12, 1 / 2) < 0.001


@pytest.mark.campaign
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_the_player_beats_random_players_by_more_than_luck_with_p_below_a_millionth(count: int) -> None:
    assert luck(wins("cards", count, 100), 100, 1 / count) < 1e-6


def test_the_player_warns_of_a_draw_that_risks_a_win() -> None:
    player, state = players.load("sensible", begun().game), begun(risk=8)
    assert isinstance(player, players.Critic)
    assert player.warns(state, AGAIN)
    assert not player.warns(state, END)
