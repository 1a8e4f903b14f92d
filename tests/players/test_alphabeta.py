"""Players of games without chance see takings, threats and draws."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from tests.rules.draughts import moments as draughts
from tests.rules.draughts.test_rules import PUBLISHED
from tests.rules.morris import moments as morris

from mouseboard import players, rules
from mouseboard.players import Critic
from mouseboard.players.alphabeta import AlphaBeta, Position, Search
from mouseboard.players.draughts import position as draughts_position
from mouseboard.players.morris import position as morris_position
from mouseboard.rules import Action, State

GAMES = 4
"""Random games along which a position and the rules are compared."""

KINDS = ("child", "sensible", "strong")


POSITIONS: dict[str, Callable[[State], Position]] = {"draughts": draughts_position, "morris": morris_position}


def chosen(state: State, kind: str) -> str:
    return str(players.load(kind, state.game).choose(state, Random(1)))


@pytest.mark.parametrize("kind", KINDS)
def test_a_mill_that_wins_is_closed(kind: str) -> None:
    assert chosen(morris.state("a1 d1 g4 b2", "a7 d6 f6"), kind) == "g4-g1"


@pytest.mark.parametrize("kind", KINDS[1:])
def test_a_mill_of_the_other_side_is_prevented(kind: str) -> None:
    assert chosen(morris.state("c3 f2", "d7 g7", turn=0, in_hand=(7, 7)), kind) == "a7"


@pytest.mark.parametrize("kind", KINDS[1:])
def test_no_man_is_moved_to_where_it_is_taken(kind: str) -> None:
    assert chosen(draughts.state("c3 a1", "e5 h8"), kind) != "c3-d4"


def test_a_gift_of_a_man_is_warned_of() -> None:
    state = draughts.state("c3 a1", "e5 h8")
    player = players.load("sensible", state.game)
    assert isinstance(player, Critic)
    assert [str(action) for action in state.actions() if player.warns(state, action)] == ["c3-d4"]


def test_a_man_that_is_given_for_two_is_not_warned_of() -> None:
    state = draughts.state("a1 b2 c3", "a5 e5 h8")
    player = players.load("sensible", state.game)
    assert isinstance(player, Critic)
    assert not player.warns(state, state.game.read("c3-b4"))
    assert player.warns(state, state.game.read("c3-d4"))


def test_a_mill_that_is_left_open_to_the_other_side_is_warned_of() -> None:
    state = morris.state("c3 f2", "d7 g7", in_hand=(7, 7))
    player = players.load("sensible", state.game)
    assert isinstance(player, Critic)
    assert [str(action) for action in state.actions() if not player.warns(state, action)] == ["a7"]


def test_giving_up_is_never_warned_of() -> None:
    player = players.load("sensible", draughts.GAME)
    assert isinstance(player, AlphaBeta)
    assert not player.warns(draughts.START, draughts.START.asides()[0])


def test_nobody_is_warned_of_playing_on_after_an_offer() -> None:
    offered = draughts.state("c3 a1", "h8").play("offer")
    player = players.load("sensible", draughts.GAME)
    assert isinstance(player, AlphaBeta)
    assert [str(action) for action in offered.actions() if player.warns(offered, action)] == []


@pytest.mark.parametrize(("black", "white", "answer"), [("c3 a1", "h8", "accept"), ("c3", "h8 f8 e7", "decline")])
def test_a_draw_is_taken_by_the_side_that_is_behind(black: str, white: str, answer: str) -> None:
    assert chosen(draughts.state(black, white).play("offer"), "sensible") == answer


@pytest.mark.parametrize("start", [morris.state(in_hand=(9, 9)), draughts.START], ids=["morris", "draughts"])
def test_nobody_takes_a_draw_before_the_first_move(start: State) -> None:
    assert chosen(start.play("offer"), "sensible") == "decline"


def test_equal_sides_agree_on_a_draw_once_a_position_has_come_again() -> None:
    state = draughts.state("A1", "H8")
    for notation in ["a1-b2", "h8-g7", "b2-a1", "g7-h8"]:
        assert chosen(state.play("offer"), "sensible") == "decline"
        state = state.play(notation)
    assert chosen(state.play("offer"), "sensible") == "accept"


@pytest.mark.parametrize("kind", KINDS[1:])
def test_a_side_that_is_behind_repeats_a_position_for_a_draw(kind: str) -> None:
    state = draughts.state("A1", "H8 F8 D8", turn=1)
    for notation in ["h8-g7", "a1-b2", "g7-h8", "b2-a1", "h8-g7", "a1-b2", "g7-h8"]:
        state = state.play(notation)
    assert chosen(state, kind) == "b2-a1"


@pytest.mark.parametrize("name", ["morris", "draughts"])
def test_the_same_seed_plays_the_same_whole_game(name: str) -> None:
    games: list[list[Action]] = []
    for _ in range(2):
        game = rules.load(name)
        player, state = players.load("child", game), game.start()
        played: list[Action] = []
        while state.actor is not None:
            played.append(player.choose(state, Random(len(played))))
            state = state.after(played[-1])
        games.append(played)
    assert games[0] == games[1]


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_is_followed_by_those_that_the_rules_allow(name: str) -> None:
    position = POSITIONS[name]
    for number in range(GAMES):
        rng, state = Random(number), rules.load(name).start()
        while state.actor is not None:
            following = {after.key for after in position(state).following()}
            assert following == {position(state.after(action)).key for action in state.actions()}
            state = state.after(rng.choice(state.actions()))


def test_the_positions_of_draughts_have_as_many_games_as_published() -> None:
    def counted(position: Position, moves: int) -> int:
        following = position.following()
        return len(following) if moves == 1 else sum(counted(after, moves - 1) for after in following)

    assert [counted(draughts_position(draughts.START), moves) for moves in range(1, 6)] == list(PUBLISHED[:5])


class Made(Position):
    """A position that leads to those given, and is worth as much as is said."""

    is_quiet = True

    def __init__(self, seat: int, *after: Made, men: float = 0, drawn: bool = False) -> None:
        self.seat, self.after, self.men, self.is_drawn = seat, after, men, drawn
        self.key = id(self)

    def following(self) -> tuple[Made, ...]:
        return self.after

    def worth(self) -> float:
        return self.men


def test_a_draw_some_moves_ahead_is_better_than_a_man_less_and_worse_than_a_man_more() -> None:
    draw = Made(1, drawn=True)
    assert Search().worth(Made(0, draw, Made(1, men=1)), 1) == 0
    assert Search().worth(Made(0, draw, Made(1, men=-1)), 1) == 1
    assert Search().worth(Made(0, Made(1, Made(0, drawn=True))), 3) == 0
