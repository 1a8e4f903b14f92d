"""Chess follows python-chess in everything, and its men stand where the position has them."""

from __future__ import annotations

from random import Random
from typing import Any

import chess
import pytest
from mouseboard_chess import Chess, ChessState
from msgspec.structs import replace

from mouseboard import rules

GAME = Chess(2, {})
IDLE = "No piece was taken and no pawn moved for {n} moves. It's a draw!"

BACK_AND_FORTH = "g1f3 g8f6 f3g1 f6g8 "
UNDERPROMOTION = "h2h4 g7g5 h4g5 h7h6 g5h6 f8g7 h6g7 a7a6"


def played(moves: str) -> ChessState:
    """Return the state after these actions from the start."""
    state = GAME.start()
    for move in moves.split():
        state = state.play(move)
    assert isinstance(state, ChessState)
    return state


def at(fen: str) -> ChessState:
    """Return a state with the men of the set in this position."""
    board = chess.Board(fen)
    squares = dict.fromkeys(GAME.pieces, "")
    for square, piece in board.piece_map().items():
        side, kind = ("white" if piece.color else "black"), chess.piece_name(piece.piece_type)
        man = next(man for man in GAME.pieces if man.startswith(f"{side}-{kind}") and not squares[man])
        squares[man] = chess.square_name(square)
    state = ChessState(GAME, tuple(squares.values()), board.fen())
    assert list(state.impossible()) == []
    return state


@pytest.mark.parametrize("seed", range(20))
def test_a_random_game_is_the_same_in_python_chess(seed: int) -> None:
    random, state, board = Random(seed), played(""), chess.Board()
    while state.actor is not None:
        assert {str(action) for action in state.actions()} == {move.uci()[:4] for move in board.legal_moves}
        move = random.choice([*board.legal_moves])
        state = state.play(move.uci()[:4])
        if move.promotion:
            state = state.play(f"={move.uci()[4]}")
        board.push(move)
        standing = {square: man.split("-")[:2] for man, square in state.placement().items()}
        assert standing.keys() == {chess.square_name(square) for square in board.piece_map()}
        assert state.board.fen() == board.fen()
        assert state.actor is None or state.actor == int(not board.turn)
    outcome = board.outcome()
    assert outcome is not None
    assert state.winners == (() if outcome.winner is None else (int(not outcome.winner),))
    assert state.result


def test_the_rook_jumps_over_the_king_in_castling() -> None:
    short = played("e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8").placement()
    assert {short[man] for man in ("white-king-1", "black-king-1")} == {"g1", "g8"}
    assert {short[man] for man in ("white-rook-2", "black-rook-2")} == {"f1", "f8"}
    long = played("d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7 e1c1 e8c8").placement()
    assert {long[man] for man in ("white-rook-1", "black-rook-1")} == {"d1", "d8"}


def test_a_pawn_taken_in_passing_leaves_the_board_from_where_it_stood() -> None:
    before = played("e2e4 a7a6 e4e5 d7d5")
    assert before.placement()["black-pawn-4"] == "d5"
    assert before.spots(GAME.read("e5d6")) == ("d6", "d5")
    after = before.play("e5d6").placement()
    assert after["white-pawn-5"] == "d6"
    assert "black-pawn-4" not in after


def test_a_promoted_pawn_makes_way_for_the_spare_queen() -> None:
    waiting = played(UNDERPROMOTION).play("g7h8")
    assert (waiting.actor, waiting.placement()["white-pawn-8"]) == (0, "h8")
    assert [str(action) for action in waiting.actions()] == ["=b", "=n", "=q", "=r"]
    assert [waiting.sign(action) for action in waiting.actions()] == ["bishop", "knight", "queen", "rook"]
    after = waiting.play("=q").placement()
    assert after["white-queen-2"] == "h8"
    assert "white-pawn-8" not in after


