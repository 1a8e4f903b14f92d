"""Whose turn comes next is told only where it is certain."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from msgspec.structs import replace
from tests.web.test_picture import game_of

from mouseboard import rules
from mouseboard.referee.last import whose_next, whose_turn
from mouseboard.referee.record import moved
from mouseboard.referee.situation import Move, Situation
from mouseboard.rules import Action, State
from mouseboard.rules.turns import MOST_STATES, next_turn, turn_of
from mouseboard.table import Step


def moments(name: str) -> Sequence[Sequence[Situation]]:
    """Return random games for as few and for as many players as there can be."""
    counts = rules.games()[name].seat_counts
    return [list(game_of(name, players, seed)) for players in {min(counts), max(counts)} for seed in (1, 2)]


def then(game: Sequence[Situation], turn: int | None) -> int | None:
    """Return the first seat, from here on, whose turn it is instead; None if the game ends before."""
    return next((other for other in map(whose_turn, game) if other != turn), None)


@pytest.mark.parametrize("name", rules.games())
def test_the_seat_that_is_told_to_be_next_always_is(name: str) -> None:
    told = 0
    for game in moments(name):
        for n, situation in enumerate(game):
            following = whose_next(situation)
            assert following in (None, then(game[n:], whose_turn(situation)))
            told += following is not None
    assert told


@pytest.mark.parametrize("name", ["barriers", "draughts", "morris", "souriciere"])
def test_a_seat_is_next_while_hands_carry_out_the_move_before(name: str) -> None:
    carried = 0
    for game in moments(name):
        for n, situation in enumerate(game):
            last = situation.history[-1] if situation.history else None
            if last is None or situation.over or not moved(last):
                continue
            goal = last.after.placement()
            steps = tuple(Step(piece, last.before.placement().get(piece), goal.get(piece)) for piece in moved(last))
            moving = replace(situation, ask=Move(steps))
            assert whose_turn(moving) == last.seat
            assert whose_next(moving) in (None, then(game[n:], last.seat))
            if turn_of(situation.state) != last.seat:
                assert whose_next(moving) == turn_of(situation.state)
                carried += 1
    assert carried


def test_nobody_is_surely_next_in_classic_while_the_trap_may_catch_them() -> None:
    games = (game for seed in range(20) for game in [list(game_of("classic", 2, seed))])
    cranked = next(it for game in games for it in game if "caught" in map(str, it.state.actions()))
    turn = whose_turn(cranked)
    assert turn is not None and cranked.state.play("caught").actor is None
    assert next_turn(cranked.state.play("missed"), turn) == 1 - turn
    assert whose_next(cranked) is None


def test_nobody_is_next_before_the_first_turn_and_after_the_end() -> None:
    game = list(game_of("classic", 2))
    assert whose_next(game[-1]) is None
    assert whose_next(replace(game[0], state=rules.load("classic", 2, first="lot").start())) is None


def test_a_turn_that_may_lead_to_too_many_states_tells_nobody() -> None:
    start = rules.load("cards", 2).start()
    assert len(start.actions()) > MOST_STATES
    assert next_turn(start, turn_of(start) or 0) is None


class Broken(State, msgspec.Struct, frozen=True):
    """A state, without a hash, of a game that fails after its only action."""

    game: rules.Game
    seen: dict[str, int] = {}
    actor = 0
    winners = ()

    def actions(self) -> tuple[Action, ...]:
        return (Action("go"),)

    def odds(self) -> tuple[()]:
        return ()

    def after(self, action: Action) -> Broken:
        self.seen["after"] = self.seen.get("after", 0) + 1
        raise LookupError

    def placement(self) -> dict[str, str]:
        return {}


def test_a_game_whose_code_fails_ahead_tells_nobody_and_is_asked_once() -> None:
    state = Broken(rules.load("barriers", 2), {})
    assert [next_turn(state, 0) for _ in range(3)] == [None] * 3
    assert state.seen == {"after": 1}