def test_a_promoted_pawn_stays_with_a_crown_where_no_other_man_is_to_be_had() -> None:
    after = played(UNDERPROMOTION).play("g7h8").play("=n")
    assert after.placement()["white-pawn-8"] == "h8"
    assert after.scenery().crowned == ("white-pawn-8",)
    assert GAME.read("h8g6") in after.play("a6a5").actions()


def test_a_taken_knight_comes_back_when_a_pawn_becomes_one() -> None:
    state = at("8/P7/8/8/8/k7/8/K7 w - - 0 1").play("a7a8").play("=n")
    assert state.placement()["white-knight-1"] == "a8"
    assert state.scenery().crowned == ()


@pytest.mark.parametrize(
    ("fen", "move", "winners", "said"),
    [
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", (0,), "Checkmate! white wins!"),
        ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g6", (), "No move left, and no check. It's a draw!"),
        ("7k/8/8/8/8/8/r7/K7 w - - 0 1", "a1a2", (), "Nobody has enough pieces left for checkmate. It's a draw!"),
        ("7k/8/8/8/8/8/8/KR6 w - - 149 90", "b1b2", (), IDLE.format(n=75)),
    ],
    ids=["checkmate", "stalemate", "too few men", "75 moves"],
)
def test_the_board_ends_a_game(fen: str, move: str, winners: tuple[int, ...], said: str) -> None:
    state = at(fen).play(move)
    assert (state.actor, state.winners, str(state.result)) == (None, winners, said)


def test_the_fifth_time_a_position_comes_up_is_a_draw() -> None:
    state = played(BACK_AND_FORTH * 4)
    assert (state.actor, str(state.result)) == (None, "That is the same position for the fifth time. It's a draw!")


def test_a_draw_may_be_claimed_the_third_time_a_position_comes_up() -> None:
    assert GAME.read("claim") not in played(BACK_AND_FORTH).asides()
    state = played(BACK_AND_FORTH * 2)
    assert GAME.read("claim") in state.asides()
    claimed = state.play("claim")
    assert (claimed.actor, claimed.winners) == (None, ())
    assert str(claimed.result) == "That is the same position for the third time. It's a draw!"


def test_a_draw_may_be_claimed_after_fifty_moves_without_progress() -> None:
    state = at("7k/8/8/8/8/8/8/KR6 w - - 99 90")
    assert GAME.read("claim") not in state.asides()
    claimed = state.play("b1b2").play("claim")
    assert str(claimed.result) == IDLE.format(n=50)


def test_a_player_gives_up_or_both_agree_on_a_draw() -> None:
    assert played("e2e4 resign").winners == (0,)
    assert (played("e2e4 offer accept").actor, played("e2e4 offer accept").winners) == (None, ())
    assert played("e2e4 offer decline").actor == 1


def test_a_saved_game_remembers_the_positions_that_have_come_up() -> None:
    again = rules.from_json(played(BACK_AND_FORTH * 2).to_json())
    assert GAME.read("claim") in again.asides()


@pytest.mark.parametrize("moves", ["f2f3 e7e5 g2g4 d8h4", BACK_AND_FORTH * 4], ids=["checkmate", "fifth time"])
@pytest.mark.parametrize(
    "said", [{"word": "resign"}, {"word": "accept"}, {"word": "decline"}, {"claimed": True}], ids=str
)
def test_a_saved_game_in_which_somebody_speaks_after_its_end_is_refused(moves: str, said: dict[str, Any]) -> None:
    with pytest.raises(rules.BadSetup, match="nothing is said after the end of the game"):
        rules.from_json(replace(played(moves), **said).to_json())


def test_check_is_told_and_asks_to_save_the_king() -> None:
    before = played("e2e4 f7f6 d2d4 g7g5")
    after = before.play("d1h5")
    assert "Check!" not in map(str, before.tell(GAME.read("d1h5"), after))
    assert str(after.result) == "Checkmate! white wins!"
    checked = played("e2e4 f7f6")
    assert [str(said) for said in checked.tell(GAME.read("d1h5"), checked.play("d1h5"))][1:] == ["Check!"]
    assert str(checked.play("d1h5").prompt()) == "black, check! Save your king."
